//! Equations (22.1): how to set them.
//!
//! Boxes are combined as TeX does (The TeXbook, appendix G), with the lengths of the face's MATH table (OpenType 1.9.1,
//! "MATH"), and with Word's own choices where it differs; the files name them.

mod boxes;
mod class;
mod decoration;
mod face;
mod fence;
mod fraction;
mod grid;
mod limits;
mod pieces;
mod radical;
mod scripts;
mod setter;
mod stretch;
mod text_row;

pub(crate) use pieces::{Piece, PieceKind};
pub(crate) use setter::Setter;
