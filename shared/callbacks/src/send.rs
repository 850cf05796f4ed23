//! One request to a receiver.
//!
//! What is called here was named by a caller of the service, who may not reach what the service reaches. So a name is looked
//! up once, its addresses are checked, and the connection goes to an address that passed: a name that leads elsewhere when it is
//! looked up again (DNS rebinding) gains nothing. Redirects are not followed, and the answer's body is not read.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, Request, StatusCode};
use http_body_util::Full;
use hyper::body::Body;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use platen_service::callback::{CallbackUrl, Callbacks, is_public};
use platen_service::jobs::{Callback, Deliver};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, Error, RootCertStore};

/// For one try to tell: look-up, connection, request and the head of the answer.
pub(crate) const TRY: Duration = Duration::from_secs(10);

/// Why a try failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failed {
    /// Trying again will not help.
    #[error("{0}")]
    Refused(String),
    /// The receiver took the request and did not like it.
    #[error("the receiver answered {0}")]
    Status(StatusCode),
    /// There was no head of an answer in time.
    #[error("no answer within {} s", .0.as_secs())]
    TooSlow(Duration),
    /// The name is not known, nobody listens, or TLS found no trust.
    #[error("{0}")]
    Connection(#[from] io::Error),
    /// What came back is no HTTP, or nothing.
    #[error("{0}")]
    Exchange(#[from] hyper::Error),
}

/// Sends a request to an address, within a time. A 2xx is a success.
pub(crate) async fn send<B>(
    tls: &TlsConnector,
    url: &CallbackUrl,
    request: Request<B>,
    allowed: Callbacks,
    time: Duration,
) -> Result<(), Failed>
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let status = timeout(time, connect_and_send(tls, url, request, allowed)).await;
    match status.unwrap_or(Err(Failed::TooSlow(time)))? {
        status if status.is_success() => Ok(()),
        status => Err(Failed::Status(status)),
    }
}

async fn connect_and_send<B>(
    tls: &TlsConnector,
    url: &CallbackUrl,
    request: Request<B>,
    allowed: Callbacks,
) -> Result<StatusCode, Failed>
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let addresses = look_up(url, allowed).await?;
    let connected = timeout(TRY, TcpStream::connect(addresses.as_slice())).await;
    let stream = connected.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))?;
    if !url.is_encrypted() {
        return Ok(exchange(stream, request).await?);
    }
    let name = ServerName::try_from(url.host().to_owned())
        .map_err(|_| Failed::Refused("its host has no valid name".to_owned()))?;
    Ok(exchange(tls.connect(name, stream).await?, request).await?)
}

/// The addresses of the host that may be called.
async fn look_up(url: &CallbackUrl, allowed: Callbacks) -> Result<Vec<SocketAddr>, Failed> {
    let found = tokio::net::lookup_host((url.host(), url.port())).await?;
    let may = |address: &SocketAddr| allowed == Callbacks::Anywhere || is_public(address.ip());
    let addresses: Vec<SocketAddr> = found.filter(may).collect();
    if addresses.is_empty() {
        return Err(Failed::Refused("its host has no public address".to_owned()));
    }
    Ok(addresses)
}

/// Sends the request and reads the head of the answer.
async fn exchange<S, B>(stream: S, request: Request<B>) -> Result<StatusCode, hyper::Error>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let (mut requests, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // Ended with this call: nothing is read after the head.
    let mut driving = JoinSet::new();
    driving.spawn(connection);
    Ok(requests.send_request(request).await?.status())
}

/// A callback.
pub(crate) fn post(url: &CallbackUrl, callback: Callback) -> Request<Full<Bytes>> {
    let headers = [
        ("content-type", "application/json"),
        ("webhook-id", &callback.id),
        ("webhook-timestamp", &callback.timestamp),
        ("webhook-signature", &callback.signature),
    ];
    let trace = callback.trace.as_ref().map(|trace| ("traceparent", trace.as_str()));
    request(Method::POST, url, headers.into_iter().chain(trace), Full::new(Bytes::from(callback.body)))
}

/// A result of so many bytes, with the headers that its address wants.
pub(crate) fn put<B>(url: &CallbackUrl, deliver: &Deliver, kind: &str, bytes: u64, body: B) -> Request<B> {
    let length = bytes.to_string();
    let own = [("content-type", kind), ("content-length", &length)];
    // Those of the caller come last: a signature may hold for another content type.
    let asked = deliver.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    request(Method::PUT, url, own.into_iter().chain(asked), body)
}

fn request<'a, B>(
    method: Method,
    url: &'a CallbackUrl,
    headers: impl IntoIterator<Item = (&'a str, &'a str)>,
    body: B,
) -> Request<B> {
    let mut request = Request::new(body);
    *request.method_mut() = method;
    *request.uri_mut() = url.path().parse().unwrap_or_default();
    let ours = [("host", url.authority()), ("user-agent", concat!("platen/", env!("CARGO_PKG_VERSION")))];
    for (name, value) in ours.into_iter().chain(headers) {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            request.headers_mut().insert(name, value);
        }
    }
    request
}

/// Whom TLS trusts: the authorities that the machine trusts.
pub(crate) fn trust() -> Result<TlsConnector, Error> {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    for error in &found.errors {
        tracing::warn!(%error, "the machine's certificates cannot be read");
    }
    roots.add_parsable_certificates(found.certs);
    // Named, since another part of the process may bring a second one along.
    let provider = Arc::new(ring::default_provider());
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(TlsConnector::from(Arc::new(versions.with_root_certificates(roots).with_no_client_auth())))
}
