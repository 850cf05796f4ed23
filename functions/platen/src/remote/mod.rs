//! A running service, called over HTTP by the same commands that work on a folder.

mod args;
mod call;
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
pub use call::Body;
pub use call::Call;
pub use call::Transport;
pub use client::{Client, Reply};
pub use http::Http;
pub use refusal::Refusal;
