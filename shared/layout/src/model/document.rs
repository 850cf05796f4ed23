//! A package's parts, read into one document.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use platen_ooxml::package::Relationships;
use platen_ooxml::xml::Tree;
use platen_ooxml::{Bounds, Budget, Limits};

use super::colour::Colour;
use super::definitions::{Definitions, Kept};
use super::font_table::FontTable;
use super::links::Chain;
use super::reader::{Notes, Reader};
use super::run::RunStyle;
use super::section::{HeaderKind, NoteRestart, Section};
use super::settings::Settings;
use super::story::{Block, StyleRef};
use super::story_facts::StoryFacts;
use super::{links, sizes};
use crate::drawing::Rgb;
use crate::error::LayoutError;
use crate::read::Element;
use crate::source::Source;
use crate::undrawn::UndrawnList;

/// A section and what stands in it.
#[derive(Debug)]
pub(crate) struct SectionBody {
    pub section: Section,
    pub blocks: Vec<Block>,
    /// Endnotes that stand at its end.
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
    /// The place of its reference, where that stands in the main part.
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
    pub endnote_separator: Vec<Block>,
    /// Headers and footers by relationship.
    pub headers: HashMap<String, Vec<Block>>,
    has_links: bool,
    /// Boxes that text flows through, once they are linked.
    pub chains: Vec<Chain>,
    pub background: Option<Rgb>,
    /// Of numbers beside lines.
    pub line_numbers: Arc<RunStyle>,
    pub fonts: Arc<FontTable>,
    /// Texts in styles that headers and footers show.
    pub style_refs: Vec<StyleRef>,
    /// What fields want to know.
    pub facts: StoryFacts,
    pub undrawn: UndrawnList,
}

/// One part as it is read: its tree and its relationships.
pub(crate) struct PartText {
    pub name: Arc<str>,
    pub tree: Tree,
    pub relationships: Arc<Relationships>,
}

/// Opens parts within the limits.
pub(crate) struct Parts<'a> {
    pub(super) source: &'a Source<'a>,
    pub bounds: Bounds<'a>,
}

impl Parts<'_> {
    pub fn open(&self, name: &str) -> Result<Option<PartText>, LayoutError> {
        let Some(part) = self.source.package.part(name) else { return Ok(None) };
        let bytes = self.source.read(part.name(), self.bounds.budget)?;
        let tree = Tree::parse(bytes, self.bounds).map_err(|error| LayoutError::xml(name, error))?;
        Ok(Some(PartText {
            name: part.name().into(),
            tree,
            relationships: self.source.package.relationships_within(name, self.bounds.budget)?,
        }))
    }

    /// The part that `from` relates to by `kind`.
    pub(super) fn related(&self, from: &Relationships, kind: &str) -> Result<Option<PartText>, LayoutError> {
        match from.of_kind(kind).find_map(|relationship| relationship.part()) {
            Some(name) => self.open(name),
            None => Ok(None),
        }
    }
}

impl Document {
    /// Reads a package.
    pub fn read(
        source: &Source<'_>,
        limits: &Limits,
        budget: &Budget,
        kept: &Kept,
    ) -> Result<Document, LayoutError> {
        let parts = Parts { source, bounds: Bounds { limits, budget } };
        let name = source.package.main_document();
        let no_body = || LayoutError::NoBody { part: name.to_owned() };
        let main = parts.open(name)?.ok_or_else(no_body)?;
        let definitions = kept.definitions(&parts, &main.relationships)?;
        let Definitions { settings, theme, numbering, styles, numbering_relationships: pictures, .. } =
            &*definitions;
        let of = |kind| parts.related(&main.relationships, kind);
        let (footnotes, endnotes) = (of("footnotes")?, of("endnotes")?);

        let root = Element::root(&main.tree).ok_or_else(no_body)?;
        let body = root.child("body").ok_or_else(no_body)?;
        let notes = [footnotes.as_ref().map(Notes::new), endnotes.as_ref().map(Notes::new)];
        let pictures = pictures.as_deref();
        let mut reader = Reader::new(&main, &parts, styles, numbering, theme, settings, notes, pictures);
        let mut sections = reader.body(body)?;
        let footnote_separator = reader.separator(0, "separator")?;
        let footnote_continuation = reader.separator(0, "continuationSeparator")?;
        let endnote_separator = reader.separator(1, "separator")?;

        let mut headers = HashMap::new();
        for section in &sections {
            for refs in [&section.section.headers, &section.section.footers] {
                for kind in [HeaderKind::Default, HeaderKind::First, HeaderKind::Even] {
                    let Some(id) = refs.get(kind).filter(|id| !headers.contains_key(*id)) else { continue };
                    let relationship = main.relationships.by_id(id);
                    let Some(part) = relationship.and_then(|relationship| relationship.part()) else {
                        continue;
                    };
                    if let Some(part) = parts.open(part)? {
                        let mut blocks = reader.other_story(&part)?;
                        if reader.has_shares {
                            sizes::settle(&mut blocks, &section.section);
                        }
                        headers.insert(id.to_owned(), blocks);
                    }
                }
            }
        }
        if reader.has_shares {
            sections.iter_mut().for_each(|own| sizes::settle(&mut own.blocks, &own.section));
        }
        let has_links = reader.has_links;
        let background = root.child("background").and_then(|background| background.attr("color"));
        let background =
            background.and_then(|colour| Colour::parse(&colour)).and_then(|colour| match colour {
                Colour::Rgb(rgb) if settings.show_background => Some(rgb),
                _ => None,
            });
        let line_numbers = reader.line_number_style();
        let read = reader.finish();
        Ok(Document {
            sections,
            footnotes: read.footnotes,
            endnotes: read.endnotes,
            footnote_separator,
            footnote_continuation,
            endnote_separator,
            headers,
            has_links,
            chains: Vec::new(),
            background,
            line_numbers,
            fonts: Arc::clone(&definitions.fonts),
            undrawn: read.undrawn,
            style_refs: read.style_refs,
            facts: read.facts,
            settings: settings.clone(),
        })
    }
}

impl Document {
    /// Whether the number of any footnote depends on its page.
    pub fn has_notes_by_page(&self) -> bool {
        let by_page = |own: &SectionBody| own.section.notes[0].restart == NoteRestart::Page;
        self.sections.iter().any(|own| by_page(own) && !own.notes[0].is_empty())
    }

    /// Puts boxes whose text goes on in others into chains.
    pub fn link_boxes(&mut self) {
        if self.has_links {
            self.chains = links::settle(&mut self.sections, in_order(&mut self.headers));
        }
    }
}

/// Headers and footers in an order that does not change from run to run.
fn in_order(headers: &mut HashMap<String, Vec<Block>>) -> impl Iterator<Item = &mut Vec<Block>> {
    let mut all: Vec<_> = headers.iter_mut().collect();
    all.sort_unstable_by(|a, b| a.0.cmp(b.0));
    all.into_iter().map(|(_, blocks)| blocks)
}
