//! The model as WordprocessingML: paragraphs and their content.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use serde_json::json;

use super::super::fragment::push_run;
use super::super::inventory::StyleKind;
use super::super::list_kind::{ListKind, Marker};
use super::super::resources::Resources;
use super::super::value::Rich;
use super::super::{length, picture_drawing, value};
use super::formatting::Format;
use super::left_out::LeftOut;
use super::model::{Block, Content, Document, Image, Inline, Kind, Paragraph, Width};
use super::properties::{Properties, val};
use super::right_to_left::by_direction;

/// A paragraph of a cell in which nothing is.
pub(super) const EMPTY: &str = "<w:p><w:pPr><w:spacing w:before=\"0\" w:after=\"0\"/></w:pPr></w:p>";

/// Beginning of the bookmarks' names, which Word does not list.
const BOOKMARK: &str = "_Html";

/// Steps of a paragraph or run besides its bytes.
const BLOCK: u64 = 64;

/// A document being written.
pub(super) struct Writer<'w, 'r> {
    pub resources: &'w mut Resources<'r>,
    pub document: &'w Document,
    /// `w:numId` of lists that have an item so far, by index.
    pub lists: Vec<Option<u32>>,
    /// Bookmarks by the ids in the HTML to which links lead.
    bookmarks: HashMap<&'w str, u32>,
    /// Ids whose bookmarks are written.
    marked: HashSet<&'w str>,
    /// Formatting of the text around.
    pub around: Properties,
    /// Footnotes hold no footnotes.
    pub in_note: bool,
    pub out: String,
}

/// Where a link leads.
enum Target {
    Relationship(String),
    Bookmark(u32),
}

impl<'w, 'r> Writer<'w, 'r> {
    pub fn new(document: &'w Document, resources: &'w mut Resources<'r>) -> Writer<'w, 'r> {
        let around = Properties::parse_run(&resources.formatting);
        let lists = vec![None; document.lists.len()];
        let wanted: HashSet<&str> =
            document.links.iter().filter_map(|href| href.trim().strip_prefix('#')).collect();
        let mut bookmarks = HashMap::new();
        for id in document.anchors.iter().filter(|id| wanted.contains(id.as_str())) {
            bookmarks.entry(id.as_str()).or_insert_with(|| resources.fresh_id());
        }
        Writer {
            resources,
            document,
            lists,
            bookmarks,
            marked: HashSet::new(),
            around,
            in_note: false,
            out: String::new(),
        }
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
        self.bookmarks_of(paragraph);
        let around = self.around.clone();
        match paragraph.kind {
            Kind::Heading(n) => self.around = self.heading_text(n),
            _ if self.in_note => self.around = self.note_text(),
            _ => {}
        }
        let written = self.inlines(&paragraph.content);
        self.around = around;
        self.out.push_str("</w:p>");
        written
    }

    /// Marks the places in a paragraph to which links of the HTML lead.
    pub fn bookmarks_of(&mut self, paragraph: &Paragraph) {
        let document = self.document;
        for id in paragraph.anchors.iter().filter_map(|anchor| document.anchors.get(*anchor)) {
            let Some(number) = self.bookmarks.get(id.as_str()).copied() else { continue };
            // Of two with one id the first counts.
            if self.marked.insert(id) {
                let _ = write!(
                    self.out,
                    "<w:bookmarkStart w:id=\"{number}\" w:name=\"{BOOKMARK}{number}\"/><w:bookmarkEnd w:id=\"{number}\"/>"
                );
            }
        }
    }

    /// The `w:numId` of a list.
    pub(super) fn list(&mut self, index: usize) -> u32 {
        let kind = self
            .document
            .lists
            .get(index)
            .copied()
            .unwrap_or(ListKind { marker: Marker::Bullet(None), start: 1 });
        let resources = &mut *self.resources;
        match self.lists.get_mut(index) {
            Some(num) => *num.get_or_insert_with(|| resources.list(kind)),
            None => resources.list(kind),
        }
    }

    /// Runs, and the links around them.
    pub fn inlines(&mut self, content: &[Inline]) -> Result<(), String> {
        for linked in content.chunk_by(|a, b| a.link == b.link) {
            let href = linked.first().and_then(|inline| self.document.links.get(inline.link?));
            let target = href.filter(|_| !self.resources.in_link).and_then(|href| self.target(href));
            let ns = self.resources.relationships_ns();
            let _ = match &target {
                Some(Target::Relationship(id)) => {
                    write!(self.out, "<w:hyperlink xmlns:r=\"{ns}\" r:id=\"{id}\" w:history=\"1\">")
                }
                Some(Target::Bookmark(number)) => {
                    write!(self.out, "<w:hyperlink w:anchor=\"{BOOKMARK}{number}\" w:history=\"1\">")
                }
                None => Ok(()),
            };
            for inline in linked {
                self.inline(inline, target.is_some())?;
            }
            if target.is_some() {
                self.out.push_str("</w:hyperlink>");
            }
        }
        Ok(())
    }

    /// Where a link leads; one that may not be followed loses its target and keeps its text.
    fn target(&mut self, href: &str) -> Option<Target> {
        let lost = match href.trim().strip_prefix('#') {
            Some(id) => match self.bookmarks.get(id) {
                Some(number) => return Some(Target::Bookmark(*number)),
                // To the top of a page.
                None if id.is_empty() => return None,
                None => LeftOut::Anchor,
            },
            None => match self.resources.link(&address(href)) {
                Ok(id) => return Some(Target::Relationship(id)),
                Err(_) => LeftOut::Link,
            },
        };
        self.resources.warnings.extend(std::iter::once(lost.warning()));
        None
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
        match &inline.content {
            Content::Text(text) if inline.format.rtl == Some(true) => {
                let plain = properties.to_xml();
                properties.set("rtl", "");
                let properties = [plain, properties.to_xml()];
                for (text, is_rtl) in by_direction(text) {
                    self.resources.bounds.budget.spend(BLOCK)?;
                    push_run(&mut self.out, &properties[usize::from(is_rtl)], text);
                }
            }
            Content::Text(text) => push_run(&mut self.out, &properties.to_xml(), text),
            // A line feed is a break to a run's text, a form feed that of a page.
            Content::Break => push_run(&mut self.out, &properties.to_xml(), "\n"),
            Content::PageBreak => push_run(&mut self.out, &properties.to_xml(), "\u{C}"),
            Content::Image(image) => self.image(image)?,
            Content::Note(note) => self.note_reference(*note, &properties)?,
        }
        Ok(())
    }

    fn image(&mut self, image: &Image) -> Result<(), String> {
        let mut members = serde_json::Map::new();
        members.insert("$image".to_owned(), json!(image.source));
        members.insert("alt".to_owned(), json!(image.alt));
        let of_room = |percent: f32| self.resources.text_width as f64 * f64::from(percent) / 100.0;
        let pixels = |side: Option<Width>| match side {
            Some(Width::Pixels(pixels)) => Some(f64::from(pixels)),
            Some(Width::Percent(percent)) => Some(of_room(percent) / length::EMU_PER_INCH * length::DPI),
            None => None,
        };
        // A height in percent is one of what nobody knows.
        let height = image.height.filter(|height| matches!(height, Width::Pixels(_)));
        for (name, pixels) in [("width", pixels(image.width)), ("height", pixels(height))] {
            if let Some(pixels) = pixels.filter(|pixels| *pixels >= 1.0) {
                members.insert(name.to_owned(), json!(pixels));
            }
        }
        let rich = Rich::new(value::Kind::Image, members, self.resources.bounds);
        let run = picture_drawing::inline(&rich, self.resources)
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
