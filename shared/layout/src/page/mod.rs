//! **Place**: slices to pages.

mod balance;
mod boxes;
mod column;
mod filler;
mod finish;
mod float;
mod header;
mod line_numbers;
mod notes;
mod section;
mod sheet;
mod styled;

pub(crate) use boxes::Boxes;
pub(crate) use filler::Filler;
