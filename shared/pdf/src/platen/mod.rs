//! Platen's own engine: `platen-layout` places text, tables and pictures on pages, and this module writes the pages as a PDF.

mod faces;
mod outline;
mod pictures;
mod surface;
mod write;

pub(crate) use write::pdf;
