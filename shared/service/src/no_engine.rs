//! A PDF engine for processes that create no PDF, such as those that only register templates: they don't need its fonts.

use platen_pdf::{Converted, Engine, PdfError, PdfOptions};

/// Refuses every conversion.
pub struct NoEngine;

impl Engine for NoEngine {
    fn convert(&self, _docx: &[u8], _options: &PdfOptions) -> Result<Converted, PdfError> {
        Err(PdfError::Unsupported("this process makes no PDF".to_owned()))
    }
}
