//! A document with all properties resolved.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::font_table::FontTable;
use super::links::{self, Chain};
use super::run::RunStyle;
use super::section::{NoteRestart, Section};
use super::settings::Settings;
use super::story::{Block, StyleRef};
use super::story_facts::StoryFacts;
use crate::drawing::Rgb;
use crate::undrawn::UndrawnList;

/// A section and its content.
#[derive(Debug)]
pub(crate) struct SectionBody {
    pub section: Section,
    pub blocks: Vec<Block>,
    /// Endnotes at its end.
    pub endnotes: Range<usize>,
    /// Footnotes and endnotes that it refers to.
    pub notes: [Range<usize>; 2],
}

/// A note as one reference uses it.
#[derive(Debug, Default)]
pub(crate) struct Note {
    /// Its number as written; none where the text has a mark of its own for it.
    pub label: String,
    pub has_own_mark: bool,
    /// The place of its reference, if that is in the main part.
    pub at: Option<usize>,
    pub blocks: Vec<Block>,
}

/// A document, all properties resolved.
#[derive(Debug)]
pub(crate) struct Document {
    pub settings: Settings,
    pub sections: Vec<SectionBody>,
    /// Footnotes in the order of their references.
    pub footnotes: Vec<Note>,
    pub endnotes: Vec<Note>,
    pub footnote_separator: Vec<Block>,
    pub footnote_continuation: Vec<Block>,
    /// What stands below footnotes that go on, on the next page.
    pub footnote_notice: Vec<Block>,
    pub endnote_separator: Vec<Block>,
    /// Headers and footers by relationship.
    pub headers: HashMap<String, Vec<Block>>,
    /// Whether the text of any box continues in another.
    pub has_links: bool,
    /// Boxes that text flows through, once they are linked.
    pub chains: Vec<Chain>,
    pub background: Option<Rgb>,
    /// The style of line numbers.
    pub line_numbers: Arc<RunStyle>,
    pub fonts: Arc<FontTable>,
    /// Texts in styles that headers and footers show.
    pub style_refs: Vec<StyleRef>,
    /// Facts for fields.
    pub facts: StoryFacts,
    pub undrawn: UndrawnList,
}

impl Document {
    /// Whether the number of any footnote depends on its page.
    pub fn has_notes_by_page(&self) -> bool {
        let by_page = |own: &SectionBody| own.section.notes[0].restart == NoteRestart::Page;
        self.sections.iter().any(|own| by_page(own) && !own.notes[0].is_empty())
    }

    /// Puts boxes whose text continues in others into chains.
    pub fn link_boxes(&mut self) {
        if self.has_links {
            let bodies = self.sections.iter_mut().map(|own| &mut own.blocks);
            self.chains = links::settle(bodies.chain(in_order(&mut self.headers)).collect());
        }
    }
}

/// Headers and footers in an order that does not change from run to run.
fn in_order(headers: &mut HashMap<String, Vec<Block>>) -> impl Iterator<Item = &mut Vec<Block>> {
    let mut all: Vec<_> = headers.iter_mut().collect();
    all.sort_unstable_by(|a, b| a.0.cmp(b.0));
    all.into_iter().map(|(_, blocks)| blocks)
}
