//! One request and its answer.

use bytes::Bytes;
use http::{HeaderValue, Method, StatusCode, header};
use http_body_util::{Either, Full};
use hyper::body::Incoming;
use platen_service::Service;
use platen_service::http::routes::{self, BodyKind, RouteId};
use platen_service::http::{Head, Response, Streamed, finish, request_id};
use platen_service::problem::Problem;
use tracing::Instrument;
use uuid::Uuid;

use super::archive_body::ArchiveBody;
use super::{Home, Metrics, Patience, body, dispatch, unwind, upload};

/// Answers a request; a fault of ours becomes an answer too.
pub(super) async fn answer(
    home: &Home,
    request: http::Request<Incoming>,
) -> http::Response<Either<Full<Bytes>, ArchiveBody>> {
    let (mut parts, incoming) = request.into_parts();
    if let Some(page) = platen_console::answer(&parts.method, parts.uri.path(), &parts.headers) {
        return page.map(|body| Either::Left(Full::new(body)));
    }
    // HEAD is GET without the answer's body (RFC 9110, 9.3.2), which hyper leaves out.
    if parts.method == Method::HEAD {
        parts.method = Method::GET;
    }
    let id = request_id(&parts.headers).map_or_else(|| Uuid::new_v4().to_string(), str::to_owned);
    let head = Head::new(&parts, id);
    let head = if home.tls.is_some() { head.over_tls() } else { head };
    let (service, patience) = (&home.service, &home.bounds.patience);
    let result = match allowed(&head) {
        Some(options) => Ok(options),
        None => unwind::caught(exchange(service, home.metrics.as_ref(), patience, &head, incoming))
            .instrument(tracing::info_span!("request", request_id = head.request_id()))
            .await
            .unwrap_or_else(|unwind::Panicked| Err(Problem::internal("a handler panicked"))),
    };
    let mut response = finish(&head, result);
    match response.extensions_mut().remove::<Streamed>() {
        Some(archive) => {
            let body = ArchiveBody::send(service.stores().jobs.clone(), archive);
            response.map(|_empty| Either::Right(body))
        }
        None => response.map(|body| Either::Left(Full::new(body))),
    }
}

async fn exchange(
    service: &Service,
    metrics: Option<&Metrics>,
    patience: &Patience,
    head: &Head,
    incoming: Incoming,
) -> Result<Response, Problem> {
    if let Some(metrics) = metrics
        && let Some(answer) = metrics.answer(service, head).await
    {
        return answer;
    }
    let admitted = service.admit(head).await?;
    if admitted.route().id == RouteId::PutBulkUpload {
        return upload::take_in(service, patience, head, &admitted, incoming).await;
    }
    let _turn = match admitted.route().body {
        BodyKind::Bulk | BodyKind::Template => Some(service.bulk_turn().await?),
        _ => None,
    };
    let body = match admitted.body_limit() {
        0 => Bytes::new(),
        limit => match body::read(incoming, limit, patience).await {
            Ok(body) => body,
            Err(body::ReadError::TooLarge) => return Err(admitted.too_large()),
            Err(error) => return Err(error.into()),
        },
    };
    dispatch(service, admitted.request(head, body, service.limits())?).await
}

/// The answer to OPTIONS on a path that has operations: their methods.
fn allowed(head: &Head) -> Option<Response> {
    if *head.method() != Method::OPTIONS {
        return None;
    }
    let methods = routes::methods(head.path());
    if methods.is_empty() {
        return None;
    }
    let mut words: Vec<&str> = methods.iter().map(|method| method.as_str()).collect();
    words.extend(methods.contains(&&Method::GET).then_some("HEAD"));
    words.push("OPTIONS");
    let allow = HeaderValue::try_from(words.join(", ")).ok()?;
    let mut response = Response::default();
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().insert(header::ALLOW, allow);
    Some(response)
}
