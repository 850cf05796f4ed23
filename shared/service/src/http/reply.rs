//! Answers.

use bytes::Bytes;
use http::HeaderMap;
use http::header::{self, HeaderName, HeaderValue};
use serde::Serialize;

use super::refusal::refusal;
use super::{Head, Response, compress, conditional, rates};
use crate::file_name::content_disposition;
use crate::page::Page;
use crate::problem::Problem;

/// The header that carries the id of the request back.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The header of an answer that repeats an earlier one's, of a request with the same `Idempotency-Key`.
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// A value as JSON.
///
/// # Errors
/// `internal` when it cannot be written as JSON.
pub fn json(value: &impl Serialize) -> Result<Response, Problem> {
    let mut response = Response::new(serde_json::to_vec(value).map_err(Problem::internal)?.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

/// The same of what may be megabytes: it is written, and given up, on a thread for such work, so that nobody else's request waits.
///
/// # Errors
/// As [`json`].
pub async fn long_json(value: impl Serialize + Send + 'static) -> Result<Response, Problem> {
    tokio::task::spawn_blocking(move || json(&value)).await.map_err(Problem::internal)?
}

/// A file to save under `name`.
pub fn file(bytes: Bytes, media_type: &'static str, name: &str) -> Result<Response, Problem> {
    let mut response = Response::new(bytes);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    let disposition = HeaderValue::try_from(content_disposition(name)).map_err(Problem::internal)?;
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    Ok(response)
}

/// JSON with 201 (RFC 9110, 15.3.2): where the new thing is.
///
/// # Errors
/// `internal` when it cannot be written as JSON.
pub fn created(value: &impl Serialize, location: &str) -> Result<Response, Problem> {
    let mut response = json(value)?;
    *response.status_mut() = http::StatusCode::CREATED;
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

/// 204: done, and nothing to say.
pub fn no_content() -> Response {
    let mut response = Response::default();
    *response.status_mut() = http::StatusCode::NO_CONTENT;
    response
}

/// JSON with 202 (RFC 9110, 15.3.3): where to ask for the outcome, and when.
///
/// # Errors
/// `internal` when it cannot be written as JSON.
pub fn accepted(value: &impl Serialize, location: &str, retry_after_s: u64) -> Result<Response, Problem> {
    let mut response = json(value)?;
    *response.status_mut() = http::StatusCode::ACCEPTED;
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, HeaderValue::try_from(location).map_err(Problem::internal)?);
    headers.insert(header::RETRY_AFTER, HeaderValue::from(retry_after_s));
    Ok(response)
}

/// The other pages of a list whose answer is the bare list, as `Link` headers (RFC 8288).
///
/// # Errors
/// `internal` when the path cannot stand in a header.
pub fn with_links(mut response: Response, path: &str, page: Page, total: u64) -> Result<Response, Problem> {
    let last = total.div_ceil(u64::from(page.size.max(1))).max(1);
    let number = u64::from(page.number);
    let mut links = vec![("first", 1), ("last", last)];
    links.extend((number > 1).then(|| ("prev", (number - 1).min(last))));
    links.extend((number < last).then_some(("next", number + 1)));
    let size = page.size;
    let links: Vec<String> = links
        .into_iter()
        .map(|(relation, number)| format!("<{path}?pageNumber={number}&pageSize={size}>; rel=\"{relation}\""))
        .collect();
    let links = HeaderValue::try_from(links.join(", ")).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LINK, links);
    Ok(response)
}

/// Makes the answer that leaves the house: problems as problem+json (failures are logged here, once), the request's id,
/// the headers that every answer has, compression where the client asks for it.
pub fn finish(head: &Head, result: Result<Response, Problem>) -> Response {
    let mut response = result.unwrap_or_else(|problem| {
        head.trail().refused(problem.code());
        refusal(&problem, head)
    });
    let headers = response.headers_mut();
    if headers.contains_key(header::CONTENT_DISPOSITION) && accepts_bytes_alone(head) {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(BYTES));
    }
    if let Ok(id) = HeaderValue::from_str(head.request_id()) {
        headers.insert(REQUEST_ID, id);
    }
    {
        let known = head.trail().known();
        rates::tell(&known.rates, headers);
        if known.is_replayed && known.refused.is_none() {
            headers.insert(REPLAYED, HeaderValue::from_static("true"));
        }
    }
    protect(headers, head.is_secure());
    // Answers belong to one key's owner: no cache on the way may keep them.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    lead_to(head, headers);
    compress::negotiate(head, conditional::unless_known(head, response))
}

