//! What a client that waits for a call is told meanwhile, where it asked for that (MCP 2025-11-25, "Progress").

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext, RoleServer};

/// A client that wants to know.
#[derive(Clone)]
pub struct Progress {
    client: Peer<RoleServer>,
    token: ProgressToken,
}

impl Progress {
    /// The client of a call, if the call has a token.
    pub fn asked(context: &RequestContext<RoleServer>) -> Option<Progress> {
        let token = context.meta.get_progress_token()?;
        Some(Progress { client: context.peer.clone(), token })
    }

    /// Tells that so many of some documents have their result. It must grow from one call to the next.
    pub async fn tell(&self, done: u64, total: u64) {
        let mut told = ProgressNotificationParam::new(self.token.clone(), done as f64);
        // A large upload is counted after its job has begun.
        if total > 0 {
            told = told.with_total(total as f64).with_message(format!("{done} of {total} documents"));
        }
        if let Err(error) = self.client.notify_progress(told).await {
            tracing::debug!(%error, "a client is not told how far its call is");
        }
    }
}
