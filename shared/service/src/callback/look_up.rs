//! Whether a host leads inside, as far as its name shows when a request comes. The look-up of each call (`platen-callbacks`)
//! decides, because a name can lead elsewhere by then. This one tells a caller at once about calls that would fail hours
//! later.

use std::net::ToSocketAddrs;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::is_public;

/// Look-ups at the same time. A name server that does not answer holds a thread for many seconds, and nobody may hold them all.
static TURNS: Semaphore = Semaphore::const_new(8);

/// Whether a name has addresses, and none of them may be called. `false` for what is not known, or not known soon.
pub(crate) async fn leads_inside(host: String) -> bool {
    let Ok(turn) = TURNS.try_acquire() else { return false };
    let look_up = spawn_blocking(move || {
        // Held by the thread: who waited for it may be gone.
        let _turn = turn;
        let found: Vec<_> = (host.as_str(), 443).to_socket_addrs().map(Iterator::collect).unwrap_or_default();
        !found.is_empty() && !found.iter().any(|address| is_public(address.ip()))
    });
    look_up.await.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn names_of_this_machine_lead_inside_and_unknown_ones_nowhere() {
        assert!(leads_inside("localhost".to_owned()).await);
        assert!(leads_inside("10.0.0.1".to_owned()).await);
        assert!(!leads_inside("1.1.1.1".to_owned()).await);
        assert!(!leads_inside("no such host".to_owned()).await);
    }
}
