//! `POST /api/generateDocumentsBulk`: accepts a job.

use std::collections::BTreeSet;

use bytes::Bytes;
use jiff::Timestamp;
use platen_docx::{Pattern, Warning, Warnings};
use platen_tables::Note;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Jobs;
use super::cut::{Source, see};
use super::mixed::JobTemplates;
use super::name_check::NameCheck;
use crate::contract::{GenerateDocumentsBulk, Items, TemplateSource};
use crate::format::Format;
use crate::http::{Request, Response, accepted};
use crate::ids::{JobId, TemplateId};
use crate::jobs::{Cutting, Deliveries, JobRecord, NewJob, Progress, Settings};
use crate::problem::Problem;
use crate::reach::Reach;
use crate::service::generation::{IdempotencyKey, Turn};
use crate::subscriptions::{Caller, Subscription};
use crate::work::{Work, run};

/// Seconds after which a home with too much work is asked again.
const BACKLOG_RETRY_S: u64 = 10;

/// Seconds until a first look at a job is worth while.
const FIRST_LOOK_S: u64 = 1;

/// A job of PDFs has so many chunks, if that leaves each at least [`LEAST_CHUNK`] items: workers that take a chunk at a time then
/// end at about the same time.
const LAID_OUT_CHUNKS: usize = 40;
const LEAST_CHUNK: usize = 5;

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Started {
    /// The job.
    pub job_id: JobId,
    /// When it was accepted.
    #[serde(serialize_with = "crate::time::write")]
    pub started_at: Timestamp,
    /// What the sender of uploaded rows should know of them, such as columns that fill no field; only in the answer to the
    /// request that started the job.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<Warning>,
}

/// Whose items are received, and what documents they make.
struct Receiving<'r> {
    subscription: &'r Subscription,
    wanted: &'r GenerateDocumentsBulk,
    templates: &'r JobTemplates,
    chunk_items: usize,
}

/// What is known of a request's items.
struct Received {
    /// What is left to look at of the names in the file-name pattern.
    names: NameCheck,
    total: usize,
    warnings: Warnings,
    /// The upload that is cut after the answer.
    cutting: Option<Cutting>,
}

impl Started {
    /// The answer to the request that started the job.
    ///
    /// # Errors
    /// `internal` when it cannot be written as JSON.
    pub fn answer(&self) -> Result<Response, Problem> {
        accepted(self, &format!("/api/bulkGenerationJobs/{}", self.job_id), FIRST_LOOK_S)
    }

    /// A job that was started before.
    fn before(job_id: JobId, started_at: Timestamp) -> Started {
        Started { job_id, started_at, warnings: Vec::new() }
    }
}

