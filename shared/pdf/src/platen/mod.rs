//! The engine: `platen-layout` places text, tables and pictures on pages, and this module writes the pages as a PDF.

mod clusters;
mod convert;
mod faces;
mod fields;
mod find;
mod form;
mod form_places;
mod graphics;
mod kept;
mod making;
mod outline;
mod pictures;
mod recolour;
mod resolution;
mod selected;
mod shapes;
mod standard;
mod surface;
mod tags;
mod turned;
mod typesetter;
mod write;

pub(crate) use convert::font_folders;
pub use typesetter::Typesetter;
#[cfg(test)]
mod tests;
