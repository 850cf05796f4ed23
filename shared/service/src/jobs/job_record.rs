//! The stored form of a job.

use bytes::Bytes;
use jiff::Timestamp;
use platen_docx::{Controls, Missing, RenderOptions, Warnings};
use platen_pdf::finish::{Conformance, PageRange, Signature, Stamp};
use platen_tables::Choices;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use super::{Deliveries, Delivery, DocumentDelivery, Part, Progress, Status};
use crate::file_name::safe_file_name;
use crate::format::Format;
use crate::ids::JobId;
use crate::ids::{SubscriptionId, TemplateId, UploadId, WebhookId};
use crate::reach::Labels;
use crate::trace::Parent;

/// The request's choices for all items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The template's name, which names documents without a pattern.
    pub template_name: String,
    /// What it makes.
    pub format: Format,
    /// The file-name pattern.
    pub file_name: Option<String>,
    /// The treatment of fields without data.
    pub missing: Missing,
    /// BCP 47 tag.
    pub locale: Option<String>,
    /// The day that templates call `today`.
    #[serde(default)]
    pub today: Option<jiff::civil::Date>,
    /// The treatment of content controls.
    #[serde(default)]
    pub controls: Controls,
    /// Whether errors of items show the values that they are about.
    #[serde(default)]
    pub error_data: bool,
    /// Text over every page of a PDF.
    #[serde(default)]
    pub watermark: Option<String>,
    /// The standard that a PDF keeps.
    #[serde(default)]
    pub conformance: Option<Conformance>,
    /// What the signature of each PDF says of itself, but for its time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
    /// A line on each page of a PDF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stamp: Option<Stamp>,
    /// Which pages of each PDF there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PageRange>,
    /// Whether content controls become fields of each PDF that can be filled in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forms: bool,
    /// Whether fields are computed; the template decides where it says nothing.
    #[serde(default)]
    pub update_fields: Option<bool>,
    /// Whether each PDF is an e-invoice of its data, by the mapping of its template.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub e_invoice: bool,
    /// Whether the only item has options of its own around its data.
    #[serde(default)]
    pub wraps: bool,
    /// Whether the documents become one PDF.
    #[serde(default)]
    pub merge: bool,
    /// Whether the only document is the result itself.
    #[serde(default)]
    pub single: bool,
    /// The templates of a job that has several; its items say which of them they take.
    #[serde(default)]
    pub templates: Vec<JobTemplate>,
    /// Bytes of the files that all of its PDFs take along: they follow its templates in the copy that it keeps of them
    /// ([`Settings::parted`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files_bytes: Option<u64>,
    /// The labels of its starter, if that reaches only some templates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<Labels>,
    /// The address to notify, of a job recorded by an earlier version, which did not encrypt it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub callback_url: Option<String>,
    /// Whether the job's end is reported; the address is encrypted ([`NewJob::addresses`]).
    #[serde(default)]
    pub tells: bool,
    /// The start of the link to the result in that message, if it has one.
    #[serde(default)]
    pub callback_base: Option<String>,
    /// Whether the result is put somewhere; the address is sealed ([`NewJob::addresses`]).
    #[serde(default)]
    pub delivers: bool,
    /// Whether an e-mail is sent; it is sealed, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub emails: bool,
    /// The trace that its request is a part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Parent>,
}

/// A template of a job that has several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobTemplate {
    /// Its id.
    pub template_id: TemplateId,
    /// Its version.
    pub version: u32,
    /// Its name for people, which names documents without a pattern.
    pub name: String,
    /// Bytes of its file.
    pub bytes: u64,
}

/// The kind of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveKind {
    /// A ZIP of the documents.
    Zip,
    /// The documents as one.
    Merged(Format),
    /// The only document, as it is.
    Single(Format),
}

impl ArchiveKind {
    /// `.zip`, or that of a document.
    pub fn extension(self) -> &'static str {
        match self {
            ArchiveKind::Zip => ".zip",
            ArchiveKind::Merged(format) | ArchiveKind::Single(format) => format.extension(),
        }
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            ArchiveKind::Zip => "application/zip",
            ArchiveKind::Merged(format) | ArchiveKind::Single(format) => format.media_type(),
        }
    }
}

