//! Content controls as discovery and rendering know them.

use serde::Serialize;

use super::choices::Choices;

/// A content control of the document. The sources call it by its index: `__control(7, "text")` fills it,
/// `{% for __scope in __repeat(7) %}` stands around the body of a repeating section.
#[derive(Debug, Clone)]
pub(crate) struct ControlSite {
    /// `w:tag`.
    pub tag: Option<String>,
    /// `w:alias`.
    pub title: Option<String>,
    /// Name under which data is looked up: the tag, else the title, else the last steps of the data binding.
    pub name: String,
    /// The control's kind.
    pub kind: ControlKind,
    /// The entries of a list.
    pub options: Choices,
    /// A date control's format.
    pub date_format: Option<String>,
    /// What stands around it goes when it is empty.
    pub optional: bool,
    /// Its content cannot be edited in Word.
    pub locked: bool,
    /// Line breaks are allowed in it.
    pub multi_line: bool,
    /// Where it stands.
    pub location: Location,
}

/// Kinds of content controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names are the standard's own")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ControlKind {
    PlainText,
    RichText,
    CheckBox,
    DropDownList,
    ComboBox,
    Date,
    Picture,
    RepeatingSection,
}

/// A place in the template.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Location {
    /// The package's part in words: `body`, `header 1`, `footnotes`.
    pub part: String,
    /// The text around the field.
    pub text: String,
}

/// Whether a control's tag is one of the convention of OpenDoPE: `od:xpath=x1`.
pub(crate) fn is_of_opendope(tag: &str) -> bool {
    tag.starts_with("od:")
}
