//! Platen's own engine: `platen-layout` places text, tables and pictures on pages, and this module writes the pages as a PDF.

mod convert;
mod engine;
mod faces;
mod outline;
mod pictures;
mod shapes;
mod standard;
mod surface;
mod tags;
mod write;

pub(crate) use convert::{check, convert, font_folders};
pub use engine::Platen;
#[cfg(test)]
mod tests;
