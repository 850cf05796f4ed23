//! The commands, one file each.

pub mod bulk;
pub mod check;
pub mod completions;
pub mod convert;
pub mod convert_worker;
pub mod inspect;
pub mod job;
pub mod key;
pub mod man;
pub mod migrate;
pub mod render;
pub mod serve;
pub mod subscription;
pub mod template;
pub mod watch;
