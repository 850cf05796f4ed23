//! What a connection may cost.

use std::path::PathBuf;
use std::time::Duration;

use platen_service::config::Config;
use platen_service::http::Networks;
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
    /// Connections at the same time. Who asks for nothing gives way to further ones, which wait where all are at work.
    pub connections: usize,
    /// Connections of one address at the same time, but for those of [`Bounds::proxies`].
    pub connections_per_address: usize,
    /// Calls with a wrong key that one address may make in a minute.
    pub wrong_keys_per_minute: u32,
    /// Addresses that speak for others: they tell whose request it is in `X-Forwarded-For`.
    pub proxies: Networks,
    /// The folder for bodies that are too large for memory while they arrive.
    pub spool: PathBuf,
}

impl Bounds {
    /// Bounds that the configuration gives, with bodies spooled to this folder.
    pub fn of(config: &Config, spool: PathBuf) -> Bounds {
        let mut bounds = Bounds { proxies: config.trusted_proxies.clone(), spool, ..Bounds::default() };
        bounds.connections_per_address = config.limits.connections_per_address;
        bounds.wrong_keys_per_minute = config.limits.wrong_keys_per_minute;
        bounds.patience.body_rate = config.limits.body_rate;
        bounds
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            patience: Patience::default(),
            headers: 64,
            head_bytes: 64 << 10,
            connections: connections(getrlimit(Resource::Nofile).current),
            connections_per_address: 256,
            wrong_keys_per_minute: 30,
            proxies: Networks::default(),
            spool: std::env::temp_dir(),
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
    /// Bytes a second that a body must come at, counted from its begin.
    pub body_rate: u64,
    /// How long a body may be slower.
    pub body_grace: Duration,
    /// For load balancers to see that the server is no longer ready, once it was told to stop: it serves all the while.
    pub shutdown_delay: Duration,
    /// For running requests, after that.
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
            body_rate: 1_024,
            body_grace: Duration::from_secs(10),
            shutdown_delay: Duration::ZERO,
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
