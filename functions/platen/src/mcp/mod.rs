//! What Platen offers to agents, by the Model Context Protocol (revision 2025-11-25 and those before it that rmcp speaks):
//! tools that call the HTTP interface with the caller's own key, so that its scopes, quotas and limits hold.

mod answer;
mod documents;
mod folder;
mod jobs;
mod options;
mod output;
mod progress;
mod server;
mod templates;
mod tool;

pub use folder::Folder;
pub use server::Tools;
