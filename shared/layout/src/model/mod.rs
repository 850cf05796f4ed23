//! **Resolve**: what a package says, with every property as it comes out of styles, lists, themes and settings.

pub(crate) mod border;
pub(crate) mod colour;
mod counters;
pub(crate) mod document;
mod drawing;
mod field;
mod font_table;
mod ink;
mod layered;
pub(crate) mod number_format;
mod number_words;
mod numbering;
pub(crate) mod paragraph;
mod paragraph_style;
mod reader;
pub(crate) mod run;
pub(crate) mod section;
pub(crate) mod settings;
pub(crate) mod shape;
pub(crate) mod story;
mod styles;
pub(crate) mod table;
mod table_format;
mod table_reader;
mod theme;
mod vml;
mod vml_style;

pub(crate) use document::Document;
pub(crate) use font_table::FontTable;
pub(crate) use numbering::Suffix;
