//! Token buckets of requests: `REQUESTS#{subscription}` / `BUCKET` holds when the bucket is full again, in microseconds, and
//! `BUCKET#{key}` that of a key with a bound of its own.
//! A partition of their own, so that functions which only read may write nothing else (`infra/template.yaml`).
//!
//! An update expression knows no greatest of two, so there are two updates: one for a bucket in use, which is tried first,
//! since a busy tenant's requests are the many, and one for a bucket that is full. Each is one conditional write, and a
//! request is granted by one of them alone. When an answer is lost and the SDK repeats the call, the request takes two.

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::{ReturnValue, ReturnValuesOnConditionCheckFailure};
use jiff::Timestamp;
use platen_service::plan::{Bucket, RequestRate, Taken};
use platen_service::store::StoreError;
use serde::Deserialize;

use crate::error::unavailable;
use crate::item::{Condition, Item, Key, number, read};
use crate::table::{Table, pause};

/// How often a bucket is looked at that others empty and refill at the same time.
const TRIES: u32 = 20;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    full_at: i64,
}

/// Where a bucket is. None is a full one.
pub(crate) fn key(bucket: Bucket) -> Key {
    match bucket {
        Bucket::Subscription(subscription) => Key::new(format!("REQUESTS#{subscription}"), "BUCKET"),
        Bucket::Key(subscription, key) => {
            Key::new(format!("REQUESTS#{subscription}"), format!("BUCKET#{key}"))
        }
    }
}

/// Takes a request.
pub(crate) async fn take(
    table: &Table,
    bucket: Bucket,
    rate: RequestRate,
    now: Timestamp,
) -> Result<Taken, StoreError> {
    let key = key(bucket);
    let now_us = now.as_microsecond();
    for attempt in 1..=TRIES {
        let in_use = Condition::when("fullAt > :now AND fullAt <= :latest")
            .value(":interval", number(rate.interval_us()))
            .value(":now", number(now_us))
            .value(":latest", number(now_us + rate.slack_us()));
        let found = match update(table, &key, "SET fullAt = fullAt + :interval", in_use).await? {
            // What was found decides how many are left, by the rule that both stores share.
            Updated::Done(old) => return Ok(rate.take(old, now).0),
            Updated::Refused(found) => found,
        };
        let (taken, next) = rate.take(found, now);
        let Some(next) = next else { return Ok(taken) };
        if found.is_some_and(|full_at| full_at > now_us) {
            // Others took and time gave back between the look and the write.
            pause(attempt).await;
            continue;
        }
        let full = Condition::when("attribute_not_exists(pk) OR fullAt <= :now")
            .value(":now", number(now_us))
            .value(":next", number(next));
        if let Updated::Done(_) = update(table, &key, "SET fullAt = :next", full).await? {
            return Ok(taken);
        }
    }
    Err(StoreError::Unavailable("UpdateItem: a bucket of requests changed at every look".to_owned()))
}

/// How an update ended, with the bucket as it was before.
enum Updated {
    Done(Option<i64>),
    Refused(Option<i64>),
}

async fn update(table: &Table, key: &Key, update: &str, change: Condition) -> Result<Updated, StoreError> {
    let sent = table
        .client
        .update_item()
        .table_name(&table.name)
        .set_key(Some(key.item()))
        .update_expression(update)
        .set_condition_expression(change.expression)
        .set_expression_attribute_values(change.values)
        .return_values(ReturnValue::AllOld)
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .send()
        .await;
    match sent {
        Ok(done) => Ok(Updated::Done(full_at(done.attributes)?)),
        Err(SdkError::ServiceError(error)) if error.err().is_conditional_check_failed_exception() => {
            match error.into_err() {
                UpdateItemError::ConditionalCheckFailedException(refused) => {
                    Ok(Updated::Refused(full_at(refused.item)?))
                }
                other => Err(StoreError::Unavailable(format!("UpdateItem: {other}"))),
            }
        }
        Err(failed) => Err(unavailable("UpdateItem", failed)),
    }
}

fn full_at(item: Option<Item>) -> Result<Option<i64>, StoreError> {
    let bucket: Option<Stored> = item.filter(|item| !item.is_empty()).map(read).transpose()?;
    Ok(bucket.map(|bucket| bucket.full_at))
}
