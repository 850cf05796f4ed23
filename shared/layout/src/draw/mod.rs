//! Outlines of shapes (ECMA-376 part 1, 20.1.9): formulas over the size of a shape, the paths that they lead to, and the
//! rectangle in which its text stands.

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
