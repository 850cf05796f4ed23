//! Ends of jobs that somebody waits for, noted by the transaction that ends the job: `DUE` / `JOB#{job}`. On AWS the table's stream tells
//! a function of them; here processes look. Whoever finds one has it for a while, queues its callbacks and removes it: a process that dies in
//! between leaves it to another, so that callbacks are queued at least once.

use aws_sdk_dynamodb::types::TransactWriteItem;
use jiff::{SignedDuration, Timestamp};
use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::jobs::Status;
use platen_service::store::StoreError;
use serde::{Deserialize, Serialize};

use super::record::StoredJob;
use crate::AwsStore;
use crate::item::{Condition, Key, item, number};
use crate::table::Written;

/// How long one is left to whoever found it.
const LEASE: SignedDuration = SignedDuration::from_secs(10);

/// Ends that are queued at a time.
const MOST: usize = 100;

/// The partition of all: jobs end far more seldom than a partition takes writes.
const PARTITION: &str = "DUE";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Due {
    job_id: JobId,
    /// Until when somebody has it, in microseconds since 1970.
    until: i64,
}

/// The end of a job, as its record has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// The job.
    pub job: JobId,
    /// Whose it is.
    pub subscription: SubscriptionId,
    /// Its template.
    pub template: TemplateId,
    /// How it ended.
    pub status: Status,
    /// Documents it was to make.
    pub total: u32,
    /// Those it did not.
    pub failed: u32,
    /// The trace of the request that started it, or empty.
    pub trace: String,
}

fn key(job: JobId) -> Key {
    Key::new(PARTITION, format!("JOB#{job}"))
}

impl AwsStore {
    /// The step that notes the end of a job, where this store has an outbox and somebody waits for the end.
    pub(super) fn due_step(&self, job: &StoredJob) -> Result<Option<TransactWriteItem>, StoreError> {
        if !self.settings.outbox || !job.has_addresses {
            return Ok(None);
        }
        let due = Due { job_id: job.job_id, until: 0 };
        self.table.put_step(item(&key(job.job_id), &due)?, None).map(Some)
    }

    /// Queues the callbacks of jobs that ended, and says of how many.
    ///
    /// # Errors
    /// The table or the queue does not answer: what is left is found again.
    pub async fn queue_due_ends(&self) -> Result<usize, StoreError> {
        let (now, mut due) = (Timestamp::now(), Vec::new());
        let take = |found: Due| {
            due.extend(Some(found).filter(|found| found.until <= now.as_microsecond()));
            due.len() < MOST
        };
        self.table.query_while(PARTITION, "JOB#", take).await?;
        let mut ends = Vec::new();
        for Due { job_id, .. } in due {
            if self.take_due(job_id, now).await? == Written::Done {
                ends.extend(self.stored_job(job_id).await?.map(end_of));
            }
        }
        if !ends.is_empty() {
            self.queue_callbacks(&ends).await?;
        }
        for end in &ends {
            self.table.delete(&key(end.job), Condition::default()).await?;
        }
        Ok(ends.len() + self.queue_due_messages().await?)
    }

    /// Has an end for a while, unless another process does.
    async fn take_due(&self, job: JobId, now: Timestamp) -> Result<Written, StoreError> {
        let free = Condition::when("attribute_exists(pk) AND #until <= :now")
            .name("#until", "until")
            .value(":now", number(now.as_microsecond()))
            .value(":until", number((now + LEASE).as_microsecond()));
        self.table.update(&key(job), "SET #until = :until", free).await
    }
}

fn end_of(job: StoredJob) -> End {
    End {
        job: job.job_id,
        subscription: job.subscription_id,
        template: job.template_id,
        status: job.status,
        total: job.total,
        failed: job.failed,
        trace: job.trace,
    }
}
