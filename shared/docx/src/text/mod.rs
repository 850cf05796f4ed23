//! The text of a part as its reader sees it, the tags in it, and what they say.
//!
//! [`flow`] is the text of a paragraph with the way back to the XML, [`scan`] finds tags in it, [`syntax`] reads each tag once
//! into a tree and prints what MiniJinja runs, [`marks`] are changes to the part and the writing of its compiled source.

pub(crate) mod captures;
pub(crate) mod effect;
pub(crate) mod flow;
pub(crate) mod hints;
pub(crate) mod marks;
pub(crate) mod nesting;
pub(crate) mod places;
pub(crate) mod report;
pub(crate) mod scan;
pub(crate) mod sites;
pub(crate) mod syntax;
pub(crate) mod word_fields;
pub(crate) mod wording;

pub use hints::known_statements;
pub(crate) use marks::Marks;
pub(crate) use sites::{CompiledPart, PartSource, TagSite};
