//! The state of a template, so that of two people who change it, the later one is refused (RFC 9110, 13.1.1).

use std::fmt;

use jiff::Timestamp;

/// A state of a template. Each change and each new version creates another one; so does registering it again after it was
/// removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revision {
    /// When the template was made, to the microsecond.
    pub created_at: Timestamp,
    /// Changes since then.
    pub changes: u64,
}

/// As an entity tag (RFC 9110, 8.8.3).
impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{:x}-{}\"", self.created_at.as_microsecond(), self.changes)
    }
}

impl Revision {
    /// The state that a tag names.
    pub(crate) fn parse(tag: &str) -> Option<Revision> {
        let (created, changes) = tag.strip_prefix('"')?.strip_suffix('"')?.split_once('-')?;
        let created_at = Timestamp::from_microsecond(i64::from_str_radix(created, 16).ok()?).ok()?;
        Some(Revision { created_at, changes: changes.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_read_back_and_nothing_else_is_one() {
        let seen = Revision { created_at: "2026-11-23T07:00:00.123456Z".parse().unwrap(), changes: 12 };
        assert_eq!(Revision::parse(&seen.to_string()), Some(seen));
        for text in ["", "\"\"", "\"12\"", "12-1", "\"x-1\"", "\"12--1\"", "\"12-1"] {
            assert_eq!(Revision::parse(text), None, "{text}");
        }
    }
}
