//! `platen serve`: the HTTP interface, on a data folder or on a store that several processes share.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use platen_pdf::PdfError;
use platen_service::http::Origins;
use platen_service::links::BaseUrl;
use platen_service::sign_in::SignIn;
use platen_service::{Service, audit};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;
use tokio_rustls::TlsAcceptor;

use super::watch_folder::WatchedFolder;
use crate::background::{Background, Role};
use crate::failure::Failure;
use crate::home::{DataFolder, SUBSCRIPTION};
use crate::logging::{self, LogFormat};
use crate::server::{self, Bounds, Metrics, Setup, tls};
use crate::serving::{Served, StoreKind};
use crate::{files, pdf, welcome};

/// How long documents in work are awaited at the end.
const LAST_WORK: Duration = Duration::from_secs(3);

/// Arguments of `platen serve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The address to listen on; port 0 takes a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    listen: String,
    /// The address that callers know the service by, such as https://docs.example.org [default: $PUBLIC_URL]; required
    /// unless `--listen` is an address of this machine alone
    #[arg(long, value_name = "URL", value_parser = parse_url)]
    public_url: Option<BaseUrl>,
    /// Serve figures for Prometheus (GET /metrics) at this address, without a key [default: $PLATEN_METRICS_LISTEN]
    #[arg(long, value_name = "HOST:PORT")]
    metrics_listen: Option<String>,
    /// Serve HTTPS: the certificate and those that vouch for it, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The certificate's private key, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Register the Word documents of this folder as drafts, again whenever one is saved; for the first subscription
    #[arg(long, value_name = "FOLDER")]
    watch: Option<PathBuf>,
    /// Serve on for this long after SIGTERM, no longer ready (GET /api/health/ready answers 503), so that load balancers
    /// send nothing to a closed port
    #[arg(
        long,
        value_name = "SECONDS",
        env = "PLATEN_SHUTDOWN_DELAY",
        hide_env_values = true,
        value_parser = clap::value_parser!(u64).range(..=300),
        default_value_t = 0
    )]
    shutdown_delay: u64,
    /// How log lines on stderr are written
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        env = "PLATEN_LOG_FORMAT",
        hide_env_values = true,
        default_value_t
    )]
    log_format: LogFormat,
    /// What is served [default: $PLATEN_STORE, or a data folder]
    #[arg(long, value_enum, value_name = "STORE")]
    store: Option<StoreKind>,
    /// What this process does of all that is to be done at a store that several serve
    #[arg(
        long,
        value_enum,
        value_name = "ROLE",
        default_value_t,
        env = "PLATEN_ROLE",
        hide_env_values = true
    )]
    role: Role,
    #[command(flatten)]
    data: DataFolder,
}

fn parse_url(text: &str) -> Result<BaseUrl, String> {
    BaseUrl::parse(text).ok_or_else(|| "it must be an address such as https://docs.example.org".to_owned())
}

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// An address cannot be listened on, or the data folder not be used.
pub fn run(args: Args) -> Result<(), Failure> {
    let tls = args.tls_cert.zip(args.tls_key);
    let tls = tls.map(|(certificate, key)| tls::acceptor(&certificate, &key)).transpose();
    let tls = tls.map_err(|error| Failure::Input(error.to_string()))?;
    let watched = args.watch.map(WatchedFolder::open).transpose()?;
    let mut served = Served::of(args.store, args.role, args.data)?;
    // Before anything is made or said: another address is the next thing to try. Who only works on jobs answers nobody.
    let listener = (args.role != Role::Worker).then(|| listen("--listen", &args.listen)).transpose()?;
    let address = listener.as_ref().map(std::net::TcpListener::local_addr).transpose();
    let address = address.map_err(|error| Failure::Internal(error.to_string()))?;
    let public_url = args.public_url.or_else(|| served.config().public_url.clone());
    // Links in answers would lead to whatever host a caller names: a cache, or a program that passes an answer on, would
    // hand them to others.
    if let Some(address) = address.filter(|address| !address.ip().to_canonical().is_loopback())
        && public_url.is_none()
    {
        return Err(Failure::Input(format!(
            "{address} can be reached from other machines, so the links in answers need the address that callers use; \
             set it with `--public-url https://docs.example.org` or PUBLIC_URL"
        )));
    }
    let metrics_listen = args.metrics_listen.or_else(|| served.config().metrics_listen.clone());
    let figures = metrics_listen.map(|address| listen("--metrics-listen", &address)).transpose()?;
    logging::start(served.config(), args.log_format)?;
    served.hold(address)?;
    let audit = audit::Log::open(&served.config().audit)
        .map_err(|error| Failure::Input(format!("PLATEN_AUDIT_LOG: the file cannot be written: {error}")))?;
    let engine = pdf::engine(served.config())?;
    // Before anybody is served. What else hinders PDFs hinders no other document, and is told by the warm-up below.
    if let Err(PdfError::Sandbox(reason)) = engine.warm_up() {
        return Err(Failure::Input(reason));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Internal(format!("no runtime: {error}")))?;
    let sign_in = served.config().sign_in.clone().map(|settings| {
        let provider = platen_oidc::provider(&settings);
        SignIn::new(settings, public_url.clone(), Some(SUBSCRIPTION), Some(provider))
    });
    let sign_in = sign_in.transpose().map_err(Failure::Input)?;
    let signer = served.config().signer.clone();
    if let Some(Err(error)) = signer.as_deref().map(|signer| signer.check(jiff::Timestamp::now())) {
        tracing::warn!(%error, "PDFs cannot be signed");
    }
    let smtp = served.config().smtp.clone();
    let pictures = platen_outbound::pictures(served.config());
    let pictures = pictures.map_err(|error| Failure::Internal(format!("no TLS: {error}")))?;
    let mut bounds = Bounds::of(served.config(), served.spool());
    bounds.patience.shutdown_delay = Duration::from_secs(args.shutdown_delay);
    let (place, origins) = (served.option(), served.config().cors_origins.clone());
    let is_shared = served.is_shared();
    let (service, background) = runtime.block_on(served.open(engine))?;
    let service = service
        .with_public_url(public_url.clone())
        .with_sign_in(sign_in)
        .with_pictures(pictures)
        .with_signer(signer)
        .with_smtp(smtp);
    std::thread::spawn(service.warm_up());
    let start = Start {
        listener: listener.zip(address),
        figures,
        place,
        is_shared,
        tls,
        watched,
        audit: Arc::new(audit),
        bounds,
        origins,
    };
    let served = runtime.block_on(serve(Arc::new(service), background, start));
    // A document in work is made again at the next start: it is not awaited for long.
    runtime.shutdown_timeout(LAST_WORK);
    served
}

