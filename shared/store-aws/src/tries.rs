//! How often the work of a message killed its worker.
//!
//! SQS counts deliveries, including those that a throttled function never got, and those whose worker reported that a store did not
//! respond. Neither is the work's fault. So each delivery is noted before its work begins, and the note is removed if the worker can
//! still ask for another delivery: `JOB#{job}#TRY#{message}` / `TRY` has the deliveries that began and never came back. A delivery is
//! named by its number, so writing a note twice counts once.

use std::collections::HashSet;

use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use jiff::Timestamp;
use platen_service::ids::JobId;
use platen_service::store::StoreError;
use serde::Deserialize;

use crate::AwsStore;
use crate::error::unavailable;
use crate::item::{Condition, Key, number, read};

/// How long a note is kept, in seconds: longer than a queue keeps a message.
const LIFE: i64 = 15 * 24 * 3600;

#[derive(Deserialize)]
struct Noted {
    begun: HashSet<u32>,
}

fn key(job: JobId, message: &str) -> Key {
    Key::new(format!("JOB#{job}#TRY#{message}"), "TRY")
}

fn delivery(number: u32) -> AttributeValue {
    AttributeValue::Ns(vec![number.to_string()])
}

impl AwsStore {
    /// Notes that the work of a message begins. Returns which try it is: the first, and one more for each worker that died of
    /// it. `received` is how often the message was delivered.
    ///
    /// # Errors
    /// The table does not answer: the work must not begin.
    pub async fn begin_try(&self, job: JobId, message: &str, received: u32) -> Result<u32, StoreError> {
        let noted = self
            .table
            .client
            .update_item()
            .table_name(&self.table.name)
            .set_key(Some(key(job, message).item()))
            .update_expression("SET expiresAt = :until ADD begun :delivery")
            .expression_attribute_values(":until", number(Timestamp::now().as_second() + LIFE))
            .expression_attribute_values(":delivery", delivery(received))
            .return_values(ReturnValue::AllNew)
            .send()
            .await
            .map_err(|failed| unavailable("UpdateItem", failed))?;
        let noted: Noted = read(noted.attributes.unwrap_or_default())?;
        Ok(u32::try_from(noted.begun.len()).unwrap_or(u32::MAX))
    }

    /// Takes the note of a delivery back: its worker lives, and its message comes again.
    ///
    /// # Errors
    /// The table does not answer: the delivery counts as a try.
    pub async fn take_try_back(&self, job: JobId, message: &str, received: u32) -> Result<(), StoreError> {
        let change = Condition::when("attribute_exists(pk)").value(":delivery", delivery(received));
        self.table.update(&key(job, message), "DELETE begun :delivery", change).await.map(|_| ())
    }
}
