//! What the template language does for sub-documents.

use serde_json::Value as Json;

use super::fragment::Refused;
use super::rendered::Rendered;
use platen_ooxml::xml::{Tree, XmlError};
use platen_ooxml::{Bounds, Diagnostic};

/// Makes documents of templates that stand in the data.
pub trait FillDocument {
    /// The document that a template and data make.
    ///
    /// # Errors
    /// What is wrong with the template or the data. When the budget has ended, anything: the caller looks at it first.
    fn fill(&self, template: Vec<u8>, data: &Json) -> Result<Rendered, Refused>;

    /// A part of a sub-document without the fields and links by which it would read files or open connections, and the
    /// remarks that tell so; `part` is its name.
    ///
    /// # Errors
    /// As [`Tree::parse`].
    fn cut_outside_loads(
        &self,
        tree: Tree,
        part: &str,
        bounds: Bounds<'_>,
    ) -> Result<(Tree, Vec<Diagnostic>), XmlError>;
}
