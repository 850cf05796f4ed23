//! The one table, and the few ways in which the stores use it. Partition key `pk`, sort key `sk`; records expire by `expiresAt` (seconds
//! since 1970). There is no index: lists are records too, and consistent.

use std::collections::HashMap;
use std::time::Duration;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::{Delete, KeysAndAttributes, Put, TransactWriteItem, Update};
use platen_service::store::StoreError;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::error::{unavailable, unbuilt};
use crate::item::{Condition, Item, Key, absent, read, text};
use crate::tasks::Tasks;

/// How often a write is tried that met another one, or a partition that is asked too much. With the pauses between them that is
/// some ten seconds, in which a busy table grows.
const BUSY_TRIES: u32 = 20;

/// Records that one BatchGetItem can ask for.
const BATCH: usize = 100;

/// The key condition of records whose sort key lies between two.
const BETWEEN: &str = "pk = :pk AND sk BETWEEN :first AND :last";

/// The key condition of records whose sort key begins in some way.
const BEGINS: &str = "pk = :pk AND begins_with(sk, :prefix)";

/// The table.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) client: aws_sdk_dynamodb::Client,
    pub(crate) name: String,
}

/// How a conditional write ended that reached the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// It is written.
    Done,
    /// Nothing is written: a condition did not hold.
    Refused,
}

impl Table {
    /// A record as of now: reads are consistent, since what was just written is often asked for.
    pub(crate) async fn get<T: DeserializeOwned>(&self, key: &Key) -> Result<Option<T>, StoreError> {
        let sent = self.client.get_item().table_name(&self.name).set_key(Some(key.item()));
        let got = sent.consistent_read(true).send().await.map_err(|e| unavailable("GetItem", e))?;
        got.item.map(read).transpose()
    }

