//! An answer that is no success, as the service explains it.

use std::fmt;

use http::StatusCode;
use platen_docx::{Diagnostic, Severity};
use serde_json::Value;

/// Why a service refused a request.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    /// The members of its `application/problem+json` (RFC 9457); `null` when something else than Platen answered.
    problem: Value,
}

impl Refusal {
    /// Reads the body of an answer.
    pub fn read(status: StatusCode, body: &[u8]) -> Refusal {
        Refusal { status, problem: serde_json::from_slice(body).unwrap_or_default() }
    }

    /// The stable name of what is wrong; empty when something else than Platen answered.
    pub fn code(&self) -> &str {
        self.problem["code"].as_str().unwrap_or_default()
    }

    /// All that the service said.
    #[cfg(feature = "mcp")]
    pub fn problem(&self) -> &Value {
        &self.problem
    }

    /// What it says about a template, which the author reads as the remarks of a local check.
    pub fn remarks(&self) -> Vec<Diagnostic> {
        let faults = self.problem["errors"].as_array().into_iter().flatten();
        let remark = |fault: &Value| {
            let text = |name: &str| fault[name].as_str().unwrap_or_default().to_owned();
            let (place, detail) = (text("place"), text("detail"));
            Diagnostic {
                severity: Severity::Error,
                part: text("part"),
                excerpt: text("excerpt"),
                caret: fault["caret"].as_u64().and_then(|caret| caret.try_into().ok()).unwrap_or_default(),
                width: 1,
                // The service says the place twice.
                message: detail.strip_prefix(&format!("{place}: ")).unwrap_or(&detail).to_owned(),
                place,
                hint: fault["hint"].as_str().map(str::to_owned),
            }
        };
        faults.map(remark).collect()
    }

    /// Whether the fault is the service's own.
    pub fn is_internal(&self) -> bool {
        self.status.is_server_error()
    }
}

/// The detail, and each fault on a line.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(detail) = self.problem["detail"].as_str() else {
            return write!(
                f,
                "the answer is {}, and not Platen's; check the address in `--url`",
                self.status
            );
        };
        f.write_str(detail)?;
        for fault in self.problem["errors"].as_array().into_iter().flatten() {
            let word = |name: &str| fault[name].as_str().unwrap_or_default();
            let places = [word("pointer"), word("place")].into_iter().filter(|place| !place.is_empty());
            let place = places.collect::<Vec<_>>().join(", ");
            let separator = if place.is_empty() { "" } else { ": " };
            write!(f, "\n  {place}{separator}{}", word("detail"))?;
        }
        if self.is_internal() {
            let id = self.problem["requestId"].as_str().unwrap_or("unknown");
            write!(f, " (request {id})")?;
        }
        Ok(())
    }
}
