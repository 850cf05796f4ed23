//! One request and its answer.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use http_body_util::Full;
use hyper::body::Incoming;
use platen_service::Service;
use platen_service::http::{Head, Response, finish, routes};
use platen_service::problem::Problem;
use uuid::Uuid;

use super::{Patience, body, dispatch, unwind};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Longest id that is taken over from a client.
const REQUEST_ID_BYTES: usize = 128;

/// Answers a request; a fault of ours becomes an answer too.
pub(super) async fn answer(
    service: &Service,
    patience: &Patience,
    request: http::Request<Incoming>,
) -> http::Response<Full<Bytes>> {
    let (mut parts, incoming) = request.into_parts();
    // HEAD is GET without the answer's body (RFC 9110, 9.3.2), which hyper leaves out.
    if parts.method == Method::HEAD {
        parts.method = Method::GET;
    }
    let head = Head::new(&parts, request_id(&parts.headers));
    let result = match allowed(&head) {
        Some(options) => Ok(options),
        None => unwind::caught(exchange(service, patience, &head, incoming))
            .await
            .unwrap_or_else(|panic| Err(Problem::internal(format_args!("a handler panicked: {panic}")))),
    };
    finish(&head, result).map(Full::new)
}

async fn exchange(
    service: &Service,
    patience: &Patience,
    head: &Head,
    incoming: Incoming,
) -> Result<Response, Problem> {
    let admitted = service.admit(head).await?;
    let body = match admitted.body_limit() {
        0 => Bytes::new(),
        limit => match body::read(incoming, limit, patience).await {
            Ok(body) => body,
            Err(body::ReadError::TooLarge) => return Err(admitted.too_large()),
            Err(error) => return Err(error.into()),
        },
    };
    dispatch::dispatch(service, admitted.request(head, body, service.limits())?).await
}

/// The client's own id, so that its log and ours can be laid side by side; a new one otherwise. An id that could forge a
/// line of the log (spaces, control characters) or flood it is not taken.
fn request_id(headers: &HeaderMap) -> String {
    let given = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok());
    match given {
        Some(id)
            if (1..=REQUEST_ID_BYTES).contains(&id.len())
                && id.bytes().all(|byte| byte.is_ascii_graphic()) =>
        {
            id.to_owned()
        }
        _ => Uuid::new_v4().to_string(),
    }
}

/// The answer to OPTIONS on a path that has operations: their methods.
fn allowed(head: &Head) -> Option<Response> {
    if *head.method() != Method::OPTIONS {
        return None;
    }
    let methods = if routes::find(&Method::GET, head.path()).is_ok() {
        "GET, HEAD, OPTIONS"
    } else if routes::find(&Method::POST, head.path()).is_ok() {
        "POST, OPTIONS"
    } else {
        return None;
    };
    let mut response = Response::default();
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(methods));
    Some(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id_for(given: &str) -> String {
        let mut headers = HeaderMap::new();
        headers.insert(REQUEST_ID, HeaderValue::from_bytes(given.as_bytes()).unwrap());
        request_id(&headers)
    }

    #[test]
    fn a_clients_id_is_kept_when_it_can_do_no_harm() {
        assert_eq!(id_for("order-17/a"), "order-17/a");
        for harmful in ["", "two words", "tab\tbed", "umlaut-ä", &"x".repeat(129)] {
            assert!(Uuid::parse_str(&id_for(harmful)).is_ok(), "{harmful:?}");
        }
        assert_ne!(request_id(&HeaderMap::new()), request_id(&HeaderMap::new()));
    }
}
