//! One request and its answer.

use std::convert::Infallible;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use bytes::Bytes;
use futures_util::FutureExt;
#[cfg(feature = "mcp")]
use futures_util::future::BoxFuture;
use http::{HeaderValue, Method, StatusCode, header};
#[cfg(feature = "mcp")]
use http_body_util::BodyExt;
use http_body_util::combinators::BoxBody;
use http_body_util::{Either, Full};
use hyper::body::{Body, Frame, Incoming, SizeHint};
use platen_callbacks::ArchiveBody;
use platen_service::http::routes::{self, RouteId};
use platen_service::http::{Head, RawBody, Response, Streamed, accepts_gzip, finish, request_id};
use platen_service::problem::Problem;
use platen_service::trace::Parent;
use tracing::Instrument;
use tracing::field::Empty;
use uuid::Uuid;

#[cfg(feature = "mcp")]
use super::mcp;
use super::places::Busy;
use super::{Home, Metrics, body, dispatch, framing, upload};
use crate::traces;
#[cfg(feature = "mcp")]
use crate::{failure::Failure, remote};

/// What an answer carries: bytes, an archive in pieces, or what is sent as it is made.
pub(super) type Carried = Either<Full<Bytes>, Either<ArchiveBody, BoxBody<Bytes, Infallible>>>;

/// The body of an answer. Its connection counts as busy until it has been taken.
pub(super) struct Answer {
    body: Carried,
    _busy: Busy,
}