impl Settings {
    /// The choices in the renderer's words.
    pub fn render_options(&self) -> RenderOptions {
        let &Settings { missing, today, controls, error_data, .. } = self;
        RenderOptions {
            missing,
            locale: self.locale.clone(),
            today,
            controls,
            error_data,
            packing: self.format.packing(),
        }
    }

    /// The templates in what the job keeps a copy of ([`NewJob::template`]), and the files behind them, if it has some; `None`
    /// where the copy is shorter than that.
    pub fn parted(&self, copy: &Bytes) -> Option<(Bytes, Option<Bytes>)> {
        let Some(length) = self.files_bytes else { return Some((copy.clone(), None)) };
        let start = copy.len().checked_sub(usize::try_from(length).ok()?)?;
        Some((copy.slice(..start), Some(copy.slice(start..))))
    }

    /// The kind of the job's archive.
    pub fn archive_kind(&self) -> ArchiveKind {
        match (self.single, self.merge) {
            (true, _) => ArchiveKind::Single(self.format),
            (false, true) => ArchiveKind::Merged(self.format),
            (false, false) => ArchiveKind::Zip,
        }
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
    /// The choices for all items.
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
    /// The progress of the orders for its end.
    pub deliveries: Deliveries,
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

/// The order of a job: it never changes, and is everything that rendering needs of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Whose it is.
    pub subscription: SubscriptionId,
    /// The template.
    pub template_id: TemplateId,
    /// The template's version, of which the job keeps a copy.
    pub template_version: u32,
    /// The choices for all items.
    pub settings: Settings,
}

/// The items of a part that have no results yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// The order of their job.
    pub order: Order,
    /// The items, each with its index in the request.
    pub items: Vec<(u32, Bytes)>,
    /// Whether their documents are no longer wanted ([`super::JobStore::stop_job`]).
    pub stopped: bool,
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
    /// The template's package, as of now: the job stays whole when the template is replaced, disabled or removed. Behind it
    /// stand the packages of its other templates ([`Settings::templates`]) and its files ([`Settings::files_bytes`]).
    pub template: Bytes,
    /// The passwords and permissions of the job's PDFs, as text that no store looks into. Not part of the record: it goes
    /// when the job ends, the record stays.
    pub protection: Option<SecretString>,
    /// [`super::Addresses`], as text that no store looks into. Not part of the record: they go when nothing is left to do
    /// with them ([`super::JobStore::record_deliveries`]), the record stays.
    pub addresses: Option<SecretString>,
    /// The upload that has its items, where a worker is to read it; the record counts none of them yet.
    pub cutting: Option<Cutting>,
}

/// A document of a job that was just made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The item's index in the request.
    pub index: u32,
    /// The document's name, safe, not yet unlike its neighbors'.
    pub file_name: String,
    /// The file.
    pub bytes: Bytes,
    /// CRC-32 of the file, as ZIP has it (APPNOTE 6.3, 4.4.7).
    pub crc32: u32,
    /// Its warnings.
    pub warnings: Warnings,
}

/// A document of a job, as it is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentEntry {
    /// The item's index in the request.
    pub index: u32,
    /// The document's name, safe, not yet unlike its neighbors'.
    pub file_name: String,
    /// Bytes of the file.
    pub bytes: u64,
    /// CRC-32 of the file.
    pub crc32: u32,
    /// The part that it was recorded with.
    pub part: Part,
    /// The object that has it, in a store in which a part can have several; empty if a part has one file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub object: String,
    /// Its start in the object.
    pub offset: u64,
}

impl DocumentEntry {
    /// Whether its bytes stand right behind those of another document, so that both can be read at once.
    pub fn follows(&self, before: &DocumentEntry) -> bool {
        (self.part, &self.object) == (before.part, &before.object)
            && Some(self.offset) == before.offset.checked_add(before.bytes)
    }
}

/// An item that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The item's index in the request.
    pub index: u32,
    /// The name that its document would have had, if it is known.
    pub file_name: Option<String>,
    /// Why.
    pub error: String,
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

impl JobRecord {
    /// Whether something is to be done when the job ends.
    pub fn asks_at_end(&self) -> bool {
        self.tells_callback() || self.has_addresses() || self.tells_webhooks()
    }

    /// Whether it came with addresses that are sealed.
    pub fn has_addresses(&self) -> bool {
        self.settings.delivers
            || self.settings.tells
            || self.settings.emails
            || !self.deliveries.documents.is_empty()
    }

