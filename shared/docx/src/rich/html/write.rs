//! The model as WordprocessingML: paragraphs and what stands in them.

use std::fmt::Write;

use serde_json::json;

use super::format::{Align, Format};
use super::model::{Block, Content, Document, Image, Inline, Kind, List, Paragraph, Place};
use super::properties::{Properties, shading, val};
use super::write_table::EMPTY;
use crate::rich::fragment::push_run;
use crate::rich::inventory::StyleKind;
use crate::rich::numbering::ListKind;
use crate::rich::picture;
use crate::rich::resources::Resources;
use crate::rich::value::{self, Rich};

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

/// A document being written.
pub(super) struct Writer<'w, 'r> {
    pub resources: &'w mut Resources<'r>,
    pub document: &'w Document,
    /// `w:numId` of lists that have an item so far, by index.
    pub lists: Vec<Option<u32>>,
    /// Formatting of the text around.
    pub around: Properties,
    pub out: String,
}

impl<'w, 'r> Writer<'w, 'r> {
    pub fn new(document: &'w Document, resources: &'w mut Resources<'r>) -> Writer<'w, 'r> {
        let around = Properties::parse_run(&resources.formatting);
        let lists = vec![None; document.lists.len()];
        Writer { resources, document, lists, around, out: String::new() }
    }

    /// Blocks one below another. Recursion is as deep as tables in tables, which reading bounds.
    pub fn blocks(&mut self, blocks: &[Block], in_cell: bool) -> Result<(), String> {
        for (i, block) in blocks.iter().enumerate() {
            match block {
                Block::Paragraph(paragraph) => self.paragraph(paragraph, in_cell)?,
                Block::Table(table) => {
                    let written = self.table(table)?;
                    // Word joins tables that touch, and wants a paragraph at the end of a cell.
                    let touches = match blocks.get(i + 1) {
                        Some(Block::Table(_)) => true,
                        Some(Block::Paragraph(_)) => false,
                        None => in_cell,
                    };
                    if touches && written {
                        self.out.push_str(if in_cell { EMPTY } else { "<w:p/>" });
                    }
                }
            }
        }
        Ok(())
    }

    fn paragraph(&mut self, paragraph: &Paragraph, in_cell: bool) -> Result<(), String> {
        self.out.push_str("<w:p>");
        let properties = self.paragraph_properties(paragraph, in_cell);
        if !properties.is_empty() {
            let _ = write!(self.out, "<w:pPr>{properties}</w:pPr>");
        }
        let around = self.around.clone();
        if let Kind::Heading(n) = paragraph.kind {
            self.around = self.heading_text(n);
        }
        let written = self.inlines(&paragraph.content);
        self.around = around;
        self.out.push_str("</w:p>");
        written
    }

    fn paragraph_properties(&mut self, paragraph: &Paragraph, in_cell: bool) -> String {
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
    fn heading_text(&self, n: u8) -> Properties {
        let mut properties = Properties::of_run();
        if self.resources.style(StyleKind::Paragraph, &format!("heading {n}")).is_none() {
            let size = Some(HEADINGS[usize::from(n.clamp(1, 6) - 1)].0);
            properties.apply(&Format { bold: Some(true), size, ..Format::default() });
        }
        properties
    }

    fn list(&mut self, index: usize) -> u32 {
        let kind = match self.document.lists.get(index) {
            Some(List::Decimal { start }) => ListKind::Decimal { start: *start },
            Some(List::Bullet) | None => ListKind::Bullet,
        };
        let resources = &mut *self.resources;
        match self.lists.get_mut(index) {
            Some(num) => *num.get_or_insert_with(|| resources.list(kind)),
            None => resources.list(kind),
        }
    }

    /// Runs, and the links around them.
    pub fn inlines(&mut self, content: &[Inline]) -> Result<(), String> {
        for linked in content.chunk_by(|a, b| a.link == b.link) {
            let target = linked.first().and_then(|inline| self.document.links.get(inline.link?));
            let target = target.filter(|_| !self.resources.in_link);
            // A link that may not be followed loses its target and keeps its text.
            let id = target.and_then(|href| self.resources.link(&address(href)).ok());
            if let Some(id) = &id {
                let ns = self.resources.relationships_ns();
                let _ = write!(self.out, "<w:hyperlink xmlns:r=\"{ns}\" r:id=\"{id}\" w:history=\"1\">");
            }
            for inline in linked {
                self.inline(inline, id.is_some())?;
            }
            if id.is_some() {
                self.out.push_str("</w:hyperlink>");
            }
        }
        Ok(())
    }

    fn inline(&mut self, inline: &Inline, linked: bool) -> Result<(), String> {
        let mut properties = self.around.clone();
        if linked {
            match self.resources.style(StyleKind::Character, "Hyperlink") {
                Some(style) => {
                    properties.remove("color");
                    properties.remove("u");
                    properties.set("rStyle", &val(style));
                }
                None => {
                    properties.apply(&Format {
                        underline: Some(true),
                        color: Some([0x05, 0x63, 0xC1]),
                        ..Format::default()
                    });
                }
            }
        }
        properties.apply(&inline.format);
        let properties = properties.to_xml();
        match &inline.content {
            Content::Text(text) => push_run(&mut self.out, &properties, text),
            // A line feed is a break to a run's text.
            Content::Break => push_run(&mut self.out, &properties, "\n"),
            Content::Image(image) => self.image(image)?,
        }
        Ok(())
    }

    fn image(&mut self, image: &Image) -> Result<(), String> {
        let mut members = serde_json::Map::new();
        members.insert("$image".to_owned(), json!(image.source));
        members.insert("alt".to_owned(), json!(image.alt));
        for (name, pixels) in [("width", image.width), ("height", image.height)] {
            if let Some(pixels) = pixels {
                members.insert(name.to_owned(), json!(pixels));
            }
        }
        let rich = Rich::new(value::Kind::Image, &members);
        let run = picture::inline(&rich, self.resources)
            .map_err(|error| format!("holds a picture that {error}"))?;
        self.out.push_str(&run);
        Ok(())
    }
}

/// Twips from the margin.
pub(super) fn indent(place: Place) -> u32 {
    let levels = place.item.map_or(0, |(_, level)| u32::from(level) + 1);
    INDENT * (levels + u32::from(place.quotes))
}

/// A link's target as browsers read it: without the line breaks and tabs in it, spaces encoded.
fn address(href: &str) -> String {
    let kept = href.trim().chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect::<String>();
    kept.replace(' ', "%20")
}
