//! The HTTP home: accepts connections, drives each request through the service, and ends in order.

mod archive_body;
mod body;
mod bounds;
mod dispatch;
mod exchange;
mod metrics;
pub mod tls;
mod unwind;
mod upload;

pub use bounds::{Bounds, Patience};
pub use dispatch::dispatch;
pub use metrics::Metrics;

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use platen_service::Service;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

/// Serves until `stop` is ready, then takes no new connection and lets running requests end.
pub async fn serve(
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    service: Arc<Service>,
    metrics: Option<Metrics>,
    bounds: Bounds,
    stop: impl Future<Output = ()>,
) {
    let running = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(bounds.connections));
    let (shutdown, secure) = (bounds.patience.shutdown, tls.is_some());
    let home = Arc::new(Home { service, tls, metrics, bounds });
    tracing::info!(connections = home.bounds.connections, secure, "serving");
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = next(&listener, &places) => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, place)) => {
                tokio::spawn(converse(home.clone(), stream, running.watcher(), place));
            }
            Err(error) => wait_out(&error).await,
        }
    }
    drop(listener);
    tracing::info!("stopping; running requests end first");
    if tokio::time::timeout(shutdown, running.shutdown()).await.is_err() {
        tracing::warn!(
            waited_ms = shutdown.as_millis() as u64,
            "requests are still running; stopping anyway"
        );
    }
}

/// What all connections share.
struct Home {
    service: Arc<Service>,
    tls: Option<TlsAcceptor>,
    metrics: Option<Metrics>,
    bounds: Bounds,
}

/// The next connection, and its place among those that may be there. Clients that hold connections and send nothing
/// would else take all files that the process may open.
async fn next(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> io::Result<(TcpStream, OwnedSemaphorePermit)> {
    let place = places.clone().acquire_owned().await.map_err(io::Error::other)?;
    let (stream, _) = listener.accept().await?;
    Ok((stream, place))
}

/// Serves one connection to its end, which gives its place back.
async fn converse(home: Arc<Home>, stream: TcpStream, watcher: Watcher, _place: OwnedSemaphorePermit) {
    // An answer goes out in one write; waiting for more to send (Nagle) would only delay it.
    let _ = stream.set_nodelay(true);
    let Some(acceptor) = &home.tls else { return exchanges(&home, stream, watcher).await };
    // A client that opens connections and never says hello would hold them for ever.
    match timeout(home.bounds.patience.handshake, acceptor.accept(stream)).await {
        Ok(Ok(stream)) => exchanges(&home, stream, watcher).await,
        Ok(Err(error)) => tracing::debug!(%error, "no TLS was agreed on"),
        Err(_) => tracing::debug!("a client took too long to agree on TLS"),
    }
}

/// Request after request on one connection.
async fn exchanges<S>(home: &Arc<Home>, stream: S, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let shared = home.clone();
    let exchange = service_fn(move |request| {
        let home = shared.clone();
        async move { Ok::<_, std::convert::Infallible>(exchange::answer(&home, request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // A client that sends its head byte by byte would hold a connection for ever, one that sends headers without end
        // would fill the memory, and many small headers take more memory than bytes.
        .header_read_timeout(home.bounds.patience.head)
        .max_buf_size(home.bounds.head_bytes)
        .max_headers(home.bounds.headers)
        .serve_connection(TokioIo::new(stream), exchange);
    if let Err(error) = watcher.watch(connection).await {
        // The client went away or spoke no HTTP: its affair, and common enough.
        tracing::debug!(%error, "connection ended");
    }
}

/// A connection that was gone before it was accepted is nothing. Any other error (no file descriptor left) would come
/// again at once and spin, so the server catches its breath.
async fn wait_out(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
    if !matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted) {
        tracing::error!(%error, "no connection can be accepted; trying again");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[cfg(test)]
mod tests;
