//! Sends spans to a collector, from a thread of its own: what it waits for, nobody else waits for.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use http::{HeaderName, HeaderValue, Method, header};
use platen_service::config::Traces;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::span::Finished;
use crate::failure::Failure;
use crate::remote::{Call, Http, Transport};

/// How long spans are collected, and how many of them at most, until they are sent.
const EVERY: Duration = Duration::from_secs(1);
const AT_ONCE: usize = 512;

/// How long a collector has to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is said that spans are lost.
const SAID_EVERY: Duration = Duration::from_secs(60);

static DROPPED: AtomicU64 = AtomicU64::new(0);

/// Counts a span that nobody took.
pub(super) fn note_dropped() {
    DROPPED.fetch_add(1, Ordering::Relaxed);
}

/// Starts to send what comes.
///
/// # Errors
/// The address is none, a header can be none, or no thread can be had.
pub(super) fn start(traces: &Traces, waiting: Receiver<Finished>) -> Result<(), Failure> {
    let mut call = Call::new(Method::POST, "/v1/traces").header(header::CONTENT_TYPE, "application/json");
    for (name, value) in &traces.headers {
        let name = HeaderName::try_from(name.as_str()).ok().zip(HeaderValue::try_from(value.as_str()).ok());
        let (name, mut value) = name.ok_or_else(|| {
            Failure::Input(
                "OTEL_EXPORTER_OTLP_HEADERS must be `name=value` pairs with commas between".to_owned(),
            )
        })?;
        value.set_sensitive(true);
        call.headers.insert(name, value);
    }
    let collector = Http::new(traces.endpoint.clone(), None)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Internal(format!("no runtime for traces: {error}")))?;
    let service = traces.service.clone();
    let work = move || {
        let mut said = None;
        while let Some(spans) = next(&waiting) {
            call.body = message(&service, spans).to_string().into();
            // Made within the runtime, whose clock it goes by.
            let sent = runtime.block_on(async { timeout(PATIENCE, collector.begin(&call)).await });
            let fault = match sent {
                Ok(Ok(answer)) if answer.status().is_success() => None,
                Ok(Ok(answer)) => Some(format!("the collector answered {}", answer.status())),
                Ok(Err(failure)) => Some(failure.to_string()),
                Err(_) => Some("the collector does not answer".to_owned()),
            };
            tell(fault, &mut said);
        }
    };
    let thread = thread::Builder::new().name("platen-traces".to_owned()).spawn(work);
    thread.map(drop).map_err(|error| Failure::Internal(format!("no thread for traces: {error}")))
}

/// Some spans, once there are any; `None` at the end.
fn next(waiting: &Receiver<Finished>) -> Option<Vec<Value>> {
    let mut spans = vec![waiting.recv().ok()?.0];
    let end = Instant::now() + EVERY;
    while spans.len() < AT_ONCE {
        match waiting.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(Finished(span)) => spans.push(span),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    Some(spans)
}

fn message(service: &str, spans: Vec<Value>) -> Value {
    let text = |key: &str, value: &str| json!({ "key": key, "value": { "stringValue": value } });
    let version = env!("CARGO_PKG_VERSION");
    json!({ "resourceSpans": [{
        "resource": { "attributes": [text("service.name", service), text("service.version", version)] },
        "scopeSpans": [{ "scope": { "name": "platen", "version": version }, "spans": spans }],
    }] })
}

/// Logs what is lost, now and then.
fn tell(fault: Option<String>, said: &mut Option<Instant>) {
    let dropped = DROPPED.load(Ordering::Relaxed);
    if (fault.is_some() || dropped > 0) && said.is_none_or(|last| last.elapsed() >= SAID_EVERY) {
        *said = Some(Instant::now());
        DROPPED.fetch_sub(dropped, Ordering::Relaxed);
        tracing::warn!(cause = fault.as_deref(), dropped, "spans are lost");
    }
}
