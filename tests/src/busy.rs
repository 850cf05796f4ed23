//! What DynamoDB refuses when it is busy, which the server in this process never is: a partition takes 1,000 write units a second
//! (Amazon DynamoDB Developer Guide, "Burst and adaptive capacity"), and a write that meets a transaction on its way to the same
//! record fails, rather than wait for it ("Transaction conflict handling").

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rustack_dynamodb_model::error::{DynamoDBError, DynamoDBErrorCode};
use rustack_dynamodb_model::operations::DynamoDBOperation;
use rustack_dynamodb_model::types::CancellationReason;
use serde_json::Value;
use tokio::time::Instant;

/// Write units that a partition takes in a second.
const UNITS: f64 = 1_000.0;

/// Bytes of a write unit.
const UNIT_BYTES: usize = 1_024;

/// How long a transaction holds its records.
pub(crate) const HOLDS: Duration = Duration::from_millis(7);

/// A record: table, partition key and sort key.
type Record = (String, String, String);

/// Partitions and the records in transactions.
#[derive(Default)]
pub(crate) struct Busy {
    /// Units left of each partition, and as of when.
    left: Mutex<HashMap<(String, String), (f64, Instant)>>,
    held: Arc<Mutex<HashSet<Record>>>,
    refused: AtomicU64,
}

/// Records that a transaction holds until this is dropped.
pub(crate) struct Held {
    held: Arc<Mutex<HashSet<Record>>>,
    records: Vec<Record>,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.held.lock().unwrap();
        self.records.iter().for_each(|record| {
            held.remove(record);
        });
    }
}

impl Busy {
    /// Writes and transactions that were refused so far.
    pub(crate) fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Refuses a write of one record that a busy table would not do.
    pub(crate) fn write(&self, operation: DynamoDBOperation, body: &[u8]) -> Result<(), DynamoDBError> {
        self.count(self.check_write(operation, body))
    }

    /// Refuses a transaction, or holds its records.
    pub(crate) fn transaction(&self, request: &Value) -> Result<Held, DynamoDBError> {
        self.count(self.hold(request))
    }

    fn count<T>(&self, outcome: Result<T, DynamoDBError>) -> Result<T, DynamoDBError> {
        self.refused.fetch_add(u64::from(outcome.is_err()), Ordering::Relaxed);
        outcome
    }

    fn check_write(&self, operation: DynamoDBOperation, body: &[u8]) -> Result<(), DynamoDBError> {
        use DynamoDBOperation::{DeleteItem, PutItem, UpdateItem};
        if !matches!(operation, DeleteItem | PutItem | UpdateItem) {
            return Ok(());
        }
        let Ok(request) = serde_json::from_slice::<Value>(body) else { return Ok(()) };
        let record = record(&request);
        if self.held.lock().unwrap().contains(&record) {
            return Err(DynamoDBError::new(DynamoDBErrorCode::TransactionConflictException));
        }
        if !self.take(&record, body.len().div_ceil(UNIT_BYTES)) {
            return Err(DynamoDBError::new(DynamoDBErrorCode::ProvisionedThroughputExceededException));
        }
        Ok(())
    }

    fn hold(&self, request: &Value) -> Result<Held, DynamoDBError> {
        let steps = request["TransactItems"].as_array().unwrap();
        let steps: Vec<&Value> =
            steps.iter().map(|step| step.as_object().unwrap().values().next().unwrap()).collect();
        let records: Vec<Record> = steps.iter().map(|step| record(step)).collect();
        let mut held = self.held.lock().unwrap();
        if records.iter().any(|record| held.contains(record)) {
            return Err(canceled("TransactionConflict", &records, |record| held.contains(record)));
        }
        for (step, record) in steps.iter().zip(&records) {
            // Each write of a transaction is prepared, and committed.
            let units = 2 * step.to_string().len().div_ceil(UNIT_BYTES);
            if !self.take(record, units) {
                return Err(canceled("ThrottlingError", &records, |other| other == record));
            }
        }
        held.extend(records.iter().cloned());
        Ok(Held { held: self.held.clone(), records })
    }

    fn take(&self, (table, partition, _): &Record, units: usize) -> bool {
        let mut all = self.left.lock().unwrap();
        let now = Instant::now();
        let (left, as_of) = all.entry((table.clone(), partition.clone())).or_insert((UNITS, now));
        *left = (*left + as_of.elapsed().as_secs_f64() * UNITS).min(UNITS);
        *as_of = now;
        // The one that goes over is done: what a record has is not known before.
        let free = *left > 0.0;
        if free {
            *left -= units as f64;
        }
        free
    }
}

fn record(write: &Value) -> Record {
    let key = if write["Key"].is_object() { &write["Key"] } else { &write["Item"] };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&write["TableName"]), text(&key["pk"]["S"]), text(&key["sk"]["S"]))
}

fn canceled(code: &str, records: &[Record], is_why: impl Fn(&Record) -> bool) -> DynamoDBError {
    let reason = |record| {
        let code = if is_why(record) { code } else { "None" };
        CancellationReason { code: Some(code.to_owned()), message: None, item: None }
    };
    DynamoDBError::transaction_cancelled(records.iter().map(reason).collect())
}
