//! Glyphs for subscripts and superscripts in equations (OpenType feature `ssty`): a little wider, so that they are readable at small sizes.

use std::collections::HashMap;

use read_fonts::tables::gsub::{SingleSubst, SubstitutionSubtables};
use read_fonts::types::Tag;
use read_fonts::{FontRef, ReadError, TableProvider};

/// Glyphs for scripts, and for scripts of scripts, by the plain glyph.
pub(crate) type ScriptForms = HashMap<u16, [u16; 2]>;

/// Attack: a table with a million lookups. Known faces have one.
const MOST_LOOKUPS: usize = 8;
const MOST_FORMS: usize = 8192;

pub(crate) fn read(font: &FontRef<'_>) -> ScriptForms {
    let mut forms = ScriptForms::new();
    // What is damaged is left out.
    let _ = collect(font, &mut forms);
    forms
}

fn collect(font: &FontRef<'_>, forms: &mut ScriptForms) -> Result<(), ReadError> {
    let gsub = font.gsub()?;
    let (features, lookups) = (gsub.feature_list()?, gsub.lookup_list()?);
    let own = features.feature_records().iter().find(|record| record.feature_tag() == Tag::new(b"ssty"));
    let Some(own) = own else { return Ok(()) };
    let feature = own.feature(features.offset_data())?;
    for index in feature.lookup_list_indices().iter().take(MOST_LOOKUPS) {
        match lookups.lookups().get(usize::from(index.get()))?.subtables()? {
            SubstitutionSubtables::Alternate(tables) => {
                for table in tables.iter().take(MOST_LOOKUPS) {
                    let table = table?;
                    let sets = table.alternate_sets();
                    for (glyph, set) in table.coverage()?.iter().zip(sets.iter()).take(MOST_FORMS) {
                        let set = set?;
                        let ids = set.alternate_glyph_ids();
                        let Some(first) = ids.first() else { continue };
                        let second = ids.get(1).unwrap_or(first);
                        forms.entry(glyph.to_u16()).or_insert([first, second].map(|id| id.get().to_u16()));
                    }
                }
            }
            SubstitutionSubtables::Single(tables) => {
                for table in tables.iter().take(MOST_LOOKUPS) {
                    let SingleSubst::Format2(table) = table? else { continue };
                    let ids = table.substitute_glyph_ids().iter();
                    for (glyph, id) in table.coverage()?.iter().zip(ids).take(MOST_FORMS) {
                        forms.entry(glyph.to_u16()).or_insert([id.get().to_u16(); 2]);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}
