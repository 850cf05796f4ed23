//! A document as an answer: the file with the number of its warnings or, on request, the file and the list together, in
//! parts or as JSON.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::header::{self, HeaderName, HeaderValue};
use platen_docx::Warning;
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::Document;
use crate::file_name::content_disposition;
use crate::http::{Head, Response, file, json};
use crate::problem::Problem;

/// How many warnings a document has.
pub const WARNINGS: HeaderName = HeaderName::from_static("platen-warnings");

/// How many pages the document has of which a picture shows one.
pub const PAGES: HeaderName = HeaderName::from_static("platen-pages");

const MULTIPART: &str = "multipart/mixed";
const JSON: &str = "application/json";

/// The second part of an answer to `Accept: multipart/mixed`.
#[derive(Debug, Serialize, ToSchema)]
pub struct DocumentWarnings<'a> {
    /// What the document lacks, or shows otherwise than the template's author meant.
    warnings: &'a [Warning],
}

/// A document as JSON, for platforms that read nothing else.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InlineDocument<'a> {
    /// What the file is called.
    file_name: &'a str,
    /// The file's media type.
    media_type: &'static str,
    /// The file's bytes, in base64 (RFC 4648, 4).
    #[schema(content_encoding = "base64")]
    content: String,
    /// What the document lacks, or shows otherwise than the template's author meant.
    warnings: &'a [Warning],
}

impl Document {
    /// The answer to a request for the document: the file; with `Accept: multipart/mixed` the file and its warnings as JSON
    /// (RFC 2046, 5.1.3), with `application/json` alone an [`InlineDocument`].
    ///
    /// # Errors
    /// `internal` when the file's name cannot stand in a header.
    pub fn into_response(self, head: &Head) -> Result<Response, Problem> {
        let (count, pages) = (HeaderValue::from(self.warnings.len()), self.pages.map(HeaderValue::from));
        let accepted = accepted(head);
        let named = |kind: &str| accepted.iter().any(|name| name.eq_ignore_ascii_case(kind));
        // Many programs send it with every request, beside `*/*`: they want the file.
        let only_json = named(JSON) && accepted.iter().all(|name| name.eq_ignore_ascii_case(JSON));
        let mut response = if only_json {
            self.inline()?
        } else if named(MULTIPART) {
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

    fn inline(&self) -> Result<Response, Problem> {
        json(&InlineDocument {
            file_name: &self.file_name,
            media_type: self.format.media_type(),
            content: STANDARD.encode(&self.bytes),
            warnings: self.warnings.as_slice(),
        })
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

/// The media types that `Accept` names (RFC 9110, 12.5.1), but those that it refuses.
fn accepted(head: &Head) -> Vec<&str> {
    let values = head.headers().get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .filter_map(|range| {
            let mut words = range.split(';').map(str::trim);
            let name = words.next().filter(|name| !name.is_empty())?;
            (!words.any(|word| matches!(word, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))).then_some(name)
        })
        .collect()
}
