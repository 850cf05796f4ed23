//! Fields of Word (ECMA-376 part 1, 17.16) as texts: the words of their codes, and what their switches make of a result.
//! Templates fill fields with it, and the layout engine computes them.

mod condition;
mod instruction;
mod letters;
mod number_picture;

pub use condition::holds;
pub use instruction::{Instruction, Letter};
pub use letters::in_case;
pub use number_picture::Marks;
