//! `Job`, as the contract shows it, and the operations that read, list and cancel jobs.

use std::collections::BTreeMap;

use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use platen_docx::Warning;
use serde::Serialize;
use utoipa::ToSchema;

use super::Jobs;
use crate::Limits;
use crate::http::{Head, Request, Response, file, linked_id, part_of};
use crate::ids::{JobId, TemplateId, WebhookId};
use crate::jobs::{ArchiveKind, Delivery, DocumentDelivery, Failure, ItemWarning, JobRecord, Status};
use crate::links::{BaseUrl, Link, Target};
use crate::page::{Listed, Page};
use crate::problem::Problem;
use crate::reach::Reach;
use crate::store::StoreError;
use crate::subscriptions::Caller;
use crate::time;

/// A job.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Job)]
pub struct JobView {
    /// The job.
    pub job_id: JobId,
    /// The template that it makes documents from, in the version that was in force when it began.
    pub template_id: TemplateId,
    /// `Pending`, `Running`, then one of `Completed` (the archive is there), `Failed` (`errorMessage` says why) and
    /// `Canceled`.
    #[schema(pattern = "^(Pending|Running|Completed|Failed|Canceled)$")]
    pub status: &'static str,
    /// What it makes.
    #[schema(pattern = r"^\.(docx|pdf)$", examples(".pdf"))]
    pub format: &'static str,
    /// When it was accepted.
    #[serde(serialize_with = "crate::time::write")]
    pub started_at: Timestamp,
    /// When it was over.
    #[serde(serialize_with = "crate::time::write_optional")]
    pub end_time: Option<Timestamp>,
    /// Its items; 0 until a large upload is read.
    pub total_count: u32,
    /// Items whose document is there.
    pub completed_count: u32,
    /// Items that failed.
    pub failed_generation_count: u32,
    /// The first thousand of them; in a list of jobs, the first thousand of all its jobs. `errors.json` in a ZIP archive
    /// lists all.
    pub failed_generations: Vec<FailedGeneration>,
    /// Items whose document has warnings.
    pub warned_count: u32,
    /// The first thousand of those warnings; in a list of jobs, the first thousand of all its jobs.
    pub warnings: Vec<JobWarning>,
    /// A link to the archive, signed now; it needs no key. The archive is a ZIP of the documents; of a job with `merge`, one file;
    /// of a single document that was asked for with `Prefer: respond-async`, the document itself.
    pub zip_url: Option<String>,
    /// When the link ends.
    #[serde(serialize_with = "crate::time::write_optional")]
    pub zip_url_expires_at: Option<Timestamp>,
    /// The archive's size.
    pub zip_size_bytes: Option<u64>,
    /// Why there is no archive.
    pub error_message: Option<String>,
    /// How far the delivery is that the request asked for with `deliver`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery: Option<Delivery>,
    /// How far the callback is that the request asked for with `callbackUrl`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub callback: Option<Delivery>,
    /// How far the e-mail is that the request asked for with `email`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<Delivery>,
    /// The same for documents that asked for one of the three; not in a list of jobs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub document_deliveries: Vec<DocumentDelivered>,
    /// How far the subscription's webhooks are told; not in a list of jobs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub webhooks: Vec<WebhookDelivered>,
}

/// How far a webhook is told.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookDelivered {
    /// The webhook.
    pub webhook_id: WebhookId,
    /// What became of it.
    #[serde(flatten)]
    pub delivery: Delivery,
}

/// What became of what a document of a job asked for.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentDelivered {
    /// The document's index in the request.
    pub index: u32,
    /// What became of it.
    #[serde(flatten)]
    pub delivered: DocumentDelivery,
}

/// An item that failed.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FailedGeneration {
    /// The item's index in the request, as text.
    pub global_index: String,
    /// The name that its document would have had.
    pub file_name: Option<String>,
    /// Why.
    pub error: String,
}

/// What the document of an item lacks, or shows otherwise than its author meant.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobWarning {
    /// The item's index in the request.
    pub index: u32,
    /// The warning.
    #[serde(flatten)]
    pub warning: Warning,
}

impl From<ItemWarning> for JobWarning {
    fn from(ItemWarning { index, warning }: ItemWarning) -> Self {
        JobWarning { index, warning }
    }
}

impl From<Failure> for FailedGeneration {
    fn from(failure: Failure) -> Self {
        let Failure { index, file_name, error } = failure;
        FailedGeneration { global_index: index.to_string(), file_name, error }
    }
}

