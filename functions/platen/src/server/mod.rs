//! The HTTP home: accepts connections, drives each request through the service, and ends in order.

mod body;
mod bounds;
mod chunked;
mod dispatch;
mod exchange;
mod framing;
mod http2;
mod lingering;
#[cfg(feature = "mcp")]
mod mcp;
mod metrics;
mod places;
mod process;
mod strangers;
pub mod tls;
mod upload;

pub use bounds::{Bounds, Patience};
pub use dispatch::dispatch;
pub use metrics::Metrics;

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use platen_service::http::Origins;
use platen_service::{Service, audit};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use framing::{Framing, Strict};
use places::{NoPlace, Place, Places};
use strangers::{Strangers, network};

/// What a server serves with.
pub struct Setup {
    /// TLS, where this process ends it.
    pub tls: Option<TlsAcceptor>,
    /// The service.
    pub service: Arc<Service>,
    /// The figures of this process, where it keeps any.
    pub metrics: Option<Metrics>,
    /// Where each request leaves its line.
    pub audit: Arc<audit::Log>,
    /// What connections may cost.
    pub bounds: Bounds,
    /// Sites whose pages may call the service from a browser.
    pub origins: Origins,
}

/// Serves until `stop` is ready, and for the delay of its bounds after that; then takes no new connection and lets running
/// requests end.
pub async fn serve(listener: TcpListener, setup: Setup, stop: impl Future<Output = ()>) {
    let running = GracefulShutdown::new();
    let bounds = &setup.bounds;
    let places = Places::new(bounds.connections, bounds.connections_per_address);
    let strangers = Strangers::new(bounds.wrong_keys_per_minute);
    let (delay, shutdown) = (bounds.patience.shutdown_delay, bounds.patience.shutdown);
    let secure = setup.tls.is_some();
    let home = Arc::new(Home { setup, strangers });
    tracing::info!(connections = home.setup.bounds.connections, secure, "serving");
    let stop = async {
        stop.await;
        home.setup.service.begin_stop();
        tokio::time::sleep(delay).await;
    };
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = next(&listener, &places, &home.setup.bounds) => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok(Some(client)) => {
                tokio::spawn(converse(home.clone(), client, running.watcher()));
            }
            Ok(None) => {}
            Err(error) => wait_out(&error).await,
        }
    }
    drop(listener);
    tracing::info!("stopping; running requests finish first");
    if tokio::time::timeout(shutdown, running.shutdown()).await.is_err() {
        tracing::warn!(
            waited_ms = shutdown.as_millis() as u64,
            "requests are still running; stopping anyway"
        );
    }
}

/// What all connections share.
struct Home {
    setup: Setup,
    strangers: Strangers,
}

/// A client's connection, with its place among those that may be there.
struct Client {
    stream: TcpStream,
    address: IpAddr,
    framing: Framing,
    place: Arc<Place>,
}

/// The next connection that gets a place; `None` for one that gets none. Clients that hold connections and send nothing
/// would else take all files that the process may open, and all places of the others.
async fn next(listener: &TcpListener, places: &Places, bounds: &Bounds) -> io::Result<Option<Client>> {
    let (stream, peer) = listener.accept().await?;
    let (address, framing) = (peer.ip().to_canonical(), Framing::new());
    let is_proxy = bounds.proxies.contains(address);
    loop {
        match places.take(network(address), is_proxy, &framing) {
            Ok(place) => return Ok(Some(Client { stream, address, framing, place: Arc::new(place) })),
            Err(NoPlace::Address) => {
                tracing::debug!(%address, "an address has too many connections");
                return Ok(None);
            }
            Err(NoPlace::All) => places.freed().await,
        }
    }
}

/// Serves one connection to its end, or until it has to give way to another one.
async fn converse(home: Arc<Home>, client: Client, watcher: Watcher) {
    let Client { stream, address, framing, place } = client;
    // An answer goes out in one write; waiting for more to send (Nagle) would only delay it.
    let _ = stream.set_nodelay(true);
    let connection = Connection { address, framing, place: place.clone() };
    let served = async {
        let Some(acceptor) = &home.setup.tls else {
            return exchanges(&home, stream, connection, watcher).await;
        };
        // A client that opens connections and never says hello would hold them forever.
        match timeout(home.setup.bounds.patience.handshake, acceptor.accept(stream)).await {
            Ok(Ok(stream)) => exchanges(&home, stream, connection, watcher).await,
            Ok(Err(error)) => tracing::debug!(%error, "no TLS was agreed on"),
            Err(_) => tracing::debug!("a client took too long to agree on TLS"),
        }
    };
    tokio::select! {
        () = served => {}
        () = place.is_wanted_by_another() => tracing::debug!(%address, "an idle connection was closed to make room for another"),
    }
}

/// What the requests of one connection share.
#[derive(Clone)]
struct Connection {
    address: IpAddr,
    framing: Framing,
    place: Arc<Place>,
}

/// Request after request on one connection, or with HTTP/2 several at once.
async fn exchanges<S>(home: &Arc<Home>, stream: S, connection: Connection, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let patience = home.setup.bounds.patience.head;
    let (shared, stream) = (home.clone(), Strict::new(stream, connection.framing.clone(), patience));
    let exchange = service_fn(move |request: http::Request<hyper::body::Incoming>| {
        let request = match request.version() {
            http::Version::HTTP_2 => http2::with_host(request),
            _ => {
                // Before anything more is read of the connection.
                connection.framing.body(hyper::body::Body::size_hint(request.body()).exact());
                request
            }
        };
        let busy = connection.place.busy();
        let (home, address) = (shared.clone(), connection.address);
        async move { Ok::<_, std::convert::Infallible>(exchange::answer(&home, address, request, busy).await) }
    });
    let builder = http2::builder(&home.setup.bounds);
    let connection = builder.serve_connection(TokioIo::new(stream), exchange).into_owned();
    if let Err(error) = watcher.watch(connection).await {
        // The client went away or spoke no HTTP, as happens all the time.
        tracing::debug!(%error, "connection ended");
    }
}

/// A connection that was gone before it was accepted is nothing. Any other error (no file descriptor left) would come
/// again at once and spin, so the server waits a moment.
async fn wait_out(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
    if !matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted) {
        tracing::error!(%error, "no connection can be accepted; trying again");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[cfg(test)]
mod tests;
