//! Calls with a wrong key, by the address that they come from.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lru::LruCache;
use platen_service::problem::{Code, Problem};

/// Addresses that are remembered; those that were quiet for longest are forgotten first.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(10_000).unwrap();

/// Who may fail how often. Each address has a bucket that holds a minute's calls and fills again evenly.
///
/// Keys cannot be guessed, but who tries costs a look-up each time. A right key is answered from any address: one wrong
/// program behind an address that many share must not shut the others out.
pub(super) struct Strangers {
    per_minute: u32,
    buckets: Mutex<LruCache<IpAddr, Bucket>>,
}

struct Bucket {
    left: f64,
    at: Instant,
}

impl Strangers {
    pub(super) fn new(per_minute: u32) -> Strangers {
        Strangers { per_minute: per_minute.max(1), buckets: Mutex::new(LruCache::new(REMEMBERED)) }
    }

    /// Counts an answer to a wrong key or a forged link. Over the rate it becomes `rate-limited`; all others stay as they are.
    pub(super) fn count(&self, address: IpAddr, problem: Problem, now: Instant) -> Problem {
        if !matches!(problem.code(), Code::InvalidKey | Code::InvalidLink | Code::SessionEnded) {
            return problem;
        }
        match self.draw(network(address), now) {
            Ok(()) => problem,
            Err(wait) => {
                let detail = format!(
                    "Too many calls with a wrong key or link came from this address (limit `wrong_keys_per_minute`: {}).",
                    self.per_minute
                );
                Problem::new(Code::RateLimited, detail).retry_after(wait.as_secs() + 1)
            }
        }
    }

    /// Takes one from a bucket, or tells how long it takes until there is one.
    fn draw(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        let (most, per_second) = (f64::from(self.per_minute), f64::from(self.per_minute) / 60.0);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.get_or_insert_mut(address, || Bucket { left: most, at: now });
        let passed = now.saturating_duration_since(bucket.at).as_secs_f64();
        *bucket = Bucket { left: (bucket.left + passed * per_second).min(most), at: now };
        if bucket.left >= 1.0 {
            bucket.left -= 1.0;
            return Ok(());
        }
        Err(Duration::from_secs_f64((1.0 - bucket.left) / per_second))
    }
}

/// What one client has: an address of IPv4, or a network of 64 bits of IPv6.
pub(super) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_minutes_calls_are_answered_and_then_as_many_as_come_in_again() {
        let (strangers, start) = (Strangers::new(30), Instant::now());
        let called = |address, code, after| {
            strangers.count(address, Problem::new(code, ""), start + Duration::from_secs(after)).code()
        };
        let stranger = address("203.0.113.7");
        for _ in 0..30 {
            assert_eq!(called(stranger, Code::InvalidKey, 0), Code::InvalidKey);
        }
        assert_eq!(called(stranger, Code::InvalidKey, 0), Code::RateLimited);
        assert_eq!(called(stranger, Code::InvalidLink, 1), Code::RateLimited);
        assert_eq!(called(stranger, Code::InvalidKey, 2), Code::InvalidKey);
        assert_eq!(called(stranger, Code::UnknownTemplate, 2), Code::UnknownTemplate, "the key was right");
        assert_eq!(called(address("203.0.113.8"), Code::InvalidKey, 2), Code::InvalidKey, "another address");
    }

    #[test]
    fn a_clients_network_counts_as_one() {
        for (one, other, same) in [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("::ffff:203.0.113.7", "203.0.113.7", true),
            ("203.0.113.7", "203.0.113.8", false),
        ] {
            assert_eq!(network(address(one)) == network(address(other)), same, "{one} {other}");
        }
    }
}
