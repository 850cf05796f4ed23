//! Sub-documents that are templates: who fills them.

use serde_json::Value as Json;

use super::fragment::Refused;
use crate::rendered::Rendered;

/// Makes documents of templates that stand in the data.
pub(crate) trait FillDocument {
    /// The document that a template and data make.
    ///
    /// # Errors
    /// What is wrong with the template or the data. When the budget has ended, anything: the caller looks at it first.
    fn fill(&self, template: Vec<u8>, data: &Json) -> Result<Rendered, Refused>;
}
