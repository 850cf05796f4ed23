//! What a process does beside answering requests.

use std::sync::Arc;

use async_trait::async_trait;
use platen_service::Service;

use crate::failure::Failure;

/// What a process does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Role {
    /// Answers requests and works on jobs
    #[default]
    All,
    /// Answers requests
    Api,
    /// Works on jobs
    Worker,
}

/// Works on what is queued, while a server runs.
#[async_trait]
pub trait Background: Send {
    /// Begins.
    async fn start(&mut self, service: &Arc<Service>) -> Result<(), Failure>;

    /// Ends, once the server was told to stop: begins nothing new, and hands back what others can go on with.
    async fn drain(&mut self);
}