/// An archive that a link opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveFile {
    /// Its job.
    pub job: JobId,
    /// Its size.
    pub bytes: u64,
    /// What it is.
    pub kind: ArchiveKind,
    /// What it is called.
    pub file_name: String,
}

impl ArchiveFile {
    /// The archive to save, or the part of it that is asked for: too large to be held in memory, so the home sends its bytes.
    ///
    /// # Errors
    /// `internal` when its name cannot stand in a header.
    pub fn answer(&self, head: &Head) -> Result<Response, Problem> {
        let whole = file(Bytes::new(), self.kind.media_type(), &self.file_name)?;
        // Written once: the bytes under a job's id never change.
        let tag = format!("\"{}-{}\"", self.job, self.bytes);
        part_of(head, whole, self.job, self.bytes, &tag)
    }
}

/// How many failures and warnings are listed.
#[derive(Clone, Copy)]
struct Most {
    failures: usize,
    warnings: usize,
}

impl Most {
    fn of(limits: &Limits) -> Most {
        Most { failures: limits.listed_failures, warnings: limits.listed_warnings }
    }
}

impl Jobs<'_> {
    /// A job, with a link to its archive that was signed now.
    ///
    /// # Errors
    /// `unknown-job`, `unavailable`.
    pub async fn get(self, caller: &Caller, job: JobId, base: Option<&BaseUrl>) -> Result<JobView, Problem> {
        let record = self.0.within(&caller.reach).job(job).await?;
        self.view(record.ok_or_else(Problem::unknown_job)?, base).await
    }

    /// The jobs made from a template, newest first. A template that is gone still has its jobs.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn of_template(
        self,
        caller: &Caller,
        template: TemplateId,
        page: Option<Page>,
        base: Option<&BaseUrl>,
    ) -> Result<Listed<JobView>, Problem> {
        let listed = self.0.within(&caller.reach).jobs_of(template, page).await?;
        self.views(listed.ok_or_else(Problem::unknown_template)?, base).await
    }

    /// All jobs of the caller's subscription, newest first.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn list(
        self,
        caller: &Caller,
        page: Page,
        base: Option<&BaseUrl>,
    ) -> Result<Listed<JobView>, Problem> {
        let listed = self.0.within(&caller.reach).jobs(page).await?;
        self.views(listed, base).await
    }

    async fn views(
        self,
        listed: Listed<JobRecord>,
        base: Option<&BaseUrl>,
    ) -> Result<Listed<JobView>, Problem> {
        let mut items = Vec::with_capacity(listed.items.len());
        // Jobs of a list name no more failures and warnings together than one job does: a hundred of them with a thousand each would
        // be an answer of a hundred megabytes.
        let mut left = Most::of(&self.0.limits);
        for record in listed.items {
            let mut view = self.view_within(record, base, left).await?;
            view.document_deliveries.clear();
            view.webhooks.clear();
            left.failures = left.failures.saturating_sub(view.failed_generations.len());
            left.warnings = left.warnings.saturating_sub(view.warnings.len());
            items.push(view);
        }
        Ok(Listed { items, total: listed.total })
    }

    /// Cancels a job. One that is over stays as it is. With `archive` a job that has documents goes on without making more,
    /// and completes with an archive of those; its other items are listed as failed.
    ///
    /// # Errors
    /// `unknown-job`, `unavailable`.
    pub async fn cancel(
        self,
        caller: &Caller,
        job: JobId,
        archive: bool,
        base: Option<&BaseUrl>,
    ) -> Result<JobView, Problem> {
        let record = self.end(&caller.reach, job, archive).await?.ok_or_else(Problem::unknown_job)?;
        self.view(record, base).await
    }

    /// Ends a job within somebody's reach, and gives it as it is then; `None` when there is none. One that is over stays as it is. With
    /// `archive` one that has documents goes on until they are packed.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn end(
        &self,
        reach: &Reach,
        job: JobId,
        archive: bool,
    ) -> Result<Option<JobRecord>, StoreError> {
        let jobs = &self.0.stores.jobs;
        if archive {
            let Some(record) = self.0.within(reach).job(job).await? else { return Ok(None) };
            if record.progress.done > 0 {
                jobs.stop_job(job).await?;
                return Ok(Some(record));
            }
        }
        let Some((record, ended)) = self.0.within(reach).cancel_job(job, Timestamp::now()).await? else {
            return Ok(None);
        };
        if ended {
            jobs.announce(&(&record).into()).await?;
        }
        Ok(Some(record))
    }

    /// Finds the archive that a signed link to this service names.
    ///
    /// # Errors
    /// `invalid-link` for a link that is changed or has run out, `unknown-job` when the archive is gone, `unavailable`.
    pub async fn linked_archive(self, request: &Request) -> Result<ArchiveFile, Problem> {
        let job = request.param("jobId").and_then(linked_id).map(JobId).ok_or_else(Problem::invalid_link)?;
        let now = Timestamp::now();
        let signer = self.0.stores.jobs.own_links();
        if !signer.is_some_and(|signer| signer.verifies(Target::Archive(job), request.query(), now)) {
            return Err(Problem::invalid_link());
        }
        let record = self.0.stores.jobs.any_job(job).await?.ok_or_else(Problem::unknown_job)?;
        match record.archive_bytes.filter(|_| record.archive_expires_at.is_some_and(|end| end > now)) {
            Some(bytes) => {
                let (kind, file_name) = (record.settings.archive_kind(), record.archive_name());
                Ok(ArchiveFile { job, bytes, kind, file_name })
            }
            None => Err(Problem::unknown_job()),
        }
    }

    /// A job as its callers see it; without the service's address, without a link.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn view(self, record: JobRecord, base: Option<&BaseUrl>) -> Result<JobView, Problem> {
        self.view_within(record, base, Most::of(&self.0.limits)).await
    }

    /// A link to a job's archive that was signed now, while there is one. `base` is the address that it begins with.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn archive_link(self, record: &JobRecord, base: &BaseUrl) -> Result<Option<Link>, Problem> {
        let now = Timestamp::now();
        let is_complete = record.progress.status == Status::Completed;
        let Some(end) = record.archive_expires_at.filter(|end| is_complete && *end > now) else {
            return Ok(None);
        };
        let life = SignedDuration::try_from(self.0.limits.zip_url_life).map_err(Problem::internal)?;
        let until = now.checked_add(life).map_err(Problem::internal)?.min(end);
        let name = record.archive_name();
        Ok(Some(self.0.stores.jobs.archive_link(record, &name, base, until).await?))
    }

    async fn view_within(
        self,
        record: JobRecord,
        base: Option<&BaseUrl>,
        most: Most,
    ) -> Result<JobView, Problem> {
        let (progress, now) = (record.progress, Timestamp::now());
        let failures = match most.failures.min(progress.failed as usize) {
            0 => Vec::new(),
            most => self.0.stores.jobs.failures(record.job_id, most).await?,
        };
        let warnings = match most.warnings {
            // A document may have several.
            most if most > 0 && record.warned > 0 => self.0.stores.jobs.warnings(record.job_id, most).await?,
            _ => Vec::new(),
        };
        let link = match base {
            Some(base) => self.archive_link(&record, base).await?,
            None => None,
        };
        let gone =
            record.archive_expires_at.filter(|end| progress.status != Status::Completed || *end <= now);
        let error_message = match gone {
            Some(end) => Some(format!("The archive expired at {} and was deleted.", time::text(end))),
            None => record.error.clone(),
        };
        let (delivery, callback, email) = (record.delivery(), record.callback(), record.email());
        let (zip_url, zip_url_expires_at) = link.map(|link| (link.url, link.expires_at)).unzip();
        Ok(JobView {
            job_id: record.job_id,
            template_id: record.template_id,
            status: progress.status.as_str(),
            format: record.settings.format.extension(),
            started_at: record.started_at,
            end_time: record.ended_at,
            total_count: progress.total,
            completed_count: progress.done,
            failed_generation_count: progress.failed,
            failed_generations: failures.into_iter().map(Into::into).collect(),
            warned_count: record.warned,
            warnings: warnings.into_iter().map(Into::into).collect(),
            zip_url,
            zip_url_expires_at,
            zip_size_bytes: record.archive_bytes,
            error_message,
            delivery,
            callback,
            email,
            document_deliveries: delivered(record.deliveries.documents),
            webhooks: told(record.deliveries.webhooks),
        })
    }
}

fn delivered(documents: BTreeMap<u32, DocumentDelivery>) -> Vec<DocumentDelivered> {
    documents.into_iter().map(|(index, delivered)| DocumentDelivered { index, delivered }).collect()
}

fn told(webhooks: BTreeMap<WebhookId, Delivery>) -> Vec<WebhookDelivered> {
    webhooks.into_iter().map(|(webhook_id, delivery)| WebhookDelivered { webhook_id, delivery }).collect()
}
