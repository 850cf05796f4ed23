//! Fields of Word (ECMA-376 part 1, 17.16) as texts: the words of their codes, and what their switches make of a result.
//! Templates fill fields with it, and the layout engine computes them.

mod case;
mod condition;
mod instruction;
mod numbers;

pub use case::in_case;
pub use condition::holds;
pub use instruction::{Instruction, Letter};
pub use numbers::Marks;
