//! A document that a service makes, with its warnings.

use bytes::Bytes;
use futures_util::stream;
use http::header;
use multer::Multipart;
use percent_encoding::percent_decode_str;
use platen_docx::Warnings;
use serde::Deserialize;

use super::{Call, Client, Reply};
use crate::failure::Failure;

/// A document.
pub struct Made {
    /// The name of its file.
    #[cfg_attr(not(feature = "mcp"), expect(dead_code, reason = "only agents are told of it"))]
    pub name: String,
    /// Its media type.
    #[cfg_attr(not(feature = "mcp"), expect(dead_code, reason = "only agents are told of it"))]
    pub media_type: String,
    /// The file.
    pub bytes: Bytes,
    /// What it lacks, or shows otherwise than its author meant.
    pub warnings: Warnings,
}

/// The second part of an answer.
#[derive(Deserialize)]
struct Listed {
    warnings: Warnings,
}

/// Sends a request for a document, and reads the document with its warnings.
///
/// # Errors
/// The service refuses.
pub async fn make(client: &Client, call: Call) -> Result<Made, Failure> {
    let reply = client.send(&call.header(header::ACCEPT, "multipart/mixed")).await?;
    Made::read(reply).await.ok_or_else(|| {
        Failure::Internal(
            "the answer is not a document; check that `--url` is the address of a Platen service".to_owned(),
        )
    })
}

impl Made {
    /// Reads the two parts of an answer (RFC 2046, 5.1): the document, then its warnings as JSON.
    async fn read(reply: Reply) -> Option<Made> {
        let (_, boundary) =
            reply.headers.get(header::CONTENT_TYPE)?.to_str().ok()?.split_once("boundary=")?;
        let body = stream::iter([Ok::<_, std::convert::Infallible>(reply.body)]);
        let mut parts = Multipart::new(body, boundary);
        let document = parts.next_field().await.ok()??;
        let named = |name| document.headers().get(name)?.to_str().ok().map(str::to_owned);
        let (disposition, media_type) = (named(header::CONTENT_DISPOSITION)?, named(header::CONTENT_TYPE)?);
        let bytes = document.bytes().await.ok()?;
        let list = parts.next_field().await.ok()??.bytes().await.ok()?;
        let Listed { warnings } = serde_json::from_slice(&list).ok()?;
        Some(Made { name: file_name(&disposition)?, media_type, bytes, warnings })
    }
}

/// The name of a file as `Content-Disposition` has it (RFC 6266, 4.1): the service always sends `filename*`.
pub fn file_name(disposition: &str) -> Option<String> {
    let (_, name) = disposition.split_once("filename*=UTF-8''")?;
    Some(percent_decode_str(name.split(';').next()?.trim()).decode_utf8_lossy().into_owned())
}
