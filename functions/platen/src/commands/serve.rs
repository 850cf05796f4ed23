//! `platen serve`: the one-machine home.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use platen_service::Service;
use platen_store_embedded::EmbeddedStore;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_rustls::TlsAcceptor;

use crate::failure::Failure;
use crate::home::DataFolder;
use crate::server::{self, Bounds, Metrics, tls};
use crate::{callbacks, files, logging, welcome, workers};

/// How long documents in work are awaited at the end.
const LAST_WORK: Duration = Duration::from_secs(3);

/// Arguments of `platen serve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The address to listen on; port 0 takes a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    listen: String,
    /// Serve HTTPS: the certificate and those that vouch for it, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The certificate's private key, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    #[command(flatten)]
    data: DataFolder,
}

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// The address cannot be listened on, or the data folder not be used.
pub fn run(args: Args) -> Result<(), Failure> {
    let tls = args.tls_cert.zip(args.tls_key);
    let tls = tls.map(|(certificate, key)| tls::acceptor(&certificate, &key)).transpose();
    let tls = tls.map_err(|error| Failure::Input(error.to_string()))?;
    let home = args.data.to_serve()?;
    logging::start(home.config())?;
    let lock = home.lock()?;
    // Before any thread starts, as its documentation asks.
    let engine = home.engine()?;
    let (service, queue) = home.service_with(lock, engine.clone())?;
    // Meanwhile requests are taken; the first PDF finds fonts and a child ready.
    std::thread::spawn(move || {
        if let Err(error) = engine.warm_up() {
            tracing::error!(%error, "no PDF can be made");
        }
    });
    let data = home.path().display().to_string();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Internal(format!("no runtime: {error}")))?;
    let served = runtime.block_on(serve(Arc::new(service), queue, &args.listen, tls, &data));
    // A document in work is made again at the next start: it is not awaited for long.
    runtime.shutdown_timeout(LAST_WORK);
    served
}

async fn serve(
    service: Arc<Service>,
    queue: Arc<EmbeddedStore>,
    listen: &str,
    tls: Option<TlsAcceptor>,
    data: &str,
) -> Result<(), Failure> {
    let listener = TcpListener::bind(listen).await.map_err(|error| {
        Failure::Input(format!("cannot listen on {listen}: {error}; `--listen` names another address"))
    })?;
    let address = listener.local_addr().map_err(|error| Failure::Internal(error.to_string()))?;
    let stop = stop_signal()?;
    let key = welcome::prepare(&service).await?;
    // 0.0.0.0 is every address of this machine, but none to call.
    let host = if address.ip().is_unspecified() { "127.0.0.1".to_owned() } else { host(address) };
    let scheme = if tls.is_some() { "https" } else { "http" };
    let base_url = format!("{scheme}://{host}:{}", address.port());
    files::print(welcome::text(&base_url, data, key.as_ref()).as_bytes())?;
    let metrics = Metrics::install()?;
    let _workers = workers::start(&service, &queue).await?;
    // Ends with the process: what is on its way comes again.
    tokio::spawn(callbacks::run(queue, service.limits().clone()));
    server::serve(listener, tls, service, Some(metrics), Bounds::default(), stop).await;
    Ok(())
}

/// An address as it stands in a URL (RFC 3986, 3.2.2).
fn host(address: std::net::SocketAddr) -> String {
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
