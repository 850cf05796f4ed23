//! Compressed replies, if the client asks for them (RFC 9110, 12.5.3). Only JSON: documents are compressed already.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use http::HeaderMap;
use http::header::{self, HeaderValue};

use super::{Head, Response};

/// Smaller answers fit one packet anyhow.
const WORTH_IT_BYTES: usize = 1_400;

/// Compresses the answer if it is worth it and asked for.
pub(super) fn negotiate(head: &Head, mut response: Response) -> Response {
    let json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind == "application/json" || kind == "application/problem+json");
    if !json || response.body().len() < WORTH_IT_BYTES {
        return response;
    }
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !accepts_gzip(head.headers()) {
        return response;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail; if it did, the plain answer is right too.
    if let Ok(packed) = encoder.write_all(response.body()).and_then(|()| encoder.finish()) {
        *response.body_mut() = packed.into();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        // These are other bytes of the same state (RFC 9110, 8.8.1).
        if let Some(tag) = headers.get(header::ETAG).filter(|tag| tag.as_bytes().starts_with(b"\""))
            && let Ok(weak) = HeaderValue::try_from([b"W/", tag.as_bytes()].concat())
        {
            headers.insert(header::ETAG, weak);
        }
    }
    response
}

/// Whether who sent these headers takes gzip (RFC 9110, 12.5.3).
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    headers.get_all(header::ACCEPT_ENCODING).iter().any(|value| value.to_str().is_ok_and(takes_gzip))
}

fn takes_gzip(value: &str) -> bool {
    let mut any = None;
    for entry in value.split(',') {
        let mut words = entry.split(';').map(str::trim);
        let coding = words.next().unwrap_or_default();
        let weight =
            words.find_map(|word| word.strip_prefix("q=")).and_then(|q| q.parse::<f32>().ok()).unwrap_or(1.0);
        if coding.eq_ignore_ascii_case("gzip") {
            return weight > 0.0;
        }
        if coding == "*" {
            any = Some(weight > 0.0);
        }
    }
    any.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_heard() {
        for yes in ["gzip", "br, GZIP;q=0.5", "*", "deflate, *;q=0.1", "gzip; q=1"] {
            assert!(takes_gzip(yes), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "gzip;q=0, br", "identity", "gzip; q=0, *", "*;q=0"] {
            assert!(!takes_gzip(no), "{no}");
        }
    }
}
