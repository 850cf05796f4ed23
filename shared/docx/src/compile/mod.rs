//! Parts to templates: tags and content controls become MiniJinja source, everything else is copied.
//!
//! A part passes through: [`flow`] (the text as a reader sees it), [`scan`] (tags in it), [`blocks`] (which belong
//! together), [`scope`] (what they act on), [`controls`], [`repeat`] (ids and holders), [`marks`] (writing).

mod blocks;
mod bound;
mod calls;
mod captures;
mod cell;
mod code;
pub(crate) mod controls;
pub(crate) mod fields;
mod find;
mod flow;
mod join;
mod language;
mod lift;
mod literal;
pub(crate) mod marks;
pub(crate) mod operators;
mod part;
mod parts;
mod percent;
mod place;
mod places;
mod repeat;
pub(crate) mod report;
pub(crate) mod scan;
pub(crate) mod scope;
mod shapes;

pub(crate) use bound::Stores;
pub(crate) use language::language;
pub(crate) use marks::Marks;
pub(crate) use part::{CompiledPart, Compiler};
pub(crate) use parts::{largest_id, settings, text_parts};

/// The word of a list that a misspelt one is nearest to, if any is near.
pub(crate) fn nearest<'w>(word: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let score = |w: &str| strsim::damerau_levenshtein(word, w);
    let best = words.min_by_key(|w| score(w))?;
    (score(best) <= word.chars().count() / 3).then_some(best)
}
