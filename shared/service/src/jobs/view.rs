//! `Job`, as the contract shows it, and the operations that read, list and cancel jobs.

use jiff::{SignedDuration, Timestamp};
use platen_docx::Warning;
use serde::Serialize;
use utoipa::ToSchema;

use super::{ArchiveKind, Failure, ItemWarning, JobId, JobRecord, Status};
use crate::contract::Page;
use crate::file_name::safe_file_name;
use crate::http::Request;
use crate::links::{BaseUrl, Target};
use crate::problem::{Code, Problem};
use crate::store::Listed;
use crate::subscriptions::Caller;
use crate::templates::TemplateId;
use crate::{Limits, Service};

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
    #[schema(pattern = r"^\.(docx|pdf)$")]
    pub format: &'static str,
    /// When it was accepted.
    pub started_at: Timestamp,
    /// When it was over.
    pub end_time: Option<Timestamp>,
    /// Its items.
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
    /// A link to the archive, signed now; it needs no key. The archive is a ZIP of the documents or, of a job with `merge`,
    /// one PDF.
    pub zip_url: Option<String>,
    /// When the link ends.
    pub zip_url_expires_at: Option<Timestamp>,
    /// The archive's size.
    pub zip_size_bytes: Option<u64>,
    /// Why there is no archive.
    pub error_message: Option<String>,
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

fn archive_name(record: &JobRecord) -> String {
    safe_file_name(&record.settings.template_name, record.settings.archive_kind().extension())
}

impl Service {
    /// A job, with a link to its archive that was signed now.
    ///
    /// # Errors
    /// `unknown-job`, `unavailable`.
    pub async fn job(&self, caller: &Caller, job: JobId, base: Option<&BaseUrl>) -> Result<JobView, Problem> {
        let record = self.stores.jobs.job(caller.subscription_id(), job).await?;
        self.job_view(record.ok_or_else(unknown_job)?, base).await
    }

    /// The jobs made from a template, newest first. A template that is gone still has its jobs.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn jobs_of(
        &self,
        caller: &Caller,
        template: TemplateId,
        page: Option<Page>,
        base: Option<&BaseUrl>,
    ) -> Result<Listed<JobView>, Problem> {
        let subscription = caller.subscription_id();
        let listed = self.stores.jobs.jobs_of(subscription, template, page).await?;
        if listed.total == 0 && self.stores.templates.template(subscription, template).await?.is_none() {
            return Err(Problem::unknown_template());
        }
        self.job_views(listed, base).await
    }

    /// All jobs of the caller's subscription, newest first.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn jobs(
        &self,
        caller: &Caller,
        page: Page,
        base: Option<&BaseUrl>,
    ) -> Result<Listed<JobView>, Problem> {
        let listed = self.stores.jobs.jobs(caller.subscription_id(), page).await?;
        self.job_views(listed, base).await
    }

    async fn job_views(
        &self,
        listed: Listed<JobRecord>,
        base: Option<&BaseUrl>,
    ) -> Result<Listed<JobView>, Problem> {
        let mut items = Vec::with_capacity(listed.items.len());
        // Jobs of a list name no more failures and warnings together than one job does: a hundred of them with a thousand each would
        // be an answer of a hundred megabytes.
        let mut left = Most::of(&self.limits);
        for record in listed.items {
            let view = self.view(record, base, left).await?;
            left.failures = left.failures.saturating_sub(view.failed_generations.len());
            left.warnings = left.warnings.saturating_sub(view.warnings.len());
            items.push(view);
        }
        Ok(Listed { items, total: listed.total })
    }

    /// Cancels a job. One that is over stays as it is.
    ///
    /// # Errors
    /// `unknown-job`, `unavailable`.
    pub async fn cancel_job(
        &self,
        caller: &Caller,
        job: JobId,
        base: Option<&BaseUrl>,
    ) -> Result<JobView, Problem> {
        let now = Timestamp::now();
        let found = self.stores.jobs.cancel_job(caller.subscription_id(), job, now).await?;
        let (record, ended) = found.ok_or_else(unknown_job)?;
        if ended {
            self.stores.jobs.announce(&(&record).into()).await?;
        }
        self.job_view(record, base).await
    }

    /// Finds the archive that a signed link to this service names.
    ///
    /// # Errors
    /// `invalid-link` for a link that is changed or has run out, `unknown-job` when the archive is gone, `unavailable`.
    pub async fn linked_archive(&self, request: &Request) -> Result<ArchiveFile, Problem> {
        let job = JobId::of_path(request).map_err(|_| Problem::invalid_link())?;
        let now = Timestamp::now();
        let signer = self.stores.jobs.own_links();
        if !signer.is_some_and(|signer| signer.verifies(Target::Archive(job), request.query(), now)) {
            return Err(Problem::invalid_link());
        }
        let record = self.stores.jobs.any_job(job).await?.ok_or_else(unknown_job)?;
        match record.archive_bytes.filter(|_| record.archive_expires_at.is_some_and(|end| end > now)) {
            Some(bytes) => {
                let (kind, file_name) = (record.settings.archive_kind(), archive_name(&record));
                Ok(ArchiveFile { job, bytes, kind, file_name })
            }
            None => Err(unknown_job()),
        }
    }

    /// A job as its callers see it; without the service's address, without a link.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn job_view(&self, record: JobRecord, base: Option<&BaseUrl>) -> Result<JobView, Problem> {
        self.view(record, base, Most::of(&self.limits)).await
    }

    async fn view(&self, record: JobRecord, base: Option<&BaseUrl>, most: Most) -> Result<JobView, Problem> {
        let (progress, now) = (record.progress, Timestamp::now());
        let failures = match most.failures.min(progress.failed as usize) {
            0 => Vec::new(),
            most => self.stores.jobs.failures(record.job_id, most).await?,
        };
        let warnings = match most.warnings {
            // A document may have several.
            most if most > 0 && record.warned > 0 => self.stores.jobs.warnings(record.job_id, most).await?,
            _ => Vec::new(),
        };
        let mut error_message = record.error.clone();
        let mut link = None;
        match record.archive_expires_at {
            Some(end) if progress.status == Status::Completed && end > now => {
                let life = SignedDuration::try_from(self.limits.zip_url_life).map_err(Problem::internal)?;
                let until = now.checked_add(life).map_err(Problem::internal)?.min(end);
                if let Some(base) = base {
                    let name = archive_name(&record);
                    link = Some(self.stores.jobs.archive_link(&record, &name, base, until).await?);
                }
            }
            Some(end) => {
                error_message = Some(format!("The archive expired at {end} and was deleted."));
            }
            None => {}
        }
        let (zip_url, zip_url_expires_at) = link.map(|link| (link.url, link.expires_at)).unzip();
        Ok(JobView {
            job_id: record.job_id,
            template_id: record.template_id,
            status: progress.status.as_str(),
            format: record.settings.format().extension(),
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
        })
    }
}

/// A job that this subscription does not have. The same words whether or not another one has it.
pub(crate) fn unknown_job() -> Problem {
    Problem::new(
        Code::UnknownJob,
        "This subscription has no such job. POST /api/generateDocumentsBulk starts one.",
    )
}
