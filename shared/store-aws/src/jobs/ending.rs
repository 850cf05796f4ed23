//! The end of a job: its status, and its protection removed, in one transaction.

use jiff::Timestamp;
use platen_service::jobs::{JobId, Progress};
use platen_service::store::StoreError;

use super::record::{job_key, protection_key};
use crate::AwsStore;
use crate::item::{Condition, number, text};
use crate::table::Written;

/// How often an end is written while the job's status changes.
const TRIES: u32 = 5;

/// What is recorded of an end besides the status.
pub(super) struct End {
    pub(super) at: Timestamp,
    /// Why there is no archive.
    pub(super) error: Option<String>,
    /// The archive's bytes, and until when it is kept.
    pub(super) archive: Option<(u64, Timestamp)>,
}

impl End {
    pub(super) fn at(at: Timestamp) -> End {
        End { at, error: None, archive: None }
    }
}

impl AwsStore {
    /// Ends a job as `step` says. `false` when the step does not apply, or the job does not exist.
    pub(super) async fn end_job(
        &self,
        job: JobId,
        step: fn(Progress) -> Option<Progress>,
        end: End,
    ) -> Result<bool, StoreError> {
        for _ in 0..TRIES {
            let Some(stored) = self.stored_job(job).await? else { return Ok(false) };
            let Some(next) = step(stored.progress()) else { return Ok(false) };
            let mut update = "SET #status = :next, endedAt = :at".to_owned();
            let mut change = Condition::when("#status = :was")
                .name("#status", "status")
                .value(":was", text(stored.status.as_str()))
                .value(":next", text(next.status.as_str()))
                .value(":at", number(end.at.as_microsecond()));
            if let Some(error) = &end.error {
                update.push_str(", #error = :error");
                change = change.name("#error", "error").value(":error", text(error));
            }
            if let Some((bytes, until)) = end.archive {
                update.push_str(", archiveBytes = :bytes, archiveExpiresAt = :until");
                change =
                    change.value(":bytes", number(bytes)).value(":until", number(until.as_microsecond()));
            }
            let steps = vec![
                self.table.update_step(&job_key(job), &update, change)?,
                self.table.delete_step(&protection_key(job))?,
            ];
            if self.table.transact(steps).await? == Written::Done {
                return Ok(true);
            }
        }
        Err(StoreError::Unavailable(format!("job {job} changes all the time")))
    }
}