    /// Records of several keys, each by its partition key, which must differ. Those that are not there are
    /// missing.
    pub(crate) async fn get_all<T: DeserializeOwned + Send + 'static>(
        &self,
        keys: &[Key],
    ) -> Result<HashMap<String, T>, StoreError> {
        let mut reading = Tasks::new();
        for keys in keys.chunks(BATCH) {
            let (table, keys) = (self.clone(), keys.iter().map(Key::item).collect());
            reading.add(0, async move { table.get_batch(keys).await }).await?;
        }
        let found = reading.finish().await?.into_iter().flatten();
        found
            .map(|item| {
                let pk = item.get("pk").and_then(|pk| pk.as_s().ok()).cloned().unwrap_or_default();
                Ok((pk, read(item)?))
            })
            .collect()
    }

    async fn get_batch(&self, keys: Vec<Item>) -> Result<Vec<Item>, StoreError> {
        let keys = KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true);
        let mut left = HashMap::from([(self.name.clone(), keys.build().map_err(unbuilt)?)]);
        let mut found = Vec::new();
        for attempt in 1..=BUSY_TRIES {
            let sent = self.client.batch_get_item().set_request_items(Some(left)).send().await;
            let got = sent.map_err(|e| unavailable("BatchGetItem", e))?;
            found.extend(got.responses.into_iter().flatten().flat_map(|(_, items)| items));
            left = got.unprocessed_keys.unwrap_or_default();
            if left.is_empty() {
                return Ok(found);
            }
            pause(attempt).await;
        }
        Err(StoreError::Unavailable("BatchGetItem: the table is throttled".to_owned()))
    }

    /// All records of a partition whose sort key begins with `prefix`, which must not be empty, in the order of the sort keys.
    pub(crate) async fn query<T: DeserializeOwned>(
        &self,
        pk: &str,
        prefix: &str,
    ) -> Result<Vec<T>, StoreError> {
        self.gather(BEGINS, &[(":pk", pk), (":prefix", prefix)]).await
    }

    /// The last `most` of them, the last one first.
    pub(crate) async fn query_last<T: DeserializeOwned>(
        &self,
        pk: &str,
        prefix: &str,
        most: u32,
    ) -> Result<Vec<T>, StoreError> {
        let mut found = Vec::new();
        let take = |record| {
            found.push(record);
            found.len() < most as usize
        };
        self.walk(BEGINS, &[(":pk", pk), (":prefix", prefix)], false, take).await?;
        Ok(found)
    }

    /// The last `most` records of a partition between two sort keys that are taken, the last one first. About as many are read.
    pub(crate) async fn query_down<T: DeserializeOwned>(
        &self,
        pk: &str,
        first: &str,
        last: &str,
        most: usize,
        is_taken: impl Fn(&T) -> bool,
    ) -> Result<Vec<T>, StoreError> {
        let mut found = Vec::new();
        if most == 0 {
            return Ok(found);
        }
        let take = |record| {
            found.extend(Some(record).filter(&is_taken));
            found.len() < most
        };
        let limit = Some(i32::try_from(most).unwrap_or(i32::MAX));
        self.walk_in(BETWEEN, &[(":pk", pk), (":first", first), (":last", last)], false, limit, take).await?;
        Ok(found)
    }

    /// The last `most` records of a partition whose sort key comes before `before`, the last one first.
    pub(crate) async fn query_before<T: DeserializeOwned>(
        &self,
        pk: &str,
        before: &str,
        most: u32,
    ) -> Result<Vec<T>, StoreError> {
        let mut found = Vec::new();
        let take = |record| {
            found.push(record);
            found.len() < most as usize
        };
        self.walk("pk = :pk AND sk < :before", &[(":pk", pk), (":before", before)], false, take).await?;
        Ok(found)
    }

    /// All of them, one after the other, for as long as `take` wants more.
    pub(crate) async fn query_while<T: DeserializeOwned>(
        &self,
        pk: &str,
        prefix: &str,
        take: impl FnMut(T) -> bool,
    ) -> Result<(), StoreError> {
        self.walk(BEGINS, &[(":pk", pk), (":prefix", prefix)], true, take).await
    }

    async fn walk<T: DeserializeOwned>(
        &self,
        keys: &str,
        values: &[(&str, &str)],
        forward: bool,
        take: impl FnMut(T) -> bool,
    ) -> Result<(), StoreError> {
        self.walk_in(keys, values, forward, None, take).await
    }

    /// The same, so many records at a time.
    async fn walk_in<T: DeserializeOwned>(
        &self,
        keys: &str,
        values: &[(&str, &str)],
        forward: bool,
        at_once: Option<i32>,
        mut take: impl FnMut(T) -> bool,
    ) -> Result<(), StoreError> {
        let values: Item = values.iter().map(|(name, value)| ((*name).to_owned(), text(*value))).collect();
        let mut start = None;
        loop {
            // A page ends at 1 MB of records.
            let page = self
                .client
                .query()
                .table_name(&self.name)
                .key_condition_expression(keys)
                .set_expression_attribute_values(Some(values.clone()))
                .scan_index_forward(forward)
                .set_limit(at_once)
                .consistent_read(true)
                .set_exclusive_start_key(start)
                .send()
                .await
                .map_err(|e| unavailable("Query", e))?;
            for item in page.items.unwrap_or_default() {
                if !take(read(item)?) {
                    return Ok(());
                }
            }
            start = page.last_evaluated_key.filter(|key| !key.is_empty());
            if start.is_none() {
                return Ok(());
            }
        }
    }

    /// All records of a partition whose sort keys begin with `first`, with `last`, or lie between them.
    pub(crate) async fn query_between<T: DeserializeOwned>(
        &self,
        pk: &str,
        first: &str,
        last: &str,
    ) -> Result<Vec<T>, StoreError> {
        // No sort key has a character as high as this one.
        let last = format!("{last}\u{ffff}");
        self.gather(BETWEEN, &[(":pk", pk), (":first", first), (":last", &last)]).await
    }

    /// All records that a walk meets.
    async fn gather<T: DeserializeOwned>(
        &self,
        keys: &str,
        values: &[(&str, &str)],
    ) -> Result<Vec<T>, StoreError> {
        let mut found = Vec::new();
        let take = |record| {
            found.push(record);
            true
        };
        self.walk(keys, values, true, take).await?;
        Ok(found)
    }

    /// Writes a record unless there is one.
    pub(crate) async fn put_new(&self, item: Item) -> Result<Written, StoreError> {
        let condition = absent();
        let sent = || {
            self.client
                .put_item()
                .table_name(&self.name)
                .set_item(Some(item.clone()))
                .set_condition_expression(condition.expression.clone())
                .send()
        };
        written("PutItem", sent, PutItemError::is_conditional_check_failed_exception).await
    }

    /// Changes one record by an update that may be repeated; the condition is part of `change`.
    pub(crate) async fn update(
        &self,
        key: &Key,
        update: &str,
        change: Condition,
    ) -> Result<Written, StoreError> {
        let sent = || {
            self.client
                .update_item()
                .table_name(&self.name)
                .set_key(Some(key.item()))
                .update_expression(update)
                .set_condition_expression(change.expression.clone())
                .set_expression_attribute_names(change.names.clone())
                .set_expression_attribute_values(change.values.clone())
                .send()
        };
        written("UpdateItem", sent, UpdateItemError::is_conditional_check_failed_exception).await
    }

    /// Removes one record. Refused may also mean that an earlier try of the same call removed it.
    pub(crate) async fn delete(&self, key: &Key, condition: Condition) -> Result<Written, StoreError> {
        let sent = || {
            self.client
                .delete_item()
                .table_name(&self.name)
                .set_key(Some(key.item()))
                .set_condition_expression(condition.expression.clone())
                .set_expression_attribute_names(condition.names.clone())
                .set_expression_attribute_values(condition.values.clone())
                .send()
        };
        written("DeleteItem", sent, DeleteItemError::is_conditional_check_failed_exception).await
    }

    /// Writes all of it or nothing. A transaction is repeated under the same token, so that one whose answer was lost is not
    /// written twice within ten minutes; what has to hold longer is for the conditions.
    pub(crate) async fn transact(&self, steps: Vec<TransactWriteItem>) -> Result<Written, StoreError> {
        let token = Uuid::new_v4().to_string();
        let mut attempt = 1;
        loop {
            let write = self.client.transact_write_items().client_request_token(&token);
            let sent = write.set_transact_items(Some(steps.clone())).send().await;
            let Err(failed) = sent else { return Ok(Written::Done) };
            match why_canceled(&failed) {
                Some(Canceled::Refused) => return Ok(Written::Refused),
                Some(Canceled::Busy) if attempt < BUSY_TRIES => pause(attempt).await,
                None if failed.code().is_some_and(is_busy) && attempt < BUSY_TRIES => pause(attempt).await,
                _ => return Err(unavailable("TransactWriteItems", failed)),
            }
            attempt += 1;
        }
    }

    /// A step that writes a record.
    pub(crate) fn put_step(
        &self,
        item: Item,
        condition: Option<Condition>,
    ) -> Result<TransactWriteItem, StoreError> {
        let condition = condition.unwrap_or_default();
        let put = Put::builder()
            .table_name(&self.name)
            .set_item(Some(item))
            .set_condition_expression(condition.expression)
            .set_expression_attribute_names(condition.names)
            .set_expression_attribute_values(condition.values);
        Ok(TransactWriteItem::builder().put(put.build().map_err(unbuilt)?).build())
    }

    /// A step that changes a record; its condition is part of `change`.
    pub(crate) fn update_step(
        &self,
        key: &Key,
        update: &str,
        change: Condition,
    ) -> Result<TransactWriteItem, StoreError> {
        let built = Update::builder()
            .table_name(&self.name)
            .set_key(Some(key.item()))
            .update_expression(update)
            .set_condition_expression(change.expression)
            .set_expression_attribute_names(change.names)
            .set_expression_attribute_values(change.values);
        Ok(TransactWriteItem::builder().update(built.build().map_err(unbuilt)?).build())
    }

    /// A step that removes a record, if there is one.
    pub(crate) fn delete_step(&self, key: &Key) -> Result<TransactWriteItem, StoreError> {
        let built = Delete::builder().table_name(&self.name).set_key(Some(key.item()));
        Ok(TransactWriteItem::builder().delete(built.build().map_err(unbuilt)?).build())
    }

    /// A step that removes a record, and refuses the transaction unless the condition holds.
    pub(crate) fn conditional_delete_step(
        &self,
        key: &Key,
        condition: Condition,
    ) -> Result<TransactWriteItem, StoreError> {
        let built = Delete::builder()
            .table_name(&self.name)
            .set_key(Some(key.item()))
            .set_condition_expression(condition.expression)
            .set_expression_attribute_names(condition.names)
            .set_expression_attribute_values(condition.values);
        Ok(TransactWriteItem::builder().delete(built.build().map_err(unbuilt)?).build())
    }
}

