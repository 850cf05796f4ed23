//! What is stored of a job.

use std::fmt;

use bytes::Bytes;
use jiff::Timestamp;
use platen_docx::{Controls, Missing, RenderOptions, Warnings};
use platen_tables::Choices;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Part, Progress, Status};
use crate::contract::Format;
use crate::http::Request;
use crate::problem::Problem;
use crate::subscriptions::SubscriptionId;
use crate::templates::TemplateId;
use crate::uploads::UploadId;

/// A job's id: random, so that nobody guesses another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub Uuid);

impl JobId {
    /// The id in a request's path. What is no GUID is no job of anybody's.
    ///
    /// # Errors
    /// `unknown-job`.
    pub fn of_path(request: &Request) -> Result<JobId, Problem> {
        let id = request.param("jobId").and_then(|text| Uuid::try_parse(text).ok());
        id.map(JobId).ok_or_else(super::view::unknown_job)
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What the request chose for all items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The template's name, which names documents without a pattern.
    pub template_name: String,
    /// `.docx` or `.pdf`.
    pub format: String,
    /// The file-name pattern.
    pub file_name: Option<String>,
    /// `error`, `empty` or `keep`.
    pub missing: String,
    /// BCP 47 tag.
    pub locale: Option<String>,
    /// The day that templates call `today`.
    #[serde(default)]
    pub today: Option<jiff::civil::Date>,
    /// What becomes of content controls.
    #[serde(default)]
    pub controls: Controls,
    /// Whether errors of items show the values that they are about.
    #[serde(default)]
    pub error_data: bool,
    /// Text over every page of a PDF.
    #[serde(default)]
    pub watermark: Option<String>,
    /// The standard that a PDF keeps, by the name that requests use.
    #[serde(default)]
    pub conformance: Option<String>,
    /// Whether fields are computed; the template decides where it says nothing.
    #[serde(default)]
    pub update_fields: Option<bool>,
    /// Whether the documents become one PDF.
    #[serde(default)]
    pub merge: bool,
    /// Where the job's end is told.
    #[serde(default)]
    pub callback_url: Option<String>,
}

/// What an archive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveKind {
    /// A ZIP of the documents.
    Zip,
    /// The documents as one PDF.
    Pdf,
}

impl ArchiveKind {
    /// `.zip` or `.pdf`.
    pub fn extension(self) -> &'static str {
        match self {
            ArchiveKind::Zip => ".zip",
            ArchiveKind::Pdf => Format::Pdf.extension(),
        }
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            ArchiveKind::Zip => "application/zip",
            ArchiveKind::Pdf => Format::Pdf.media_type(),
        }
    }
}

impl Settings {
    /// The choices in the renderer's words.
    pub fn render_options(&self) -> RenderOptions {
        let missing = match self.missing.as_str() {
            "empty" => Missing::Empty,
            "keep" => Missing::Keep,
            _ => Missing::Error,
        };
        let &Settings { today, controls, error_data, .. } = self;
        RenderOptions { missing, locale: self.locale.clone(), today, controls, error_data }
    }

    /// What the job's archive is.
    pub fn archive_kind(&self) -> ArchiveKind {
        if self.merge { ArchiveKind::Pdf } else { ArchiveKind::Zip }
    }

    /// The format; that of a damaged record is taken for `.docx`.
    pub fn format(&self) -> Format {
        Format::parse(&self.format).unwrap_or(Format::Docx)
    }
}

/// A job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobRecord {
    /// Its id.
    pub job_id: JobId,
    /// Whose it is.
    pub subscription: SubscriptionId,
    /// The template.
    pub template_id: TemplateId,
    /// The template's version, of which the job keeps a copy.
    pub template_version: u32,
    /// What holds for all items.
    pub settings: Settings,
    /// Items of every chunk but the last, at least 1.
    pub chunk_items: u32,
    /// Status and counters.
    pub progress: Progress,
    /// Documents that have warnings.
    pub warned: u32,
    /// When it was accepted.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// Bytes of the archive.
    pub archive_bytes: Option<u64>,
    /// Until when the archive is kept.
    pub archive_expires_at: Option<Timestamp>,
    /// Why there is no archive.
    pub error: Option<String>,
}

