//! The end of a job. A complete job has all its results and ends in one transaction. A job that is canceled or fails can still have
//! workers: first its intended end is noted, then its shards are closed, then it ends with their counts. Whoever finds the note of a
//! process that died continues from there. The transaction that ends a job also removes its protection and counts its documents as
//! used, once and without delaying any worker.

use jiff::Timestamp;
use platen_service::ids::JobId;
use platen_service::jobs::{Progress, Status};
use platen_service::plan::month_of;
use platen_service::store::StoreError;

use super::record::{Ending, StoredJob, job_key, protection_key};
use super::shards::Counts;
use crate::AwsStore;
use crate::fields::from_micros;
use crate::item::{Condition, number, text, value};
use crate::table::Written;

/// How often an end is written while the job's record changes.
const TRIES: u32 = 5;

/// An archive that is in place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Archive {
    pub(super) bytes: u64,
    /// Until when it is kept.
    pub(super) until: Timestamp,
}

impl AwsStore {
    /// Ends a job whose archive is complete. `false` when it was over, or items have no results.
    pub(super) async fn complete_job(
        &self,
        job: JobId,
        archive: Archive,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        for _ in 0..TRIES {
            let Some(stored) = self.stored_job(job).await?.filter(|stored| !stored.status.is_over()) else {
                return Ok(false);
            };
            if stored.ending.is_some() {
                self.finish_ending(job).await?;
                return Ok(false);
            }
            let counts = self.counts(&stored).await?;
            if stored.progress(&counts).complete().is_none() {
                return Ok(false);
            }
            let end = Ending { status: Status::Completed, at: at.as_microsecond(), error: None };
            if self.write_end(&stored, &end, &counts, Some(archive)).await? == Written::Done {
                return Ok(true);
            }
        }
        Err(StoreError::Unavailable(format!("job {job} keeps changing")))
    }

    /// Ends a job that is not over without an archive. `false` when it was over, or the job does not exist.
    pub(super) async fn end_job(
        &self,
        job: JobId,
        step: fn(Progress) -> Option<Progress>,
        error: Option<String>,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let Some(stored) = self.stored_job(job).await? else { return Ok(false) };
        let Some(next) = step(stored.progress(&stored.last_counts())) else { return Ok(false) };
        let end = Ending { status: next.status, at: at.as_microsecond(), error };
        let first = not_over(" AND attribute_not_exists(ending)").value(":ending", value(&end)?);
        // In a transaction, which has a token: an answer that was lost must not look like another's end.
        let note = self.table.update_step(&job_key(job), "SET ending = :ending", first)?;
        let mine = self.table.transact(vec![note]).await? == Written::Done;
        self.finish_ending(job).await?;
        Ok(mine)
    }

    /// Goes on with the end of a job that is to be canceled or fail, if there is one.
    pub(super) async fn finish_ending(&self, job: JobId) -> Result<(), StoreError> {
        let Some(stored) = self.stored_job(job).await?.filter(|stored| !stored.status.is_over()) else {
            return Ok(());
        };
        let Some(end) = stored.ending.clone() else { return Ok(()) };
        let counts = self.close_shards(&stored).await?;
        // Refused: another one was faster.
        self.write_end(&stored, &end, &counts, None).await.map(|_| ())
    }

    async fn write_end(
        &self,
        stored: &StoredJob,
        end: &Ending,
        counts: &Counts,
        archive: Option<Archive>,
    ) -> Result<Written, StoreError> {
        let as_noted = match archive {
            Some(_) => " AND attribute_not_exists(ending)",
            None => " AND attribute_exists(ending)",
        };
        let mut update =
            "SET #status = :next, endedAt = :at, done = :done, failed = :failed, warned = :warned".to_owned();
        let mut change = not_over(as_noted)
            .value(":next", text(end.status.as_str()))
            .value(":at", number(end.at))
            .value(":done", number(counts.done))
            .value(":failed", number(counts.failed))
            .value(":warned", number(counts.warned));
        if let Some(error) = &end.error {
            update.push_str(", #error = :error");
            change = change.name("#error", "error").value(":error", text(error));
        }
        if let Some(Archive { bytes, until }) = archive {
            update.push_str(", archiveBytes = :bytes, archiveExpiresAt = :until");
            change = change.value(":bytes", number(bytes)).value(":until", number(until.as_microsecond()));
        }
        let job = stored.job_id;
        let mut steps = vec![
            self.table.update_step(&job_key(job), &update, change)?,
            self.table.delete_step(&protection_key(job))?,
        ];
        if counts.done > 0 {
            let month = month_of(from_micros(end.at)?);
            steps.push(self.count_step(stored.subscription_id, &month, u64::from(counts.done))?);
        }
        steps.extend(self.due_step(stored)?);
        self.table.transact(steps).await
    }
}

/// The condition that a job is not over, and what else must hold.
pub(super) fn not_over(and: &str) -> Condition {
    Condition::when(&format!("#status IN (:pending, :running){and}"))
        .name("#status", "status")
        .value(":pending", text(Status::Pending.as_str()))
        .value(":running", text(Status::Running.as_str()))
}