/// Makes the paths absolute that an answer leads to. A relative one leaves a service that is known by an address with a path,
/// and some platforms (Power Automate) follow none.
fn lead_to(head: &Head, headers: &mut HeaderMap) {
    let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
    if let Some(path) = headers.get(header::LOCATION).map(text).filter(|path| path.starts_with('/'))
        && let Ok(place) = HeaderValue::try_from(head.absolute(&path))
    {
        headers.insert(header::LOCATION, place);
    }
    if let Some(links) = headers.get(header::LINK).map(text)
        && let Ok(links) = HeaderValue::try_from(links.replace("</", &format!("<{}", head.absolute("/"))))
    {
        headers.insert(header::LINK, links);
    }
}

/// The media type of a file for a client that knows no other (RFC 2046, 4.5.1).
pub const BYTES: &str = "application/octet-stream";

/// Whether the client accepts [`BYTES`] and nothing else, as clients do that a generator made (RFC 9110, 12.5.1).
fn accepts_bytes_alone(head: &Head) -> bool {
    let mut values = head.headers().get_all(header::ACCEPT).iter();
    matches!((values.next(), values.next()), (Some(value), None) if value.as_bytes().eq_ignore_ascii_case(BYTES.as_bytes()))
}

/// The policy of a page: it can load nothing from other hosts; frames can show files created by scripts (`blob:`), such as a
/// preview of a PDF. The page can contain styles.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; frame-src 'self' blob:; object-src 'self' blob:; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

/// The policy of any other answer, in case a browser shows it as a page: it can load nothing.
const DATA_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// The headers that keep browsers from being turned against the people who use them.
fn protect(headers: &mut HeaderMap, secure: bool) {
    // A browser must not take a JSON answer with a caller's words in it for a page.
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Signed links must not be told to whoever a page leads to.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    let kind = headers.get(header::CONTENT_TYPE).map_or(&[][..], HeaderValue::as_bytes);
    // Scripts of others that found a way into a page, and pages that lay another one over ours, find nothing to do.
    let policy = if kind.starts_with(b"text/html") { PAGE_POLICY } else { DATA_POLICY };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    if secure {
        // Who came over TLS once does not come without it again (RFC 6797): nobody on the way can strip it.
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Code;

    const PREFIX: &str = "https://docs.example/platen";

    fn head() -> Head {
        Head::new(&http::Request::builder().uri("/api/x").body(()).unwrap().into_parts().0, "1")
    }

    fn told(response: &Response, name: HeaderName) -> &str {
        response.headers()[name].to_str().unwrap()
    }

    #[test]
    fn answers_lead_within_the_address_that_the_service_is_known_by() {
        let head = head().known_as(PREFIX, true);
        let made = finish(&head, accepted(&(), "/api/jobs/7", 1));
        assert_eq!(told(&made, header::LOCATION), format!("{PREFIX}/api/jobs/7"));
        let page = Page { number: 1, size: 2 };
        let listed = finish(&head, with_links(Response::default(), "/api/jobs", page, 3));
        let link = |number: u32, relation: &str| {
            format!("<{PREFIX}/api/jobs?pageNumber={number}&pageSize=2>; rel=\"{relation}\"")
        };
        let links = [link(1, "first"), link(2, "last"), link(2, "next")];
        assert_eq!(told(&listed, header::LINK), links.join(", "));
        let elsewhere = finish(&head, accepted(&(), "https://elsewhere.example/", 1));
        assert_eq!(told(&elsewhere, header::LOCATION), "https://elsewhere.example/");
    }

    #[test]
    fn problems_quote_an_address_only_where_the_configuration_tells_it() {
        let quoted = |head: &Head| {
            let refused = finish(head, Err(Problem::new(Code::UnknownJob, "")));
            let problem: serde_json::Value = serde_json::from_slice(refused.body()).unwrap();
            (problem["type"].as_str().unwrap().to_owned(), problem["instance"].as_str().unwrap().to_owned())
        };
        let relative = ("/api/docs#unknown-job".to_owned(), "/api/x".to_owned());
        assert_eq!(quoted(&head()), relative);
        assert_eq!(quoted(&head().known_as(PREFIX, false)), relative);
        let absolute = (format!("{PREFIX}{}", relative.0), format!("{PREFIX}{}", relative.1));
        assert_eq!(quoted(&head().known_as(PREFIX, true)), absolute);
    }
}
