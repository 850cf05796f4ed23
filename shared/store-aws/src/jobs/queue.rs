//! The queues between the steps.

use std::collections::HashMap;
use std::time::Duration;

use aws_sdk_sqs::types::{
    MessageSystemAttributeNameForSends, MessageSystemAttributeValue, SendMessageBatchRequestEntry,
};
use platen_service::ids::JobId;
use platen_service::jobs::{Part, Task};
use platen_service::store::StoreError;
use serde::{Deserialize, Serialize};

use super::ending::not_over;
use super::record::{StoredJob, StoredPart, chunk_prefix, job_key, part_key};
use crate::AwsStore;
use crate::error::{unavailable, unbuilt};
use crate::item::{Condition, flag};
use crate::table::pause;
use crate::tasks::Tasks;

/// Messages of one SendMessageBatch.
const BATCH: usize = 10;

/// How often messages are sent that a batch did not take.
const TRIES: u32 = 5;

/// Seconds that [`Task::Dispatch`] is held back: longer than a request may take to record its job.
pub(super) const DISPATCH_DELAY: i32 = 30;

/// Seconds that SQS hides a message at most.
const LONGEST_HIDDEN: i32 = 12 * 3600;

/// The body of a message, in JSON: `{"jobId": "…", "task": "render", "chunk": 3}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The job.
    pub job_id: JobId,
    /// What is to be done.
    #[serde(flatten)]
    pub task: Task,
}

impl AwsStore {
    pub(super) async fn queue_after(&self, job: JobId, after: Task) -> Result<(), StoreError> {
        match after {
            Task::Dispatch => match self.stored_job(job).await? {
                Some(stored)
                    if !stored.status.is_over() && !stored.dispatched && stored.cutting.is_none() =>
                {
                    let chunks = (0..stored.chunks()).map(|chunk| Task::Render(Part::chunk(chunk)));
                    self.send(&stored, chunks.collect(), 0).await?;
                    self.note_on_job(job, "dispatched").await
                }
                _ => Ok(()),
            },
            Task::Render(part) => self.queue_after_part(job, part).await,
            Task::Cut | Task::Assemble => Ok(()),
        }
    }

    /// Counts a part if the worker that recorded it died before, and queues what it was split into. The last part of a shard looks
    /// whether it is the last of all.
    async fn queue_after_part(&self, job: JobId, part: Part) -> Result<(), StoreError> {
        let Some(known) = self.known_job(job).await? else { return Ok(()) };
        let shard = known.shard_of(part.chunk);
        let key = part_key(known.shard_partition_of(part.chunk), part);
        let (mut counted, results) =
            tokio::try_join!(self.shard(job, shard), self.table.get::<StoredPart>(&key))?;
        if counted.closed {
            return self.finish_ending(job).await;
        }
        if let Some(results) = results {
            if !counted.counts(part) {
                self.count_part(&known, part, &results).await?;
                counted = self.shard(job, shard).await?;
            }
            if !results.rest_queued && !results.rest.is_empty() {
                self.queue_rest(&known, part.chunk, results.rest).await?;
            }
        }
        if !known.is_complete(shard, &counted) {
            return Ok(());
        }
        match self.stored_job(job).await? {
            Some(stored) if !stored.status.is_over() => self.queue_assembly(&stored).await,
            _ => Ok(()),
        }
    }

    /// Queues the items that a chunk was split into.
    async fn queue_rest(&self, job: &StoredJob, chunk: u32, rest: Vec<u32>) -> Result<(), StoreError> {
        let partition = job.shard_partition_of(chunk);
        let settled: Vec<StoredPart> = self.table.query(&partition, &chunk_prefix(chunk)).await?;
        let waits = |item: &u32| !settled.iter().any(|part| part.item == Some(*item));
        let tasks = rest.into_iter().filter(waits).map(|item| Task::Render(Part::item(chunk, item)));
        self.send(job, tasks.collect(), 0).await?;
        let note = Condition::when("attribute_exists(pk)").value(":yes", flag(true));
        let key = part_key(partition, Part::chunk(chunk));
        self.table.update(&key, "SET restQueued = :yes", note).await.map(|_| ())
    }

    async fn queue_assembly(&self, job: &StoredJob) -> Result<(), StoreError> {
        if job.progress(&self.counts(job).await?).assemble().is_none() {
            return Ok(());
        }
        self.send(job, vec![Task::Assemble], 0).await?;
        self.note_on_job(job.job_id, "assembling").await
    }

    /// Notes that messages are out. A job that is over needs no note.
    async fn note_on_job(&self, job: JobId, attribute: &str) -> Result<(), StoreError> {
        let note = not_over("").name("#note", attribute).value(":yes", flag(true));
        self.table.update(&job_key(job), "SET #note = :yes", note).await.map(|_| ())
    }

    /// The URL of a queue that a function is told of by its ARN. All queues of a deployment are in one account: their URLs differ in the
    /// name alone.
    pub fn queue_of(&self, arn: &str) -> String {
        let place = self.settings.render_queue_url.rsplit_once('/').map_or("", |(place, _)| place);
        format!("{place}/{}", arn.rsplit(':').next().unwrap_or_default())
    }

