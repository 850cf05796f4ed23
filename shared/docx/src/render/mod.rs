//! Compiled parts and data to a package: the environment that templates run in, and what its values become in XML.

mod captured;
mod control;

mod environment;
mod finish;
mod list_ids;
mod look;
mod note_ids;
mod plain;
mod run_text;
mod sink;
mod table;
mod trace;
mod unmarked;

pub(crate) use environment::{environment, syntax};
pub(crate) use finish::controls as finish_controls;
pub(crate) use sink::Sink;
pub(crate) use trace::traced;
