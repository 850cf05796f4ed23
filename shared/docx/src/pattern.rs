//! One line of text with placeholders, such as a file-name pattern. Values are not escaped.

use serde_json::Value;

use crate::{CompileError, RenderError, RenderOptions};

/// A compiled text pattern (`Invoice {{ number }}`).
pub struct Pattern {}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// [`CompileError::Template`] with the place of each faulty tag.
    pub fn compile(text: &str) -> Result<Pattern, CompileError> {
        let _ = text;
        todo!()
    }

    /// Fills the pattern.
    ///
    /// # Errors
    /// As [`crate::Template::render`].
    pub fn render(&self, data: &Value, options: &RenderOptions) -> Result<String, RenderError> {
        let _ = (data, options);
        todo!()
    }
}
