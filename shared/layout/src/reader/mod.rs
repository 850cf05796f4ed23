//! Reads stories: blocks and inlines, with properties resolved from all layers.

mod bound_text;
mod button;
mod charts;
mod composing;
mod counters;
mod diagram;
mod drawing_text;
mod drawings;
mod effects;
mod equations;
mod fields;
mod form;
mod form_control;
mod framed;
mod inlines;
mod looks;
mod notes;
mod overstrike;
mod package;
mod paragraphs;
mod picture;
mod shown_field;
mod sizes;
mod table_format;
mod table_reader;
mod unfinished;
mod vml;
mod vml_formulas;
mod vml_look;
mod vml_outline;
mod vml_path;
mod vml_shape;
mod wrap_polygon;

pub(crate) use notes::Notes;

use std::collections::HashMap;
use std::sync::Arc;

use platen_ooxml::Budget;
use platen_ooxml::package::Relationships;

use crate::drawing::Rgb;
use crate::error::LayoutError;
use crate::model::definitions::Definitions;
use crate::model::document::{Note, SectionBody};
use crate::model::paragraph_properties::TextLayer;
use crate::model::part_tree::{PartText, Parts};
use crate::model::run::RunStyle;
use crate::model::section::Section;
use crate::model::story::{Block, Station, StyleRef};
use crate::model::story_facts::StoryFacts;
use crate::model::theme::Theme;
use crate::pages::Target;
use crate::read::Element;
use crate::undrawn::UndrawnList;
use bound_text::BoundText;
use counters::Counters;
use fields::OpenField;

/// Tables, boxes and content controls inside one another; what lies deeper is not drawn.
pub(in crate::reader) const MAX_DEPTH: usize = 24;

/// Styles of runs that are known: by paragraph style, table style and own properties.
pub(crate) type Runs = HashMap<(usize, u64, bool, String), Arc<RunStyle>>;

/// The context of a block: the text properties from a table style, and its depth.
#[derive(Clone, Copy)]
pub(crate) struct Around<'t> {
    pub table: Option<(&'t TextLayer, u64)>,
    pub depth: usize,
}

/// The results of reading besides the stories.
pub(crate) struct Read {
    pub footnotes: Vec<Note>,
    pub endnotes: Vec<Note>,
    pub undrawn: UndrawnList,
    pub facts: StoryFacts,
    pub style_refs: Vec<StyleRef>,
}

/// Reads the stories of a document, part by part.
pub(crate) struct Reader<'a> {
    pub(super) budget: &'a Budget,
    pub(super) parts: &'a Parts<'a>,
    /// The definitions that all parts of the document share.
    definitions: &'a Definitions,
    /// Its theme; a chart may name other colours of it.
    pub(super) theme: &'a Theme,
    notes: [Option<Notes<'a>>; 2],
    /// The part that is read.
    pub(super) part: &'a str,
    pub(super) relationships: &'a Relationships,
    counters: Counters,
    fields: Vec<OpenField>,
    out: [Vec<Note>; 2],
    /// Numbers of footnotes and endnotes before the end of each section.
    section_notes: Vec<[usize; 2]>,
    in_note: bool,
    /// Boxes that the story lies in.
    boxes: usize,
    /// The stations noted in boxes.
    in_boxes: Vec<Station>,
    /// Bookmarks between paragraphs: they count to the next one.
    between: Vec<Arc<str>>,
    /// The text that the next paragraph shows instead of its own.
    bound: Option<BoundText<'a>>,
    /// The field of a form that the next paragraph is.
    field: Option<Arc<Target>>,
    /// Facts about paragraphs and notes for fields.
    pub(in crate::reader) facts: StoryFacts,
    /// Texts in styles that headers refer to.
    pub(in crate::reader) style_refs: Vec<StyleRef>,
    /// Whether the main part is read, not a header.
    is_main: bool,
    runs: Runs,
    /// Default colour of text: that of the shape around it.
    text_colour: Option<Rgb>,
    /// By how much text and lines of drawings are smaller than their own size.
    pub(in crate::reader) canvas_scale: f64,
    /// Whether the size of any object follows the page.
    pub(in crate::reader) has_shares: bool,
    /// Whether the text of any box continues in another.
    pub(in crate::reader) has_links: bool,
    /// Size of a text of DrawingML that states none.
    pub(in crate::reader) drawing_size: f64,
    /// The types of VML shapes so far, by their ids (ECMA-376 part 4, 19.1.2.20).
    pub(in crate::reader) shape_types: HashMap<String, Element<'a>>,
    pub(super) undrawn: UndrawnList,
}

