//! Outlines of shapes (ECMA-376 part 1, 20.1.9): formulas over a shape's size, the resulting paths, and the rectangle of its
//! text.

mod ends;
mod geometry;
mod guides;
mod outline;
mod presets;

pub(crate) use ends::{End, EndKind, LARGE_HEAD, USUAL_HEAD};
pub(crate) use geometry::{Command, Geometry, PathFill, PathForm};
pub(crate) use guides::Operand;
pub(crate) use outline::{Outline, OutlinePath};
pub(crate) use presets::preset;
