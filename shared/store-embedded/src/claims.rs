//! Idempotency keys.

use async_trait::async_trait;
use jiff::Timestamp;
use platen_service::ids::SubscriptionId;
use platen_service::store::{Claim, IdempotencyStore, StoreError};
use rusqlite::{OptionalExtension, Transaction, params};

use crate::database::Durability;
use crate::{EmbeddedStore, error};

#[async_trait]
impl IdempotencyStore for EmbeddedStore {
    async fn claim(
        &self,
        subscription: SubscriptionId,
        key: &str,
        request_sha256: &[u8; 32],
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Claim, StoreError> {
        let (key, sha256) = (key.to_owned(), *request_sha256);
        let write = move |tx: &Transaction<'_>| {
            let found: Option<([u8; 32], Option<String>)> = tx
                .query_row(
                    "SELECT request_sha256, result FROM idempotency
                     WHERE subscription = ?1 AND key = ?2 AND expires_at > ?3",
                    params![subscription.0, key, now.as_microsecond()],
                    |row| Ok((row.get(0)?, row.get(1)?)),
                )
                .optional()?;
            match found {
                Some((other, _)) if other != sha256 => Ok(Claim::Mismatch),
                Some((_, None)) => Ok(Claim::InProgress),
                Some((_, Some(result))) => Ok(Claim::Done { result }),
                None => {
                    tx.execute(
                        "INSERT OR REPLACE INTO idempotency (subscription, key, request_sha256, result, expires_at)
                         VALUES (?1, ?2, ?3, NULL, ?4)",
                        params![subscription.0, key, sha256, lease_until.as_microsecond()],
                    )?;
                    Ok(Claim::Fresh)
                }
            }
        };
        self.database.write(Durability::Normal, move |tx| write(tx).map_err(error::database)).await
    }

    async fn settle(
        &self,
        subscription: SubscriptionId,
        key: &str,
        request_sha256: &[u8; 32],
        result: &str,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        let (key, sha256, result) = (key.to_owned(), *request_sha256, result.to_owned());
        let write = move |tx: &Transaction<'_>| {
            tx.execute(
                "UPDATE idempotency SET result = ?4, expires_at = ?5
                 WHERE subscription = ?1 AND key = ?2 AND request_sha256 = ?3",
                params![subscription.0, key, sha256, result, expires_at.as_microsecond()],
            )
            .map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }

    async fn release(
        &self,
        subscription: SubscriptionId,
        key: &str,
        request_sha256: &[u8; 32],
    ) -> Result<(), StoreError> {
        let (key, sha256) = (key.to_owned(), *request_sha256);
        let write = move |tx: &Transaction<'_>| {
            tx.execute(
                "DELETE FROM idempotency
                 WHERE subscription = ?1 AND key = ?2 AND request_sha256 = ?3 AND result IS NULL",
                params![subscription.0, key, sha256],
            )
            .map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }
}
