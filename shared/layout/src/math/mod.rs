//! Equations (22.1): what they hold ([`tree`]), how they are set ([`Setter`]), and how they are read aloud ([`linear`]).
//!
//! Boxes are put together as TeX does (The TeXbook, appendix G), with the lengths of the face's MATH table (OpenType 1.9.1,
//! "MATH"), and with Word's own choices where it differs: the files name them.

mod boxes;
mod class;
mod decoration;
mod face;
mod fence;
mod fraction;
mod grid;
mod letters;
mod limits;
pub(crate) mod linear;
mod pieces;
mod radical;
mod row;
mod scripts;
mod setter;
mod stretch;
pub(crate) mod tree;

pub(crate) use letters::{Alphabet, Script};
pub(crate) use pieces::{Piece, PieceKind};
pub(crate) use setter::Setter;
