//! Requests to the provider: few, small, and never to where an answer redirects.

use std::time::Duration;

use bytes::Bytes;
use http::uri::Scheme;
use http::{Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use platen_service::sign_in::SignInError;
use tokio::sync::OnceCell;
use tokio::time::timeout;
use tokio_rustls::rustls::{self, ClientConfig, RootCertStore};

/// For one request with its answer. A person is waiting.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of an answer. The largest are sets of keys with their certificates. The values of one take some megabytes at most, and
/// the provider is the operator's: they are not weighed as those of strangers.
const ANSWER_BYTES: usize = 256 << 10;

type Connections = legacy::Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// The connections, made when the first one is needed: a server without sign-in reads no certificates, and neither does one whose
/// provider is called without TLS.
#[derive(Default)]
pub(crate) struct Client {
    secure: OnceCell<Connections>,
    plain: OnceCell<Connections>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FetchError {
    /// The answer is no success.
    #[error("{0}")]
    Status(StatusCode, Bytes),
    /// There is none in time.
    #[error("no answer within {} s", PATIENCE.as_secs())]
    TooSlow,
    /// No connection, no trust, no HTTP, or too many bytes.
    #[error("{0}")]
    Broken(String),
}

impl From<FetchError> for SignInError {
    fn from(error: FetchError) -> Self {
        SignInError::Unavailable(error.to_string())
    }
}

impl Client {
    /// Gets a document.
    pub(crate) async fn get(&self, url: &str) -> Result<Bytes, FetchError> {
        self.send(Request::builder().method(Method::GET).uri(url), Bytes::new()).await
    }

    /// Posts a form.
    pub(crate) async fn post(
        &self,
        url: &str,
        form: String,
        authorization: Option<String>,
    ) -> Result<Bytes, FetchError> {
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(url)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        if let Some(authorization) = authorization {
            request = request.header(header::AUTHORIZATION, authorization);
        }
        self.send(request, Bytes::from(form)).await
    }

    async fn send(&self, request: http::request::Builder, body: Bytes) -> Result<Bytes, FetchError> {
        let request = request
            .header(header::ACCEPT, "application/json")
            .header(header::USER_AGENT, concat!("platen/", env!("CARGO_PKG_VERSION")))
            .body(Full::new(body))
            .map_err(broken)?;
        let is_secure = request.uri().scheme() == Some(&Scheme::HTTPS);
        let connections = if is_secure { &self.secure } else { &self.plain };
        let connections = connections.get_or_try_init(async || connect(is_secure)).await?;
        let exchange = async {
            let (head, body) = connections.request(request).await.map_err(broken)?.into_parts();
            let read = Limited::new(body, ANSWER_BYTES).collect().await;
            let body = read.map_err(|error| FetchError::Broken(error.to_string()))?.to_bytes();
            if head.status.is_success() { Ok(body) } else { Err(FetchError::Status(head.status, body)) }
        };
        timeout(PATIENCE, exchange).await.unwrap_or(Err(FetchError::TooSlow))
    }
}

/// Over TLS trusts whom the machine trusts. Plain HTTP is for providers on this machine, since the configuration refuses others; it
/// needs no certificates, which a bare container has none of.
fn connect(is_secure: bool) -> Result<Connections, FetchError> {
    // Named, since another part of the process may bring a second one along.
    let provider = rustls::crypto::ring::default_provider();
    let connector = HttpsConnectorBuilder::new();
    let connector = if is_secure {
        connector.with_provider_and_native_roots(provider).map_err(broken)?
    } else {
        let versions =
            ClientConfig::builder_with_provider(provider.into()).with_safe_default_protocol_versions();
        let config = versions.map_err(broken)?.with_root_certificates(RootCertStore::empty());
        connector.with_tls_config(config.with_no_client_auth())
    };
    let connector = connector.https_or_http().enable_http1().build();
    Ok(legacy::Client::builder(TokioExecutor::new()).build(connector))
}

fn broken(error: impl std::error::Error) -> FetchError {
    // hyper says little itself; what it was is below.
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    FetchError::Broken(text)
}
