//! Calls over the network.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{HeaderValue, Request, Response, header};
use http_body_util::{BodyExt, Full};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use platen_service::keys::KEY_HEADER;
use tokio_rustls::rustls::{self, ClientConfig, RootCertStore};

use super::call::{Body, Call, Transport, unreachable};
use crate::failure::Failure;

/// How long an address may take to accept a connection: a firewall that swallows packets never answers.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

type Connections = legacy::Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// The network, and the key that goes with each call.
pub struct Http {
    base: String,
    key: Option<HeaderValue>,
    connections: Connections,
}

impl Http {
    /// Calls to the address `base`, which has no slash at its end. Trusts whom the machine trusts.
    ///
    /// # Errors
    /// The key can be no header, or the address is HTTPS and the machine's certificates cannot be read.
    pub fn new(base: String, key: Option<&str>) -> Result<Http, Failure> {
        let key = key.map(|key| {
            let mut key = HeaderValue::try_from(key)
                .map_err(|_| Failure::Input("the key contains characters that no key has".to_owned()))?;
            key.set_sensitive(true);
            Ok::<_, Failure>(key)
        });
        // Named, since another part of the process may bring a second one along.
        let provider = rustls::crypto::ring::default_provider();
        let connector = HttpsConnectorBuilder::new();
        let connector = if base.starts_with("https:") {
            connector.with_provider_and_native_roots(provider).map_err(|error| {
                Failure::Internal(format!(
                    "the machine's certificates cannot be read: {error}; install the package ca-certificates, or name a file of \
                     certificates in SSL_CERT_FILE"
                ))
            })?
        } else {
            // Trusts nobody: a bare container has no certificates, and plain HTTP needs none.
            let versions =
                ClientConfig::builder_with_provider(provider.into()).with_safe_default_protocol_versions();
            let config = versions.map_err(|error| Failure::Internal(format!("TLS cannot start: {error}")))?;
            connector
                .with_tls_config(config.with_root_certificates(RootCertStore::empty()).with_no_client_auth())
        };
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_connect_timeout(Some(CONNECT_TIMEOUT));
        let connector = connector.https_or_http().enable_http1().wrap_connector(tcp);
        let connections = legacy::Client::builder(TokioExecutor::new()).build(connector);
        Ok(Http { base, key: key.transpose()?, connections })
    }
}

#[async_trait]
impl Transport for Http {
    async fn begin(&self, call: &Call) -> Result<Response<Body>, Failure> {
        // A link in an answer is an address of its own, which another server may have, with a certificate. It gets no key.
        let origin = origin(&call.path);
        if let Some(origin) = origin.filter(|origin| *origin != self.base) {
            return Http::new(origin.to_owned(), None)?.begin(call).await;
        }
        let is_link = origin.is_some();
        let url = if is_link { call.path.clone() } else { format!("{}{}", self.base, call.path) };
        let mut request = Request::builder().method(call.method.clone()).uri(&url);
        request = request.header(header::USER_AGENT, concat!("platen/", env!("CARGO_PKG_VERSION")));
        for (name, value) in &call.headers {
            request = request.header(name, value);
        }
        if let Some(key) = self.key.as_ref().filter(|_| !is_link) {
            request = request.header(KEY_HEADER, key);
        }
        let request = request.body(Full::new(call.body.clone())).map_err(|error| {
            Failure::Input(format!("{url} is no address: {error}; use one such as https://docs.example.org"))
        })?;
        let broken = |base: String| move |error: &dyn std::error::Error| unreachable(&base, &causes(error));
        let answer = self.connections.request(request).await;
        let answer = answer.map_err(|error| broken(self.base.clone())(&error))?;
        let broken = broken(self.base.clone());
        Ok(answer.map(|body| body.map_err(move |error| broken(&error)).boxed_unsync()))
    }
}

/// Scheme, host and port of a link; nothing of a path.
fn origin(link: &str) -> Option<&str> {
    let host = link.find("://")? + 3;
    let end = link[host..].find(['/', '?']).map_or(link.len(), |end| host + end);
    Some(&link[..end])
}

/// An error with what is below it: hyper itself says little.
fn causes(error: &dyn std::error::Error) -> String {
    let inner = std::iter::successors(error.source(), |inner| inner.source());
    inner.fold(error.to_string(), |text, inner| format!("{text}: {inner}"))
}
