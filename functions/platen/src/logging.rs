//! Log lines of the server: one readable line each, on stderr, since stdout belongs to what a command prints.

use platen_service::config::Config;
use tracing_subscriber::EnvFilter;

use crate::failure::Failure;

/// Starts logging.
///
/// # Errors
/// `PLATEN_LOG` is no filter.
pub fn start(config: &Config) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(&config.log).map_err(|error| {
        Failure::Input(format!("PLATEN_LOG is `{}`: {error}; `info` is a filter", config.log))
    })?;
    tracing_subscriber::fmt().with_env_filter(filter).with_target(false).with_writer(std::io::stderr).init();
    platen_service::panics::log_location_only();
    Ok(())
}
