//! Starting a function: configuration, logging, storage, runtime.

use std::future::Future;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use platen_pdf::{Embedded, FontSettings};
use platen_service::config::{Config, PdfEngine, Store};
use platen_service::{Limits, Service, Stores};
use platen_store_embedded::EmbeddedStore;
use tracing_subscriber::EnvFilter;

/// Builds the service once, then hands it to `serve`.
pub(crate) fn run<F>(serve: impl FnOnce(Arc<Service>) -> F) -> ExitCode
where
    F: Future<Output = Result<(), lambda_runtime::Error>>,
{
    let config = match Config::from_env() {
        Ok(config) => config,
        Err(error) => {
            log("info");
            tracing::error!(%error, "the function cannot start: its configuration is wrong");
            return ExitCode::FAILURE;
        }
    };
    log(&config.log);
    let served = service(&config).and_then(|service| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| format!("no runtime: {error}"))?;
        runtime.block_on(serve(Arc::new(service))).map_err(|error| format!("the runtime ended: {error}"))
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(error, "the function cannot run");
            ExitCode::FAILURE
        }
    }
}

/// JSON lines on stdout, which CloudWatch collects. A filter that is none counts as `info`: a function must not fail
/// over its logging.
fn log(filter: &str) {
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().json().flatten_event(true).with_env_filter(filter).init();
    platen_service::panics::log_location_only();
}

fn service(config: &Config) -> Result<Service, String> {
    let Store::Embedded { data } = &config.store;
    let PdfEngine::Embedded = config.pdf_engine;
    // The engine first, before any thread: the store starts one.
    let engine = Embedded::new(&fonts(config, data)).map_err(|error| error.to_string())?;
    let store = EmbeddedStore::open(data).map_err(|error| error.to_string())?;
    Ok(Service::new(Stores::all_in_one(Arc::new(store)), Arc::new(engine), Limits::default()))
}

fn fonts(config: &Config, data: &Path) -> FontSettings {
    FontSettings { store: data.join("fonts"), folders: config.fonts.clone().into_iter().collect() }
}
