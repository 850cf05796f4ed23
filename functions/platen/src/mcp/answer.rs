//! What comes back from a tool.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::Value;

use crate::failure::Failure;

/// Bytes of a file that is put into an answer. Clients hold answers in memory, and many of them in the model's context.
pub const INLINE_BYTES: usize = 8 << 20;

/// JSON, as text, which every client shows to its model, and as a value for programs (MCP 2025-11-25, "Structured Content").
pub fn json(value: Value) -> CallToolResult {
    CallToolResult::structured(value)
}

/// A file with what there is to say about it.
///
/// # Errors
/// It is too large; `instead` says what to do then.
pub fn file(
    name: &str,
    media_type: &str,
    bytes: &Bytes,
    about: Value,
    instead: &str,
) -> Result<CallToolResult, Failure> {
    if bytes.len() > INLINE_BYTES {
        return Err(Failure::Input(format!(
            "the file has {} bytes, and an answer can carry {INLINE_BYTES}; {instead}",
            bytes.len()
        )));
    }
    let uri = format!("platen:///{}", utf8_percent_encode(name, NON_ALPHANUMERIC));
    let blob = ResourceContents::blob(STANDARD.encode(bytes), uri).with_mime_type(media_type);
    let mut result = json(about);
    result.content.push(ContentBlock::resource(blob));
    Ok(result)
}

/// A failure, which the model reads and can act upon: the service's code and words, with a place for each fault. It is text alone:
/// clients compare any value with the schema of the tool's good answers.
pub fn failed(failure: &Failure) -> CallToolResult {
    let Failure::Refused(refusal) = failure else {
        return CallToolResult::error(vec![ContentBlock::text(failure.to_string())]);
    };
    let code = refusal.code();
    let separator = if code.is_empty() { "" } else { ": " };
    CallToolResult::error(vec![ContentBlock::text(format!("{code}{separator}{refusal}"))])
}
