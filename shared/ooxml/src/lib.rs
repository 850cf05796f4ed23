//! Office Open XML files (ECMA-376): a package is opened safely, its parts become trees, and changed parts are written back
//! while the others keep their bytes.
//!
//! The modules are layers, each of which imports only those below: `limits`, `diagnostic` and `warning` (what a file may cost,
//! and what its author and its reader are told), [`structure`] and [`order`] (which elements may stand where, and in which
//! order), `budget` (the steps and the time of one request), [`xml`] (an arena tree of one part), [`package`] (the ZIP container
//! and its relationships, ECMA-376 part 2), [`field`] (the codes of Word's fields), [`numbering`] (lists that start again), [`soundness`] (whether a
//! written part is one that Word opens) and [`join`] (many documents as one).

mod budget;
mod diagnostic;
pub mod field;
pub mod join;
mod json_pointer;
mod limits;
pub mod numbering;
pub mod order;
pub mod package;
mod recent;
pub mod sentinel;
pub mod soundness;
pub mod structure;
pub mod style_lists;
mod warning;
pub mod xml;

pub use budget::{Bounds, Budget, Exhausted};
pub use diagnostic::{Diagnostic, Severity, beginning};
pub use json_pointer::reference_token;
pub use limits::Limits;
pub use recent::Recent;
pub use warning::{Warning, Warnings};
