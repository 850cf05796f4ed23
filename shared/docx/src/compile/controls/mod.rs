//! Content controls (`w:sdt`, ECMA-376 part 1, 17.5.2): which of them data fills, and how each is written.

pub(crate) mod binding;
pub(crate) mod choices;
mod control_properties;
pub(crate) mod control_site;
mod fill;
mod marking;
mod picture_control;
mod repeating_section;

pub(crate) use binding::Binding;
pub(crate) use control_properties::{Control, StoredDate, is_wrapper};
pub(crate) use fill::set;
pub(crate) use marking::{Gathered, mark};
pub(crate) use repeating_section::in_section;