    /// Shows a message that was delivered again after this time, of 12 hours at most.
    ///
    /// # Errors
    /// SQS does not answer, or does not know the message anymore.
    pub async fn show_after(&self, queue: &str, receipt: &str, wait: Duration) -> Result<(), StoreError> {
        let show = self.sqs.change_message_visibility().queue_url(queue).receipt_handle(receipt);
        let seconds = i32::try_from(wait.as_secs()).unwrap_or(LONGEST_HIDDEN).min(LONGEST_HIDDEN);
        let shown = show.visibility_timeout(seconds).send().await;
        shown.map(|_| ()).map_err(|error| unavailable("ChangeMessageVisibility", error))
    }

    /// Sends messages of a job, all to the queue of the first. Each has the trace of the request that started the job.
    ///
    /// Each names the subscription as its group. On a standard queue that orders nothing: it makes the queue a fair one, in
    /// which the messages of a quiet tenant do not wait behind those of a busy one (Amazon SQS Developer Guide, "Amazon SQS
    /// fair queues").
    pub(super) async fn send(&self, job: &StoredJob, tasks: Vec<Task>, delay: i32) -> Result<(), StoreError> {
        let queue = match tasks.first() {
            None => return Ok(()),
            // Work that may take a quarter of an hour. Archives of some would hold up what others have just uploaded.
            Some(Task::Cut) => &self.settings.cut_queue_url,
            Some(Task::Assemble) => &self.settings.assemble_queue_url,
            Some(Task::Dispatch | Task::Render(_)) => &self.settings.render_queue_url,
        };
        let (trace, mut batches) = (trace_header(&job.trace)?, Tasks::new());
        for tasks in tasks.chunks(BATCH) {
            let entries = tasks
                .iter()
                .enumerate()
                .map(|(id, task)| {
                    let message = Message { job_id: job.job_id, task: *task };
                    let body = serde_json::to_string(&message).map_err(unbuilt)?;
                    let entry = SendMessageBatchRequestEntry::builder().id(id.to_string()).message_body(body);
                    entry
                        .message_group_id(job.subscription_id.to_string())
                        .set_message_system_attributes(trace.clone())
                        .delay_seconds(delay)
                        .build()
                        .map_err(unbuilt)
                })
                .collect::<Result<_, _>>()?;
            batches.add(0, send_batch(self.sqs.clone(), queue.clone(), entries)).await?;
        }
        batches.finish().await.map(|_| ())
    }
}

/// What tells a message's receiver of a job's trace.
pub(crate) fn trace_header(
    trace: &str,
) -> Result<Option<HashMap<MessageSystemAttributeNameForSends, MessageSystemAttributeValue>>, StoreError> {
    if trace.is_empty() {
        return Ok(None);
    }
    let value = MessageSystemAttributeValue::builder().data_type("String").string_value(trace);
    let value = value.build().map_err(unbuilt)?;
    Ok(Some(HashMap::from([(MessageSystemAttributeNameForSends::AwsTraceHeader, value)])))
}

/// Sends a batch. SQS may take some of its messages and not others.
pub(crate) async fn send_batch(
    client: aws_sdk_sqs::Client,
    queue: String,
    mut entries: Vec<SendMessageBatchRequestEntry>,
) -> Result<(), StoreError> {
    for attempt in 1..=TRIES {
        let sent =
            client.send_message_batch().queue_url(&queue).set_entries(Some(entries.clone())).send().await;
        let failed = sent.map_err(|error| unavailable("SendMessageBatch", error))?.failed;
        if let Some(wrong) = failed.iter().find(|failed| failed.sender_fault) {
            return Err(StoreError::Unavailable(format!("SendMessageBatch: {}", wrong.code)));
        }
        entries.retain(|entry| failed.iter().any(|failed| failed.id == entry.id));
        if entries.is_empty() {
            return Ok(());
        }
        pause(attempt).await;
    }
    Err(StoreError::Unavailable("SendMessageBatch: the queue takes no messages".to_owned()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn messages_read_back() {
        let job_id = JobId(Uuid::from_u128(7));
        let id = "00000000-0000-0000-0000-000000000007";
        for (task, body) in [
            (Task::Dispatch, json!({ "jobId": id, "task": "dispatch" })),
            (
                Task::Render(Part::item(3, 77)),
                json!({ "jobId": id, "task": "render", "chunk": 3, "item": 77 }),
            ),
            (Task::Cut, json!({ "jobId": id, "task": "cut" })),
            (Task::Assemble, json!({ "jobId": id, "task": "assemble" })),
        ] {
            let message = Message { job_id, task };
            assert_eq!(serde_json::to_value(message).unwrap(), body);
            assert_eq!(serde_json::from_str::<Message>(&body.to_string()).unwrap(), message);
        }
        assert!(serde_json::from_value::<Message>(json!({ "jobId": id, "task": "sing" })).is_err());
    }
}