impl Body for Answer {
    type Data = Bytes;
    type Error = <Carried as Body>::Error;

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

/// Answers a request that came from `peer` on a connection.
pub(super) async fn answer(
    home: &Arc<Home>,
    peer: IpAddr,
    request: http::Request<Incoming>,
    busy: Busy,
) -> http::Response<Answer> {
    respond(home, peer, request).await.map(|body| Answer { body, _busy: busy })
}

/// Answers a request of `peer`; a fault of ours becomes an answer too.
pub(super) async fn respond<B>(
    home: &Arc<Home>,
    peer: IpAddr,
    request: http::Request<B>,
) -> http::Response<Carried>
where
    B: Body<Data = Bytes> + Unpin,
{
    let began = Instant::now();
    let _running = home.setup.metrics.as_ref().map(|_| Metrics::running());
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
    let head = setup.service.addressed(head);
    let line = setup.audit.begin(&head);
    let is_framed = framing::check(parts.version, &parts.uri, &parts.headers);
    let last = is_framed.is_err();
    let mut response = match is_framed {
        Err(problem) => finish(&head, Err(problem)),
        Ok(()) => {
            let base = setup.service.base_url(&head).map(|base| base.join(""));
            let (path, headers) = (parts.uri.path(), &parts.headers);
            match platen_console::answer(&asked, path, headers, accepts_gzip(headers), base.as_deref()) {
                Some(page) => page,
                None => {
                    let mut answer = finish(&head, handled(home, &head, incoming).await);
                    if answer.status() == StatusCode::NOT_FOUND && routes::methods(path).is_empty() {
                        let page = platen_console::missing(headers, base.as_deref().unwrap_or_default());
                        answer = page.unwrap_or(answer);
                    }
                    setup.origins.mark(&head, &mut answer);
                    answer
                }
            }
        }
    };
    if last {
        // Where such a request ends is not known: nothing behind it is taken for another one.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    let archive = response.extensions_mut().remove::<Streamed>();
    let sent = |archive: &Streamed| archive.range.end - archive.range.start;
    let bytes_out = archive.as_ref().map_or(response.body().len() as u64, sent);
    line.answered(response.status(), bytes_out);
    if let Some(metrics) = &setup.metrics {
        metrics.answered(&head, response.status(), began);
    }
    #[cfg(feature = "mcp")]
    if let Some(live) = response.extensions_mut().remove::<mcp::Live>().and_then(|live| live.take()) {
        return response.map(|_| Either::Right(Either::Right(live)));
    }
    response.map(|bytes| match archive {
        Some(archive) => {
            let jobs = setup.service.stores().jobs.clone();
            Either::Right(Either::Left(ArchiveBody::send(jobs, archive)))
        }
        None => Either::Left(Full::new(bytes)),
    })
}

/// Answers a request of a tool.
#[cfg(feature = "mcp")]
fn within(
    home: Arc<Home>,
    peer: IpAddr,
    request: http::Request<Full<Bytes>>,
) -> BoxFuture<'static, http::Response<remote::Body>> {
    let answered = async move {
        let answer = respond(&home, peer, request).await;
        answer.map(|body| body.map_err(|error| Failure::Internal(error.to_string())).boxed_unsync())
    };
    answered.boxed()
}

/// What comes of a request. Calls with a wrong key are counted by their address.
async fn handled<B>(home: &Arc<Home>, head: &Head, incoming: B) -> Result<Response, Problem>
where
    B: Body<Data = Bytes> + Unpin,
{
    if let Some(options) = allowed(head) {
        return Ok(options);
    }
    // What requests share is sound after a panic: the locks of caches are taken over from panicked holders. What the panic
    // says stays untold, since it may quote a document's text; the log has the place.
    let (came, sent) = (head.trace_parent(), traces::are_on());
    let trace = traces::begin(came.as_ref());
    let span = tracing::info_span!(
        "request",
        request_id = head.request_id(),
        trace_id = trace.as_ref().map(Parent::id),
        // For collectors alone: the log has a line for each request.
        traceparent = came.as_ref().filter(|_| sent).map(Parent::as_str),
        span_id = trace.as_ref().filter(|_| sent).map(Parent::span_id),
        method = sent.then_some(head.method().as_str()),
        path = sent.then_some(head.path()),
        status = Empty,
    );
    let result = AssertUnwindSafe(Parent::scope(trace, exchange(home, head, incoming)))
        .catch_unwind()
        .instrument(span.clone())
        .await
        .unwrap_or_else(|_panicked| Err(Problem::internal("a handler panicked")));
    traces::answered(&span, result.as_ref().map_or_else(|problem| problem.code().status(), Response::status));
    result.map_err(|problem| match head.client() {
        Some(client) => home.strangers.count(client, problem, Instant::now()),
        None => problem,
    })
}

async fn exchange<B>(home: &Arc<Home>, head: &Head, incoming: B) -> Result<Response, Problem>
where
    B: Body<Data = Bytes> + Unpin,
{
    let (service, bounds) = (&home.setup.service, &home.setup.bounds);
    if let Some(metrics) = &home.setup.metrics
        && metrics.is_asked_for(head)
    {
        service.authorize_manager(head).await?;
        return metrics.figures(service).await;
    }
    #[cfg(feature = "mcp")]
    if mcp::is_asked_for(head) {
        return mcp::answer(home, head, incoming, within).await;
    }
    #[cfg(feature = "mcp")]
    if mcp::asks_where_to_sign_in(head) {
        return mcp::where_to_sign_in(home, head);
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
    let request = service.receive(admitted, head, body).await?;
    let result = service.templates().told(head, dispatch(service, request).await).await;
    service.events().record(head, &result).await;
    result
}

/// The methods that a path takes.
fn methods(head: &Head) -> Vec<&'static Method> {
    #[cfg(feature = "mcp")]
    if mcp::is_asked_for(head) {
        return vec![&Method::POST];
    }
    #[cfg(feature = "mcp")]
    if mcp::asks_where_to_sign_in(head) {
        return vec![&Method::GET];
    }
    routes::methods(head.path())
}

/// The answer to OPTIONS on a path that has operations: their methods.
fn allowed(head: &Head) -> Option<Response> {
    if *head.method() != Method::OPTIONS {
        return None;
    }
    let methods = methods(head);
    if methods.is_empty() {
        return None;
    }
    let allow = HeaderValue::try_from(routes::allow(&methods)).ok()?;
    let mut response = Response::default();
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().insert(header::ALLOW, allow);
    Some(response)
}
