//! Delivers the callbacks of the one-machine home: at least once each, until the receiver says that it has it.
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
use jiff::{SignedDuration, Timestamp};
use platen_service::Limits;
use platen_service::jobs::callback::{Callback, CallbackUrl, Callbacks, is_public};
use platen_service::store::StoreError;
use platen_store_embedded::{DueCallback, EmbeddedStore};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How long it is waited when there is nothing to deliver.
const IDLE: Duration = Duration::from_millis(500);

/// How long it is waited when the storage does not answer.
const TROUBLE: Duration = Duration::from_secs(5);

/// Callbacks on their way at the same time.
const AT_ONCE: u32 = 16;

/// For one try: look-up, connection, request and the head of the answer.
const TRY: Duration = Duration::from_secs(10);

/// A callback that was taken comes again after this time, should the process die.
const LEASE: Duration = Duration::from_secs(60);

/// Longest time between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(6 * 3600);

/// Delivers for ever.
pub async fn run(store: Arc<EmbeddedStore>, limits: Limits) {
    let tls = match trust() {
        Ok(tls) => tls,
        Err(error) => {
            tracing::error!(%error, "callbacks cannot be made");
            return;
        }
    };
    let sender = Arc::new(Sender { store, limits, tls });
    loop {
        match sender.deliver_due().await {
            Ok(0) => tokio::time::sleep(IDLE).await,
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, "callbacks cannot be read; trying again");
                tokio::time::sleep(TROUBLE).await;
            }
        }
    }
}

struct Sender {
    store: Arc<EmbeddedStore>,
    limits: Limits,
    tls: TlsConnector,
}

/// Why a try was in vain.
#[derive(Debug, thiserror::Error)]
enum Failed {
    /// Trying again will not help.
    #[error("{0}")]
    Refused(String),
    #[error("the receiver answered {0}")]
    Status(StatusCode),
    #[error("no answer within {} s", TRY.as_secs())]
    TooSlow,
    #[error("{0}")]
    Connection(#[from] io::Error),
    #[error("{0}")]
    Exchange(#[from] hyper::Error),
}

impl Sender {
    /// Delivers what is due, and returns how many there were.
    async fn deliver_due(self: &Arc<Self>) -> Result<usize, StoreError> {
        let due = self.store.take_callbacks(AT_ONCE, Timestamp::now(), after(LEASE)).await?;
        let (count, mut running) = (due.len(), JoinSet::new());
        for callback in due {
            let sender = self.clone();
            running.spawn(async move { sender.deliver(callback).await });
        }
        while let Some(delivered) = running.join_next().await {
            // A panic ended one of them; it comes again when its lease ends.
            delivered.unwrap_or(Ok(()))?;
        }
        Ok(count)
    }

    async fn deliver(&self, due: DueCallback) -> Result<(), StoreError> {
        let (job_id, attempt) = (due.job.job_id, due.attempt);
        let Err(failed) = self.attempt(&due).await? else {
            tracing::info!(%job_id, attempt, "callback delivered");
            return self.store.finish_callback(job_id).await;
        };
        let hopeless = matches!(failed, Failed::Refused(_));
        if hopeless || attempt >= self.limits.callback_tries {
            tracing::warn!(%job_id, attempt, cause = %failed, "callback given up");
            return self.store.finish_callback(job_id).await;
        }
        let wait =
            self.limits.callback_retry.saturating_mul(2u32.saturating_pow(attempt - 1)).min(LONGEST_WAIT);
        let wait_s = wait.as_secs();
        tracing::warn!(%job_id, attempt, wait_s, cause = %failed, "callback failed and is tried again");
        self.store.put_back_callback(job_id, after(wait)).await
    }

    async fn attempt(&self, due: &DueCallback) -> Result<Result<(), Failed>, StoreError> {
        let text = due.job.settings.callback_url.as_deref().unwrap_or_default();
        // Checked again: what is allowed may have changed since the request.
        let url = match CallbackUrl::parse(text, self.limits.callbacks) {
            Ok(url) => url,
            Err(fault) => return Ok(Err(Failed::Refused(format!("its address {fault}")))),
        };
        let secret = self.store.callback_secret(due.job.subscription)?;
        let callback = Callback::of(&due.job, &secret, Timestamp::now());
        Ok(timeout(TRY, self.send(&url, callback)).await.unwrap_or(Err(Failed::TooSlow)))
    }

    async fn send(&self, url: &CallbackUrl, callback: Callback) -> Result<(), Failed> {
        let stream = TcpStream::connect(self.look_up(url).await?.as_slice()).await?;
        let status = if url.is_encrypted() {
            let name = ServerName::try_from(url.host().to_owned())
                .map_err(|_| Failed::Refused("its host has no valid name".to_owned()))?;
            exchange(self.tls.connect(name, stream).await?, url, callback).await?
        } else {
            exchange(stream, url, callback).await?
        };
        if status.is_success() { Ok(()) } else { Err(Failed::Status(status)) }
    }

    /// The addresses of the host that may be called.
    async fn look_up(&self, url: &CallbackUrl) -> Result<Vec<SocketAddr>, Failed> {
        let found = tokio::net::lookup_host((url.host(), url.port())).await?;
        let may =
            |address: &SocketAddr| self.limits.callbacks == Callbacks::Anywhere || is_public(address.ip());
        let addresses: Vec<SocketAddr> = found.filter(may).collect();
        if addresses.is_empty() {
            return Err(Failed::Refused("its host has no public address".to_owned()));
        }
        Ok(addresses)
    }
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
fn trust() -> Result<TlsConnector, tokio_rustls::rustls::Error> {
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

/// The moment when a time has passed.
fn after(time: Duration) -> Timestamp {
    let time = SignedDuration::try_from(time).unwrap_or(SignedDuration::MAX);
    Timestamp::now().checked_add(time).unwrap_or(Timestamp::MAX)
}