impl Jobs<'_> {
    /// Reads the body of a bulk request. A hundred megabytes take a while: not on the reactor's time.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once.
    pub async fn read(self, request: &Request) -> Result<GenerateDocumentsBulk, Problem> {
        let (body, limits) = (request.body().clone(), self.0.limits.clone());
        let mut wanted = run((), move || GenerateDocumentsBulk::parse(&body, &limits)).await?;
        wanted.at_end = wanted.at_end.based(self.0.base_url(request.head()));
        let trail = request.head().trail();
        if let TemplateSource::Registered { template, .. } = wanted.source {
            trail.template(template);
        }
        trail.format(wanted.format);
        Ok(wanted)
    }

    /// Starts a job as [`Jobs::start`] does, and notes that the caller's key uses its template.
    ///
    /// # Errors
    /// As [`Jobs::start`].
    pub async fn start_for(
        self,
        caller: &Caller,
        key: Option<&IdempotencyKey>,
        wanted: GenerateDocumentsBulk,
        work: &Work,
    ) -> Result<Started, Problem> {
        let used = wanted.source.registered();
        let started = self.start(&caller.subscription, key, wanted, work).await?;
        if let Some(template) = used {
            self.0.templates().note_use(caller, template);
        }
        Ok(started)
    }

    /// Starts a job, once per key.
    ///
    /// # Errors
    /// `unknown-template`, `template-error`, `limit-exceeded`, `quota-exceeded`, `request-in-progress`, `idempotency-mismatch`,
    /// `unavailable`.
    pub async fn start(
        self,
        subscription: &Subscription,
        key: Option<&IdempotencyKey>,
        wanted: GenerateDocumentsBulk,
        work: &Work,
    ) -> Result<Started, Problem> {
        let Some(key) = key else {
            return self.start_new(subscription, JobId(Uuid::new_v4()), wanted, work).await;
        };
        match self.0.generation().claim(subscription.id, key).await? {
            Turn::Done(result) => {
                let job = Uuid::try_parse(&result).map_err(Problem::internal)?;
                self.started(work.reach(), JobId(job)).await
            }
            Turn::Mine => {
                // The job's id follows from the key and the request: should this process die between recording the job and
                // settling the key, the repeated request finds the job.
                let name =
                    [subscription.id.0.as_bytes(), key.request_sha256().as_slice(), key.key().as_bytes()];
                let expected = JobId(Uuid::new_v5(&Uuid::NAMESPACE_OID, &name.concat()));
                let made = match self.0.within(work.reach()).job(expected).await? {
                    Some(found) if !self.is_recent(found.started_at) => {
                        self.start_new(subscription, JobId(Uuid::new_v4()), wanted, work).await
                    }
                    Some(found) => Ok(Started::before(expected, found.started_at)),
                    None => self.start_new(subscription, expected, wanted, work).await,
                };
                let result = made.as_ref().ok().map(|started| started.job_id.to_string());
                self.0.generation().settle(subscription.id, key, result.as_deref()).await?;
                made
            }
        }
    }

    /// Starts a job under an id of the caller's own, unless there is one.
    ///
    /// # Errors
    /// As [`Jobs::start`].
    pub async fn start_as(
        self,
        subscription: &Subscription,
        job_id: JobId,
        wanted: GenerateDocumentsBulk,
    ) -> Result<Started, Problem> {
        let work = self.0.own_work(subscription.id);
        match self.0.within(work.reach()).job(job_id).await? {
            Some(found) => Ok(Started::before(job_id, found.started_at)),
            None => self.start_new(subscription, job_id, wanted, &work).await,
        }
    }

    fn is_recent(self, at: Timestamp) -> bool {
        Timestamp::now().duration_since(at).unsigned_abs() < self.0.limits.idempotency_retention
    }

    async fn started(self, reach: &Reach, job_id: JobId) -> Result<Started, Problem> {
        let found = self.0.within(reach).job(job_id).await?;
        let found = found.ok_or_else(Problem::unknown_job)?;
        Ok(Started::before(job_id, found.started_at))
    }

    async fn start_new(
        self,
        subscription: &Subscription,
        job_id: JobId,
        wanted: GenerateDocumentsBulk,
        work: &Work,
    ) -> Result<Started, Problem> {
        self.0.check_disk()?;
        match &wanted.items {
            Items::Inline(items) => self.check_room(subscription, items.len()).await?,
            Items::Documents(documents) => self.check_room(subscription, documents.len()).await?,
            Items::Uploaded(_) => {}
        }
        let addresses = wanted.addresses();
        self.0.check_addresses(&addresses).await?;
        let templates = self.templates_of(work, &wanted).await?;
        let chunk_items = self.chunk_items(&wanted);
        let pattern = self.pattern_of(&wanted, work).await?;
        let mut items = self.0.stores.jobs.new_items(subscription.id, job_id).await?;
        let receiving = Receiving { subscription, wanted: &wanted, templates: &templates, chunk_items };
        let Received { names, total, warnings, cutting } =
            self.receive(receiving, pattern.as_ref(), &mut *items).await?;
        let options = wanted.options.render.clone();
        let limits = self.0.limits.clone();
        run((), move || names.finish(pattern.as_ref(), &options, &limits)).await?;
        let files = wanted.files();
        let started_at = Timestamp::now();
        let asking = addresses.documents.iter().map(|(index, asked)| (*index, asked.progress()));
        let made_from = templates.kept.iter().map(|kept| kept.template_id).chain([templates.first.id]);
        let made_from: BTreeSet<TemplateId> = made_from.collect();
        let webhooks = self.0.webhooks().of_job(subscription.id, &made_from).await?;
        let record = JobRecord {
            job_id,
            subscription: subscription.id,
            template_id: templates.first.id,
            template_version: templates.first.version,
            settings: Settings {
                labels: work.reach().labels().cloned(),
                files_bytes: files.as_ref().map(|files| files.len() as u64),
                ..wanted.settings(templates.first.name, templates.kept)
            },
            chunk_items: u32::try_from(chunk_items).map_err(Problem::internal)?,
            progress: Progress::new(u32::try_from(total).map_err(Problem::internal)?),
            warned: 0,
            started_at,
            ended_at: None,
            archive_bytes: None,
            archive_expires_at: None,
            error: None,
            deliveries: Deliveries { documents: asking.collect(), webhooks, ..Deliveries::default() },
        };
        let template = match &files {
            Some(files) => [templates.package.as_ref(), files.as_bytes()].concat().into(),
            None => templates.package,
        };
        let (protection, addresses) = (wanted.options.protection, addresses.to_secret()?);
        if items.create(NewJob { record, template, protection, addresses, cutting }).await? {
            // The line that leads from a request's id to its job's.
            tracing::info!(%job_id, subscription = %subscription.id, items = total, "job started");
            return Ok(Started { job_id, started_at, warnings: warnings.into() });
        }
        // Another call for the same request was faster.
        self.started(work.reach(), job_id).await
    }

    /// How many items make a chunk. Few documents that take long make small ones, so that each worker has its share.
    fn chunk_items(self, wanted: &GenerateDocumentsBulk) -> usize {
        let is_laid_out = match &wanted.items {
            Items::Documents(all) => all.iter().any(|document| document.format != Format::Docx),
            _ => wanted.format != Format::Docx,
        };
        let limits = &self.0.limits;
        if !is_laid_out {
            return limits.chunk_items_docx.max(1);
        }
        let count = match &wanted.items {
            Items::Inline(all) => all.len(),
            Items::Documents(all) => all.len(),
            // What an upload holds is known when its chunks are written.
            Items::Uploaded(_) => usize::MAX,
        };
        limits.chunk_items_pdf.min((count / LAID_OUT_CHUNKS).max(LEAST_CHUNK)).max(1)
    }

    async fn pattern_of(
        self,
        wanted: &GenerateDocumentsBulk,
        work: &Work,
    ) -> Result<Option<Pattern>, Problem> {
        let Some(pattern) = wanted.file_name.clone() else { return Ok(None) };
        let (limits, budget) = (self.0.limits.clone(), work.budget_for(wanted.format).clone());
        let compile =
            move || Pattern::compile_within(&pattern, &limits.docx, &budget).map_err(Problem::from_compile);
        run((), compile).await.map(Some)
    }

    /// Writes the items of a request in chunks, or notes the upload that they are cut from later.
    async fn receive(
        self,
        receiving: Receiving<'_>,
        pattern: Option<&Pattern>,
        items: &mut dyn crate::jobs::Items,
    ) -> Result<Received, Problem> {
        let Receiving { subscription, wanted, templates, chunk_items } = receiving;
        let schema = &templates.first.compiled.discovery().schema;
        let names = NameCheck::new(pattern, &templates.compiled);
        let mut received = Received { names, total: 0, warnings: Warnings::default(), cutting: None };
        match &wanted.items {
            Items::Inline(all) => {
                for chunk in all.chunks(chunk_items) {
                    see(&mut received.names, chunk).await?;
                    items.chunk(chunk.to_vec()).await?;
                }
                received.total = all.len();
            }
            Items::Documents(all) => {
                for chunk in all.chunks(chunk_items) {
                    let data: Vec<Bytes> = chunk.iter().map(|document| document.data.clone()).collect();
                    see(&mut received.names, &data).await?;
                    items.chunk(templates.texts(chunk)).await?;
                }
                received.total = all.len();
            }
            Items::Uploaded(upload) if self.reads_later(subscription.id, *upload).await? => {
                self.check_room(subscription, 1).await?;
                // What can be said of it before it is read.
                wanted.plan(schema)?;
                received.names = NameCheck::default();
                received.cutting = Some(Cutting { upload: *upload, rows: wanted.rows.clone() });
            }
            Items::Uploaded(upload) => {
                let plan = wanted.plan(schema)?;
                let source = Source { subscription: subscription.id, upload: *upload, plan, chunk_items };
                let (total, notes) = self.cut(source, &mut received.names, items).await?;
                received.warnings = told(notes, pattern);
                received.total = total;
                self.check_room(subscription, total).await?;
            }
        }
        Ok(received)
    }

    /// Whether the subscription may have so many documents, and the home can make them in a time.
    async fn check_room(self, subscription: &Subscription, total: usize) -> Result<(), Problem> {
        let total = total as u64;
        self.0.generation().take_of_quota(subscription, total).await?;
        let waiting = self.0.stores.jobs.backlog().await?;
        if waiting > 0 && waiting.saturating_add(total) > self.0.limits.backlog_items {
            // What is accepted is done; what cannot be done soon is not accepted.
            let cause = format!("{waiting} items are already waiting (limit `backlog_items`)");
            return Err(Problem::unavailable(cause).retry_after(BACKLOG_RETRY_S));
        }
        Ok(())
    }
}

/// What is told of a table: not of columns that name the files.
fn told(notes: Vec<Note>, pattern: Option<&Pattern>) -> Warnings {
    let names = pattern.map(Pattern::fields).unwrap_or_default();
    let is_name = |note: &Note| matches!(note, Note::UnusedColumn { heading } if names.contains(heading));
    let notes = notes.into_iter().filter(|note| !is_name(note));
    notes.map(|note| Warning::new(note.code(), note.to_string())).collect()
}
