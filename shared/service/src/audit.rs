//! The audit log: a line of JSON for each request, refused or not. It says who asked for what and how that ended; it has no
//! data, file names or keys.

use std::fs::File;
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use http::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use uuid::Uuid;

use crate::format::Format;
use crate::http::Head;
use crate::ids::{SubscriptionId, TemplateId};
use crate::subscriptions::Caller;
use crate::time;

/// The destination of the lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// Nowhere.
    Off,
    /// The standard error of the process.
    Stderr,
    /// The end of a file, which is created if it is missing.
    File(PathBuf),
}

impl Destination {
    /// Reads `off`, `stderr`, or the path of a file.
    pub fn parse(text: &str) -> Destination {
        match text {
            "off" => Destination::Off,
            "stderr" => Destination::Stderr,
            path => Destination::File(path.into()),
        }
    }
}

/// A line. Its first members are called as those of the log beside it are (`PLATEN_LOG_FORMAT=json`), so that what collects lines
/// finds time and level of both in one place.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    #[serde(serialize_with = "time::write")]
    timestamp: Timestamp,
    level: &'static str,
    message: &'static str,
    target: &'static str,
    request_id: &'a str,
    /// The trace that the client's `traceparent` names.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace_id: Option<String>,
    client: Option<IpAddr>,
    method: &'a str,
    /// The operation's path, with `{name}` where a segment varies. The path that was called may hold what is nobody's
    /// business.
    route: Option<&'static str>,
    key_id: Option<Uuid>,
    subscription_id: Option<SubscriptionId>,
    template_id: Option<TemplateId>,
    format: Option<&'static str>,
    bytes_in: u64,
    bytes_out: u64,
    /// `null` when the client had gone before there was an answer.
    status: Option<u16>,
    /// `ok`, the code of the problem, or `client-gone`.
    outcome: &'static str,
    duration_ms: u64,
}

/// The log.
#[derive(Debug)]
pub struct Log(Sink);

#[derive(Debug)]
enum Sink {
    Off,
    Stderr,
    File { path: PathBuf, file: Mutex<File> },
}

impl Log {
    /// Opens the log.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn open(destination: &Destination) -> io::Result<Log> {
        Ok(Log(match destination {
            Destination::Off => Sink::Off,
            Destination::Stderr => Sink::Stderr,
            Destination::File(path) => Sink::File { path: path.clone(), file: Mutex::new(append(path)?) },
        }))
    }

    /// Opens the file again after log rotation has moved it away.
    ///
    /// # Errors
    /// The file cannot be written; lines go on into the one that was moved.
    pub fn reopen(&self) -> io::Result<()> {
        if let Sink::File { path, file } = &self.0 {
            *file.lock().unwrap_or_else(PoisonError::into_inner) = append(path)?;
        }
        Ok(())
    }

    /// Begins the line of a request.
    pub fn begin<'a>(&'a self, head: &'a Head) -> Entry<'a> {
        Entry { log: self, head, time: Timestamp::now(), began: Instant::now(), answer: None }
    }

    /// Writes a line in one piece, so that lines of several threads, or processes, do not mix.
    fn write(&self, line: &Line<'_>) {
        let Ok(mut text) = serde_json::to_vec(line) else { return };
        text.push(b'\n');
        let written = match &self.0 {
            Sink::Off => return,
            Sink::Stderr => io::stderr().write_all(&text),
            Sink::File { file, .. } => file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&text),
        };
        if let Err(error) = written {
            tracing::error!(%error, "a line of the audit log is lost");
        }
    }
}

/// Readable for the service's own user alone: it names who asked for what.
fn append(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The line of a request that is being answered. Dropped without an answer, it says that the client had gone.
#[derive(Debug)]
pub struct Entry<'a> {
    log: &'a Log,
    head: &'a Head,
    time: Timestamp,
    began: Instant,
    answer: Option<(StatusCode, u64)>,
}

impl Entry<'_> {
    /// The request is answered, with so many bytes.
    pub fn answered(mut self, status: StatusCode, bytes_out: u64) {
        self.answer = Some((status, bytes_out));
    }
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        if matches!(self.log.0, Sink::Off) {
            return;
        }
        let known = self.head.trail().known().clone();
        let (status, bytes_out) = self.answer.map_or((None, 0), |(status, bytes)| (Some(status), bytes));
        self.log.write(&Line {
            timestamp: self.time,
            level: if status.is_some_and(|status| status.is_server_error()) { "ERROR" } else { "INFO" },
            message: "request",
            target: "audit",
            request_id: self.head.request_id(),
            trace_id: self.head.trace_parent().map(|parent| parent.id().to_owned()),
            client: self.head.client(),
            // What is no word of HTTP may be as long as a head.
            method: Some(self.head.method().as_str()).filter(|word| word.len() <= 16).unwrap_or("other"),
            route: known.route.map(|route| route.path),
            key_id: known.caller.as_ref().map(|caller| caller.key_id),
            subscription_id: known.caller.as_ref().map(Caller::subscription_id),
            template_id: known.template,
            format: known.format.map(Format::extension),
            bytes_in: known.bytes_in,
            bytes_out,
            status: status.map(|status| status.as_u16()),
            outcome: match (status, known.refused) {
                (None, _) => "client-gone",
                (_, Some(code)) => code.as_str(),
                _ => "ok",
            },
            duration_ms: u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX),
        });
    }
}
