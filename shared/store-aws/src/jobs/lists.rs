//! Lists of jobs: the keys from the tenant's partition, then the records of one page.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::KeysAndAttributes;
use platen_service::contract::Page;
use platen_service::jobs::{JobId, JobRecord};
use platen_service::store::{Listed, StoreError};
use platen_service::subscriptions::SubscriptionId;

use super::record::{Entry, StoredJob, job_key};
use crate::AwsStore;
use crate::error::{unavailable, unbuilt};
use crate::item::read;
use crate::subscriptions::partition;
use crate::table::pause;

/// Records that one BatchGetItem can ask for.
const BATCH: usize = 100;

/// How often a batch is asked for that was not answered whole.
const TRIES: u32 = 8;

impl AwsStore {
    /// The jobs of a list, newest first; all of them without a page.
    pub(super) async fn listed_jobs(
        &self,
        subscription: SubscriptionId,
        prefix: &str,
        page: Option<Page>,
    ) -> Result<Listed<JobRecord>, StoreError> {
        let entries: Vec<Entry> = self.table.query(&partition(subscription), prefix).await?;
        let total = entries.len() as u64;
        let (offset, size) = page.map_or((0, usize::MAX), |page| {
            (usize::try_from(page.offset()).unwrap_or(usize::MAX), page.size as usize)
        });
        let wanted: Vec<JobId> =
            entries.into_iter().rev().skip(offset).take(size).map(|entry| entry.job_id).collect();
        let mut items = Vec::with_capacity(wanted.len());
        for batch in wanted.chunks(BATCH) {
            let mut found = self.job_batch(batch).await?;
            // A job whose record ran out a moment before its entry is gone.
            items.extend(batch.iter().filter_map(|job| found.remove(job)));
        }
        Ok(Listed { items, total })
    }

    async fn job_batch(&self, jobs: &[JobId]) -> Result<HashMap<JobId, JobRecord>, StoreError> {
        let keys = jobs.iter().map(|job| job_key(*job).item()).collect();
        let keys = KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true);
        let mut left = HashMap::from([(self.table.name.clone(), keys.build().map_err(unbuilt)?)]);
        let mut found = HashMap::new();
        for attempt in 1..=TRIES {
            let sent = self.table.client.batch_get_item().set_request_items(Some(left)).send().await;
            let got = sent.map_err(|e| unavailable("BatchGetItem", e))?;
            for item in got.responses.into_iter().flatten().flat_map(|(_, items)| items) {
                let record = read::<StoredJob>(item)?.record()?;
                found.insert(record.job_id, record);
            }
            left = got.unprocessed_keys.unwrap_or_default();
            if left.is_empty() {
                return Ok(found);
            }
            pause(attempt).await;
        }
        Err(StoreError::Unavailable("BatchGetItem: the table is throttled".to_owned()))
    }
}
