//! A compiled template: what is kept between renders.

use serde_json::Value;

use crate::discover::Discovery;
use crate::{CompileError, Diagnostic, Limits, RenderError, RenderOptions};

/// A template, compiled once. Cheap to share between threads (`Arc<Template>`).
pub struct Template {
    discovery: Discovery,
}

impl Template {
    /// Opens a .docx or .dotx package and compiles every part that holds text.
    ///
    /// # Errors
    /// [`CompileError::Package`] for a file that is refused, [`CompileError::Template`] with all errors of all parts.
    pub fn compile(package: impl Into<bytes::Bytes>, limits: &Limits) -> Result<Template, CompileError> {
        let _ = (package.into(), limits);
        todo!()
    }

    /// Makes one document: the bytes of a .docx package. The same input gives the same bytes.
    ///
    /// # Errors
    /// [`RenderError::Data`] with every value that is missing or ill-typed, before anything is made.
    pub fn render(&self, data: &Value, options: &RenderOptions) -> Result<Vec<u8>, RenderError> {
        let _ = (data, options);
        todo!()
    }

    /// The fields that the template asks for.
    pub fn discovery(&self) -> &Discovery {
        &self.discovery
    }

    /// Remarks that do not hinder rendering.
    pub fn warnings(&self) -> &[Diagnostic] {
        todo!()
    }
}
