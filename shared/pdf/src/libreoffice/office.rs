//! LibreOffice inside a child process.

use std::fs;
use std::io;
use std::path::Path;

use libreofficekit::{DocUrl, OfficeError};
use tempfile::TempDir;

use crate::PdfError;
use crate::finish::Conformance;

/// A loaded LibreOffice, and the folder that documents pass through.
pub(crate) struct Office {
    office: libreofficekit::Office,
    scratch: TempDir,
}

impl Office {
    /// Loads it, in the profile that the environment names; about a second.
    ///
    /// # Errors
    /// The reason when the library is missing or does not start.
    pub(crate) fn load(libraries: &Path) -> Result<Office, String> {
        let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
        let office = libreofficekit::Office::new(libraries).map_err(|error| error.to_string())?;
        Ok(Office { office, scratch })
    }

    /// Converts one document.
    ///
    /// # Errors
    /// [`PdfError::Invalid`] when LibreOffice does not open it, [`PdfError::Engine`] when it writes no PDF.
    pub(crate) fn convert(&mut self, docx: &[u8], wanted: Option<Conformance>) -> Result<Vec<u8>, PdfError> {
        let (input, output) =
            (self.scratch.path().join("document.docx"), self.scratch.path().join("document.pdf"));
        let converted = fs::write(&input, docx)
            .map_err(broken)
            .and_then(|()| self.save_as(&input, &output, wanted))
            .and_then(|()| fs::read(&output).map_err(broken));
        // Nothing of this document is left when the next one comes.
        let _ = (fs::remove_file(&input), fs::remove_file(&output));
        converted
    }

    fn save_as(&self, input: &Path, output: &Path, wanted: Option<Conformance>) -> Result<(), PdfError> {
        let url = |path: &Path| DocUrl::from_absolute_path(path.to_string_lossy()).map_err(failed);
        let document = self.office.document_load(&url(input)?);
        let mut document =
            document.map_err(|_| PdfError::Invalid("LibreOffice does not open it".to_owned()))?;
        match document.save_as(&url(output)?, "pdf", wanted.map(filter_options)) {
            Ok(true) => Ok(()),
            Ok(false) => Err(PdfError::Engine),
            Err(error) => Err(failed(error)),
        }
    }
}

/// What its PDF export is told, as `FilterData` in JSON. Version 2 is PDF/A-2b.
fn filter_options(wanted: Conformance) -> &'static str {
    match wanted {
        Conformance::A2b => r#"{"SelectPdfVersion":{"type":"long","value":"2"}}"#,
        Conformance::Ua1 => r#"{"PDFUACompliance":{"type":"boolean","value":"true"}}"#,
    }
}

fn failed(_: OfficeError) -> PdfError {
    PdfError::Engine
}

fn broken(_: io::Error) -> PdfError {
    PdfError::Engine
}
