//! The format of a document that is written, told by the extension of its name.

use std::path::{Path, PathBuf};

use crate::files;

/// Where a document goes, and as what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    path: PathBuf,
    pdf: bool,
}

impl Output {
    /// The file, or `-`.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is a PDF; a Word document otherwise.
    pub fn is_pdf(&self) -> bool {
        self.pdf
    }
}

/// Reads an output's name.
///
/// # Errors
/// The extension is neither .docx nor .pdf.
pub fn parse_output(text: &str) -> Result<Output, String> {
    let path = PathBuf::from(text);
    if files::is_stream(&path) {
        return Ok(Output { path, pdf: false });
    }
    let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
    match extension.as_deref() {
        Some("docx") => Ok(Output { path, pdf: false }),
        Some("pdf") => Ok(Output { path, pdf: true }),
        _ => Err("the name must end in .docx or .pdf, which sets the format".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_tells_the_format() {
        assert!(!parse_output("a/b.docx").unwrap().is_pdf());
        assert!(parse_output("B.PDF").unwrap().is_pdf());
        assert!(!parse_output("-").unwrap().is_pdf());
        for wrong in ["a.doc", "a", ".pdf", "a.pdf/b"] {
            assert!(parse_output(wrong).is_err(), "{wrong}");
        }
    }
}
