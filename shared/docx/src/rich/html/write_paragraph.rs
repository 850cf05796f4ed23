//! How paragraphs of the model look and stand.

use super::super::inventory::StyleKind;
use super::formatting::{Align, Format};
use super::model::{Kind, Paragraph, Place};
use super::properties::{Properties, shading, val};
use super::writer::Writer;

/// Twips by which each level of a list, a quotation or a description stands further in; as lists are defined.
const INDENT: u32 = 720;
/// Size in half-points and space above in twips of headings 1 to 6 in templates without styles for them.
const HEADINGS: [(u16, u32); 6] = [(32, 360), (28, 280), (26, 240), (24, 200), (22, 200), (20, 200)];

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
        let Place { item, quotes } = paragraph.place;
        let around = &self.resources.paragraph;
        let mut properties = match paragraph.kind {
            Kind::Heading(_) => Properties::of_paragraph(),
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
                let style = self.resources.style(StyleKind::Paragraph, "List Paragraph");
                if let Some(style) = style.filter(|_| item.is_some()) {
                    properties.set("pStyle", &val(style));
                }
                if item.is_some() {
                    properties.set("contextualSpacing", "");
                }
                if in_cell {
                    properties.set("spacing", " w:before=\"0\" w:after=\"0\"");
                }
            }
        }
        let left = indent(paragraph.place);
        if let Some((list, level)) = item.filter(|_| paragraph.numbered) {
            let level = format!("<w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{}\"/>", self.list(list));
            properties.set_with("numPr", "", &level);
            properties.remove("ind");
            // Else the list's own indent holds.
            if quotes > 0 || outer > 0 {
                properties
                    .set("ind", &format!(" w:left=\"{}\" w:hanging=\"360\"", outer.saturating_add(left)));
            }
        } else if left > 0 {
            properties.set("ind", &format!(" w:left=\"{}\"", outer.saturating_add(left)));
        }
        if paragraph.kind == Kind::Rule {
            let line = "<w:bottom w:val=\"single\" w:sz=\"6\" w:space=\"1\" w:color=\"auto\"/>";
            properties.set_with("pBdr", "", line);
        }
        if let Some(background) = paragraph.background {
            properties.set("shd", &shading(background));
        }
        if let Some(align) = paragraph.align {
            properties.set(
                "jc",
                &val(match align {
                    Align::Left => "left",
                    Align::Center => "center",
                    Align::Right => "right",
                    Align::Justify => "both",
                }),
            );
        }
        properties.to_xml()
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

/// Twips from the margin.
pub(super) fn indent(place: Place) -> u32 {
    let levels = place.item.map_or(0, |(_, level)| u32::from(level) + 1);
    INDENT * (levels + u32::from(place.quotes))
}