/// Whether an error says that the table does what was asked once it is less busy.
fn is_busy(code: &str) -> bool {
    matches!(
        code,
        "TransactionConflictException"
            | "TransactionInProgressException"
            | "ProvisionedThroughputExceededException"
            | "ThrottlingException"
            | "RequestLimitExceeded"
    )
}

/// Sends a conditional write, again while a transaction is at its record or the table is throttled.
async fn written<T, E, F>(
    call: &str,
    send: impl Fn() -> F,
    is_refusal: fn(&E) -> bool,
) -> Result<Written, StoreError>
where
    F: Future<Output = Result<T, SdkError<E>>>,
    E: ProvideErrorMetadata + std::error::Error + 'static,
{
    let mut attempt = 1;
    loop {
        match send().await {
            Ok(_) => return Ok(Written::Done),
            Err(failed) if failed.as_service_error().is_some_and(is_refusal) => return Ok(Written::Refused),
            Err(failed) if failed.code().is_some_and(is_busy) && attempt < BUSY_TRIES => {
                pause(attempt).await;
            }
            Err(failed) => return Err(unavailable(call, failed)),
        }
        attempt += 1;
    }
}

/// Why a transaction was canceled.
enum Canceled {
    /// A condition did not hold.
    Refused,
    /// Another transaction was at one of its records, or the partition is throttled. The SDK does not try these again.
    Busy,
}

fn why_canceled(failed: &SdkError<TransactWriteItemsError>) -> Option<Canceled> {
    let Some(TransactWriteItemsError::TransactionCanceledException(canceled)) = failed.as_service_error()
    else {
        return None;
    };
    let because = |known: &[&str]| {
        let mut codes = canceled.cancellation_reasons().iter().filter_map(|reason| reason.code());
        codes.any(|code| known.contains(&code))
    };
    if because(&["ConditionalCheckFailed"]) {
        Some(Canceled::Refused)
    } else if because(&["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]) {
        Some(Canceled::Busy)
    } else {
        None
    }
}

/// Waits longer each time, and every waiter another while, so that they do not meet again.
pub(crate) async fn pause(attempt: u32) {
    let most = 10u64 << attempt.min(7);
    let (random, _) = Uuid::new_v4().as_u64_pair();
    tokio::time::sleep(Duration::from_millis(random % most)).await;
}
