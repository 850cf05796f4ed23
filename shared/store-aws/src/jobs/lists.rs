//! Lists of jobs: the keys from the tenant's partition, then the records of one page. Days before the page are skipped
//! ([`super::days`]).

use std::collections::HashMap;

use jiff::Timestamp;
use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::jobs::JobRecord;
use platen_service::page::{Listed, Page};
use platen_service::store::StoreError;

use super::record::{Entry, StoredJob, job_key, list_place, list_prefix};
use crate::AwsStore;
use crate::subscriptions::partition;
use crate::tasks::Tasks;

/// Jobs whose records are read at once.
const BATCH: usize = 100;

impl AwsStore {
    /// The jobs of a subscription, or of one of its templates, newest first; all of them without a page.
    pub(super) async fn listed_jobs(
        &self,
        subscription: SubscriptionId,
        of: Option<TemplateId>,
        page: Option<Page>,
    ) -> Result<Listed<JobRecord>, StoreError> {
        let days = self.days(subscription, of).await?;
        let total: u64 = days.iter().map(|day| day.jobs).sum();
        let (mut skipped, size) = page.map_or((0, total), |page| (page.offset(), u64::from(page.size)));
        let mut last = None;
        for day in days {
            if skipped < day.jobs {
                break;
            }
            skipped -= day.jobs;
            last = Some(day.start);
        }
        let mut items = Vec::new();
        if page.is_some_and(|page| page.offset() >= total) {
            return Ok(Listed { items, total });
        }
        let wanted = self.entries(subscription, of, last, skipped, size).await?;
        for batch in wanted.chunks(BATCH) {
            let keys: Vec<_> = batch.iter().map(|job| job_key(*job)).collect();
            let mut found: HashMap<String, StoredJob> = self.table.get_all(&keys).await?;
            // A job whose record ran out a moment before its entry is gone.
            let stored = batch.iter().filter_map(|job| found.remove(&job_key(*job).pk));
            // Those that run are counted, which takes a call or more for each.
            let mut reading = Tasks::new();
            for (place, stored) in stored.enumerate() {
                let store = self.clone();
                reading.add(0, async move { Ok((place, store.record_of(stored).await?)) }).await?;
            }
            let mut records = reading.finish().await?;
            records.sort_by_key(|(place, _)| *place);
            items.extend(records.into_iter().map(|(_, record)| record));
        }
        Ok(Listed { items, total })
    }

    /// The jobs of a list that began before a moment, newest first, without the first of them.
    async fn entries(
        &self,
        subscription: SubscriptionId,
        of: Option<TemplateId>,
        before: Option<i64>,
        skipped: u64,
        size: u64,
    ) -> Result<Vec<JobId>, StoreError> {
        let (prefix, now) = (list_prefix(of), Timestamp::now().as_second());
        let last = list_place(&prefix, before.unwrap_or(i64::MAX));
        let most = usize::try_from(skipped.saturating_add(size)).unwrap_or(usize::MAX);
        let is_listed = |entry: &Entry| entry.expires_at > now;
        let entries: Vec<Entry> =
            self.table.query_down(&partition(subscription), &prefix, &last, most, is_listed).await?;
        let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
        Ok(entries.into_iter().skip(skipped).map(|entry| entry.job_id).collect())
    }
}
