//! The content of other products' templates and of Word's own mail merge. Fields of a mail merge ([`merge`]) and form fields
//! ([`form`]) become tags and controls of the template as they are. Marks of other products ([`dialect`], [`foreign_marks`])
//! are reported ([`seen`]), and rewritten on request ([`mod@migrate`]). Content controls of OpenDoPE do what their tags say
//! ([`opendope`]).
//!
//! Fields of a mail merge ([`merge`]) and form fields ([`form`]) become tags and controls of the template as they are. Marks
//! of other products ([`dialect`], [`foreign_marks`]) are told of ([`seen`]), and rewritten when that is asked for ([`mod@migrate`]). Content
//! controls of OpenDoPE do what their tags say ([`opendope`]).

mod carbone;
mod code;
mod dialect;
mod field_codes;
mod field_result;
mod foreign_expression;
mod foreign_marks;
mod foreign_scan;
pub(super) mod form;
mod holder;
mod mark;
mod mark_codes;
pub(super) mod merge;
mod migrate;
pub(super) mod opendope;
mod reason;
mod script;
mod script_tokens;
mod sections;
mod seen;
mod stamper;
mod translate;
mod velocity;
mod wraps;

pub(crate) use mark_codes::is_of_handlebars;
pub(crate) use merge::with_results;
pub use migrate::{Migration, Rewritten, Untouched, migrate};
pub(crate) use seen::{Seen, is_foreign};
