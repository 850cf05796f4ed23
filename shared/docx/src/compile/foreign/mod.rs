//! What templates of other products and of Word's own mail merge hold, read as Platen's own.
//!
//! Fields of a mail merge ([`merge`]) and form fields ([`form`]) become tags and controls of the template as they are.

mod code;
pub(super) mod form;
pub(super) mod merge;

pub(crate) use merge::with_results;
