//! Conditional requests (RFC 9110, 13.1): the state that a caller has seen, and the state in an answer.

use bytes::Bytes;
use http::header::{self, HeaderValue};
use http::{Method, StatusCode};
use sha2::{Digest, Sha256};

use super::{Head, Request, Response};
use crate::problem::{Code, Problem};
use crate::templates::Revision;

impl Revision {
    /// The state that `If-Match` demands, if it demands one.
    ///
    /// # Errors
    /// `template-changed` for a tag that no template ever had, `invalid-query` for more than one.
    pub fn of_request(request: &Request) -> Result<Option<Revision>, Problem> {
        let Some(text) = request.head().header(header::IF_MATCH.as_str()) else { return Ok(None) };
        match text.trim() {
            "*" => Ok(None),
            several if several.contains(',') => Err(Problem::new(
                Code::InvalidQuery,
                "`If-Match` takes one entity tag: the `ETag` of the template as it was read.",
            )),
            // A proxy that compresses answers makes tags weak (RFC 9110, 8.8.1); these name a state, not its bytes.
            tag => match Revision::parse(tag.strip_prefix("W/").unwrap_or(tag)) {
                Some(seen) => Ok(Some(seen)),
                None => Err(Problem::template_changed()),
            },
        }
    }

    /// Tells the state with an answer.
    ///
    /// # Errors
    /// `internal` when the header cannot be written.
    pub fn tag(self, mut response: Response) -> Result<Response, Problem> {
        let tag = self.to_string().try_into().map_err(Problem::internal)?;
        response.headers_mut().insert(header::ETAG, tag);
        Ok(response)
    }
}

/// An answer that its reader may keep, and asks for again by its bytes' own tag: for what is large and seldom changes.
///
/// # Errors
/// `internal` when the header cannot be written.
pub fn revalidated(mut response: Response) -> Result<Response, Problem> {
    let hash = Sha256::digest(response.body());
    let tag =
        HeaderValue::try_from(format!("\"{}\"", hex::encode(&hash[..16]))).map_err(Problem::internal)?;
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    Ok(response)
}

/// The answer, or 304 without its body where the caller has it already (RFC 9110, 13.1.2).
pub(super) fn unless_known(head: &Head, mut response: Response) -> Response {
    let tag = response.headers().get(header::ETAG).and_then(|tag| tag.to_str().ok());
    let is_known = tag.is_some_and(|tag| knows(head, tag));
    if !is_known || response.status() != StatusCode::OK || *head.method() != Method::GET {
        return response;
    }
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    *response.body_mut() = Bytes::new();
    response.extensions_mut().clear();
    let headers = response.headers_mut();
    for name in [header::CONTENT_TYPE, header::CONTENT_LENGTH, header::CONTENT_DISPOSITION] {
        headers.remove(name);
    }
    response
}

/// Whether `If-None-Match` names a tag; the comparison is the weak one.
fn knows(head: &Head, tag: &str) -> bool {
    let values = head.headers().get_all(header::IF_NONE_MATCH);
    let mut known = values.iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    known.any(|known| ["*", tag].contains(&known.trim().trim_start_matches("W/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(method: Method, known: &str) -> Response {
        let request = http::Request::builder().method(method).uri("/x").header(header::IF_NONE_MATCH, known);
        let head = Head::new(&request.body(()).unwrap().into_parts().0, "1");
        let answer = revalidated(Response::new(Bytes::from_static(b"text"))).unwrap();
        unless_known(&head, answer)
    }

    #[test]
    fn what_is_known_is_not_sent_again() {
        let tag = asked(Method::GET, "\"other\"").headers()[header::ETAG].to_str().unwrap().to_owned();
        for (known, is_known) in [
            (tag.clone(), true),
            (format!("W/{tag}"), true),
            (format!("\"other\", {tag}"), true),
            ("*".to_owned(), true),
            ("\"other\"".to_owned(), false),
        ] {
            let answer = asked(Method::GET, &known);
            assert_eq!(answer.status() == StatusCode::NOT_MODIFIED, is_known, "{known}");
            assert_eq!(answer.body().is_empty(), is_known);
            assert_eq!(answer.headers()[header::ETAG], tag.as_str());
        }
        assert_eq!(asked(Method::POST, &tag).status(), StatusCode::OK, "only what is read can be known");
    }
}
