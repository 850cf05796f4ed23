//! Lists of jobs: the keys from the tenant's partition, then the records of one page.

use std::collections::HashMap;

use platen_service::contract::Page;
use platen_service::jobs::{JobId, JobRecord};
use platen_service::store::{Listed, StoreError};
use platen_service::subscriptions::SubscriptionId;

use super::record::{Entry, StoredJob, job_key};
use crate::AwsStore;
use crate::subscriptions::partition;

/// Jobs whose records are read at once.
const BATCH: usize = 100;

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
            let keys: Vec<_> = batch.iter().map(|job| job_key(*job)).collect();
            let mut found: HashMap<String, StoredJob> = self.table.get_all(&keys).await?;
            // A job whose record ran out a moment before its entry is gone.
            for stored in batch.iter().filter_map(|job| found.remove(&job_key(*job).pk)) {
                items.push(self.record_of(stored).await?);
            }
        }
        Ok(Listed { items, total })
    }
}
