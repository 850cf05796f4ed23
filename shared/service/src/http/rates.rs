//! The rest of a caller's rate limit, so that a program can slow down before it is refused (RateLimit header fields for
//! HTTP, draft-ietf-httpapi-ratelimit-headers-10).

use http::HeaderMap;
use http::header::{HeaderName, HeaderValue};

use crate::plan::RequestRate;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// A bound of requests, and how many may follow at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rate {
    /// `key` or `subscription`.
    pub(crate) name: &'static str,
    pub(crate) bound: RequestRate,
    pub(crate) left: u32,
}

/// Tells the caller of its bounds. Where it has none, there is nothing to say.
pub(super) fn tell(rates: &[Rate], headers: &mut HeaderMap) {
    if rates.is_empty() {
        return;
    }
    let list = |item: fn(&Rate) -> String| {
        let items: Vec<String> = rates.iter().map(item).collect();
        HeaderValue::try_from(items.join(", ")).ok()
    };
    let policy = list(|rate| {
        let (quota, per_minute) = (rate.bound.burst(), rate.bound.per_minute());
        // The bucket refills evenly: that many requests in the time in which an empty one becomes full.
        let window = (u64::from(quota) * 60).div_ceil(u64::from(per_minute));
        format!("\"{}\";q={quota};w={window}", rate.name)
    });
    let left = list(|rate| format!("\"{}\";r={}", rate.name, rate.left));
    for (name, value) in [(POLICY, policy), (LEFT, left)] {
        if let Some(value) = value {
            headers.insert(name, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bound_is_told_with_what_is_left_of_it() {
        let mut headers = HeaderMap::new();
        tell(&[], &mut headers);
        assert!(headers.is_empty());
        let rate = |name, per_minute, burst, left| Rate {
            name,
            bound: RequestRate::new(per_minute, burst).unwrap(),
            left,
        };
        tell(&[rate("key", 30, 10, 9), rate("subscription", 7, 1, 0)], &mut headers);
        assert_eq!(headers[POLICY], "\"key\";q=10;w=20, \"subscription\";q=1;w=9");
        assert_eq!(headers[LEFT], "\"key\";r=9, \"subscription\";r=0");
    }
}
