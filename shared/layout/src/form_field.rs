//! Content controls that can be filled in where their document is read.

/// A content control of the document's body (17.5.2), as far as a field of a form keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormField {
    /// Where it stands in its part: no two controls have the same.
    pub place: usize,
    /// Its name for programs (`w:tag`).
    pub tag: Option<String>,
    /// Its name for people (`w:alias`).
    pub title: Option<String>,
    /// What it takes.
    pub kind: FieldKind,
    /// The text that it shows; empty while it shows its placeholder.
    pub value: String,
    /// Whether its content is locked.
    pub is_locked: bool,
}

/// What a field takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldKind {
    /// Text; of several lines or of one.
    Text {
        /// Whether it may have several lines.
        is_long: bool,
    },
    /// A mark or none.
    CheckBox {
        /// Whether it has the mark.
        is_checked: bool,
    },
    /// One of some words.
    List {
        /// Values with what is shown for them.
        items: Vec<(String, String)>,
        /// Whether other words can be typed.
        is_open: bool,
    },
    /// A signature.
    Signature,
}
