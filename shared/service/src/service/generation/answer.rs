//! A document as an answer: the file, with a count of what it lacks; or the file and the list together, for whoever asks
//! for that.

use bytes::Bytes;
use http::header::{self, HeaderName, HeaderValue};
use platen_docx::Warning;
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::Document;
use crate::file_name::content_disposition;
use crate::http::{Head, Response, file};
use crate::problem::Problem;

/// How many warnings a document has.
pub const WARNINGS: HeaderName = HeaderName::from_static("platen-warnings");

/// How many pages the document has of which a picture shows one.
pub const PAGES: HeaderName = HeaderName::from_static("platen-pages");

const MULTIPART: &str = "multipart/mixed";

/// The second part of an answer to `Accept: multipart/mixed`.
#[derive(Debug, Serialize, ToSchema)]
pub struct DocumentWarnings<'a> {
    /// What the document lacks, or shows otherwise than the template's author meant.
    warnings: &'a [Warning],
}

impl Document {
    /// The answer to a request for the document: the file, or with `Accept: multipart/mixed` the file and its warnings as
    /// JSON (RFC 2046, 5.1.3).
    ///
    /// # Errors
    /// `internal` when the file's name cannot stand in a header.
    pub fn into_response(self, head: &Head) -> Result<Response, Problem> {
        let (count, pages) = (HeaderValue::from(self.warnings.len()), self.pages.map(HeaderValue::from));
        let mut response = if asks_for_both(head) {
            self.both()?
        } else {
            file(self.bytes, self.format.media_type(), &self.file_name)?
        };
        response.headers_mut().insert(WARNINGS, count);
        if let Some(pages) = pages {
            response.headers_mut().insert(PAGES, pages);
        }
        Ok(response)
    }

    fn both(&self) -> Result<Response, Problem> {
        let list = DocumentWarnings { warnings: self.warnings.as_slice() };
        let list = serde_json::to_string(&list).map_err(Problem::internal)?;
        // Of the document's own bytes: nobody can write it into a document. The same input gives the same bytes.
        let hash = Sha256::new().chain_update(&self.bytes).chain_update(&list).finalize();
        let boundary = hex::encode(&hash[..16]);
        let (media_type, disposition) = (self.format.media_type(), content_disposition(&self.file_name));
        let before = format!(
            "--{boundary}\r\nContent-Type: {media_type}\r\nContent-Disposition: {disposition}\r\n\r\n"
        );
        let after =
            format!("\r\n--{boundary}\r\nContent-Type: application/json\r\n\r\n{list}\r\n--{boundary}--\r\n");
        let body = [before.as_bytes(), &self.bytes, after.as_bytes()].concat();
        let mut response = Response::new(Bytes::from(body));
        let kind = HeaderValue::try_from(format!("{MULTIPART}; boundary={boundary}"));
        response.headers_mut().insert(header::CONTENT_TYPE, kind.map_err(Problem::internal)?);
        Ok(response)
    }
}

/// Whether `Accept` names `multipart/mixed` (RFC 9110, 12.5.1). What only allows it, as `*/*` does, does not ask for it.
fn asks_for_both(head: &Head) -> bool {
    let values = head.headers().get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|range| {
        let mut words = range.split(';').map(str::trim);
        let is_named = words.next().is_some_and(|name| name.eq_ignore_ascii_case(MULTIPART));
        is_named && !words.any(|word| matches!(word, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}