/// What a server is started with.
struct Start {
    /// Where requests are taken, and its address.
    listener: Option<(std::net::TcpListener, SocketAddr)>,
    figures: Option<std::net::TcpListener>,
    /// The option by which commands find what is served.
    place: Vec<String>,
    /// Whether other processes serve the same.
    is_shared: bool,
    tls: Option<TlsAcceptor>,
    watched: Option<WatchedFolder>,
    audit: Arc<audit::Log>,
    bounds: Bounds,
    origins: Origins,
}

async fn serve(
    service: Arc<Service>,
    mut background: Box<dyn Background>,
    start: Start,
) -> Result<(), Failure> {
    let stop = stop_signal()?;
    let key = match start.is_shared {
        true => welcome::look(&service).await?,
        false => welcome::prepare(&service).await?,
    };
    let text = match &start.listener {
        Some((_, address)) => welcome::text(&base_url(*address, start.tls.is_some()), &start.place, &key),
        None => "Platen works on jobs\n".to_owned(),
    };
    files::print(text.as_bytes())?;
    let metrics = Metrics::install()?;
    if let Some(figures) = start.figures {
        let figures = taken_over(figures)?;
        if let Ok(address) = figures.local_addr() {
            tracing::info!(%address, "serving metrics");
        }
        tokio::spawn(metrics.clone().serve(figures, service.clone()));
    }
    reopen_at_hangup(&start.audit)?;
    background.start(&service).await?;
    let Start { listener, tls, watched, audit, bounds, origins, .. } = start;
    if let Some(folder) = watched {
        tokio::spawn(folder.watch(service.clone()));
    }
    let Some((listener, _)) = listener else {
        stop.await;
        service.begin_stop();
        background.drain().await;
        return Ok(());
    };
    let setup = Setup { tls, service, metrics: Some(metrics), audit, bounds, origins };
    let (told, stopped) = oneshot::channel();
    let stop = async move {
        stop.await;
        // The receiver waits below.
        let _ = told.send(());
    };
    // While the last requests are answered, others may go on with what was at work here.
    let drained = async {
        let _ = stopped.await;
        background.drain().await;
    };
    tokio::join!(server::serve(taken_over(listener)?, setup, stop), drained);
    Ok(())
}

/// The address to call a server at. 0.0.0.0 is every address of this machine, but none to call.
fn base_url(address: SocketAddr, secure: bool) -> String {
    let host = if address.ip().is_unspecified() { "127.0.0.1".to_owned() } else { host(address) };
    let scheme = if secure { "https" } else { "http" };
    format!("{scheme}://{host}:{}", address.port())
}

fn listen(option: &str, address: &str) -> Result<std::net::TcpListener, Failure> {
    std::net::TcpListener::bind(address).map_err(|error| {
        Failure::Input(format!("cannot listen on {address}: {error}; `{option}` names another address"))
    })
}

/// The same listener for the runtime.
fn taken_over(listener: std::net::TcpListener) -> Result<TcpListener, Failure> {
    listener
        .set_nonblocking(true)
        .and_then(|()| TcpListener::from_std(listener))
        .map_err(|error| Failure::Internal(format!("the listener cannot be used: {error}")))
}

/// Opens the audit log again at each SIGHUP, which whoever rotates logs sends after moving a file away.
fn reopen_at_hangup(log: &Arc<audit::Log>) -> Result<(), Failure> {
    let hangups = signal(SignalKind::hangup());
    let mut hangups = hangups.map_err(|error| Failure::Internal(format!("no signal handler: {error}")))?;
    let log = log.clone();
    tokio::spawn(async move {
        while hangups.recv().await.is_some() {
            if let Err(error) = log.reopen() {
                tracing::error!(%error, "the audit log cannot be reopened; lines still go to the old file");
            }
        }
    });
    Ok(())
}

/// An address as it stands in a URL (RFC 3986, 3.2.2).
fn host(address: SocketAddr) -> String {
    if address.is_ipv6() { format!("[{}]", address.ip()) } else { address.ip().to_string() }
}

/// Ready when the process is asked to end.
fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    let listen =
        |kind| signal(kind).map_err(|error| Failure::Internal(format!("no signal handler: {error}")));
    let (mut terminate, mut interrupt) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
