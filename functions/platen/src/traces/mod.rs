//! Traces (OpenTelemetry): spans of requests, of work on jobs and of what is told of their ends, for a collector that the operator
//! names. Off without one.
//!
//! What is sent is OTLP over HTTP in JSON, which every collector takes: three kinds of spans do not need the SDK. Spans of the log are
//! its source. One with the field `traceparent` goes on from there; `span_id` is the id that others know it by.

mod export;
mod span;

use std::sync::OnceLock;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::time::SystemTime;

use platen_service::config::Traces;
use platen_service::trace::Parent;
use tracing::span::{Attributes, Id, Record};
use tracing::{Span, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use crate::failure::Failure;
use span::{Kind, Noted};

/// Spans that wait to be sent. Further ones are dropped, which is logged.
const WAITING: usize = 8_192;

static IS_ON: OnceLock<()> = OnceLock::new();

/// The context of work that begins: a part of what the client brought along, or of a trace of its own. Without traces what came goes on
/// as it came.
pub fn begin(came: Option<&Parent>) -> Option<Parent> {
    match IS_ON.get() {
        Some(()) => Some(Parent::within(came)),
        None => came.cloned(),
    }
}

/// Whether spans are sent anywhere.
pub fn are_on() -> bool {
    IS_ON.get().is_some()
}

/// Notes the status of an answer in its request's span.
pub fn answered(span: &Span, status: http::StatusCode) {
    if are_on() {
        span.record("status", status.as_u16());
    }
}

/// What notes spans and has them sent.
pub struct Spans {
    finished: SyncSender<span::Finished>,
}

/// Starts sending to the collector.
///
/// # Errors
/// Its address is none, or no thread can be had.
pub fn start(traces: &Traces) -> Result<Spans, Failure> {
    let (finished, waiting) = sync_channel(WAITING);
    export::start(traces, waiting)?;
    let _ = IS_ON.set(());
    Ok(Spans { finished })
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Spans {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(kind) = Kind::of(attributes.metadata().name()) else { return };
        let Some(span) = context.span(id) else { return };
        let mut noted = Noted::new(kind, SystemTime::now());
        attributes.record(&mut noted);
        span.extensions_mut().insert(noted);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(noted) = span.extensions_mut().get_mut::<Noted>()
        {
            values.record(noted);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let noted = context.span(&id).and_then(|span| span.extensions_mut().remove::<Noted>());
        let Some(finished) = noted.and_then(|noted| noted.finished(SystemTime::now())) else { return };
        if let Err(TrySendError::Full(_)) = self.finished.try_send(finished) {
            export::note_dropped();
        }
    }
}
