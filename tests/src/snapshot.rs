//! Whole answers as text for snapshots, without what changes from run to run.

use std::fmt::Write;

use http::{HeaderMap, StatusCode};
use serde_json::Value;
use uuid::{Uuid, Version};

use crate::client::Reply;

/// Headers that say nothing about an answer: the clock, the length of a body that is shown anyhow, and what all answers
/// tell browsers alike, which has a test of its own (`manners`).
const NOISE: [&str; 4] = ["date", "content-length", "content-security-policy", "referrer-policy"];

/// An answer: status, headers by name, body.
pub fn answer(reply: &Reply) -> String {
    let content_type = reply.header("content-type").to_owned();
    format!("{}\n{}", head(reply.status, &reply.headers), body(&content_type, &reply.body))
}

fn head(status: StatusCode, headers: &HeaderMap) -> String {
    let mut lines: Vec<String> = headers
        .iter()
        .filter(|(name, _)| !NOISE.contains(&name.as_str()))
        .map(|(name, value)| format!("{name}: {}", redacted(value.to_str().unwrap())))
        .collect();
    lines.sort();
    let mut text = format!("{status}\n");
    for line in lines {
        writeln!(text, "{line}").unwrap();
    }
    text
}

fn body(content_type: &str, bytes: &[u8]) -> String {
    if content_type.ends_with("json") {
        let mut value: Value = serde_json::from_slice(bytes).unwrap();
        redact(&mut value);
        return serde_json::to_string_pretty(&value).unwrap();
    }
    match bytes {
        [] => "(nothing)".to_owned(),
        [b'P', b'K', 3, 4, ..] => "(a ZIP package)".to_owned(),
        [b'%', b'P', b'D', b'F', ..] => "(a PDF)".to_owned(),
        [0x1f, 0x8b, ..] => "(gzip)".to_owned(),
        other => String::from_utf8(other.to_vec()).unwrap(),
    }
}

/// Replaces random ids and times, wherever they are. Ids that follow from a path (UUIDv5) stay: they are a promise.
pub fn redact(value: &mut Value) {
    match value {
        Value::String(text) => *text = redacted(text),
        Value::Array(items) => items.iter_mut().for_each(redact),
        Value::Object(members) => {
            // How well a template packs is not what an answer's snapshot is about.
            for name in ["sizeBytes", "storageBytes"] {
                if let Some(size) = members.get_mut(name).filter(|size| size.is_number()) {
                    *size = "[bytes]".into();
                }
            }
            members.values_mut().for_each(redact);
        }
        _ => {}
    }
}

fn redacted(text: &str) -> String {
    match Uuid::try_parse(text) {
        Ok(id) if id.get_version() == Some(Version::Random) => "[id]".to_owned(),
        _ if text.parse::<jiff::Timestamp>().is_ok() => "[time]".to_owned(),
        _ if text.len() == 7 && format!("{text}-01").parse::<jiff::civil::Date>().is_ok() => {
            "[month]".to_owned()
        }
        _ => text.to_owned(),
    }
}
