//! Rich content from data: pictures, links, codes, formatted text, sub-documents.
//!
//! A JSON object with a `$` member becomes a [`value::Rich`] among the data. Where a template prints one, the rendered
//! part gets a mark ([`marker`]); only parts with marks are read again, and the marks replaced by what the values
//! stand for ([`compose`]), with all that needs of the package ([`place`]).

pub(crate) mod additions;
mod cell_width;
pub(crate) mod chart;
pub(crate) mod codes;
mod compose;
pub(crate) mod data;
mod density;
pub(crate) mod edit;
pub(crate) mod fill_document;
pub(crate) mod fragment;
mod html;
pub(crate) mod inventory;
pub(crate) mod length;
mod link;
mod list_kind;
mod markdown;
pub(crate) mod marker;
pub(crate) mod numbering;
pub(crate) mod order;
pub(crate) mod picture;
mod picture_drawing;
pub(crate) mod place;

mod raster;
pub(crate) mod resources;
mod rich_text;
mod splice;
pub(crate) mod subdocument;
mod text_alone;
pub(crate) mod value;
mod values;
mod vml;

pub(crate) use data::to_value;
pub(crate) use html::color as colour_of_css;
