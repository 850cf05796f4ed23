//! **Place**: puts slices on pages.

mod balance;
mod column;
mod filler;
mod finish;
mod float;
mod header;
mod line_numbers;
mod note_areas;
mod off_page;
mod pins;
mod sections;
mod sheet;
mod styled;

pub(crate) use filler::Filler;
