//! What a person sees at an address where nothing is. Programs get the service's own answer.

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};
use http::{Response, StatusCode};

use crate::answer::{POLICY, empty};
use crate::manifest::escaped;

/// A page with the way back, for requests that ask for pages: browsers name `text/html` in `Accept` when a person goes somewhere.
/// `base` is the address that the service is known by.
pub fn missing(headers: &HeaderMap, base: &str) -> Option<Response<Bytes>> {
    let mut accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    if !accepted.any(|value| value.contains("text/html")) {
        return None;
    }
    let base = escaped(base);
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Page not found · Platen</title>\n<link rel=\"stylesheet\" href=\"{base}/console/style.css\">\n\
         <main class=\"sign-in\"><div>\n<h1>Page not found</h1>\n<p>Check the address, or <a href=\"{base}/\">go to the templates</a>.</p>\n</div></main>\n"
    );
    let mut response = empty(POLICY).map(|_| Bytes::from(page));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Some(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_get_a_page_and_programs_do_not() {
        let asked = |accept: &str| {
            let headers = [(header::ACCEPT, HeaderValue::from_str(accept).unwrap())].into_iter().collect();
            missing(&headers, "https://docs.example.org/a\"b")
        };
        assert!(asked("*/*").is_none());
        assert!(asked("application/json").is_none());
        assert!(missing(&HeaderMap::new(), "").is_none());
        let page = asked("text/html,application/xhtml+xml,*/*;q=0.8").unwrap();
        assert_eq!(page.status(), StatusCode::NOT_FOUND);
        let text = String::from_utf8(page.body().to_vec()).unwrap();
        assert!(text.contains("href=\"https://docs.example.org/a&quot;b/\""), "{text}");
    }
}
