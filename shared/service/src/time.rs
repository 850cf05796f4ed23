//! Times as callers see them: always RFC 3339 in UTC with six digits of a second. A moment has the same text everywhere, and
//! readers with a fixed layout (Swift, Go, Java's older classes) can read all of them.

use jiff::Timestamp;
use serde::{Serialize, Serializer};

/// The text of a time.
pub fn text(time: Timestamp) -> String {
    format!("{time:.6}")
}

/// Writes a time, for `#[serde(serialize_with)]`.
pub(crate) fn write<S: Serializer>(time: &Timestamp, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("{time:.6}"))
}

/// The same of a time that may not be there.
#[expect(clippy::ref_option, reason = "serde hands over a reference to the field")]
pub(crate) fn write_optional<S: Serializer>(time: &Option<Timestamp>, to: S) -> Result<S::Ok, S::Error> {
    time.map(text).serialize(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_six_digits_whatever_its_precision() {
        for (time, told) in [
            ("2026-11-21T12:00:00Z", "2026-11-21T12:00:00.000000Z"),
            ("2026-11-21T12:00:00.5Z", "2026-11-21T12:00:00.500000Z"),
            ("2026-11-21T12:00:00.262112687Z", "2026-11-21T12:00:00.262112Z"),
        ] {
            assert_eq!(text(time.parse().unwrap()), told);
        }
    }
}
