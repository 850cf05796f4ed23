//! The known HTML elements, and what each is in a document. An unknown element is transparent: its tags do nothing, its content stays.

use super::css_values::{MONOSPACE, font_size};
use super::formatting::{Format, Vertical};
use super::model::Section;

/// What an element is to the reader of its tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Left out with all that it holds.
    Dropped,
    /// Left out; it has no content.
    DroppedVoid,
    Break,
    Rule,
    Image,
    /// `input`: a check box, or what is left out.
    Input,
    /// `col`: a column's width.
    Column,
    /// A block that holds paragraphs or is one.
    Block(BlockKind),
    List {
        ordered: bool,
    },
    Item,
    Table,
    Rows(Section),
    Row,
    Cell {
        header: bool,
    },
    /// Formats text. `survives`: one of the standard's formatting elements, which stay in effect when a block around
    /// them ends before they do (HTML, 13.2.4.3).
    Inline {
        survives: bool,
    },
}

/// What a block does to its paragraphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    Division,
    Paragraph,
    Heading(u8),
    Quote,
    Preformatted,
    /// `dt`: a term of a description list.
    Term,
    /// `dd`: what is said about it.
    Description,
    /// `center`.
    Centered,
    /// `caption` of a table, which stands before it.
    Caption,
    /// A footnote's text, as Markdown's footnotes become HTML.
    Note,
}

const BLOCK: Role = Role::Block(BlockKind::Division);
const SPAN: Role = Role::Inline { survives: false };
const FORMATTING: Role = Role::Inline { survives: true };

/// Sorted by name.
const ELEMENTS: [(&str, Role); 102] = [
    ("a", FORMATTING),
    ("address", BLOCK),
    ("applet", Role::Dropped),
    ("area", Role::DroppedVoid),
    ("article", BLOCK),
    ("aside", BLOCK),
    ("audio", Role::Dropped),
    ("b", FORMATTING),
    ("base", Role::DroppedVoid),
    ("bdi", SPAN),
    ("bdo", SPAN),
    ("big", SPAN),
    ("blockquote", Role::Block(BlockKind::Quote)),
    ("br", Role::Break),
    ("canvas", Role::Dropped),
    ("caption", Role::Block(BlockKind::Caption)),
    ("center", Role::Block(BlockKind::Centered)),
    ("cite", SPAN),
    ("code", FORMATTING),
    ("col", Role::Column),
    ("dd", Role::Block(BlockKind::Description)),
    ("del", SPAN),
    ("details", BLOCK),
    ("dfn", SPAN),
    ("dir", Role::List { ordered: false }),
    ("div", BLOCK),
    ("dl", BLOCK),
    ("dt", Role::Block(BlockKind::Term)),
    ("em", FORMATTING),
    ("embed", Role::DroppedVoid),
    ("fieldset", BLOCK),
    ("figcaption", BLOCK),
    ("figure", BLOCK),
    ("font", FORMATTING),
    ("footer", BLOCK),
    ("form", Role::Dropped),
    ("frameset", Role::Dropped),
    ("h1", Role::Block(BlockKind::Heading(1))),
    ("h2", Role::Block(BlockKind::Heading(2))),
    ("h3", Role::Block(BlockKind::Heading(3))),
    ("h4", Role::Block(BlockKind::Heading(4))),
    ("h5", Role::Block(BlockKind::Heading(5))),
    ("h6", Role::Block(BlockKind::Heading(6))),
    ("header", BLOCK),
    ("hgroup", BLOCK),
    ("hr", Role::Rule),
    ("i", FORMATTING),
    ("iframe", Role::Dropped),
    ("img", Role::Image),
    ("input", Role::Input),
    ("ins", SPAN),
    ("kbd", SPAN),
    ("label", SPAN),
    ("legend", BLOCK),
    ("li", Role::Item),
    ("link", Role::DroppedVoid),
    ("main", BLOCK),
    ("mark", SPAN),
    ("math", Role::Dropped),
    ("menu", Role::List { ordered: false }),
    ("meta", Role::DroppedVoid),
    ("nav", BLOCK),
    ("noembed", Role::Dropped),
    ("noframes", Role::Dropped),
    ("object", Role::Dropped),
    ("oembed", Role::Dropped),
    ("ol", Role::List { ordered: true }),
    ("p", Role::Block(BlockKind::Paragraph)),
    ("param", Role::DroppedVoid),
    ("pre", Role::Block(BlockKind::Preformatted)),
    ("q", SPAN),
    ("s", FORMATTING),
    ("samp", SPAN),
    ("script", Role::Dropped),
    ("section", BLOCK),
    ("select", Role::Dropped),
    ("small", SPAN),
    ("source", Role::DroppedVoid),
    ("span", SPAN),
    ("strike", FORMATTING),
    ("strong", FORMATTING),
    ("style", Role::Dropped),
    ("sub", SPAN),
    ("summary", BLOCK),
    ("sup", SPAN),
    ("svg", Role::Dropped),
    ("table", Role::Table),
    ("tbody", Role::Rows(Section::Body)),
    ("td", Role::Cell { header: false }),
    ("template", Role::Dropped),
    ("tfoot", Role::Rows(Section::Foot)),
    ("th", Role::Cell { header: true }),
    ("thead", Role::Rows(Section::Head)),
    ("title", Role::Dropped),
    ("tr", Role::Row),
    ("track", Role::DroppedVoid),
    ("tt", FORMATTING),
    ("u", FORMATTING),
    ("ul", Role::List { ordered: false }),
    ("var", SPAN),
    ("video", Role::Dropped),
    ("wbr", Role::DroppedVoid),
];

/// The element of this lower-case name, with the name that lives as long as the program.
pub(super) fn element(name: &str) -> Option<(&'static str, Role)> {
    let at = ELEMENTS.binary_search_by_key(&name, |(n, _)| n).ok()?;
    Some(ELEMENTS[at])
}

/// Elements that are left out, and that a browser shows.
const SHOWN: [&str; 14] = [
    "applet", "audio", "canvas", "embed", "form", "frameset", "iframe", "input", "math", "object", "oembed",
    "select", "svg", "video",
];

/// Whether a browser shows an element that is left out.
pub(super) fn is_shown(name: &str) -> bool {
    SHOWN.contains(&name)
}

/// How an inline element formats its text by itself; `size` is that of the text around, in half-points.
pub(super) fn formatting(name: &str, size: u16) -> Format {
    let mut format = Format::default();
    match name {
        "b" | "strong" => format.bold = Some(true),
        "big" => format.size = font_size("larger", size),
        "cite" | "dfn" | "em" | "i" | "var" => format.italic = Some(true),
        "ins" | "u" => format.underline = Some(true),
        "del" | "s" | "strike" => format.strike = Some(true),
        "code" | "kbd" | "samp" | "tt" => format.font = Some(MONOSPACE.into()),
        "mark" => format.background = Some([0xFF, 0xFF, 0]),
        "small" => format.size = font_size("smaller", size),
        "sub" => format.vertical = Some(Vertical::Subscript),
        "sup" => format.vertical = Some(Vertical::Superscript),
        _ => {}
    }
    format
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_so_that_names_are_found() {
        assert!(ELEMENTS.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(element("h3"), Some(("h3", Role::Block(BlockKind::Heading(3)))));
        assert_eq!(element("blink"), None);
    }
}
