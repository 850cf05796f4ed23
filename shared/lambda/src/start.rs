//! Starting a function: configuration, logging, storage, runtime.

use std::future::Future;
use std::process::ExitCode;
use std::sync::Arc;

use platen_service::config::Config;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::engine::MakeEngine;
use crate::{Home, MakeProvider};

/// Builds the home once, then hands it to `serve`.
pub(crate) fn run<F>(
    make_engine: MakeEngine,
    make_provider: Option<MakeProvider>,
    serve: impl FnOnce(Arc<Home>) -> F,
) -> ExitCode
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
    let served = Home::new(&config, make_engine, make_provider).and_then(|home| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| format!("no runtime: {error}"))?;
        let served = runtime.block_on(async { serve(Arc::new(home)).await });
        served.map_err(|error| format!("the runtime ended: {error}"))
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
/// over its logging. Filters by spans and their fields, which `EnvFilter` has besides, would bring a machine for regular
/// expressions into every function.
fn log(filter: &str) {
    let filter = filter.parse().unwrap_or_else(|_| Targets::new().with_default(LevelFilter::INFO));
    let lines = tracing_subscriber::fmt::layer().json().flatten_event(true);
    tracing_subscriber::registry().with(lines).with(filter).init();
    platen_service::panics::log_location_only();
}
