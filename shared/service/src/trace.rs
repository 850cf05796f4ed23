//! The trace of a request: the log lines that the request causes have its id, whichever process writes them.
//!
//! A client can send one (`traceparent`, W3C Trace Context, 3.2); its id is on the request's lines. The job that the request
//! starts carries it, and so do the messages about the job's end. On AWS, the gateway also begins one, which the job's
//! messages carry, too; X-Ray joins its sampled calls by the same header.

use std::future::Future;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A `traceparent` that a client brought along. The service passes it on as it came: it has no span of its own to name in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Parent(String);

impl Parent {
    /// Reads the header. One that names no trace is none.
    pub fn parse(header: &str) -> Option<Parent> {
        // A later version may say more, which this one cannot pass on.
        let text = id_of_parent(header).and(header.get(..PARENT_BYTES))?;
        let has_flags = text.bytes().rev().take(2).all(|byte| byte.is_ascii_hexdigit());
        has_flags.then(|| Parent(text.to_owned()))
    }

    /// The trace's id.
    pub fn id(&self) -> &str {
        id_of_parent(&self.0).unwrap_or_default()
    }

    /// The id of the span that it names.
    pub fn span_id(&self) -> &str {
        self.0.get(36..52).unwrap_or_default()
    }

    /// The header.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A new span: a part of another, or the first of a trace.
    pub fn within(other: Option<&Parent>) -> Parent {
        let trace = other.map_or_else(|| Uuid::new_v4().simple().to_string(), |other| other.id().to_owned());
        let flags = other.and_then(|other| other.0.get(53..)).unwrap_or("01");
        // Of the random bits; those of the version stand before.
        let (_, span) = Uuid::new_v4().as_u64_pair();
        Parent(format!("00-{trace}-{span:016x}-{flags}"))
    }

    /// The span of the current work: the client's, or on AWS the gateway's.
    pub fn current() -> Option<Parent> {
        let own = PARENT.try_with(Clone::clone).ok();
        own.or_else(|| Trace::current().and_then(|trace| trace.parent()))
    }

    /// Does work that came with a parent, where there is one.
    pub async fn scope<T>(parent: Option<Parent>, work: impl Future<Output = T>) -> T {
        match parent {
            Some(parent) => PARENT.scope(parent, work).await,
            None => work.await,
        }
    }
}

/// The bytes of a `traceparent` of version 00.
const PARENT_BYTES: usize = 55;

