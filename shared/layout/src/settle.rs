//! Lays out a document repeatedly, until its fields agree with its pages.

use std::cell::RefCell;
use std::collections::BTreeMap;

use platen_fonts::Library;
use platen_ooxml::package::Package;
use platen_ooxml::xml::{Kind, Tree};
use platen_ooxml::{Bounds, Budget};

use crate::block::Layouter;
use crate::error::LayoutError;
use crate::field::{CODE, Facts, FieldResult, MAX_PASSES, PageFacts, Settings, Update, update};
use crate::model::Document;
use crate::model::definitions::Kept;
use crate::note_numbers::NoteNumbers;
use crate::options::{Fields, LayoutOptions};
use crate::page::Filler;
use crate::pages::Laid;
use crate::shape::Shaper;
use crate::source::Source;
use crate::structure_builder;
use crate::undrawn::{Undrawn, UndrawnList};

/// A document with the results of its fields.
#[derive(Debug)]
pub struct UpdatedFields {
    /// Parts with new text: their places in the package, and the text.
    pub parts: Vec<(usize, Vec<u8>)>,
    /// The results of its fields.
    pub fields: Vec<FieldResult>,
    /// The things that the pages do not show as Word would, including fields that keep their saved results.
    pub undrawn: Vec<Undrawn>,
}

/// A document laid out, with the text that was.
pub(crate) struct Settled<'p> {
    source: Source<'p>,
    pub laid: Laid,
    results: Vec<FieldResult>,
}

/// Lays out a document, computes its fields, and lays it out again, until nothing moves.
pub(crate) fn settled<'p>(
    package: &'p Package,
    library: &Library,
    options: &LayoutOptions,
    kept: &Kept,
) -> Result<Settled<'p>, LayoutError> {
    let mut source = Source::of(package);
    source.takes_forms = options.forms;
    let settings = Settings {
        limits: &options.limits,
        budget: &options.budget,
        fields: options.fields,
        now: options.now,
        file_name: options.file_name.as_deref(),
    };
    let read = |source: &Source<'_>| Document::read(source, &options.limits, &options.budget, kept);
    let mut document = read(&source)?;
    let mut notes = NoteNumbers::of(&document, &[]);
    notes.give(&mut document);
    let is_updated = options.fields == Fields::Updated && document.facts.has_fields;
    if !is_updated && !document.facts.has_page_fields && !document.has_notes_by_page() {
        let (laid, ..) = laid(document, library, options)?;
        return Ok(Settled { source, laid, results: Vec::new() });
    }
    // What needs no pages comes first, so that the first pages are filled with a table of contents of the right length.
    if is_updated {
        let facts = Facts { story: std::mem::take(&mut document.facts), pages: None };
        let Update { changed, moves, .. } = update(&source, &facts, settings)?;
        apply(changed, &mut source);
        document = if moves { read(&source)? } else { document_with(document, facts) };
        notes.give(&mut document);
    }
    let mut pass = 0;
    loop {
        let (mut laid, facts, numbers) = laid(document, library, options)?;
        let Update { changed, mut moves, results, mut told } = update(&source, &facts, settings)?;
        moves |= numbers != notes;
        notes = numbers;
        pass += 1;
        if moves && pass < MAX_PASSES {
            apply(changed, &mut source);
            document = read(&source)?;
            notes.give(&mut document);
            continue;
        }
        if moves {
            told.add(
                CODE,
                package.main_document(),
                "",
                "fields or numbers of footnotes that depend on themselves did not settle; they keep their last values",
            );
        } else {
            apply(changed, &mut source);
        }
        laid.undrawn.extend(told.into_list());
        return Ok(Settled { source, laid, results });
    }
}

fn apply(changed: Vec<(String, Vec<u8>)>, source: &mut Source<'_>) {
    for (name, bytes) in changed {
        source.change(&name, bytes);
    }
}

fn document_with(mut document: Document, facts: Facts) -> Document {
    document.facts = facts.story;
    document
}

/// One layout of a document, and what fields can know from it.
fn laid(
    mut document: Document,
    library: &Library,
    options: &LayoutOptions,
) -> Result<(Laid, Facts, NoteNumbers), LayoutError> {
    let structure = structure_builder::number(&mut document, &options.budget)?;
    document.link_boxes();
    let undrawn = RefCell::new(std::mem::take(&mut document.undrawn));
    let story = std::mem::take(&mut document.facts);
    let labels = [&document.footnotes, &document.endnotes]
        .map(|notes| notes.iter().map(|note| note.label.as_str()).collect());
    let shaper = Shaper::new(library, &document.fonts, &options.budget, labels, &undrawn, &document.settings);
    let layouter = Layouter { document: &document, shaper, budget: &options.budget, undrawn: &undrawn };
    let mut filler = Filler::new(&layouter, options.pages);
    let pages = filler.run()?;
    let Filler { outline, destinations, fields, notes, numbers, .. } = filler;
    drop(layouter);
    let notes = NoteNumbers::of(&document, &notes);
    let facts = Facts { story, pages: Some(PageFacts::new(numbers, &destinations, fields)) };
    let undrawn: UndrawnList = undrawn.into_inner();
    let undrawn = undrawn.into_list();
    let pictures = BTreeMap::new();
    Ok((Laid { pages, pictures, outline, destinations, structure, undrawn }, facts, notes))
}

impl Settled<'_> {
    /// The parts with the results of their fields. With all fields updated, the settings no longer ask for that
    /// (`w:updateFields`, 17.15.1.81).
    pub fn into_updated(mut self, options: &LayoutOptions) -> Result<UpdatedFields, LayoutError> {
        if options.fields == Fields::Updated {
            self.unmark_settings(options)?;
        }
        let Settled { source, laid, results } = self;
        Ok(UpdatedFields { parts: source.into_changed(), fields: results, undrawn: laid.undrawn })
    }

    fn unmark_settings(&mut self, options: &LayoutOptions) -> Result<(), LayoutError> {
        let package = self.source.package;
        let budget: &Budget = &options.budget;
        let relationships = package.relationships_within(package.main_document(), budget)?;
        let Some(name) = relationships.part_of_kind("settings") else { return Ok(()) };
        let bounds = Bounds { limits: &options.limits, budget };
        let bytes = self.source.read(name, budget)?;
        let tree = Tree::parse(bytes, bounds).map_err(|error| LayoutError::xml(name, error))?;
        let asks = tree.nodes().find(|node| tree.is_w(*node, "updateFields"));
        if let Some(node) = asks
            && matches!(tree.kind(node), Kind::Element { .. })
        {
            let mut text = tree.source().to_owned();
            text.replace_range(tree.range(node), "");
            self.source.change(name, text.into_bytes());
        }
        Ok(())
    }
}
