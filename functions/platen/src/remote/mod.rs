//! A running service, called over HTTP by the same commands that work on a folder.

mod args;
mod client;
pub mod documents;
mod http;
pub mod jobs;
pub mod keys;
pub mod made;
mod refusal;
pub mod templates;

pub use args::RemoteArgs;
#[cfg(feature = "mcp")]
pub use client::{Body, Transport};
pub use client::{Call, Client, Reply};
pub use refusal::Refusal;