/// The id of the trace that a `traceparent` names: of version 00, or of a later one, which begins in the same way.
fn id_of_parent(header: &str) -> Option<&str> {
    let is_hex = |text: &str, digits: usize| {
        text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let mut parts = header.splitn(4, '-');
    let (version, trace, parent) = (parts.next()?, parts.next()?, parts.next()?);
    let is_sound = is_hex(version, 2) && version != "ff" && is_hex(trace, 32) && is_hex(parent, 16);
    (is_sound && trace.bytes().any(|byte| byte != b'0')).then_some(trace)
}

/// Longest header that is taken over.
const MAX_BYTES: usize = 256;

tokio::task_local! {
    static CURRENT: Trace;
    static PARENT: Parent;
}

/// A tracing header, such as `Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0` (AWS X-Ray Developer
/// Guide, "Tracing header").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace(String);

impl Trace {
    /// Reads a header. One that names no trace, or could forge a line of the log, is none.
    pub fn parse(header: &str) -> Option<Trace> {
        let harmless = header.len() <= MAX_BYTES
            && header.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:+=;".contains(&byte));
        let trace = Trace(header.to_owned());
        (harmless && !trace.id().is_empty()).then_some(trace)
    }

    /// The trace's id.
    pub fn id(&self) -> &str {
        self.0.split(';').find_map(|part| part.strip_prefix("Root=")).unwrap_or_default()
    }

    /// The header for receivers of the trace.
    pub fn header(&self) -> &str {
        &self.0
    }

    /// The same as a `traceparent`: the 32 digits of one are the time and the rest of the other (AWS Distro for OpenTelemetry, "X-Ray
    /// trace IDs"). `None` where it names no span to go on from.
    fn parent(&self) -> Option<Parent> {
        let part = |name: &str| self.0.split(';').find_map(|part| part.strip_prefix(name));
        let (time, rest) = self.id().strip_prefix("1-")?.split_once('-')?;
        let sampled = u8::from(part("Sampled=") == Some("1"));
        Parent::parse(&format!("00-{time}{rest}-{}-{sampled:02x}", part("Parent=")?))
    }

    /// The trace of the work that is done now.
    pub fn current() -> Option<Trace> {
        CURRENT.try_with(Clone::clone).ok()
    }

    /// Does work that belongs to a trace, where there is one.
    pub async fn scope<T>(trace: Option<Trace>, work: impl Future<Output = T>) -> T {
        match trace {
            Some(trace) => CURRENT.scope(trace, work).await,
            None => work.await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_names_its_trace_when_it_can_do_no_harm() {
        let id = |header: &str| Trace::parse(header).map(|trace| trace.id().to_owned());
        assert_eq!(id("Root=1-5759e988-bd;Parent=53;Sampled=1").as_deref(), Some("1-5759e988-bd"));
        assert_eq!(id("Self=1-a;Root=1-b").as_deref(), Some("1-b"));
        for harmful in [
            "",
            "Root=",
            "Parent=53",
            "Root=1 2",
            "Root=\"",
            "Root=1\n",
            &format!("Root={}", "x".repeat(256)),
        ] {
            assert_eq!(id(harmful), None, "{harmful:?}");
        }
    }

    #[test]
    fn a_parent_names_its_trace() {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        assert_eq!(id_of_parent(&format!("00-{trace}-00f067aa0ba902b7-01")), Some(trace));
        assert_eq!(id_of_parent(&format!("01-{trace}-00f067aa0ba902b7-01-more")), Some(trace));
        for wrong in [
            "",
            trace,
            &format!("ff-{trace}-00f067aa0ba902b7-01"),
            &format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
            &format!("00-{}-00f067aa0ba902b7-01", trace.to_uppercase()),
            &format!("00-{trace}-00f067aa0ba902b7\u{e4}-01"),
        ] {
            assert_eq!(id_of_parent(wrong), None, "{wrong}");
        }
    }

    #[tokio::test]
    async fn work_knows_its_parent() {
        let header = "00-5759e988bd862e3fe1be46a994272793-53995c3f42cd8ad8-01";
        let gateway =
            Trace::parse("Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1");
        let seen = Trace::scope(gateway.clone(), async { Parent::current() }).await;
        assert_eq!(seen, Parent::parse(header));
        let brought = Parent::parse("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more");
        let seen = Trace::scope(gateway, Parent::scope(brought.clone(), async { Parent::current() })).await;
        assert_eq!(
            seen.as_ref().map(Parent::as_str),
            Some("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        );
        assert_eq!(seen.as_ref().map(Parent::id), Some("4bf92f3577b34da6a3ce929d0e0e4736"));
        assert_eq!(Parent::current(), None);
        let own = Parent::within(brought.as_ref());
        assert_eq!(Some(own.id()), brought.as_ref().map(Parent::id));
        assert!(
            own.span_id() != "00f067aa0ba902b7" && Parent::parse(own.as_str()) == Some(own),
            "a span of its own"
        );
        let first = Parent::within(None);
        assert_eq!(Parent::parse(first.as_str()), Some(first));
    }

    #[tokio::test]
    async fn work_knows_its_trace() {
        let trace = Trace::parse("Root=1-a");
        assert_eq!(Trace::scope(trace.clone(), async { Trace::current() }).await, trace);
        assert_eq!(Trace::scope(None, async { Trace::current() }).await, None);
    }
}
