//! Idempotency keys: `IDEMPOTENCY#{subscription}#{key}` / `CLAIM`.
//!
//! DynamoDB removes expired records up to days later; `until`, in microseconds, decides what is valid.

use async_trait::async_trait;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::types::ReturnValuesOnConditionCheckFailure;
use jiff::Timestamp;
use platen_service::ids::SubscriptionId;
use platen_service::store::{Claim, IdempotencyStore, StoreError};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::AwsStore;
use crate::error::unavailable;
use crate::item::{Condition, Key, item, number, read, text};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredClaim {
    request_sha256: String,
    /// Which call wrote it: one whose answer was lost is sent again, and has to know its own record.
    claimant: Uuid,
    until: i64,
    /// For DynamoDB, in seconds.
    expires_at: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
}

fn claim_key(subscription: SubscriptionId, key: &str) -> Key {
    Key::new(format!("IDEMPOTENCY#{subscription}#{key}"), "CLAIM")
}

#[async_trait]
impl IdempotencyStore for AwsStore {
    async fn claim(
        &self,
        subscription: SubscriptionId,
        key: &str,
        request_sha256: &[u8; 32],
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Claim, StoreError> {
        let mine = StoredClaim {
            request_sha256: hex::encode(request_sha256),
            claimant: Uuid::new_v4(),
            until: lease_until.as_microsecond(),
            expires_at: lease_until.as_second() + 1,
            result: None,
        };
        let sent = self
            .table
            .client
            .put_item()
            .table_name(&self.table.name)
            .set_item(Some(item(&claim_key(subscription, key), &mine)?))
            .condition_expression("attribute_not_exists(pk) OR #until <= :now")
            .expression_attribute_names("#until", "until")
            .expression_attribute_values(":now", number(now.as_microsecond()))
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        let there: StoredClaim = match sent {
            Ok(_) => return Ok(Claim::Fresh),
            Err(failed) => read(held(failed)?)?,
        };
        Ok(if there.claimant == mine.claimant {
            Claim::Fresh
        } else if there.request_sha256 != mine.request_sha256 {
            Claim::Mismatch
        } else {
            there.result.map_or(Claim::InProgress, |result| Claim::Done { result })
        })
    }

    async fn settle(
        &self,
        subscription: SubscriptionId,
        key: &str,
        request_sha256: &[u8; 32],
        result: &str,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        let change = Condition::when("requestSha256 = :request")
            .name("#result", "result")
            .name("#until", "until")
            .value(":request", text(hex::encode(request_sha256)))
            .value(":result", text(result))
            .value(":until", number(expires_at.as_microsecond()))
            .value(":expires", number(expires_at.as_second() + 1));
        let update = "SET #result = :result, #until = :until, expiresAt = :expires";
        // Refused: the lease ran out and another process has the key now.
        self.table.update(&claim_key(subscription, key), update, change).await.map(|_| ())
    }

    async fn release(
        &self,
        subscription: SubscriptionId,
        key: &str,
        request_sha256: &[u8; 32],
    ) -> Result<(), StoreError> {
        let condition = Condition::when("requestSha256 = :request AND attribute_not_exists(#result)")
            .name("#result", "result")
            .value(":request", text(hex::encode(request_sha256)));
        // Refused: it is settled, or another process has it.
        self.table.delete(&claim_key(subscription, key), condition).await.map(|_| ())
    }
}

/// The record that was in the way of a write.
fn held(failed: SdkError<PutItemError>) -> Result<crate::item::Item, StoreError> {
    match failed {
        SdkError::ServiceError(error) if error.err().is_conditional_check_failed_exception() => {
            match error.into_err() {
                PutItemError::ConditionalCheckFailedException(refused) if refused.item().is_some() => {
                    Ok(refused.item.unwrap_or_default())
                }
                other => Err(StoreError::Unavailable(format!("PutItem: {other}"))),
            }
        }
        failed => Err(unavailable("PutItem", failed)),
    }
}
