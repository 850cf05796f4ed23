//! One request and its answer.

use std::net::IpAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use bytes::Bytes;
use http::{HeaderValue, Method, StatusCode, header};
use http_body_util::{Either, Full};
use hyper::body::{Body, Frame, Incoming, SizeHint};
use platen_service::http::routes::{self, RouteId};
use platen_service::http::{Head, RawBody, Response, Streamed, finish, request_id};
use platen_service::problem::Problem;
use tracing::Instrument;
use uuid::Uuid;

use super::archive_body::ArchiveBody;
use super::places::Busy;
use super::{Home, body, dispatch, framing, unwind, upload};

/// The body of an answer. Its connection counts as busy until it has been taken.
pub(super) struct Answer {
    body: Either<Full<Bytes>, ArchiveBody>,
    _busy: Busy,
}

impl Body for Answer {
    type Data = Bytes;
    type Error = <Either<Full<Bytes>, ArchiveBody> as Body>::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Answers a request that came from `peer`; a fault of ours becomes an answer too.
pub(super) async fn answer(
    home: &Home,
    peer: IpAddr,
    request: http::Request<Incoming>,
    busy: Busy,
) -> http::Response<Answer> {
    let (mut parts, incoming) = request.into_parts();
    // HEAD is GET without the answer's body (RFC 9110, 9.3.2), which hyper leaves out.
    let asked = parts.method.clone();
    if parts.method == Method::HEAD {
        parts.method = Method::GET;
    }
    let setup = &home.setup;
    let id = request_id(&parts.headers).map_or_else(|| Uuid::new_v4().to_string(), str::to_owned);
    let head = Head::new(&parts, id).from_client(setup.bounds.proxies.client(peer, &parts.headers));
    let head = if setup.tls.is_some() { head.over_tls() } else { head };
    let line = setup.audit.begin(&head);
    let is_framed = framing::check(parts.version, &parts.headers);
    let last = is_framed.is_err() || incoming.size_hint().exact().is_none();
    let mut response = match is_framed {
        Err(problem) => finish(&head, Err(problem)),
        Ok(()) => match platen_console::answer(&asked, parts.uri.path(), &parts.headers) {
            Some(page) => page,
            None => finish(&head, handled(home, &head, incoming).await),
        },
    };
    if last {
        // Where the body ended only its own framing told: nothing behind it is taken for a request.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    let archive = response.extensions_mut().remove::<Streamed>();
    let bytes_out = archive.map_or(response.body().len() as u64, |archive| archive.bytes);
    line.answered(response.status(), bytes_out);
    response.map(|bytes| {
        let body = match archive {
            Some(archive) => Either::Right(ArchiveBody::send(setup.service.stores().jobs.clone(), archive)),
            None => Either::Left(Full::new(bytes)),
        };
        Answer { body, _busy: busy }
    })
}

/// What comes of a request. Calls with a wrong key are counted by their address.
async fn handled(home: &Home, head: &Head, incoming: Incoming) -> Result<Response, Problem> {
    if let Some(options) = allowed(head) {
        return Ok(options);
    }
    let result = unwind::caught(exchange(home, head, incoming))
        .instrument(tracing::info_span!("request", request_id = head.request_id()))
        .await
        .unwrap_or_else(|unwind::Panicked| Err(Problem::internal("a handler panicked")));
    result.map_err(|problem| match head.client() {
        Some(client) => home.strangers.count(client, problem, Instant::now()),
        None => problem,
    })
}

async fn exchange(home: &Home, head: &Head, incoming: Incoming) -> Result<Response, Problem> {
    let (service, bounds) = (&home.setup.service, &home.setup.bounds);
    if let Some(metrics) = &home.setup.metrics
        && metrics.is_asked_for(head)
    {
        service.authorize_manager(head).await?;
        return metrics.figures(service).await;
    }
    let mut admitted = service.admit(head).await?;
    // This future is dropped when the client hangs up: nobody waits for what is made then.
    let _gone = admitted.budgets().cancel_on_drop();
    if admitted.route().id == RouteId::PutBulkUpload {
        return upload::take_in(service, &bounds.patience, head, &admitted, incoming).await;
    }
    let body = match admitted.body_limit() {
        0 => RawBody::from(Bytes::new()),
        _ => {
            let in_memory = service.limits().large_body_bytes;
            body::read(incoming, &mut admitted, &bounds.patience, in_memory, &bounds.spool).await?
        }
    };
    head.trail().received(body.len());
    dispatch(service, service.receive(admitted, head, body).await?).await
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
