//! The secrets that callbacks are signed with, per subscription.

use jiff::Timestamp;
use platen_service::jobs::callback::{CallbackSecret, CallbackSecrets};
use platen_service::store::StoreError;
use platen_service::subscriptions::SubscriptionId;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::EmbeddedStore;
use crate::database::Durability;
use crate::error;
use crate::templates::time;

impl EmbeddedStore {
    /// Reads the secrets, or makes the first one.
    pub(crate) async fn read_or_make_secrets(
        &self,
        subscription: SubscriptionId,
    ) -> Result<CallbackSecrets, StoreError> {
        if let Some(secrets) = self.database.read(|db| read(db, subscription))? {
            return Ok(secrets);
        }
        let first = CallbackSecret::generate()?;
        self.write_secrets(subscription, move |tx| {
            // Another process may have been first.
            let sql = "INSERT OR IGNORE INTO callback_secrets (subscription, current) VALUES (?1, ?2)";
            tx.execute(sql, params![subscription.0, first.as_bytes()])
        })
        .await
    }

    pub(crate) async fn rotate_secrets(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
    ) -> Result<CallbackSecrets, StoreError> {
        self.read_or_make_secrets(subscription).await?;
        let new = CallbackSecret::generate()?;
        self.write_secrets(subscription, move |tx| {
            let sql = "UPDATE callback_secrets SET previous = current, rotated_at = ?3, current = ?2
                       WHERE subscription = ?1";
            tx.execute(sql, params![subscription.0, new.as_bytes(), now.as_microsecond()])
        })
        .await
    }

    /// Writes, and reads what is there then.
    async fn write_secrets(
        &self,
        subscription: SubscriptionId,
        write: impl FnOnce(&Transaction<'_>) -> Result<usize, rusqlite::Error> + Send + 'static,
    ) -> Result<CallbackSecrets, StoreError> {
        let write = move |tx: &Transaction<'_>| {
            write(tx).map_err(error::database)?;
            let there = read(tx, subscription).map_err(error::database)?;
            there.ok_or_else(|| StoreError::Damaged("the secret of callbacks is gone".to_owned()))
        };
        self.database.write(Durability::Full, write).await
    }
}

fn read(db: &Connection, subscription: SubscriptionId) -> Result<Option<CallbackSecrets>, rusqlite::Error> {
    let sql = "SELECT current, previous, rotated_at FROM callback_secrets WHERE subscription = ?1";
    let read = |row: &rusqlite::Row<'_>| {
        let previous: Option<[u8; 32]> = row.get(1)?;
        let previous = match previous {
            Some(secret) => Some((CallbackSecret::from_bytes(secret), time(row, 2)?)),
            None => None,
        };
        Ok(CallbackSecrets { current: CallbackSecret::from_bytes(row.get(0)?), previous })
    };
    db.prepare_cached(sql)?.query_row([subscription.0], read).optional()
}
