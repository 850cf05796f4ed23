//! Footnotes and endnotes.

use std::collections::HashMap;
use std::sync::Arc;

use super::unfinished::Unfinished;
use super::{Around, Reader};
use crate::error::LayoutError;
use crate::model::document::Note;
use crate::model::part_tree::PartText;
use crate::model::run::RunStyle;
use crate::model::story::{Block, InlineKind};
use crate::read::Element;

/// The notes of a part, by id.
pub(crate) struct Notes<'a> {
    pub(super) part: &'a PartText,
    pub(super) by_id: HashMap<i64, Element<'a>>,
}

impl<'a> Notes<'a> {
    pub fn new(part: &'a PartText) -> Notes<'a> {
        let notes = Element::root(&part.tree).map(Element::children).unwrap_or_default();
        Notes { part, by_id: notes.into_iter().filter_map(|note| Some((note.int("id")?, note))).collect() }
    }
}

impl<'a> Reader<'a> {
    /// The note of this type in the part of footnotes (0) or endnotes (1).
    pub fn separator(&mut self, kind: usize, name: &str) -> Result<Vec<Block>, LayoutError> {
        let found = self.notes[kind].as_ref().and_then(|notes| {
            notes
                .by_id
                .values()
                .find(|note| note.attr("type").as_deref() == Some(name))
                .map(|note| (*note, notes.part))
        });
        match found {
            Some((note, part)) => self.note_story(note, part),
            None => Ok(Vec::new()),
        }
    }

    pub(super) fn note_story(
        &mut self,
        note: Element<'a>,
        part: &'a PartText,
    ) -> Result<Vec<Block>, LayoutError> {
        let outer = (self.part, self.relationships, self.in_note);
        (self.part, self.relationships, self.in_note) = (&part.name, &part.relationships, true);
        let counters = std::mem::take(&mut self.counters);
        let fields = std::mem::take(&mut self.fields);
        let mut blocks = Vec::new();
        let result = self.blocks(note, Around { table: None, depth: 1 }, &mut blocks, &mut |_, _| {});
        (self.part, self.relationships, self.in_note) = outer;
        (self.counters, self.fields) = (counters, fields);
        result.map(|()| blocks)
    }

    pub(super) fn note(
        &mut self,
        kind: usize,
        child: Element<'a>,
        style: &Arc<RunStyle>,
        open: &mut Unfinished<'_>,
    ) -> Result<(), LayoutError> {
        let found = self.notes[kind]
            .as_ref()
            .and_then(|notes| Some((*notes.by_id.get(&child.int("id")?)?, notes.part)));
        if found.is_none() {
            let detail =
                "a reference to a footnote or endnote that the document does not contain is left out";
            self.undrawn.add("missing-note", self.part, "", detail);
        }
        // A note inside a note would read itself forever.
        let Some((note, part)) = found.filter(|_| !self.in_note && self.is_shown()) else { return Ok(()) };
        let has_own_mark = child.flag("customMarkFollows") == Some(true);
        let at = self.is_main.then(|| child.offset());
        let blocks = self.note_story(note, part)?;
        let place = self.out[kind].len();
        self.out[kind].push(Note { blocks, has_own_mark, at, ..Note::default() });
        self.push(open, InlineKind::Note { is_end: kind == 1, place }, style);
        Ok(())
    }
}
