//! Reads stories: blocks and inlines with the properties that come out of all layers.

mod equations;
mod fields;
mod inlines;
mod notes;
mod paragraphs;

use std::collections::HashMap;
use std::sync::Arc;

use platen_docx::Budget;
use platen_docx::package::Relationships;

use crate::LayoutError;
use crate::model::counters::Counters;
use crate::model::document::{Note, PartText, SectionBody};
use crate::model::numbering::Numbering;
use crate::model::paragraph::TextLayer;
use crate::model::run::RunStyle;
use crate::model::section::Section;
use crate::model::settings::Settings;
use crate::model::story::Block;
use crate::model::styles::Styles;
use crate::model::theme::Theme;
use crate::read::Element;
use crate::undrawn::UndrawnList;

use fields::OpenField;
pub(crate) use notes::Notes;

/// Tables, boxes and content controls inside one another; what lies deeper is not drawn.
const MAX_DEPTH: usize = 24;

/// What surrounds a block: the text properties that a table style gives, and how deep it lies.
#[derive(Clone, Copy)]
pub(crate) struct Around<'t> {
    pub table: Option<(&'t TextLayer, u64)>,
    pub depth: usize,
}

/// What reading leaves beside the stories.
pub(crate) struct Read {
    pub footnotes: Vec<Note>,
    pub endnotes: Vec<Note>,
    pub undrawn: UndrawnList,
}

/// Reads the stories of a document.
pub(crate) struct Reader<'a> {
    pub(super) budget: &'a Budget,
    pub(super) styles: &'a Styles,
    numbering: &'a Numbering,
    pub(super) theme: &'a Theme,
    settings: &'a Settings,
    notes: [Option<Notes<'a>>; 2],
    /// Relationships of the numbering part, for picture bullets.
    bullet_pictures: Option<&'a Relationships>,
    /// The part that is read.
    pub(super) part: &'a str,
    pub(super) relationships: &'a Relationships,
    counters: Counters,
    fields: Vec<OpenField>,
    out: [Vec<Note>; 2],
    /// Numbers of the last footnote and endnote.
    note_numbers: [i64; 2],
    note_settings: [crate::model::section::NoteSettings; 2],
    in_note: bool,
    runs: HashMap<(usize, u64, String), Arc<RunStyle>>,
    pub(super) undrawn: UndrawnList,
}

impl<'a> Reader<'a> {
    #[expect(clippy::too_many_arguments, reason = "the parts of a document, each once")]
    pub fn new(
        main: &'a PartText,
        budget: &'a Budget,
        styles: &'a Styles,
        numbering: &'a Numbering,
        theme: &'a Theme,
        settings: &'a Settings,
        notes: [Option<Notes<'a>>; 2],
        bullet_pictures: Option<&'a Relationships>,
    ) -> Reader<'a> {
        Reader {
            budget,
            styles,
            numbering,
            theme,
            settings,
            notes,
            bullet_pictures,
            part: &main.name,
            relationships: &main.relationships,
            counters: Counters::default(),
            fields: Vec::new(),
            out: Default::default(),
            note_numbers: [0; 2],
            note_settings: [settings.footnotes, settings.endnotes],
            in_note: false,
            runs: HashMap::new(),
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
        for (end, properties) in
            ends.into_iter().map(|(at, element)| (at, Some(element))).chain([(usize::MAX, last)])
        {
            let blocks: Vec<Block> = rest.by_ref().take(end.saturating_sub(taken)).collect();
            taken += blocks.len();
            // A section mark at the very end of the body leaves nothing for the last section but its properties.
            let before = sections.last().map(|before| &before.section);
            let section = Section::read(properties, before, self.settings.footnotes);
            let direction = properties.and_then(|properties| properties.child("textDirection"));
            if direction.is_some_and(|it| it.val().is_some_and(|to| !matches!(&*to, "lrTb" | "tb"))) {
                let detail = "a section whose text runs from top to bottom is written from left to right";
                self.undrawn.add("vertical-text", self.part, "", detail);
            }
            sections.push(SectionBody { section, blocks });
        }
        Ok(sections)
    }

    /// Reads a header or footer: its lists and fields are its own.
    pub fn other_story(&mut self, part: &PartText) -> Result<Vec<Block>, LayoutError> {
        let Some(root) = Element::root(&part.tree) else { return Ok(Vec::new()) };
        let mut own = self.of_part(part);
        let mut blocks = Vec::new();
        let result = own.blocks(root, Around { table: None, depth: 0 }, &mut blocks, &mut |_, _| {});
        self.undrawn = own.undrawn;
        result.map(|()| blocks)
    }

    /// Ends the reading.
    pub fn finish(self) -> Read {
        let [footnotes, endnotes] = self.out;
        Read { footnotes, endnotes, undrawn: self.undrawn }
    }

    /// Reads the blocks in `parent`. `section_end` is told where a section ends, and its properties.
    pub(in crate::model) fn blocks(
        &mut self,
        parent: Element<'a>,
        around: Around<'_>,
        out: &mut Vec<Block>,
        section_end: &mut dyn FnMut(usize, Element<'a>),
    ) -> Result<(), LayoutError> {
        if around.depth > MAX_DEPTH {
            self.undrawn.add("nested-too-deep", self.part, "", "content that lies too deep is left out");
            return Ok(());
        }
        for child in parent.children() {
            self.budget.spend(16)?;
            match child.name() {
                "p" => {
                    let properties = child.child("pPr");
                    let section = properties.and_then(|properties| properties.child("sectPr"));
                    let mut paragraph = self.paragraph(child, around)?;
                    paragraph.ends_section = section.is_some();
                    out.push(Block::Paragraph(Box::new(paragraph)));
                    if let Some(section) = section {
                        section_end(out.len(), section);
                    }
                }
                "tbl" => {
                    let inner = Around { depth: around.depth + 1, ..around };
                    if let Some(table) = self.table(child, inner)? {
                        out.push(Block::Table(Box::new(table)));
                    }
                }
                "sdt" => {
                    if let Some(content) = child.child("sdtContent") {
                        let inner = Around { depth: around.depth + 1, ..around };
                        self.blocks(content, inner, out, section_end)?;
                    }
                }
                "customXml" | "ins" | "moveTo" | "smartTag" => {
                    let inner = Around { depth: around.depth + 1, ..around };
                    self.blocks(child, inner, out, section_end)?;
                }
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

    /// A reader of another part's story: with lists, fields and notes of its own.
    fn of_part<'b>(&mut self, part: &'b PartText) -> Reader<'b>
    where
        'a: 'b,
    {
        Reader {
            budget: self.budget,
            styles: self.styles,
            numbering: self.numbering,
            theme: self.theme,
            settings: self.settings,
            notes: [None, None],
            bullet_pictures: self.bullet_pictures,
            part: &part.name,
            relationships: &part.relationships,
            counters: Counters::default(),
            fields: Vec::new(),
            out: Default::default(),
            note_numbers: [0; 2],
            note_settings: self.note_settings,
            in_note: false,
            runs: HashMap::new(),
            undrawn: std::mem::take(&mut self.undrawn),
        }
    }
}
