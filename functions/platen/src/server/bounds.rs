//! What a connection may cost.

use std::time::Duration;

use rustix::process::{Resource, getrlimit};

/// Bounds on connections and on what they send.
#[derive(Debug, Clone)]
pub struct Bounds {
    /// How long others are waited for.
    pub patience: Patience,
    /// Headers of one request.
    pub headers: usize,
    /// Bytes of one request's head, more or less: what is read at once beyond them is looked at too.
    pub head_bytes: usize,
    /// Connections at the same time. Further ones wait to be accepted.
    pub connections: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            patience: Patience::default(),
            headers: 64,
            head_bytes: 64 << 10,
            connections: connections(getrlimit(Resource::Nofile).current),
        }
    }
}

/// Half of the files that the process may have open: connections must not take those that templates, records and documents
/// need.
fn connections(files: Option<u64>) -> usize {
    const MOST: u64 = 4_096;
    usize::try_from(files.map_or(MOST, |files| (files / 2).clamp(1, MOST))).unwrap_or(1)
}

/// How long the server waits for others.
#[derive(Debug, Clone)]
pub struct Patience {
    /// For the head of the next request, idle time between requests included.
    pub head: Duration,
    /// For the two sides to agree on TLS.
    pub handshake: Duration,
    /// For the next bytes of a body.
    pub body_progress: Duration,
    /// For a whole body.
    pub body: Duration,
    /// For a whole upload of items.
    pub upload: Duration,
    /// For running requests, once the server was told to stop.
    pub shutdown: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            head: Duration::from_secs(30),
            handshake: Duration::from_secs(10),
            body_progress: Duration::from_secs(10),
            body: Duration::from_secs(120),
            upload: Duration::from_secs(3600),
            shutdown: Duration::from_secs(25),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_for_the_work() {
        let of = |files| connections(files);
        assert_eq!((of(Some(1_024)), of(Some(1)), of(Some(1 << 30)), of(None)), (512, 1, 4_096, 4_096));
    }
}