impl JobRecord {
    /// How many chunks the job has.
    pub fn chunks(&self) -> u32 {
        self.progress.total.div_ceil(self.chunk_items.max(1))
    }

    /// The indices of a chunk's items in the request.
    pub fn items_of(&self, chunk: u32) -> std::ops::Range<u32> {
        let first = chunk.saturating_mul(self.chunk_items).min(self.progress.total);
        first..first.saturating_add(self.chunk_items).min(self.progress.total)
    }
}

/// What a job was ordered to make: it never changes, and is all that rendering needs of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Whose it is.
    pub subscription: SubscriptionId,
    /// The template.
    pub template_id: TemplateId,
    /// The template's version, of which the job keeps a copy.
    pub template_version: u32,
    /// What holds for all items.
    pub settings: Settings,
}

/// The items of a part that have no results yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// What their job makes.
    pub order: Order,
    /// The items, each with its index in the request.
    pub items: Vec<(u32, Bytes)>,
}

/// How an upload becomes the items of its job, once a worker reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cutting {
    /// The upload.
    pub upload: UploadId,
    /// How its rows become items.
    pub rows: Choices,
}

/// A job to be recorded, whose items are written, or uploaded.
#[derive(Debug, Clone)]
pub struct NewJob {
    /// Its record.
    pub record: JobRecord,
    /// The template's package, as of now: the job stays whole when the template is replaced, disabled or removed.
    pub template: Bytes,
    /// The passwords and permissions of the job's PDFs, as text that no store looks into. Not part of the record: it goes
    /// when the job ends, the record stays.
    pub protection: Option<SecretString>,
    /// The upload that has its items, where a worker is to read it; the record counts none of them yet.
    pub cutting: Option<Cutting>,
}

/// A document of a job that was just made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The item's index in the request.
    pub index: u32,
    /// The document's name, safe, not yet unlike its neighbours'.
    pub file_name: String,
    /// The file.
    pub bytes: Bytes,
    /// CRC-32 of the file, as ZIP has it (APPNOTE 6.3, 4.4.7).
    pub crc32: u32,
    /// What it lacks.
    pub warnings: Warnings,
}

/// A document of a job, as it is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentEntry {
    /// The item's index in the request.
    pub index: u32,
    /// The document's name, safe, not yet unlike its neighbours'.
    pub file_name: String,
    /// Bytes of the file.
    pub bytes: u64,
    /// CRC-32 of the file.
    pub crc32: u32,
    /// The part that it was recorded with.
    pub part: Part,
    /// Where it begins among the bytes of its part, in a store that joins them; 0 in others.
    pub offset: u64,
}

/// An item that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The item's index in the request.
    pub index: u32,
    /// The name that its document would have had, if it can be told.
    pub file_name: Option<String>,
    /// Why.
    pub error: String,
}

/// The results of the items of some chunks: each item that has one is in one of the two lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Results {
    /// The documents, in the items' order.
    pub documents: Vec<DocumentEntry>,
    /// The failures, in the items' order.
    pub failures: Vec<Failure>,
}

/// The event that a job ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the contract's own words")]
pub struct JobEnded {
    pub job_id: JobId,
    pub subscription_id: SubscriptionId,
    pub template_id: TemplateId,
    pub status: Status,
    pub total_count: u32,
    pub failed_generation_count: u32,
}

impl From<&JobRecord> for JobEnded {
    fn from(job: &JobRecord) -> Self {
        JobEnded {
            job_id: job.job_id,
            subscription_id: job.subscription,
            template_id: job.template_id,
            status: job.progress.status,
            total_count: job.progress.total,
            failed_generation_count: job.progress.failed,
        }
    }
}
