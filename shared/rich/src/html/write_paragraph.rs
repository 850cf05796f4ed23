//! Formatting and alignment of the model's paragraphs.

use super::super::inventory::StyleKind;
use super::formatting::{Align, Format, Layout, LineHeight};
use super::model::{Kind, Paragraph, Place};
use super::properties::{Properties, shading, val};
use super::writer::Writer;

/// Word's largest length in twips.
const LARGEST: i64 = 31_680;
/// Twips by which each level of a list, a quotation or a description stands further in; as lists are defined.
const INDENT: u32 = 720;
/// Size in half-points and space above in twips of headings 1 to 6 in templates without styles for them.
const HEADINGS: [(u16, u32); 6] = [(32, 360), (28, 280), (26, 240), (24, 200), (22, 200), (20, 200)];

/// Size of a footnote's text in templates without a style for it.
const NOTE: u16 = 20;

/// What a paragraph has of the one in whose place it stands: how it looks, and neither its number nor its page break.
const INHERITED: [&str; 18] = [
    "pStyle",
    "keepLines",
    "widowControl",
    "suppressLineNumbers",
    "pBdr",
    "shd",
    "tabs",
    "suppressAutoHyphens",
    "kinsoku",
    "wordWrap",
    "overflowPunct",
    "bidi",
    "adjustRightInd",
    "snapToGrid",
    "spacing",
    "ind",
    "jc",
    "textAlignment",
];

impl Writer<'_, '_> {
    /// The inside of `w:pPr`.
    pub(super) fn paragraph_properties(&mut self, paragraph: &Paragraph, in_cell: bool) -> String {
        let Place { level, quotes } = paragraph.place;
        let around = &self.resources.paragraph;
        let mut properties = match paragraph.kind {
            Kind::Heading(_) => Properties::of_paragraph(),
            _ if self.in_note => Properties::of_paragraph(),
            Kind::Rule => Properties::parse_paragraph(around, &["ind"]),
            Kind::Body if in_cell => Properties::parse_paragraph(around, &["pStyle", "bidi"]),
            Kind::Body => Properties::parse_paragraph(around, &INHERITED),
        };
        let outer = ["left", "start"].iter().find_map(|side| properties.value("ind", side)?.parse().ok());
        let outer: u32 = outer.unwrap_or(0);
        match paragraph.kind {
            Kind::Heading(n) => match self.resources.style(StyleKind::Paragraph, &format!("heading {n}")) {
                Some(style) => properties.set("pStyle", &val(style)),
                None => {
                    let above = HEADINGS[usize::from(n.clamp(1, 6) - 1)].1;
                    properties.set("keepNext", "");
                    properties.set("spacing", &format!(" w:before=\"{above}\" w:after=\"120\""));
                    properties.set("outlineLvl", &val(&(n.clamp(1, 6) - 1).to_string()));
                }
            },
            Kind::Body | Kind::Rule => {
                let style = if level.is_some() { "List Paragraph" } else { "footnote text" };
                let style = self.resources.style(StyleKind::Paragraph, style);
                if let Some(style) = style.filter(|_| level.is_some() || self.in_note) {
                    properties.set("pStyle", &val(style));
                }
                if level.is_some() {
                    properties.set("contextualSpacing", "");
                }
                if in_cell {
                    properties.set("spacing", " w:before=\"0\" w:after=\"0\"");
                }
            }
        }
        let layout = &paragraph.layout;
        // Lengths of a paragraph from right to left are told from its right side.
        let is_rtl = layout.rtl.unwrap_or_else(|| properties.has("bidi"));
        let (start, end) = if is_rtl { (layout.right, layout.left) } else { (layout.left, layout.right) };
        let left = i64::from(indent(paragraph.place)) + i64::from(start);
        let left = |outer: u32| (i64::from(outer) + left).clamp(-LARGEST, LARGEST).to_string();
        if let Some((list, level)) = paragraph.number.zip(level) {
            let level = format!("<w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{}\"/>", self.list(list));
            properties.set_with("numPr", "", &level);
            properties.remove("ind");
            // Else the list's own indent holds.
            if quotes > 0 || outer > 0 || start != 0 {
                properties.set("ind", &format!(" w:left=\"{}\" w:hanging=\"360\"", left(outer)));
            }
        } else if indent(paragraph.place) > 0 || start != 0 {
            properties.set("ind", &format!(" w:left=\"{}\"", left(outer)));
        }
        if end != 0 {
            properties.add("ind", "right", &end.to_string());
        }
        match layout.first_line.filter(|_| paragraph.number.is_none()) {
            Some(first @ 0..) => properties.add("ind", "firstLine", &first.to_string()),
            Some(first) => properties.add("ind", "hanging", &first.unsigned_abs().to_string()),
            None => {}
        }
        spacing(&mut properties, layout);
        match layout.rtl {
            Some(true) => properties.set("bidi", ""),
            Some(false) if properties.has("bidi") => properties.remove("bidi"),
            _ => {}
        }
        if layout.begins_page {
            properties.set("pageBreakBefore", "");
        }
        if paragraph.kind == Kind::Rule {
            let line = "<w:bottom w:val=\"single\" w:sz=\"6\" w:space=\"1\" w:color=\"auto\"/>";
            properties.set_with("pBdr", "", line);
        }
        if let Some(background) = layout.background {
            properties.set("shd", &shading(background));
        }
        if let Some(align) = layout.align {
            // `left` is where reading starts (17.3.1.13).
            let (left, right) = if is_rtl { ("right", "left") } else { ("left", "right") };
            properties.set(
                "jc",
                &val(match align {
                    Align::Start => "left",
                    Align::End => "right",
                    Align::Left => left,
                    Align::Center => "center",
                    Align::Right => right,
                    Align::Justify => "both",
                }),
            );
        }
        properties.to_xml()
    }

    /// The text of a footnote looks as its style says, or as Word's own.
    pub(super) fn note_text(&self) -> Properties {
        let mut properties = Properties::of_run();
        if self.resources.style(StyleKind::Paragraph, "footnote text").is_none() {
            properties.apply(&Format { size: Some(NOTE), ..Format::default() });
        }
        properties
    }

    /// A heading looks as its style says, or as a heading, whatever stood around the value.
    pub(super) fn heading_text(&self, n: u8) -> Properties {
        let mut properties = Properties::of_run();
        if self.resources.style(StyleKind::Paragraph, &format!("heading {n}")).is_none() {
            let size = Some(HEADINGS[usize::from(n.clamp(1, 6) - 1)].0);
            properties.apply(&Format { bold: Some(true), size, ..Format::default() });
        }
        properties
    }
}

/// Space above and below, and between the lines.
fn spacing(properties: &mut Properties, layout: &Layout) {
    for (name, space) in [("before", layout.above), ("after", layout.below)] {
        if let Some(space) = space {
            properties.add("spacing", name, &space.to_string());
        }
    }
    let (line, rule) = match layout.line_height {
        Some(LineHeight::Lines(line)) => (line, "auto"),
        Some(LineHeight::Twips(line)) => (line, "atLeast"),
        None => return,
    };
    properties.add("spacing", "line", &line.to_string());
    properties.add("spacing", "lineRule", rule);
}

/// Twips from the margin.
pub(super) fn indent(place: Place) -> u32 {
    let levels = place.level.map_or(0, |level| u32::from(level) + 1);
    INDENT * (levels + u32::from(place.quotes))
}
