//! Documents to PDF. (API agreed between the crates; the implementation may refine it.)

/// What a conversion may cost and what the PDF shall be.
#[derive(Debug, Clone, Default)]
pub struct PdfOptions {}

/// Why no PDF was made.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The document has something that the engine cannot lay out.
    #[error("{0}")]
    Unsupported(String),
}

/// Turns a .docx package into a PDF.
pub trait Engine: Send + Sync {
    /// Name as in the configuration (`embedded`).
    fn name(&self) -> &'static str;
    /// Converts one document.
    ///
    /// # Errors
    /// [`PdfError`], which names the feature or the limit.
    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Vec<u8>, PdfError>;
}
