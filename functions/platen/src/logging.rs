//! Log lines: one readable line each, on stderr, since stdout belongs to what a command prints.

use std::fmt;

use clap::ValueEnum;
use platen_service::config::Config;
use tracing::{Event, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;

use crate::failure::Failure;
use crate::traces;

/// How log lines are written.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    #[default]
    Text,
    /// An object a line, for programs that collect logs
    Json,
}

/// Starts logging, and sending traces to a collector that is named.
///
/// # Errors
/// `PLATEN_LOG` is no filter, or the collector of traces cannot be called.
pub fn start(config: &Config, format: LogFormat) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(&config.log).map_err(|error| {
        Failure::Input(format!("PLATEN_LOG is `{}`: {error}; `info` is a filter", config.log))
    })?;
    let spans = config.traces.as_ref().map(traces::start).transpose()?;
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => lines.with_target(false).finish().with(spans).init(),
        LogFormat::Json => lines.json().flatten_event(true).finish().with(spans).init(),
    }
    platen_service::panics::log_location_only();
    Ok(())
}

/// Shows a command's user what libraries warn of, but for the warnings of a document, which the commands show themselves.
/// The second call changes nothing.
pub fn warnings() {
    let filter = EnvFilter::new("warn,platen_pdf::notes=off");
    let subscriber = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // An error says that there is a subscriber already.
    let _ = subscriber.event_format(Warning).try_init();
}

/// `warning: ` and the event's text and fields.
struct Warning;

impl<S: Subscriber + for<'a> LookupSpan<'a>, N: for<'a> FormatFields<'a> + 'static> FormatEvent<S, N>
    for Warning
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        writer.write_str("warning: ")?;
        context.format_fields(writer.by_ref(), event)?;
        writeln!(writer)
    }
}
