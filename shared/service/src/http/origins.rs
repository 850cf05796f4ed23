//! Pages of other sites that can call the service from a browser (CORS; Fetch Standard, 3.3).

use std::str::FromStr;

use http::header::{self, HeaderMap, HeaderValue};
use http::{Method, Uri};

use super::{Head, Response};

/// The headers that such a page can send.
const HEADERS: HeaderValue = HeaderValue::from_static(
    "accept, authorization, content-type, content-encoding, idempotency-key, if-match, mcp-method, mcp-name, mcp-protocol-version, prefer, x-functions-key, x-request-id",
);

/// The headers of a response that it can read, in addition to its body.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "content-disposition, etag, idempotency-replayed, link, location, platen-pages, platen-warnings, preference-applied, ratelimit, ratelimit-policy, retry-after, x-request-id",
);

/// Seconds for which a browser need not ask again.
const MAX_AGE: HeaderValue = HeaderValue::from_static("600");

/// Origins such as `https://app.example.org`, separated by commas; `*` stands for all. Keys are what lets such pages in: sessions
/// of people are not for them, so no answer allows cookies.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origins(Vec<String>);

impl Origins {
    /// Whether pages of an origin are let in.
    pub fn holds(&self, origin: &str) -> bool {
        self.0.iter().any(|known| known == "*" || known.eq_ignore_ascii_case(origin))
    }

    /// Tells the browser whether the page that sent a request may read its answer; and, where the browser asks before it sends
    /// one, what the page may send.
    pub fn mark(&self, head: &Head, response: &mut Response) {
        if self.0.is_empty() {
            return;
        }
        let allow = response.headers().get(header::ALLOW).cloned();
        let headers = response.headers_mut();
        // The answer to another page is another one.
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
        let Some(origin) = head.headers().get(header::ORIGIN) else { return };
        if !origin.to_str().is_ok_and(|origin| self.holds(origin)) {
            return;
        }
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        if let Some(methods) = allow.filter(|_| is_preflight(head)) {
            headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
            headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS);
            headers.insert(header::ACCESS_CONTROL_MAX_AGE, MAX_AGE);
        }
    }
}

fn is_preflight(head: &Head) -> bool {
    let has = |headers: &HeaderMap| headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    *head.method() == Method::OPTIONS && has(head.headers())
}

impl FromStr for Origins {
    /// The entry that is wrong.
    type Err = String;

    fn from_str(text: &str) -> Result<Origins, String> {
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let origins = entries.map(|entry| match entry == "*" || is_origin(entry) {
            true => Ok(entry.to_owned()),
            false => Err(entry.to_owned()),
        });
        origins.collect::<Result<_, _>>().map(Origins)
    }
}

/// Whether a text is scheme, host and port alone (RFC 6454, 6.2).
fn is_origin(text: &str) -> bool {
    let Ok(uri) = text.parse::<Uri>() else { return false };
    let has_scheme = matches!(uri.scheme_str(), Some("http" | "https"));
    let host = uri.authority().map(|authority| authority.as_str()).unwrap_or_default();
    has_scheme && !host.is_empty() && !host.contains('@') && text.ends_with(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(origins: &str, method: Method, origin: &str) -> HeaderMap {
        let request = http::Request::builder()
            .method(method)
            .uri("/api/getTemplates")
            .header("origin", origin)
            .header("access-control-request-method", "GET");
        let head = Head::new(&request.body(()).unwrap().into_parts().0, "1");
        let mut response = Response::default();
        response.headers_mut().insert("allow", HeaderValue::from_static("GET, HEAD, OPTIONS"));
        origins.parse::<Origins>().unwrap().mark(&head, &mut response);
        response.headers().clone()
    }

    #[test]
    fn pages_of_configured_origins_may_call_and_others_may_not() {
        let list = "https://app.example.org, http://localhost:3000";
        for (origins, origin, may) in [
            (list, "https://app.example.org", true),
            (list, "HTTPS://APP.example.org", true),
            (list, "http://localhost:3000", true),
            (list, "http://localhost:3001", false),
            (list, "https://app.example.org.evil.example", false),
            (list, "null", false),
            ("*", "https://anybody.example", true),
            ("", "https://app.example.org", false),
        ] {
            let headers = marked(origins, Method::OPTIONS, origin);
            let allowed = headers.get("access-control-allow-origin").map(|value| value.to_str().unwrap());
            assert_eq!(allowed, may.then_some(origin), "{origins} {origin}");
            assert_eq!(headers.contains_key("access-control-allow-headers"), may);
            assert_eq!(headers.contains_key("vary"), !origins.is_empty());
            assert!(!headers.contains_key("access-control-allow-credentials"));
        }
        let answer = marked("*", Method::GET, "https://a.example");
        assert!(answer.contains_key("access-control-expose-headers"));
        assert!(!answer.contains_key("access-control-allow-methods"), "only where the browser asks before");
    }

    #[test]
    fn what_is_no_origin_is_named() {
        for wrong in [
            "example.org",
            "https://",
            "https://a.example/",
            "https://a.example/x",
            "https://u@a.example",
            "null",
        ] {
            assert_eq!(format!("https://b.example,{wrong}").parse::<Origins>(), Err(wrong.to_owned()));
        }
        assert_eq!("".parse(), Ok(Origins::default()));
    }
}
