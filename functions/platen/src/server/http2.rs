//! Which HTTP a connection speaks, and what it may cost. HTTP/1.1 is the rule. Proxies in front of a server (Envoy, Cloud Run) speak
//! HTTP/2 without TLS, and begin with its preface; nobody is asked to change over (RFC 9113, 3.3).

use std::time::Duration;

use http::{HeaderValue, Request, header};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use hyper_util::server::conn::auto::Builder;

use super::Bounds;

/// Requests at once on one connection: what the standard advises as the least (RFC 9113, 6.5.2).
const STREAMS: u32 = 100;

/// Bytes of one frame, the least that a server must take.
const FRAME_BYTES: u32 = 16 << 10;

/// Bytes of one body that are on their way before they are read, and of all bodies of a connection. They are held in memory.
const STREAM_WINDOW: u32 = 256 << 10;
const CONNECTION_WINDOW: u32 = 1 << 20;

/// Requests that a client gave up before they were begun, and that it made wrong: beyond them the connection ends. One that opens and
/// cancels without end costs nothing else (CVE-2023-44487, CVE-2025-8671).
const GIVEN_UP: usize = 20;

/// How often a silent client is asked whether it is still there, and how long it has to answer.
const PING: Duration = Duration::from_secs(20);

/// What serves connections.
pub(super) fn builder(bounds: &Bounds) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        // A client that sends its head byte by byte would hold a connection forever, one that sends headers without end
        // would fill the memory, and many small headers take more memory than bytes.
        .header_read_timeout(bounds.patience.head)
        .max_buf_size(bounds.head_bytes)
        .max_headers(bounds.headers);
    builder
        .http2()
        .timer(TokioTimer::new())
        // Each header counts for 32 bytes more than it has.
        .max_header_list_size(u32::try_from(bounds.head_bytes).unwrap_or(u32::MAX))
        .max_concurrent_streams(STREAMS)
        .max_frame_size(FRAME_BYTES)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(FRAME_BYTES as usize * 4)
        .max_pending_accept_reset_streams(GIVEN_UP)
        .max_local_error_reset_streams(GIVEN_UP)
        .keep_alive_interval(PING)
        .keep_alive_timeout(PING);
    builder
}

/// A request of HTTP/2, whose host is a part of its target, with the header that HTTP/1.1 has for it.
pub(super) fn with_host<B>(mut request: Request<B>) -> Request<B> {
    let authority = request.uri().authority().map(|authority| HeaderValue::try_from(authority.as_str()));
    if let Some(Ok(host)) = authority {
        request.headers_mut().entry(header::HOST).or_insert(host);
    }
    request
}
