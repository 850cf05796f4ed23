//! Rich values of templates: pictures, links, codes, charts, formatted text and sub-documents, from data into documents.
//!
//! A JSON object with a `$` member becomes a [`Rich`] among the data. Where a template prints one, the rendered part gets a
//! mark (`marker`); only parts with marks are read again, and the marks replaced by what the values stand for (`compose`), with
//! all that this needs of the package (`place`).

mod additions;
mod cell_width;
mod chart;
mod codes;
mod compose;
mod data;
mod data_error;
mod density;
mod edit;
mod equation;
mod faults;
mod fill_document;
mod footnote;
mod fragment;
mod html;
mod inventory;
mod length;
mod link;
mod list_kind;
mod markdown;
mod marker;
mod numbering;
mod picture;
mod picture_drawing;
mod place;
mod place_error;
mod raster;
mod rendered;
mod resources;
mod rich_text;
mod splice;
mod subdocument;
#[cfg(test)]
mod tests;
mod text_alone;
mod value;
mod values;
mod vml;

pub use additions::{Additions, FreeIds};
pub use chart::{Label, Points, Series, check_size, column_letters, filled};
pub use codes::{Symbology, level as qr_level, names as symbologies};
pub use data::{List, Record, depth, to_value};
pub use data_error::DataError;
pub use edit::Edit;
pub use faults::Faults;
pub use fill_document::FillDocument;
pub use fragment::Refused;
pub use html::color as color_of_css;
pub use inventory::Inventory;
pub use length::parse as emu_of;
pub use numbering::restarted;
pub use picture::{base64_of, decode};
pub use picture_drawing::Side;
pub use place::Document;
pub use place_error::{PlaceError, unreadable};
pub use rendered::Rendered;
pub use value::{DATA, Kind, PARAGRAPH, Reading, Rich, known, read};
