//! Rich values in the data: JSON objects with one member whose name begins with `$`.

use std::sync::OnceLock;

use serde_json::{Map, Value as Json};

use super::picture::Picture;
use platen_ooxml::{Bounds, Budget, Limits};

/// Begins a new paragraph in texts, as docxtpl has it.
pub const PARAGRAPH: char = '\u{7}';

/// The member of a sub-document that fills it.
pub const DATA: &str = "data";

/// Kinds of rich values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A picture.
    Image,
    /// A hyperlink.
    Link,
    /// A QR code.
    Qr,
    /// A barcode.
    Barcode,
    /// A document, or a template and its data.
    Document,
    /// A footnote.
    Footnote,
    /// An equation.
    Equation,
    /// A page break.
    PageBreak,
    /// Formatted text in HTML.
    Html,
    /// Formatted text in Markdown.
    Markdown,
    /// Runs, as docxtpl's RichText has them.
    RichText,
    /// Paragraphs, as docxtpl's RichTextParagraph has them.
    RichTextParagraph,
    /// Text that keeps its lines.
    Listing,
    /// Points of a chart.
    Chart,
}

/// The member that makes an object rich, and what it makes of it.
const KINDS: [(&str, Kind); 15] = [
    ("$image", Kind::Image),
    ("$link", Kind::Link),
    ("$qr", Kind::Qr),
    ("$barcode", Kind::Barcode),
    ("$docx", Kind::Document),
    ("$subdoc", Kind::Document),
    ("$footnote", Kind::Footnote),
    ("$equation", Kind::Equation),
    ("$pageBreak", Kind::PageBreak),
    ("$html", Kind::Html),
    ("$markdown", Kind::Markdown),
    ("$richText", Kind::RichText),
    ("$richTextParagraph", Kind::RichTextParagraph),
    ("$listing", Kind::Listing),
    ("$chart", Kind::Chart),
];

/// What `$` says of an object.
pub enum Reading {
    /// Nothing: it has no such member.
    Plain,
    /// It is rich.
    Rich(Kind),
    /// No kind has this name.
    Unknown(String),
}

/// Looks for the member that makes an object rich.
pub fn read(members: &Map<String, Json>) -> Reading {
    let Some(name) = members.keys().find(|name| name.starts_with('$')) else { return Reading::Plain };
    match KINDS.iter().find(|(known, _)| known == name) {
        Some((_, kind)) => Reading::Rich(*kind),
        None => Reading::Unknown(name.clone()),
    }
}

impl Kind {
    /// The member that makes an object one of this kind.
    pub fn member(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// The members that say how it is shown, besides the one that names it.
    pub fn members(self) -> &'static [&'static str] {
        match self {
            Kind::Image => &["width", "height", "alt", "dpi", "float"],
            Kind::Link => &["text"],
            Kind::Qr => &["size", "width", "errorCorrection", "alt"],
            Kind::Barcode => &["kind", "width", "height", "alt"],
            Kind::Document => &[DATA],
            Kind::Chart => &["alt"],
            _ => &[],
        }
    }

    /// Whether the member that names it is a text.
    pub fn is_of_text(self) -> bool {
        matches!(
            self,
            Kind::Image
                | Kind::Link
                | Kind::Qr
                | Kind::Html
                | Kind::Markdown
                | Kind::Footnote
                | Kind::Equation
        )
    }

    /// The members that say how it is shown, as far as they are texts.
    pub fn texts(self) -> &'static [&'static str] {
        match self {
            Kind::Image => &["alt", "float"],
            Kind::Chart => &["alt"],
            Kind::Link => &["text"],
            Kind::Qr => &["errorCorrection", "alt"],
            Kind::Barcode => &["kind", "alt"],
            _ => &[],
        }
    }
}

/// All names, for messages.
pub fn known() -> String {
    KINDS.map(|(name, _)| name).join(", ")
}

/// A rich value. Templates see its members as those of any object, and print it as what it stands for.
#[derive(Debug)]
pub struct Rich {
    /// What its `$` member makes of it.
    pub kind: Kind,
    /// All its members.
    pub members: Map<String, Json>,
    /// The picture, decoded when it is first printed.
    pub picture: OnceLock<Result<Picture, String>>,
    /// The text alone, likewise.
    pub(super) plain: OnceLock<String>,
    /// What bounds that: templates print values where nobody can hand bounds in.
    limits: Limits,
    budget: Budget,
}

impl Rich {
    /// Of members that have been read ([`read`]).
    pub fn new(kind: Kind, members: Map<String, Json>, bounds: Bounds<'_>) -> Rich {
        Rich {
            kind,
            members,
            picture: OnceLock::new(),
            plain: OnceLock::new(),
            limits: bounds.limits.clone(),
            budget: bounds.budget.clone(),
        }
    }

    /// The `$` member.
    pub fn content(&self) -> &Json {
        let content = self.members.iter().find(|(name, _)| name.starts_with('$'));
        content.map_or(&Json::Null, |(_, value)| value)
    }

    /// The `$` member as text.
    ///
    /// # Errors
    /// It is none.
    pub fn text(&self) -> Result<&str, String> {
        self.content().as_str().ok_or_else(|| "has no text for its $ member".to_owned())
    }

    /// A member that is a text.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.members.get(name).and_then(Json::as_str)
    }

    pub(super) fn bounds(&self) -> Bounds<'_> {
        Bounds { limits: &self.limits, budget: &self.budget }
    }
}
