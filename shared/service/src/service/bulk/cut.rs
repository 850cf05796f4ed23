//! Cuts an upload into the chunks of its job: while its request waits, or later, as a piece of work, if the upload takes
//! longer to read than a request can wait.

use bytes::Bytes;
use platen_docx::Pattern;
use platen_tables::{Note, Plan};

use super::Jobs;
use super::chunk_work::reason;
use super::mixed::damaged;
use super::name_check::NameCheck;
use super::step::note_trace;
use crate::ids::{JobId, SubscriptionId, TemplateId, UploadId};
use crate::jobs::{Cutting, Items, JobRecord, Task};
use crate::problem::{Code, FieldError, Problem};
use crate::service::item_uploads::Piece;
use crate::service::registry::Content;
use crate::work::run;

/// An upload, and how it is cut.
pub(super) struct Source {
    pub(super) subscription: SubscriptionId,
    pub(super) upload: UploadId,
    pub(super) plan: Plan,
    pub(super) chunk_items: usize,
}

impl Jobs<'_> {
    /// Whether an upload is left to a worker.
    pub(super) async fn reads_later(
        self,
        subscription: SubscriptionId,
        upload: UploadId,
    ) -> Result<bool, Problem> {
        if !self.0.stores.jobs.cuts_later() {
            return Ok(false);
        }
        let (upload, _) = self.0.uploads().checked(subscription, upload).await?;
        Ok(upload.bytes > self.0.limits.read_at_once_bytes)
    }

    /// Hands the items of an upload on, chunk by chunk. Returns how many there are, and what its sender should know of it.
    pub(super) async fn cut(
        self,
        source: Source,
        names: &mut NameCheck,
        items: &mut dyn Items,
    ) -> Result<(usize, Vec<Note>), Problem> {
        let Source { subscription, upload, plan, chunk_items } = source;
        let mut pieces = self.0.uploads().items(subscription, upload, plan, chunk_items).await?;
        let mut total = 0;
        loop {
            match pieces.next().await? {
                Piece::Items(chunk) => {
                    total += chunk.len();
                    self.check_count(total)?;
                    see(names, &chunk).await?;
                    items.chunk(chunk).await?;
                }
                Piece::End(notes) => {
                    self.check_count(total)?;
                    return Ok((total, notes));
                }
            }
        }
    }

    /// Cuts the upload of a job that was accepted before it was read, and queues its chunks. What is wrong with the upload ends
    /// the job.
    pub(super) async fn cut_upload(self, job: JobId) -> Result<(), Problem> {
        let jobs = &self.0.stores.jobs;
        // The message may be faster than the record that it is about.
        let record = jobs.any_job(job).await?;
        let record = record.ok_or_else(|| Problem::unavailable("there is no job for this message yet"))?;
        note_trace(&record.settings);
        if record.progress.status.is_over() {
            return Ok(());
        }
        if let Some((cutting, mut items)) = jobs.cutting(job).await? {
            match self.cut_for(&record, cutting, &mut *items).await {
                Ok(total) => items.finish(u32::try_from(total).map_err(Problem::internal)?).await?,
                Err(problem) if problem.code().status().is_client_error() => {
                    return self.fail(job, &reason(&problem)).await;
                }
                Err(problem) => return Err(problem),
            }
        }
        Ok(jobs.queue_next(job, Task::Dispatch).await?)
    }

    async fn cut_for(
        self,
        job: &JobRecord,
        Cutting { upload, rows }: Cutting,
        items: &mut dyn Items,
    ) -> Result<usize, Problem> {
        let (subscription, settings) = (job.subscription, &job.settings);
        let copy = self.0.stores.jobs.job_template(job.job_id).await?;
        let (package, _) = settings.parted(&copy).ok_or_else(damaged)?;
        let work = self.0.own_work(subscription);
        let content = Content::once(TemplateId(job.job_id.0), job.template_version);
        let template = self.0.templates().compile_package(&work, content, package, settings.format).await?;
        let pattern = settings.file_name.as_deref();
        let pattern = pattern.map(|text| Pattern::compile(text, &self.0.limits.docx)).transpose();
        let pattern = pattern.map_err(|_| Problem::internal("a job's file-name pattern cannot be used"))?;
        let options = settings.render_options();
        let is_strict = options.missing == platen_docx::Missing::Error;
        let plan = Plan::new(&template.discovery().schema, rows, is_strict);
        let plan = plan.map_err(|fault| crate::uploads::refused(vec![fault.to_string()]))?;
        let mut names = NameCheck::new(pattern.as_ref(), std::slice::from_ref(&template));
        let chunk_items = usize::try_from(job.chunk_items).map_err(Problem::internal)?;
        let source = Source { subscription, upload, plan, chunk_items };
        let (total, notes) = self.cut(source, &mut names, items).await?;
        for note in notes {
            tracing::warn!(job_id = %job.job_id, code = note.code(), "an upload has something its sender should know");
        }
        let owner = self.0.stores.subscriptions.subscription(subscription).await?;
        if let Some(owner) = owner {
            self.0.generation().take_of_quota(&owner, total as u64).await?;
        }
        let limits = self.0.limits.clone();
        run((), move || names.finish(pattern.as_ref(), &options, &limits)).await?;
        Ok(total)
    }

    /// Whether an upload has as many items as a job may have.
    fn check_count(self, total: usize) -> Result<(), Problem> {
        let most = self.0.limits.job_items;
        let fault = match total {
            0 => "the upload must contain at least one object".to_owned(),
            _ if total > most => {
                format!("the upload contains more than the {most} objects allowed (limit `job_items`)")
            }
            _ => return Ok(()),
        };
        let errors = vec![FieldError::new("/itemsUploadId", fault.as_str())];
        Err(Problem::with_errors(Code::InvalidBody, format!("{fault}."), errors))
    }
}

/// Looks for names in items, where there are any to look for.
pub(super) async fn see(names: &mut NameCheck, items: &[Bytes]) -> Result<(), Problem> {
    if !names.is_looking() {
        return Ok(());
    }
    let (mut looking, items) = (std::mem::take(names), items.to_vec());
    *names = run((), move || {
        looking.see(&items);
        Ok(looking)
    })
    .await?;
    Ok(())
}
