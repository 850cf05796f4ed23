//! Expressions of a template: what they can see ([`state`], [`language`]), their costs ([`meter`], [`keep`]) and the
//! MiniJinja functions that they can call ([`operators`], [`counted`], [`far`], [`known`]). The crate's own filters are in
//! `filters`, above.

pub(crate) mod cell_value;
pub(crate) mod compare;
pub(crate) mod counted;
pub(crate) mod far;
pub(crate) mod fault;
pub(crate) mod keep;
pub(crate) mod known;
mod language;
pub(crate) mod made;
pub(crate) mod meter;
pub(crate) mod operators;
pub(crate) mod page_setup;
pub(crate) mod path;
pub(crate) mod patterns;
pub(crate) mod state;
mod wordings;

pub(crate) use cell_value::{fill, span};
pub(crate) use counted::{once, wholly};
pub(crate) use fault::{Wrong, place_of, words_of, wrong};
pub use known::known_filters;
pub(crate) use known::{known_tests, knows_filter, knows_test};
pub(crate) use meter::Exceeded;
pub(crate) use path::member;
pub(crate) use platen_locale::Locale;
pub(crate) use state::{Absent, RenderState, context};
pub(crate) use wordings::Wordings;
