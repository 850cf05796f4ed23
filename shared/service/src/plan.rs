//! A subscription's quotas: documents in a month, bytes of storage, and requests in a time.
//!
//! A token bucket limits requests: it holds `burst` requests and refills evenly. Only the moment when it will be full again
//! is stored. A request moves that moment on by the time in which one request refills, and is refused if the moment would
//! then lie further ahead than a whole bucket takes. A store keeps one number per subscription and changes it in one
//! conditional write, so the limit holds for all processes together.

use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use uuid::Uuid;

use crate::ids::SubscriptionId;

const MICROS_PER_MINUTE: i64 = 60_000_000;

/// The bounds of a subscription. The default has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Plan {
    /// Documents that it may make per calendar month (UTC); `None` is without bound.
    pub monthly_documents: Option<u64>,
    /// Bytes that it may keep: templates of all versions, uploads, jobs. `None` is without bound.
    pub storage_bytes: Option<u64>,
    /// Requests that it may send; `None` is without bound.
    pub requests: Option<RequestRate>,
}

/// Requests in a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestRate {
    per_minute: u32,
    burst: u32,
}

/// Whose requests are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bucket {
    /// All of a subscription.
    Subscription(SubscriptionId),
    /// Those with one of its keys.
    Key(SubscriptionId, Uuid),
}

/// The outcome of taking one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It may go on.
    Granted {
        /// Requests that may follow at once.
        left: u32,
    },
    /// Too many came before it.
    Refused {
        /// After this time there is one again.
        wait: Duration,
    },
}

impl RequestRate {
    /// The largest number of either kind.
    pub const MOST: u32 = 1_000_000;

    /// `per_minute` requests a minute in the long run, `burst` of them at once. `None` unless both are from 1 to
    /// [`RequestRate::MOST`].
    pub fn new(per_minute: u32, burst: u32) -> Option<RequestRate> {
        let fits = |number| (1..=RequestRate::MOST).contains(&number);
        (fits(per_minute) && fits(burst)).then_some(RequestRate { per_minute, burst })
    }

    /// Requests a minute in the long run.
    pub fn per_minute(self) -> u32 {
        self.per_minute
    }

    /// Requests at once.
    pub fn burst(self) -> u32 {
        self.burst
    }

    /// Microseconds in which one request refills.
    pub fn interval_us(self) -> i64 {
        MICROS_PER_MINUTE / i64::from(self.per_minute)
    }

    /// How far ahead, in microseconds, the moment when the bucket is full may lie for one more request to be granted.
    pub fn slack_us(self) -> i64 {
        self.interval_us() * i64::from(self.burst - 1)
    }

    /// Takes one request at `now` from the bucket that is full at `full_at` (microseconds since 1970; `None` is full now).
    /// Returns the outcome and, if it is granted, when the bucket is full then.
    pub fn take(self, full_at: Option<i64>, now: Timestamp) -> (Taken, Option<i64>) {
        let now = now.as_microsecond();
        let start = full_at.map_or(now, |full_at| full_at.max(now));
        let over = start - now - self.slack_us();
        if over > 0 {
            return (Taken::Refused { wait: Duration::from_micros(over.unsigned_abs()) }, None);
        }
        let full_at = start + self.interval_us();
        (Taken::Granted { left: self.left(full_at, now) }, Some(full_at))
    }

    /// Whole requests in the bucket that is full at `full_at`, both in microseconds.
    fn left(self, full_at: i64, now: i64) -> u32 {
        let missing = (full_at - now).max(0);
        let whole = (self.interval_us() * i64::from(self.burst) - missing) / self.interval_us();
        u32::try_from(whole).unwrap_or_default()
    }
}

/// The calendar month (UTC) that usage is counted in, such as `2026-11`.
pub fn month_of(now: Timestamp) -> String {
    now.to_zoned(TimeZone::UTC).strftime("%Y-%m").to_string()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(micros: i64) -> Timestamp {
        Timestamp::from_microsecond(1_790_000_000_000_000 + micros).unwrap()
    }

    #[test]
    fn a_bucket_empties_refuses_and_refills() {
        let rate = RequestRate::new(60, 3).unwrap();
        let mut full_at = None;
        for left in [2, 1, 0] {
            let (taken, next) = rate.take(full_at, at(0));
            assert_eq!(taken, Taken::Granted { left });
            full_at = next;
        }
        assert_eq!(rate.take(full_at, at(0)).0, Taken::Refused { wait: Duration::from_secs(1) });
        assert_eq!(rate.take(full_at, at(400_000)).0, Taken::Refused { wait: Duration::from_millis(600) });
        assert_eq!(rate.take(full_at, at(1_000_000)).0, Taken::Granted { left: 0 });
        assert_eq!(rate.take(full_at, at(9_000_000)).0, Taken::Granted { left: 2 }, "never more than full");
    }

    #[test]
    fn rates_have_bounds() {
        for (per_minute, burst) in [(0, 1), (1, 0), (RequestRate::MOST + 1, 1), (1, RequestRate::MOST + 1)] {
            assert_eq!(RequestRate::new(per_minute, burst), None);
        }
        let largest = RequestRate::new(RequestRate::MOST, RequestRate::MOST).unwrap();
        let slowest = RequestRate::new(1, RequestRate::MOST).unwrap();
        for rate in [largest, slowest] {
            assert_eq!(rate.take(None, at(0)).0, Taken::Granted { left: RequestRate::MOST - 1 });
        }
    }

    proptest! {
        /// Whenever the requests come: in no stretch of time are more granted than the burst and what refilled in it.
        #[test]
        fn no_more_is_granted_than_promised(
            per_minute in 1u32..5_000, burst in 1u32..20, gaps in prop::collection::vec(0i64..3_000_000, 1..60),
        ) {
            let rate = RequestRate::new(per_minute, burst).unwrap();
            let (mut now, mut full_at, mut granted) = (0, None, Vec::new());
            for gap in gaps {
                now += gap;
                let (taken, next) = rate.take(full_at, at(now));
                match taken {
                    Taken::Granted { .. } => {
                        granted.push(now);
                        full_at = next;
                    }
                    Taken::Refused { wait } => {
                        let later = now + i64::try_from(wait.as_micros()).unwrap();
                        let again = rate.take(full_at, at(later)).0;
                        prop_assert!(matches!(again, Taken::Granted { .. }), "the time told is enough");
                    }
                }
            }
            for (first, start) in granted.iter().enumerate() {
                for (count, end) in granted[first..].iter().enumerate() {
                    let refilled = (end - start) / rate.interval_us();
                    prop_assert!(count as i64 <= refilled + i64::from(burst));
                }
            }
        }
    }
}
