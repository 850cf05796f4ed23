//! The HTTP home: accepts connections, drives each request through the service, and ends in order.

mod archive_body;
mod body;
mod dispatch;
mod exchange;
mod unwind;
mod upload;

pub use dispatch::dispatch;

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use platen_service::Service;
use tokio::net::TcpListener;

/// How long the server waits for others.
#[derive(Debug, Clone)]
pub struct Patience {
    /// For the head of the next request, idle time between requests included.
    pub head: Duration,
    /// For the next bytes of a body.
    pub body_progress: Duration,
    /// For a whole body.
    pub body: Duration,
    /// For a whole upload of items.
    pub upload: Duration,
    /// For running requests, once the server was told to stop.
    pub shutdown: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            head: Duration::from_secs(30),
            body_progress: Duration::from_secs(10),
            body: Duration::from_secs(120),
            upload: Duration::from_secs(3600),
            shutdown: Duration::from_secs(25),
        }
    }
}

/// Serves until `stop` is ready, then takes no new connection and lets running requests end.
pub async fn serve(
    listener: TcpListener,
    service: Arc<Service>,
    patience: Patience,
    stop: impl Future<Output = ()>,
) {
    let running = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                wait_out(&error).await;
                continue;
            }
        };
        // An answer goes out in one write; waiting for more to send (Nagle) would only delay it.
        let _ = stream.set_nodelay(true);
        let (service, times) = (service.clone(), patience.clone());
        let exchange = service_fn(move |request| {
            let (service, times) = (service.clone(), times.clone());
            async move { Ok::<_, std::convert::Infallible>(exchange::answer(&service, &times, request).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            // A client that sends its head byte by byte would hold a connection for ever.
            .header_read_timeout(patience.head)
            .serve_connection(TokioIo::new(stream), exchange);
        let connection = running.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                // The client went away or spoke no HTTP: its affair, and common enough.
                tracing::debug!(%error, "connection ended");
            }
        });
    }
    drop(listener);
    tracing::info!("stopping; running requests end first");
    if tokio::time::timeout(patience.shutdown, running.shutdown()).await.is_err() {
        tracing::warn!(
            waited_ms = patience.shutdown.as_millis() as u64,
            "requests are still running; stopping anyway"
        );
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
mod tests {
    use std::path::Path;

    use platen_service::{Limits, NoEngine, Stores};
    use platen_store_embedded::EmbeddedStore;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::*;

    /// Serves in this process with little patience; returns all that a client gets to read before the connection ends.
    async fn heard(data: &Path, said: &str) -> String {
        let hasty = Patience {
            head: Duration::from_millis(100),
            body_progress: Duration::from_millis(100),
            ..Patience::default()
        };
        let stores = Stores::all_in_one(Arc::new(EmbeddedStore::open(data).unwrap()));
        let service = Arc::new(Service::new(stores, Arc::new(NoEngine), Limits::default()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let server = tokio::spawn(serve(listener, service, hasty, std::future::pending()));
        stream.write_all(said.as_bytes()).await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        server.abort();
        text
    }

    #[tokio::test]
    async fn a_head_that_never_ends_is_given_up() {
        let data = tempfile::tempdir().unwrap();
        let text = heard(data.path(), "GET /api/health HTTP/1.1\r\nhost: x\r\nx-slow: ").await;
        assert!(!text.contains("200 OK"), "{text}");
    }

    #[tokio::test]
    async fn an_idle_connection_is_closed_after_its_answer() {
        let data = tempfile::tempdir().unwrap();
        let text = heard(data.path(), "GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n").await;
        assert!(text.starts_with("HTTP/1.1 200 OK"), "{text}");
    }
}
