//! A span, as it is noted and as it is sent (OpenTelemetry protocol 1.x, `trace.proto`).

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use platen_service::trace::Parent;
use serde_json::{Value, json};
use tracing::field::{Field, Visit};

/// The spans of the log that are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A request that is answered.
    Request,
    /// A step of a job.
    Work,
    /// A try to tell the end of a job, or to deliver its result.
    Callback,
}

impl Kind {
    /// Which one the name of a span is; `None` for one that is not sent.
    pub(super) fn of(name: &str) -> Option<Kind> {
        match name {
            "request" => Some(Kind::Request),
            "work" => Some(Kind::Work),
            "callback" => Some(Kind::Callback),
            _ => None,
        }
    }

    fn number(self) -> u8 {
        match self {
            Kind::Work => 1,
            Kind::Request => 2,
            Kind::Callback => 3,
        }
    }
}

/// A span that is not over.
pub(super) struct Noted {
    kind: Kind,
    begin: SystemTime,
    parent: Option<Parent>,
    trace_id: Option<String>,
    span_id: Option<String>,
    status: u64,
    attributes: Vec<(&'static str, Value)>,
}

/// One that is.
pub(super) struct Finished(pub(super) Value);

impl Noted {
    pub(super) fn new(kind: Kind, begin: SystemTime) -> Noted {
        Noted { kind, begin, parent: None, trace_id: None, span_id: None, status: 0, attributes: Vec::new() }
    }

    fn note(&mut self, field: &Field, value: Value) {
        let text = || value.as_str().map(str::to_owned);
        match field.name() {
            "traceparent" => self.parent = value.as_str().and_then(Parent::parse),
            "trace_id" => self.trace_id = text(),
            "span_id" => self.span_id = text(),
            "status" => self.status = value.as_u64().unwrap_or_default(),
            name => self.attributes.push((attribute(name), value)),
        }
    }

    /// As it is sent. Work that no trace is known of is a part of none.
    pub(super) fn finished(self, end: SystemTime) -> Option<Finished> {
        let trace_id = self.parent.as_ref().map(|parent| parent.id().to_owned()).or(self.trace_id)?;
        let span_id =
            self.span_id.unwrap_or_else(|| Parent::within(self.parent.as_ref()).span_id().to_owned());
        let mut attributes = self.attributes;
        if self.status > 0 {
            attributes.push(("http.response.status_code", self.status.into()));
        }
        let attributes: Vec<Value> =
            attributes.into_iter().map(|(key, value)| json!({ "key": key, "value": typed(value) })).collect();
        let route = |key: &str| {
            attributes.iter().find(|each| each["key"] == key).map(|each| &each["value"]["stringValue"])
        };
        let name = match (self.kind, route("http.request.method")) {
            (Kind::Request, Some(Value::String(method))) => method.clone(),
            (Kind::Request, _) => "request".to_owned(),
            (Kind::Work, _) => "work".to_owned(),
            (Kind::Callback, _) => "callback".to_owned(),
        };
        let mut span = json!({
            "traceId": trace_id, "spanId": span_id, "name": name, "kind": self.kind.number(),
            "startTimeUnixNano": nanoseconds(self.begin), "endTimeUnixNano": nanoseconds(end), "attributes": attributes,
        });
        if let Some(parent) = &self.parent {
            span["parentSpanId"] = parent.span_id().into();
        }
        if self.status >= 500 {
            span["status"] = json!({ "code": 2 });
        }
        Some(Finished(span))
    }
}

impl Visit for Noted {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.note(field, format!("{value:?}").into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.note(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.note(field, value.into());
    }
}

/// What a field of the log is called among the attributes (OpenTelemetry semantic conventions, "HTTP spans").
fn attribute(field: &'static str) -> &'static str {
    match field {
        "method" => "http.request.method",
        "path" => "url.path",
        "request_id" => "platen.request.id",
        "job_id" => "platen.job.id",
        "task" => "platen.job.task",
        other => other,
    }
}

fn typed(value: Value) -> Value {
    match value {
        // Whole numbers are texts, as in all JSON of Protocol Buffers.
        Value::Number(number) => json!({ "intValue": number.to_string() }),
        Value::String(text) => json!({ "stringValue": text }),
        other => json!({ "stringValue": other.to_string() }),
    }
}

fn nanoseconds(time: SystemTime) -> String {
    time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_nanos().to_string()
}
