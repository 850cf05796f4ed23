//! Turns compiled parts and data into a package: the environment that templates run in, and the XML for its values.

mod captured;
mod control;

mod environment;
mod finish;
mod list_ids;
mod look;
mod note_ids;
mod page_marks;
mod page_sections;
mod plain;
mod run_text;
mod section_properties;
mod sink;
mod table;
mod trace;
mod unmarked;

pub(crate) use environment::{environment, syntax};
pub(crate) use finish::controls as finish_controls;
pub(crate) use page_sections::{Misfit, set_up};
pub(crate) use sink::Sink;
pub(crate) use trace::traced;
