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
use http::{StatusCode, header};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use platen_service::jobs::callback::{Callback, CallbackUrl, Callbacks, is_public};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, Error, RootCertStore};

/// For one try: look-up, connection, request and the head of the answer.
const TRY: Duration = Duration::from_secs(10);

/// Why a try was in vain.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failed {
    /// Trying again will not help.
    #[error("{0}")]
    Refused(String),
    /// The receiver took the request and did not like it.
    #[error("the receiver answered {0}")]
    Status(StatusCode),
    /// There was no head of an answer in time.
    #[error("no answer within {} s", TRY.as_secs())]
    TooSlow,
    /// The name is not known, nobody listens, or TLS found no trust.
    #[error("{0}")]
    Connection(#[from] io::Error),
    /// What came back is no HTTP, or nothing.
    #[error("{0}")]
    Exchange(#[from] hyper::Error),
}

/// Sends a message to an address. A 2xx is a success.
pub(crate) async fn send(
    tls: &TlsConnector,
    url: &CallbackUrl,
    callback: Callback,
    allowed: Callbacks,
) -> Result<(), Failed> {
    let status = timeout(TRY, connect_and_send(tls, url, callback, allowed)).await;
    match status.unwrap_or(Err(Failed::TooSlow))? {
        status if status.is_success() => Ok(()),
        status => Err(Failed::Status(status)),
    }
}

async fn connect_and_send(
    tls: &TlsConnector,
    url: &CallbackUrl,
    callback: Callback,
    allowed: Callbacks,
) -> Result<StatusCode, Failed> {
    let stream = TcpStream::connect(look_up(url, allowed).await?.as_slice()).await?;
    if !url.is_encrypted() {
        return Ok(exchange(stream, url, callback).await?);
    }
    let name = ServerName::try_from(url.host().to_owned())
        .map_err(|_| Failed::Refused("its host has no valid name".to_owned()))?;
    Ok(exchange(tls.connect(name, stream).await?, url, callback).await?)
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
async fn exchange<S>(stream: S, url: &CallbackUrl, callback: Callback) -> Result<StatusCode, hyper::Error>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    let (mut requests, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // Ended with this call: nothing is read after the head.
    let mut driving = JoinSet::new();
    driving.spawn(connection);
    let mut request = http::Request::new(Full::new(Bytes::from(callback.body)));
    *request.method_mut() = http::Method::POST;
    *request.uri_mut() = url.path().parse().unwrap_or_default();
    let headers = [
        (header::HOST, url.authority().to_owned()),
        (header::USER_AGENT, concat!("platen/", env!("CARGO_PKG_VERSION")).to_owned()),
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::HeaderName::from_static("webhook-id"), callback.id),
        (header::HeaderName::from_static("webhook-timestamp"), callback.timestamp),
        (header::HeaderName::from_static("webhook-signature"), callback.signature),
    ];
    for (name, value) in headers {
        if let Ok(value) = value.try_into() {
            request.headers_mut().insert(name, value);
        }
    }
    Ok(requests.send_request(request).await?.status())
}

/// Whom TLS trusts: the authorities that the machine trusts.
pub(crate) fn trust() -> Result<TlsConnector, Error> {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    for error in &found.errors {
        tracing::warn!(%error, "certificates of the machine cannot be read");
    }
    roots.add_parsable_certificates(found.certs);
    // Named, since another part of the process may bring a second one along.
    let provider = Arc::new(ring::default_provider());
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(TlsConnector::from(Arc::new(versions.with_root_certificates(roots).with_no_client_auth())))
}