impl<'a> Reader<'a> {
    /// A reader of the main part, with the notes that it refers to: footnotes and endnotes.
    pub fn of_main(
        main: &'a PartText,
        parts: &'a Parts<'a>,
        definitions: &'a Definitions,
        notes: [Option<Notes<'a>>; 2],
    ) -> Reader<'a> {
        Reader { notes, is_main: true, ..Reader::new(main, parts, definitions) }
    }

    fn new(part: &'a PartText, parts: &'a Parts<'a>, definitions: &'a Definitions) -> Reader<'a> {
        Reader {
            budget: parts.bounds.budget,
            parts,
            definitions,
            theme: &definitions.theme,
            notes: [None, None],
            part: &part.name,
            relationships: &part.relationships,
            counters: Counters::default(),
            fields: Vec::new(),
            out: Default::default(),
            section_notes: Vec::new(),
            in_note: false,
            boxes: 0,
            in_boxes: Vec::new(),
            between: Vec::new(),
            bound: None,
            field: None,
            facts: StoryFacts::default(),
            style_refs: Vec::new(),
            is_main: false,
            runs: HashMap::new(),
            text_colour: None,
            canvas_scale: 1.0,
            has_shares: false,
            has_links: false,
            drawing_size: drawing_text::USUAL_SIZE,
            shape_types: HashMap::new(),
            undrawn: UndrawnList::default(),
        }
    }

    /// Reads the body into its sections.
    pub fn body(&mut self, body: Element<'a>) -> Result<Vec<SectionBody>, LayoutError> {
        let mut sections: Vec<SectionBody> = Vec::new();
        let mut blocks = Vec::new();
        let mut ends = Vec::new();
        self.blocks(body, Around { table: None, depth: 0 }, &mut blocks, &mut |at, element| {
            ends.push((at, element))
        })?;
        let last = body.children().into_iter().rev().find(|child| child.name() == "sectPr");
        let mut rest = blocks.into_iter();
        let mut taken = 0;
        let (mut shown, mut noted) = (0, [0; 2]);
        let mut section_notes = std::mem::take(&mut self.section_notes).into_iter();
        for (end, properties) in
            ends.into_iter().map(|(at, element)| (at, Some(element))).chain([(usize::MAX, last)])
        {
            let blocks: Vec<Block> = rest.by_ref().take(end.saturating_sub(taken)).collect();
            taken += blocks.len();
            // A section mark at the very end of the body leaves nothing for the last section but its properties.
            let before = sections.last().map(|before| &before.section);
            let mut section = Section::read(properties, before, self.definitions.settings.notes);
            let direction = properties.and_then(|properties| properties.child("textDirection"));
            if direction.and_then(Element::val).is_some_and(|name| matches!(&*name, "tbLrV" | "lrV")) {
                let detail = "lines of vertical text that follow one another to the right go to the left";
                self.undrawn.add("vertical-text", self.part, "", detail);
            }
            section.set_size(self.definitions.styles.text_size());
            // Endnotes that a section does not show stand at the end of the next one (17.11.16).
            let leaves = properties.is_some_and(|own| own.child("noEndnote").is_some_and(Element::on));
            let end = section_notes.next();
            let up_to = end.unwrap_or_else(|| self.out.each_ref().map(Vec::len));
            let keeps = end.is_some() && (leaves || !self.definitions.settings.endnotes_by_section);
            let endnotes = shown..if keeps { shown } else { up_to[1] };
            let notes = [noted[0]..up_to[0], noted[1]..up_to[1]];
            (shown, noted) = (endnotes.end, up_to);
            sections.push(SectionBody { section, blocks, endnotes, notes });
        }
        Ok(sections)
    }

    /// Reads a header or footer: its lists and fields are its own.
    pub fn other_story(&mut self, part: &PartText) -> Result<Vec<Block>, LayoutError> {
        let Some(root) = Element::root(&part.tree) else { return Ok(Vec::new()) };
        self.within(part, |own| {
            let mut blocks = Vec::new();
            own.blocks(root, Around { table: None, depth: 0 }, &mut blocks, &mut |_, _| {})?;
            Ok(blocks)
        })
    }

    /// Ends the reading.
    pub fn finish(self) -> Read {
        let [footnotes, endnotes] = self.out;
        Read { footnotes, endnotes, undrawn: self.undrawn, facts: self.facts, style_refs: self.style_refs }
    }

    /// Reads the blocks in `parent`. Calls `section_end` where a section ends, with its properties.
    pub(in crate::reader) fn blocks(
        &mut self,
        parent: Element<'a>,
        around: Around<'_>,
        out: &mut Vec<Block>,
        section_end: &mut dyn FnMut(usize, Element<'a>),
    ) -> Result<(), LayoutError> {
        if around.depth > MAX_DEPTH {
            self.undrawn.add(
                "nested-too-deep",
                self.part,
                "",
                "content that is nested too deeply is left out",
            );
            return Ok(());
        }
        // Paragraphs whose marks were deleted: the next one goes on with their text (17.13.5.15).
        let mut joined: Vec<Element<'a>> = Vec::new();
        let mut children = parent.children().into_iter().peekable();
        while let Some(child) = children.next() {
            self.budget.spend(16)?;
            match child.name() {
                "p" => {
                    let properties = child.child("pPr");
                    let section = properties.and_then(|properties| properties.child("sectPr"));
                    let goes_on = children.peek().is_some_and(|next| next.name() == "p");
                    if goes_on && section.is_none() && has_deleted_mark(properties) {
                        joined.push(child);
                        continue;
                    }
                    let (paragraph, frame) = self.paragraph(&std::mem::take(&mut joined), child, around)?;
                    framed::push(Block::Paragraph(Box::new(paragraph)), frame, out);
                    if let Some(section) = section {
                        self.section_notes.push(self.out.each_ref().map(Vec::len));
                        section_end(out.len(), section);
                    }
                }
                "tbl" => {
                    let inner = Around { depth: around.depth + 1, ..around };
                    if let Some(mut table) = self.table(child, inner)? {
                        // A guess: within a cell it stays in the text, since nothing else makes room for it.
                        let frame = framed::take(&mut table).filter(|_| around.table.is_none());
                        framed::push(Block::Table(Box::new(table)), frame, out);
                    }
                }
                "sdt" => {
                    if let Some(content) = child.child("sdtContent") {
                        self.bound = self.bound_paragraph(child, content)?;
                        self.field = self.form_paragraph(child, content);
                        let inner = Around { depth: around.depth + 1, ..around };
                        self.blocks(content, inner, out, section_end)?;
                        // No paragraph took it if the content is nested too deeply.
                        (self.bound, self.field) = (None, None);
                    }
                }
                "customXml" | "ins" | "moveTo" | "smartTag" => {
                    let inner = Around { depth: around.depth + 1, ..around };
                    self.blocks(child, inner, out, section_end)?;
                }
                "bookmarkStart" => self.between.extend(child.attr("name").map(Arc::from)),
                "altChunk" => {
                    self.undrawn.add(
                        "imported-part",
                        self.part,
                        "",
                        "an imported file (altChunk) is left out",
                    );
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Sets the default colour of text; returns the one before.
    pub(in crate::reader) fn set_text_colour(&mut self, colour: Option<Rgb>) -> Option<(Option<Rgb>, Runs)> {
        (colour != self.text_colour)
            .then(|| (std::mem::replace(&mut self.text_colour, colour), std::mem::take(&mut self.runs)))
    }

    pub(in crate::reader) fn restore_text_colour(&mut self, before: Option<(Option<Rgb>, Runs)>) {
        if let Some((colour, runs)) = before {
            (self.text_colour, self.runs) = (colour, runs);
        }
    }

    /// The part that a relationship of this one leads to.
    pub(in crate::reader) fn related_part(&self, id: Option<&str>) -> Result<Option<PartText>, LayoutError> {
        let relationship = id.and_then(|id| self.relationships.by_id(id));
        match relationship.and_then(|relationship| relationship.part()) {
            Some(name) => self.parts.open(name),
            None => Ok(None),
        }
    }

    /// Reads another part, with its own lists, fields and notes. Reports about the document are shared.
    pub(in crate::reader) fn within<'b, T>(
        &mut self,
        part: &'b PartText,
        read: impl FnOnce(&mut Reader<'b>) -> T,
    ) -> T
    where
        'a: 'b,
    {
        let mut own: Reader<'b> = Reader::new(part, self.parts, self.definitions);
        own.undrawn = std::mem::take(&mut self.undrawn);
        own.style_refs = std::mem::take(&mut self.style_refs);
        let read = read(&mut own);
        self.undrawn = own.undrawn;
        self.style_refs = own.style_refs;
        self.has_shares |= own.has_shares;
        self.has_links |= own.has_links;
        self.facts.has_fields |= own.facts.has_fields;
        read
    }
}

/// Whether the mark of the paragraph with these properties was deleted.
fn has_deleted_mark(properties: Option<Element<'_>>) -> bool {
    let mark = properties.and_then(|properties| properties.child("rPr"));
    mark.is_some_and(|mark| mark.child("del").is_some() || mark.child("moveFrom").is_some())
}
