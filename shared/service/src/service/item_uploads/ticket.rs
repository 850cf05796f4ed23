//! `POST /api/bulkUploads` and the PUT that follows.

use http::header;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use platen_tables::Format;

use super::Uploads;
use crate::http::{Head, Request, Response, linked_id, no_content};
use crate::ids::UploadId;
use crate::links::Target;
use crate::problem::{Code, Problem};
use crate::subscriptions::Caller;
use crate::uploads::NewUpload;

/// The answer: where to PUT items, once or again until `expires_at`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UploadTicket)]
#[expect(missing_docs, reason = "the contract's own words")]
pub struct Ticket {
    pub upload_id: UploadId,
    pub upload_url: String,
    #[serde(serialize_with = "crate::time::write")]
    pub expires_at: Timestamp,
}

impl Uploads<'_> {
    /// Gives out a ticket.
    ///
    /// # Errors
    /// `invalid-query` when nothing tells the service's address, `limit-exceeded`, `unavailable`.
    pub async fn create(self, caller: &Caller, head: &Head) -> Result<Ticket, Problem> {
        self.0.check_disk()?;
        let upload_id = UploadId(Uuid::new_v4());
        let base = self.0.base_url(head).ok_or_else(Problem::no_address)?;
        let life = SignedDuration::try_from(self.0.limits.upload_life).map_err(Problem::internal)?;
        let until = Timestamp::now().checked_add(life).map_err(Problem::internal)?;
        let (uploads, most_open) = (&self.0.stores.uploads, self.0.limits.open_uploads);
        let link = uploads.new_upload(caller.subscription_id(), upload_id, &base, until, most_open).await?;
        Ok(Ticket { upload_id, upload_url: link.url, expires_at: link.expires_at })
    }

    /// Checks the link and the kind of what will come, before anything of it is read.
    ///
    /// # Errors
    /// `invalid-link`, `unsupported-media-type`, `unavailable`.
    pub async fn begin(self, head: &Head, id: Option<&str>) -> Result<Box<dyn NewUpload>, Problem> {
        let id = id.and_then(linked_id).map(UploadId).ok_or_else(Problem::invalid_link)?;
        let signer = self.0.stores.jobs.own_links();
        if !signer.is_some_and(|signer| signer.verifies(Target::Upload(id), head.query(), Timestamp::now())) {
            return Err(Problem::invalid_link());
        }
        self.0.check_disk()?;
        let content_type = head.header(header::CONTENT_TYPE.as_str());
        let content_encoding = head.header(header::CONTENT_ENCODING.as_str());
        if Format::of(content_type).is_none() || !is_known_encoding(content_encoding) {
            return Err(unsupported());
        }
        let upload = self.0.stores.uploads.receive(id, content_type, content_encoding).await?;
        upload.ok_or_else(Problem::invalid_link)
    }

    /// Takes in an upload that is in memory already.
    ///
    /// # Errors
    /// As [`Uploads::begin`].
    pub async fn put(self, request: Request) -> Result<Response, Problem> {
        let mut upload = self.begin(request.head(), request.param("uploadId")).await?;
        upload.write(request.body().clone()).await?;
        upload.finish().await?;
        Ok(no_content())
    }
}

/// Whether the content encoding is one that is undone when the items are read.
pub(super) fn is_known_encoding(encoding: Option<&str>) -> bool {
    encoding.is_none_or(|name| {
        ["", "identity", "gzip", "x-gzip"].contains(&name.trim().to_ascii_lowercase().as_str())
    })
}

/// What an upload may be.
pub(super) fn unsupported() -> Problem {
    Problem::new(
        Code::UnsupportedMediaType,
        format!(
            "Upload items with `Content-Type: application/json` (an array of objects), `application/jsonl` (an object per \
             line), `text/csv` (the first line names the columns) or `{}` (an Excel workbook), plain or with \
             `Content-Encoding: gzip`.",
            Format::XLSX_TYPE
        ),
    )
}
