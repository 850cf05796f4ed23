//! Reads a package's parts into one document.

use std::collections::HashMap;
use std::sync::Arc;

use platen_ooxml::{Bounds, Budget, Limits};

use super::{Notes, Reader, sizes};
use crate::error::LayoutError;
use crate::model::Document;
use crate::model::colour::Colour;
use crate::model::definitions::Kept;
use crate::model::part_tree::Parts;
use crate::model::section::HeaderKind;
use crate::read::Element;
use crate::source::Source;

impl Document {
    /// Reads a package.
    pub fn read(
        source: &Source<'_>,
        limits: &Limits,
        budget: &Budget,
        kept: &Kept,
    ) -> Result<Document, LayoutError> {
        let parts = Parts::new(source, Bounds { limits, budget });
        let name = source.package.main_document();
        let no_body = || LayoutError::NoBody { part: name.to_owned() };
        let main = parts.open(name)?.ok_or_else(no_body)?;
        let definitions = kept.definitions(&parts, &main.relationships)?;
        let of = |kind| parts.related(&main.relationships, kind);
        let (footnotes, endnotes) = (of("footnotes")?, of("endnotes")?);

        let root = Element::root(&main.tree).ok_or_else(no_body)?;
        let body = root.child("body").ok_or_else(no_body)?;
        let notes = [footnotes.as_ref().map(Notes::new), endnotes.as_ref().map(Notes::new)];
        let mut reader = Reader::of_main(&main, &parts, &definitions, notes);
        let mut sections = reader.body(body)?;
        let footnote_separator = reader.separator(0, "separator")?;
        let footnote_continuation = reader.separator(0, "continuationSeparator")?;
        let footnote_notice = reader.separator(0, "continuationNotice")?;
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
                Colour::Rgb(rgb) if definitions.settings.show_background => Some(rgb),
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
            footnote_notice,
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
            settings: definitions.settings.clone(),
        })
    }
}
