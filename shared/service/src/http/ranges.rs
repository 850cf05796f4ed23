//! Parts of a file (RFC 9110, 14), as object stores return them: for a single range, or the whole.

use std::ops::Range;

use http::header::{self, HeaderValue};
use http::{Method, StatusCode};
use http_range_header::{RangeUnsatisfiableError, parse_range_header};

use super::{Head, Response};
use crate::ids::JobId;
use crate::problem::Problem;

/// Bytes of an archive that the home sends as the body, in pieces, in place of the answer's empty one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Streamed {
    /// Whose archive it is.
    pub job: JobId,
    /// The range of its bytes.
    pub range: Range<u64>,
}

/// The requested part of a file.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Whole,
    Part(Range<u64>),
    Nothing,
}

/// The answer with the bytes that are asked for of a file whose whole it is, of `bytes` bytes and known by `tag`: 200 with all
/// of them, or 206 with those of one range.
///
/// # Errors
/// `range-not-satisfiable` where the file has none of these; `internal` when a header cannot be written.
pub fn part_of(
    head: &Head,
    mut whole: Response,
    job: JobId,
    bytes: u64,
    tag: &str,
) -> Result<Response, Problem> {
    let headers = whole.headers_mut();
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::ETAG, HeaderValue::try_from(tag).map_err(Problem::internal)?);
    let range = match asked(head, bytes, tag) {
        Asked::Whole => 0..bytes,
        Asked::Part(range) => {
            let told = format!("bytes {}-{}/{bytes}", range.start, range.end - 1);
            headers.insert(header::CONTENT_RANGE, HeaderValue::try_from(told).map_err(Problem::internal)?);
            *whole.status_mut() = StatusCode::PARTIAL_CONTENT;
            range
        }
        Asked::Nothing => return Err(Problem::no_such_range(bytes)),
    };
    whole.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(range.end - range.start));
    whole.extensions_mut().insert(Streamed { job, range });
    Ok(whole)
}

/// A range that cannot be read, and several of them, are answered with the whole, as a server may (RFC 9110, 14.2).
fn asked(head: &Head, bytes: u64, tag: &str) -> Asked {
    let Some(text) = head.header(header::RANGE.as_str()) else { return Asked::Whole };
    // Of another state than the one that its first part was of, a part would make a file that never was. A tag that is
    // weak, and a date, prove nothing (RFC 9110, 13.1.5).
    let is_same = head.header(header::IF_RANGE.as_str()).is_none_or(|seen| seen == tag);
    if *head.method() != Method::GET || !is_same {
        return Asked::Whole;
    }
    match parse_range_header(text).and_then(|ranges| ranges.validate(bytes)).as_deref() {
        Ok([one]) => Asked::Part(*one.start()..*one.end() + 1),
        Err(RangeUnsatisfiableError::Unsatisfiable) => Asked::Nothing,
        _ => Asked::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(range: &str, condition: Option<&str>) -> Asked {
        let mut request = http::Request::builder().uri("/x").header(header::RANGE, range);
        if let Some(condition) = condition {
            request = request.header(header::IF_RANGE, condition);
        }
        let head = Head::new(&request.body(()).unwrap().into_parts().0, "1");
        asked(&head, 1_000, "\"tag\"")
    }

    #[test]
    fn one_range_is_given_and_everything_else_is_the_whole() {
        for (text, is_asked) in [
            ("bytes=0-0", Asked::Part(0..1)),
            ("bytes=100-", Asked::Part(100..1_000)),
            ("bytes=100-199", Asked::Part(100..200)),
            ("bytes=990-2000", Asked::Part(990..1_000)),
            ("bytes=-100", Asked::Part(900..1_000)),
            ("bytes=-5000", Asked::Part(0..1_000)),
            ("bytes=1000-", Asked::Nothing),
            ("bytes=-0", Asked::Nothing),
            ("bytes=0-1,5-9", Asked::Whole),
            ("bytes=9-5", Asked::Whole),
            ("bytes=x", Asked::Whole),
            ("pages=1-2", Asked::Whole),
        ] {
            assert_eq!(range(text, None), is_asked, "{text}");
        }
    }

    #[test]
    fn a_part_of_another_state_is_not_given() {
        assert_eq!(range("bytes=5-", Some("\"tag\"")), Asked::Part(5..1_000));
        for other in ["\"other\"", "W/\"tag\"", "Sat, 21 Nov 2026 12:00:00 GMT"] {
            assert_eq!(range("bytes=5-", Some(other)), Asked::Whole, "{other}");
        }
    }
}
