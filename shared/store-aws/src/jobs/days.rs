//! How many jobs began on each day: a list can tell its length, and skip the days before its page. The counters are records beside the
//! entries of the lists, written in the transaction that begins a job.
//!
//! A day has several counters, because simultaneous transactions on one record delay each other. Entries and counters of a day expire at
//! the same moment.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::TransactWriteItem;
use jiff::Timestamp;
use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::store::StoreError;
use serde::Deserialize;

use super::record::{RECORD_LIFE, StoredJob};
use crate::AwsStore;
use crate::item::{Condition, Key, number};
use crate::subscriptions::partition;

/// Counters of a day.
const SHARDS: u128 = 8;

const DAY_S: i64 = 24 * 3600;
const DAY_US: i64 = DAY_S * 1_000_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredDay {
    day: i64,
    jobs: u64,
    expires_at: i64,
}

/// A day with jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Day {
    /// When it begins, in microseconds.
    pub(super) start: i64,
    /// Jobs that began on it.
    pub(super) jobs: u64,
}

/// Where the counters of a list begin.
fn prefix(of: Option<TemplateId>) -> String {
    of.map_or("DAY#".to_owned(), |template| format!("DAYOF#{template}#"))
}

/// The counter of a list that a job is counted on.
fn key(subscription: SubscriptionId, of: Option<TemplateId>, day: i64, job: JobId) -> Key {
    let shard = job.0.as_u128() % SHARDS;
    Key::new(partition(subscription), format!("{}{day:010}#{shard}", prefix(of)))
}

/// When the entries of a job that begins now leave its lists, in seconds: with all others of its day.
pub(super) fn entry_expires_at(started_at: i64) -> i64 {
    // A job may be recorded a moment after midnight.
    let day = day_of(started_at).max(Timestamp::now().as_second().div_euclid(DAY_S) - 1);
    (day + 1) * DAY_S + RECORD_LIFE
}

fn day_of(started_at: i64) -> i64 {
    started_at.div_euclid(DAY_US)
}

impl AwsStore {
    /// The steps that count a job which begins: among its subscription's and among its template's.
    pub(super) fn count_start(&self, job: &StoredJob) -> Result<Vec<TransactWriteItem>, StoreError> {
        let day = day_of(job.started_at);
        let count = |of| {
            let change = Condition::default()
                .name("#day", "day")
                .value(":day", number(day))
                .value(":one", number(1))
                .value(":until", number(entry_expires_at(job.started_at)));
            let update = "SET #day = :day, expiresAt = :until ADD jobs :one";
            self.table.update_step(&key(job.subscription_id, of, day, job.job_id), update, change)
        };
        Ok(vec![count(None)?, count(Some(job.template_id))?])
    }

    /// The days of a list, the last one first.
    pub(super) async fn days(
        &self,
        subscription: SubscriptionId,
        of: Option<TemplateId>,
    ) -> Result<Vec<Day>, StoreError> {
        let stored: Vec<StoredDay> = self.table.query(&partition(subscription), &prefix(of)).await?;
        let now = Timestamp::now().as_second();
        let mut days: BTreeMap<i64, u64> = BTreeMap::new();
        for StoredDay { day, jobs, .. } in stored.into_iter().filter(|stored| stored.expires_at > now) {
            *days.entry(day).or_default() += jobs;
        }
        Ok(days.into_iter().rev().map(|(day, jobs)| Day { start: day * DAY_US, jobs }).collect())
    }
}
