//! The PDF engine for one command. Its fonts are put in place only when a PDF is asked for.

use std::path::PathBuf;

use platen_pdf::{Embedded, Engine, FontSettings, PdfError, PdfOptions};

use crate::failure::Failure;

/// Converts one document; `name` is what messages call it. Call it before the process has other threads:
/// [`platen_pdf::fonts::install`] says why.
///
/// # Errors
/// The document cannot be laid out, or the fonts cannot be put in place.
pub fn convert(name: &str, document: &[u8]) -> Result<Vec<u8>, Failure> {
    // Lives as long as the engine, which reads its fonts from there.
    let mut scratch = None;
    let engine = match font_store().map(|store| Embedded::new(&FontSettings::new(store))) {
        Some(Ok(engine)) => engine,
        // A user without a home directory that can be written, as in many containers: fonts for this run alone. The
        // shared temporary folder itself will not do, since there another user could put fonts of his own in our way.
        _ => {
            let folder = tempfile::Builder::new().prefix("platen-").tempdir();
            let folder =
                folder.map_err(|error| Failure::Internal(format!("no folder for fonts: {error}")))?;
            let path = scratch.insert(folder).path();
            Embedded::new(&FontSettings::new(path)).map_err(|error| Failure::Internal(error.to_string()))?
        }
    };
    engine.convert(document, &PdfOptions::default()).map_err(|error| refusal(name, &error))
}

fn font_store() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_dir()).map(|home| home.join(".cache/platen"))
}

fn refusal(name: &str, error: &PdfError) -> Failure {
    match error {
        PdfError::Package(_)
        | PdfError::Invalid(_)
        | PdfError::Unsupported(_)
        | PdfError::Limit { .. }
        | PdfError::Timeout(_) => Failure::Input(format!("{name}: {error}")),
        PdfError::Busy(_)
        | PdfError::Engine
        | PdfError::Fonts { .. }
        | PdfError::Program { .. }
        | PdfError::Thread(_)
        | PdfError::Child(_) => Failure::Internal(format!("{name}: {error}")),
    }
}