    fn tells_callback(&self) -> bool {
        self.settings.tells || self.settings.callback_url.is_some()
    }

    /// Whether webhooks of its subscription report its end.
    pub fn tells_webhooks(&self) -> bool {
        !self.deliveries.webhooks.is_empty()
    }

    /// How far the delivery of the result is; `None` where none was asked for, or there is no result and never will be.
    pub fn delivery(&self) -> Option<Delivery> {
        let is_asked = self.settings.delivers && self.has_or_gets_a_result();
        is_asked.then(|| self.deliveries.result.clone().unwrap_or_default())
    }

    /// How far the e-mail is; `None` where none was asked for, or there is no result and never will be.
    pub fn email(&self) -> Option<Delivery> {
        let is_asked = self.settings.emails && self.has_or_gets_a_result();
        is_asked.then(|| self.deliveries.email.clone().unwrap_or_default())
    }

    fn has_or_gets_a_result(&self) -> bool {
        !matches!(self.progress.status, Status::Failed | Status::Canceled)
    }

    /// The name of its archive.
    pub fn archive_name(&self) -> String {
        safe_file_name(&self.settings.template_name, self.settings.archive_kind().extension())
    }

    /// The `webhook-id` of a webhook's message about its end. Each webhook has its own: a receiver that also gets a callback,
    /// or messages of several webhooks, would otherwise take the second message for a repetition of the first.
    pub fn message_id(&self, webhook: WebhookId) -> String {
        format!("{}.{webhook}", self.job_id)
    }

    /// How far the callback is; `None` where none was asked for.
    pub fn callback(&self) -> Option<Delivery> {
        self.tells_callback().then(|| self.deliveries.callback.clone().unwrap_or_default())
    }

    /// When something of a job that is over is to be tried next; `None` when nothing is left to do.
    pub fn next_delivery(&self, now: Timestamp) -> Option<Timestamp> {
        let (result, callback) = (self.delivery(), self.callback());
        let result = result.filter(Delivery::is_pending);
        // The end is told with what became of the result.
        let is_told = |callback: &Delivery| callback.is_pending() && result.is_none();
        let callback = callback.filter(is_told);
        let webhooks = self.deliveries.webhooks.values().filter(|webhook| is_told(webhook));
        let email = self.email().filter(Delivery::is_pending);
        let of_documents = self.deliveries.documents.values().flat_map(DocumentDelivery::all);
        let pending = of_documents.filter(|delivery| delivery.is_pending());
        let pending = pending.chain(&result).chain(&email).chain(&callback).chain(webhooks);
        pending.map(|delivery| delivery.next_try_at.unwrap_or(now)).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of jobs outlive the release that wrote them: the words of their settings stay as they are.
    #[test]
    fn settings_are_stored_in_words_that_stay() {
        let first =
            r#"{"template_name":"Letter","format":".pdf","file_name":null,"missing":"keep","locale":null}"#;
        let settings: Settings = serde_json::from_str(first).unwrap();
        assert_eq!(
            (settings.format, settings.missing, settings.conformance),
            (Format::Pdf, Missing::Keep, None)
        );
        let settings = Settings { conformance: Some(Conformance::A2b), ..settings };
        let text = serde_json::to_value(&settings).unwrap();
        assert_eq!((&text["format"], &text["missing"]), (&".pdf".into(), &"keep".into()));
        assert_eq!(text["conformance"], "a-2b");
        assert_eq!(serde_json::from_value::<Settings>(text).unwrap(), settings);
        assert!(serde_json::from_str::<Settings>(&first.replace("keep", "guess")).is_err(), "repaired");
    }

    #[test]
    fn files_stand_behind_the_templates() {
        let text =
            r#"{"template_name":"Letter","format":".pdf","file_name":null,"missing":"keep","locale":null}"#;
        let plain: Settings = serde_json::from_str(text).unwrap();
        let copy = Bytes::from("templatefiles");
        assert_eq!(plain.parted(&copy), Some((copy.clone(), None)));
        let of_five = Settings { files_bytes: Some(5), ..plain };
        assert_eq!(of_five.parted(&copy), Some(("template".into(), Some("files".into()))));
        assert_eq!(of_five.parted(&Bytes::from("four")), None, "what is damaged is told");
    }
}
