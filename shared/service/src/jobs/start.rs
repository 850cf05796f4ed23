//! `POST /api/generateDocumentsBulk`: a job is accepted.

use jiff::Timestamp;
use platen_docx::Missing;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{JobId, JobRecord, NewJob, Progress, Settings};
use crate::Service;
use crate::contract::{Format, GenerateDocumentsBulk};
use crate::generate::{IdempotencyKey, Turn};
use crate::problem::Problem;
use crate::subscriptions::Caller;

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Started {
    /// The job.
    pub job_id: JobId,
    /// When it was accepted.
    pub started_at: Timestamp,
}

impl Service {
    /// Starts a job, once per key.
    ///
    /// # Errors
    /// `unknown-template`, `template-error`, `quota-exceeded`, `request-in-progress`, `idempotency-mismatch`,
    /// `unavailable`.
    pub async fn start_job(
        &self,
        caller: &Caller,
        key: Option<&IdempotencyKey>,
        wanted: GenerateDocumentsBulk,
    ) -> Result<Started, Problem> {
        let Some(key) = key else { return self.start_new(caller, JobId(Uuid::new_v4()), wanted).await };
        let subscription = caller.subscription_id();
        match self.claim(caller, key).await? {
            Turn::Done(result) => self.started(caller, &result).await,
            Turn::Mine => {
                // The job's id follows from the key and the request: should this process die between recording the job and
                // settling the key, the repeated request finds the job.
                let name = [subscription.0.as_bytes(), key.request_sha256().as_slice(), key.key().as_bytes()];
                let expected = JobId(Uuid::new_v5(&Uuid::NAMESPACE_OID, &name.concat()));
                let made = match self.stores.jobs.job(subscription, expected).await? {
                    Some(found) if self.is_recent(found.started_at) => {
                        Ok(Started { job_id: expected, started_at: found.started_at })
                    }
                    Some(_) => self.start_new(caller, JobId(Uuid::new_v4()), wanted).await,
                    None => self.start_new(caller, expected, wanted).await,
                };
                let result = made.as_ref().ok().map(|started| started.job_id.to_string());
                self.settle(caller, key, result.as_deref()).await?;
                made
            }
        }
    }

    fn is_recent(&self, at: Timestamp) -> bool {
        Timestamp::now().duration_since(at).unsigned_abs() < self.limits.idempotency_retention
    }

    async fn started(&self, caller: &Caller, result: &str) -> Result<Started, Problem> {
        let job_id = JobId(Uuid::try_parse(result).map_err(Problem::internal)?);
        let found = self.stores.jobs.job(caller.subscription_id(), job_id).await?;
        let found = found.ok_or_else(super::view::unknown_job)?;
        Ok(Started { job_id, started_at: found.started_at })
    }

    async fn start_new(
        &self,
        caller: &Caller,
        job_id: JobId,
        wanted: GenerateDocumentsBulk,
    ) -> Result<Started, Problem> {
        let total = u32::try_from(wanted.items.len()).map_err(Problem::internal)?;
        self.check_quota_for(&caller.subscription, u64::from(total)).await?;
        let subscription = caller.subscription_id();
        let (version, _) = self.usable(subscription, wanted.template_id).await?;
        let package =
            self.stores.templates.package(subscription, wanted.template_id, version.version).await?;
        let started_at = Timestamp::now();
        let options = wanted.options.render;
        let record = JobRecord {
            job_id,
            subscription,
            template_id: wanted.template_id,
            template_version: version.version,
            settings: Settings {
                template_name: version.name,
                format: wanted.format.extension().to_owned(),
                file_name: wanted.file_name,
                missing: match options.missing {
                    Missing::Error => "error",
                    Missing::Empty => "empty",
                    Missing::Keep => "keep",
                }
                .to_owned(),
                locale: options.locale,
            },
            progress: Progress::new(total),
            started_at,
            ended_at: None,
            archive_bytes: None,
            archive_expires_at: None,
            error: None,
        };
        let size = match wanted.format {
            Format::Docx => self.limits.chunk_items_docx,
            Format::Pdf => self.limits.chunk_items_pdf,
        };
        let chunks = wanted.items.chunks(size.max(1)).map(<[_]>::to_vec).collect();
        let template = package.ok_or_else(Problem::unknown_template)?;
        self.stores.jobs.create_job(NewJob { record, template, chunks }).await?;
        Ok(Started { job_id, started_at })
    }
}
