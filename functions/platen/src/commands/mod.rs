//! The commands, one file each.

pub mod backup;
pub mod bulk;
pub mod check;
pub mod completions;
pub mod convert;
pub mod convert_worker;
pub mod doctor;
pub mod health;
pub mod inspect;
pub mod job;
pub mod key;
pub mod man;
#[cfg(feature = "mcp")]
pub mod mcp;
pub mod migrate;
pub mod render;
pub mod serve;
#[cfg(feature = "aws")]
pub mod store;
pub mod subscription;
pub mod template;
mod trial;
pub mod watch;
pub mod watch_folder;
