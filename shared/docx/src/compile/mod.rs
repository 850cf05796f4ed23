//! Parts to templates: tags and content controls become MiniJinja source, everything else is copied.
//!
//! A part passes through: [`flow`] (the text as a reader sees it), [`scan`] (tags in it), [`blocks`] (which belong
//! together), [`scope`] (what they act on), [`controls`], [`repeat`] (ids and holders), [`marks`] (writing).

mod blocks;
mod bound;
mod captures;
mod cell;
mod charts;
pub(crate) mod controls;
pub(crate) mod drop;
pub(crate) mod fields;
pub(crate) mod find;
mod flow;
pub(crate) mod foreign;
mod hints;
mod include;
mod join;
mod language;
mod lift;
mod links;
mod lists;
pub(crate) mod marks;
mod notes;
mod part;
mod parts;
mod place;
mod places;
mod plain;
mod repeat;
pub(crate) mod report;
pub(crate) mod scan;
pub(crate) mod scope;
mod shapes;
mod styles;
pub(crate) mod syntax;

pub(crate) use bound::Stores;
pub(crate) use charts::Charts;
pub use hints::known_statements;
pub(crate) use include::{Include, includes};
pub(crate) use language::language;
pub(crate) use links::Links;
pub(crate) use marks::Marks;
pub(crate) use notes::Notes;
pub(crate) use part::{CompiledPart, Compiler};
pub(crate) use parts::{largest_id, settings, text_parts};
pub(crate) use styles::{StyleIds, Styles};

/// Characters of a word that may be a slip of another.
const LONGEST_WORD: usize = 100;

/// The word of a list that a misspelt one is nearest to, if any is near.
pub(crate) fn nearest<'w>(word: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let length = word.chars().count();
    // Two texts are compared letter by letter with letter: long ones are nobody's slip.
    if length > LONGEST_WORD {
        return None;
    }
    let most = length / 3;
    let near = words.filter(|w| w.len() <= 4 * LONGEST_WORD && w.chars().count().abs_diff(length) <= most);
    let (score, best) =
        near.map(|w| (strsim::damerau_levenshtein(word, w), w)).min_by_key(|(score, _)| *score)?;
    (score <= most).then_some(best)
}
