//! The trace of a request: its id is on the lines of the log that come of the request, whichever process writes them.
//!
//! In the cloud the gateway begins one. It goes along with the job that the request starts, and with the job's messages; X-Ray joins
//! what it was given of the calls by the same header.

use std::future::Future;

use serde::{Deserialize, Serialize};

/// Longest header that is taken over.
const MAX_BYTES: usize = 256;

tokio::task_local! {
    static CURRENT: Trace;
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

    /// The header, for whoever is told of the trace.
    pub fn header(&self) -> &str {
        &self.0
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

    #[tokio::test]
    async fn work_knows_its_trace() {
        let trace = Trace::parse("Root=1-a");
        assert_eq!(Trace::scope(trace.clone(), async { Trace::current() }).await, trace);
        assert_eq!(Trace::scope(None, async { Trace::current() }).await, None);
    }
}
