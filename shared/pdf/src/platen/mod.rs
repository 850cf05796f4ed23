//! Platen's own engine: `platen-layout` places text, tables and pictures on pages, and this module writes the pages as a PDF.

mod convert;
mod engine;
mod faces;
mod outline;
mod pictures;
mod surface;
mod write;

pub(crate) use convert::{check, convert, font_folders};
pub use engine::Platen;
#[cfg(test)]
use write::pdf;

#[cfg(test)]
mod tests;
