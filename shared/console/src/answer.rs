//! Requests for the console's files.

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Method, Response, StatusCode};

use crate::files::{File, files};

/// What the page may do: run its own scripts, speak to where it came from, show pictures and PDFs that it made or was given
/// by the person. Text of a template or of data that became markup by mistake could run nothing and send nothing anywhere.
/// `worker-src blob:` is for unpacking large Excel files beside the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      frame-src blob:; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every answer says beside its content.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    // The key is in this page's memory: no other site's window can reach it.
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // Requested again each time, and answered with 304 where nothing changed: a new version of the program is a new page.
    (header::CACHE_CONTROL, "no-cache"),
];

/// The answer to a request for a file of the console; `None` when it asks for something else. HEAD gets the answer to GET:
/// servers leave its body out.
pub fn answer(method: &Method, path: &str, headers: &HeaderMap) -> Option<Response<Bytes>> {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return None;
    }
    let file = files().iter().find(|file| file.path == path)?;
    let mut response = Response::new(Bytes::new());
    let told = response.headers_mut();
    for (name, value) in HEADERS {
        told.insert(name, HeaderValue::from_static(value));
    }
    told.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    told.insert(header::ETAG, HeaderValue::try_from(&file.etag).ok()?);
    if is_known(file, headers) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Some(response);
    }
    told.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.media_type));
    *response.body_mut() = match &file.packed {
        Some(packed) if takes_gzip(headers) => {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            packed.clone()
        }
        _ => file.bytes.clone(),
    };
    Some(response)
}

/// Whether the browser has this content already (RFC 9110, 13.1.2; the comparison is the weak one).
fn is_known(file: &File, headers: &HeaderMap) -> bool {
    let tags = headers.get_all(header::IF_NONE_MATCH);
    let mut tags = tags.iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    tags.any(|tag| ["*", file.etag.as_str()].contains(&tag.trim().trim_start_matches("W/")))
}

/// Whether gzip is named and not refused. Browsers write it without more; whoever writes `*` gets the file as it is.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let codings = headers.get_all(header::ACCEPT_ENCODING);
    let mut codings =
        codings.iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    codings.any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim().eq_ignore_ascii_case("gzip")
            && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn get(path: &str, headers: &[(HeaderName, &str)]) -> Response<Bytes> {
        let map = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
        answer(&Method::GET, path, &map).unwrap()
    }

    #[test]
    fn files_come_as_they_are_or_packed() {
        let plain = get("/", &[(header::ACCEPT_ENCODING, "gzip;q=0, br")]);
        assert_eq!(plain.headers().get(header::CONTENT_ENCODING), None);
        assert_eq!(plain.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
        let packed = get("/", &[(header::ACCEPT_ENCODING, "br, GZIP;q=0.9")]);
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        let mut text = Vec::new();
        flate2::read::GzDecoder::new(packed.body().as_ref()).read_to_end(&mut text).unwrap();
        assert_eq!(plain.body(), &text);
    }

    #[test]
    fn what_the_browser_has_is_not_sent_again() {
        let first = get("/console/app.js", &[]);
        let etag = first.headers()[header::ETAG].to_str().unwrap().to_owned();
        for known in [etag.clone(), format!("\"other\", W/{etag}"), "*".to_owned()] {
            let again = get("/console/app.js", &[(header::IF_NONE_MATCH, &known)]);
            assert_eq!((again.status(), again.body().len()), (StatusCode::NOT_MODIFIED, 0), "{known}");
        }
        assert_eq!(get("/console/app.js", &[(header::IF_NONE_MATCH, "\"other\"")]).status(), StatusCode::OK);
    }

    #[test]
    fn every_answer_keeps_the_page_to_itself() {
        for file in files() {
            let answer = get(file.path, &[]);
            for (name, value) in HEADERS {
                assert_eq!(answer.headers()[&name], value, "{}", file.path);
            }
        }
        assert!(!POLICY.contains("unsafe") && !POLICY.contains("http"), "{POLICY}");
    }

    #[test]
    fn other_requests_are_the_services() {
        for path in ["/api/health", "/index.html", "/console", "/console/", "/console/../console/app.js", ""]
        {
            assert!(answer(&Method::GET, path, &HeaderMap::new()).is_none(), "{path}");
        }
        assert!(answer(&Method::POST, "/", &HeaderMap::new()).is_none());
    }
}
