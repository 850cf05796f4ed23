//! Starting a function: configuration, logging, storage, runtime.

use std::future::Future;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use platen_pdf::{ChildSettings, Embedded, Engine, FontSettings, LibreOffice};
use platen_service::config::{Config, PdfEngine, Store};
use platen_service::{Limits, Service, Stores};
use platen_store_embedded::EmbeddedStore;
use tracing_subscriber::EnvFilter;

/// The argument with which a function starts itself to convert in a child.
const CONVERT_WORKER: &str = "convert-worker";

/// Whether the function makes PDFs, and so gets its engine ready while it starts, which Lambda gives more processor for.
pub(crate) enum Pdf {
    /// Each of its events may.
    Often,
    /// None, or few: fonts are written when the first PDF is wanted.
    Rarely,
}

/// Builds the service once, then hands it to `serve`.
pub(crate) fn run<F>(pdf: Pdf, serve: impl FnOnce(Arc<Service>) -> F) -> ExitCode
where
    F: Future<Output = Result<(), lambda_runtime::Error>>,
{
    if std::env::args().nth(1).is_some_and(|argument| argument == CONVERT_WORKER) {
        return platen_pdf::serve().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    let config = match Config::from_env() {
        Ok(config) => config,
        Err(error) => {
            log("info");
            tracing::error!(%error, "the function cannot start: its configuration is wrong");
            return ExitCode::FAILURE;
        }
    };
    log(&config.log);
    let served = service(&config, &pdf).and_then(|service| {
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

fn service(config: &Config, pdf: &Pdf) -> Result<Service, String> {
    let Store::Embedded { data } = &config.store;
    // The engine first, before any thread: the store starts one.
    let engine = engine(config, data)?;
    if matches!(pdf, Pdf::Often) {
        engine.warm_up().map_err(|error| error.to_string())?;
    }
    let store = EmbeddedStore::open(data).map_err(|error| error.to_string())?;
    Ok(Service::new(Stores::all_in_one(Arc::new(store)), engine, Limits::default()))
}

/// The embedded engine in this process: a document that ends it is delivered again to another one. LibreOffice only
/// comes in a child.
fn engine(config: &Config, data: &Path) -> Result<Arc<dyn Engine>, String> {
    let folders = config.fonts.clone().into_iter().collect();
    let engine: Arc<dyn Engine> = match config.pdf_engine {
        PdfEngine::Embedded => {
            let fonts = FontSettings { store: data.join("fonts"), folders };
            Arc::new(Embedded::new(&fonts).map_err(|error| error.to_string())?)
        }
        PdfEngine::LibreOffice => {
            let children = ChildSettings::of_this_program(vec![CONVERT_WORKER.into()]);
            let children = ChildSettings {
                memory_bytes: config.pdf_child_memory_bytes,
                conversions: config.pdf_child_documents,
                ..children.map_err(|error| format!("no path to this program: {error}"))?
            };
            Arc::new(LibreOffice::new(folders, children).map_err(|error| error.to_string())?)
        }
    };
    Ok(engine)
}
