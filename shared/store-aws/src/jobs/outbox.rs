//! What is to be told, noted by the transaction that it follows from: the end of a job that somebody waits for at `DUE` / `JOB#{job}`,
//! and messages to webhooks beside it. On AWS the table's stream tells a function of them; here processes look. Whoever finds a note
//! has it for a while, queues what it leads to and removes it. A process that dies in between leaves it to another: what is noted is
//! queued at least once.

use aws_sdk_dynamodb::types::TransactWriteItem;
use jiff::{SignedDuration, Timestamp};
use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::jobs::Status;
use platen_service::store::StoreError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::record::StoredJob;
use crate::AwsStore;
use crate::item::{Condition, Key, item, number};
use crate::table::Written;

/// How long one is left to whoever found it.
const LEASE: SignedDuration = SignedDuration::from_secs(10);

/// Notes that are taken at a time.
const MOST: usize = 100;

/// The partition of all: jobs end far more seldom than a partition takes writes.
const PARTITION: &str = "DUE";

#[derive(Serialize, Deserialize)]
struct Note<T> {
    /// What is to be told. The first processes that shared a store knew of jobs alone.
    #[serde(alias = "jobId")]
    of: T,
    /// Until when somebody has it, in microseconds since 1970.
    until: i64,
}

/// A note that this process has for a while.
pub(crate) struct Taken<T> {
    /// What is to be told.
    pub(crate) of: T,
    key: Key,
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

fn sort_key(job: &JobId) -> String {
    format!("JOB#{job}")
}

impl AwsStore {
    /// The step that notes the end of a job, where this store has an outbox and somebody waits for the end.
    pub(super) fn due_step(&self, job: &StoredJob) -> Result<Option<TransactWriteItem>, StoreError> {
        if !self.settings.outbox || !job.has_addresses {
            return Ok(None);
        }
        self.note_step(sort_key(&job.job_id), job.job_id).map(Some)
    }

    /// Queues the callbacks of jobs that ended and the messages to webhooks, and says how many.
    ///
    /// # Errors
    /// The table or the queue does not answer: what is left is found again.
    pub async fn queue_due_ends(&self) -> Result<usize, StoreError> {
        let due = self.take_notes("JOB#", sort_key).await?;
        let mut ends = Vec::new();
        for note in &due {
            // A job that is gone by now has nobody to tell.
            ends.extend(self.stored_job(note.of).await?.map(end_of));
        }
        self.queue_callbacks(&ends).await?;
        self.remove_notes(due).await?;
        Ok(ends.len() + self.queue_due_messages().await?)
    }

    /// The step that writes a note, also over one that somebody has.
    pub(crate) fn note_step<T: Serialize>(
        &self,
        sort_key: String,
        of: T,
    ) -> Result<TransactWriteItem, StoreError> {
        self.table.put_step(item(&Key::new(PARTITION, sort_key), &Note { of, until: 0 })?, None)
    }

    /// Takes notes whose sort keys begin so, and which no other process has.
    pub(crate) async fn take_notes<T: DeserializeOwned>(
        &self,
        prefix: &str,
        sort_key: fn(&T) -> String,
    ) -> Result<Vec<Taken<T>>, StoreError> {
        let (now, mut free) = (Timestamp::now(), Vec::new());
        let take = |note: Note<T>| {
            free.extend((note.until <= now.as_microsecond()).then_some(note.of));
            free.len() < MOST
        };
        self.table.query_while(PARTITION, prefix, take).await?;
        let until = (now + LEASE).as_microsecond();
        let mut taken = Vec::new();
        for of in free {
            let key = Key::new(PARTITION, sort_key(&of));
            let is_free = Condition::when("attribute_exists(pk) AND #until <= :now")
                .name("#until", "until")
                .value(":now", number(now.as_microsecond()))
                .value(":until", number(until));
            if self.table.update(&key, "SET #until = :until", is_free).await? == Written::Done {
                taken.push(Taken { of, key, until });
            }
        }
        Ok(taken)
    }

    /// Removes notes of what is queued, unless they were written again meanwhile: that is to be told once more.
    pub(crate) async fn remove_notes<T>(&self, taken: Vec<Taken<T>>) -> Result<(), StoreError> {
        for Taken { key, until, .. } in taken {
            let same =
                Condition::when("#until = :until").name("#until", "until").value(":until", number(until));
            self.table.delete(&key, same).await?;
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn notes_of_the_first_processes_are_read() {
        let job = "0197a1c2-0000-7000-8000-000000000001";
        let note: Note<JobId> = serde_json::from_value(json!({ "jobId": job, "until": 7 })).unwrap();
        assert_eq!((note.of.to_string().as_str(), note.until), (job, 7));
    }
}
