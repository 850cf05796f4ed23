//! Calls addresses that a caller of the service named, who may not reach what the service reaches.
//!
//! A name is looked up once, its addresses are checked, and the connection goes to an address that passed: a name that leads
//! elsewhere when it is looked up again (DNS rebinding) gains nothing. Redirects are not followed.

mod pictures;

pub use pictures::pictures;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::{Body, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use platen_service::callback::{CallbackUrl, Callbacks, is_public};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, Error, RootCertStore};

/// For one try to tell: look-up, connection, request and the head of the answer.
pub const TRY: Duration = Duration::from_secs(10);

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// Trying again will not help.
    #[error("{0}")]
    Refused(String),
    /// Trying again may help.
    #[error("{0}")]
    Passing(String),
    /// The other side took the request and answered with something else than success.
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

/// Calls addresses. One per process: it holds whom TLS trusts.
pub struct Client {
    tls: TlsConnector,
}

impl Client {
    /// Reads whom the machine trusts.
    ///
    /// # Errors
    /// TLS cannot be had.
    pub fn new() -> Result<Client, Error> {
        Ok(Client { tls: trust()? })
    }

    /// Sends a request within a time. A 2xx is a success, whose body is not read.
    ///
    /// # Errors
    /// [`Failed`] says why it did not arrive.
    pub async fn send<B>(
        &self,
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
        let sent = timeout(time, self.answer(url, request, allowed)).await;
        sent.unwrap_or(Err(Failed::TooSlow(time))).map(drop)
    }

    /// What is at an address, if it has no more than `most` bytes. Ends when it is dropped.
    ///
    /// # Errors
    /// [`Failed`] says why it is not there.
    pub async fn get(&self, url: &CallbackUrl, allowed: Callbacks, most: u64) -> Result<Bytes, Failed> {
        let request = request(Method::GET, url, [], Empty::<Bytes>::new());
        let (_driving, answer) = self.answer(url, request, allowed).await?;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let body = Limited::new(answer.into_body(), most).collect().await;
        body.map(http_body_util::Collected::to_bytes).map_err(|error| {
            match error.downcast::<hyper::Error>() {
                Ok(error) => Failed::Exchange(*error),
                Err(_) => Failed::Refused(format!("it has more than {most} bytes")),
            }
        })
    }

    /// Connects, sends a request and reads the head of a successful answer, whose body comes while the connection is driven.
    async fn answer<B>(
        &self,
        url: &CallbackUrl,
        request: Request<B>,
        allowed: Callbacks,
    ) -> Result<(Driving, Response<Incoming>), Failed>
    where
        B: Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let addresses = look_up(url, allowed).await?;
        let connected = timeout(TRY, TcpStream::connect(addresses.as_slice())).await;
        let stream = connected.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))?;
        let (driving, answer) = if url.is_encrypted() {
            let name = ServerName::try_from(url.host().to_owned())
                .map_err(|_| Failed::Refused("its host has no valid name".to_owned()))?;
            exchange(self.tls.connect(name, stream).await?, request).await?
        } else {
            exchange(stream, request).await?
        };
        match answer.status() {
            status if status.is_success() => Ok((driving, answer)),
            status => Err(Failed::Status(status)),
        }
    }
}

/// The task that moves a connection's bytes, which ends when this is dropped.
type Driving = JoinSet<Result<(), hyper::Error>>;

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
async fn exchange<S, B>(stream: S, request: Request<B>) -> Result<(Driving, Response<Incoming>), hyper::Error>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let (mut requests, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let mut driving = JoinSet::new();
    driving.spawn(connection);
    let answer = requests.send_request(request).await?;
    Ok((driving, answer))
}

/// A request to an address, with headers of its own beside `Host` and `User-Agent`.
pub fn request<'a, B>(
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
fn trust() -> Result<TlsConnector, Error> {
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
