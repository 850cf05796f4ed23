//! The model as WordprocessingML: paragraphs and what stands in them.

use std::fmt::Write;

use serde_json::json;

use super::super::fragment::push_run;
use super::super::inventory::StyleKind;
use super::super::numbering::ListKind;
use super::super::resources::Resources;
use super::super::value::Rich;
use super::super::{picture, value};
use super::formatting::Format;
use super::model::{Block, Content, Document, Image, Inline, Kind, Paragraph};
use super::properties::{Properties, val};
use super::write_table::EMPTY;

/// Steps of a paragraph or run besides its bytes.
const BLOCK: u64 = 64;

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
            // The properties around are read and written for each paragraph.
            self.resources.bounds.budget.spend(BLOCK + self.resources.paragraph.len() as u64)?;
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

    /// The `w:numId` of a list.
    pub(super) fn list(&mut self, index: usize) -> u32 {
        let kind = self.document.lists.get(index).copied().unwrap_or(ListKind::Bullet);
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
        self.resources.bounds.budget.spend(BLOCK + self.resources.formatting.len() as u64)?;
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
        let rich = Rich::new(value::Kind::Image, members, self.resources.bounds);
        let run = picture::inline(&rich, self.resources)
            .map_err(|error| format!("holds a picture that {error}"))?;
        self.out.push_str(&run);
        Ok(())
    }
}

/// A link's target as browsers read it: without the line breaks and tabs in it, spaces encoded.
fn address(href: &str) -> String {
    let kept = href.trim().chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect::<String>();
    kept.replace(' ', "%20")
}
