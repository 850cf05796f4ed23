//! The secrets that sign callbacks, for each subscription.

use jiff::Timestamp;
use platen_service::callback::{CallbackSecret, CallbackSecrets};
use platen_service::ids::SubscriptionId;
use platen_service::store::StoreError;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use crate::database::Durability;
use crate::seal::Seal;
use crate::secrets::of_callbacks;
use crate::templates::time;
use crate::{EmbeddedStore, error};

impl EmbeddedStore {
    /// Reads the secrets, or makes the first one.
    pub(crate) async fn read_or_make_secrets(
        &self,
        subscription: SubscriptionId,
    ) -> Result<CallbackSecrets, StoreError> {
        if let Some(stored) = self.database.read(|db| read(db, subscription))? {
            return stored.open(&self.seal, subscription);
        }
        let first = self.seal.seal(&of_callbacks(subscription), CallbackSecret::generate()?.as_bytes())?;
        self.write_secrets(subscription, move |tx| {
            // Another process may have been first.
            let sql = "INSERT OR IGNORE INTO callback_secrets (subscription, current) VALUES (?1, ?2)";
            tx.execute(sql, params![subscription.0, first])
        })
        .await
    }

    pub(crate) async fn rotate_secrets(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
    ) -> Result<CallbackSecrets, StoreError> {
        self.read_or_make_secrets(subscription).await?;
        let new = self.seal.seal(&of_callbacks(subscription), CallbackSecret::generate()?.as_bytes())?;
        self.write_secrets(subscription, move |tx| {
            let sql = "UPDATE callback_secrets SET previous = current, rotated_at = ?3, current = ?2
                       WHERE subscription = ?1";
            tx.execute(sql, params![subscription.0, new, now.as_microsecond()])
        })
        .await
    }

    pub(crate) async fn replace_secrets(
        &self,
        subscription: SubscriptionId,
        secrets: &CallbackSecrets,
    ) -> Result<(), StoreError> {
        let seal = |secret: &CallbackSecret| self.seal.seal(&of_callbacks(subscription), secret.as_bytes());
        let current = seal(&secrets.current)?;
        let previous = secrets.previous.as_ref().map(|(secret, _)| seal(secret)).transpose()?;
        let at = secrets.previous.as_ref().map(|(_, at)| at.as_microsecond());
        let write = move |tx: &Transaction<'_>| {
            let sql = "INSERT OR REPLACE INTO callback_secrets (subscription, current, previous, rotated_at)
                       VALUES (?1, ?2, ?3, ?4)";
            tx.execute(sql, params![subscription.0, current, previous, at])
        };
        self.write_secrets(subscription, write).await.map(|_| ())
    }

    /// Writes, and reads what is stored then.
    async fn write_secrets(
        &self,
        subscription: SubscriptionId,
        write: impl FnOnce(&Transaction<'_>) -> Result<usize, rusqlite::Error> + Send + 'static,
    ) -> Result<CallbackSecrets, StoreError> {
        let write = move |tx: &Transaction<'_>| {
            write(tx).map_err(error::database)?;
            let there = read(tx, subscription).map_err(error::database)?;
            there.ok_or_else(|| StoreError::Damaged("the secret of callbacks is missing".to_owned()))
        };
        self.database.write(Durability::Full, write).await?.open(&self.seal, subscription)
    }
}

/// The secrets of a subscription as they are stored: sealed.
struct Sealed {
    current: Vec<u8>,
    previous: Option<(Vec<u8>, Timestamp)>,
}

impl Sealed {
    fn open(self, seal: &Seal, subscription: SubscriptionId) -> Result<CallbackSecrets, StoreError> {
        let purpose = of_callbacks(subscription);
        let open = |sealed: &[u8]| seal.open_32(&purpose, sealed).map(CallbackSecret::from_bytes);
        let previous = self.previous.map(|(sealed, at)| Ok::<_, StoreError>((open(&sealed)?, at)));
        Ok(CallbackSecrets { current: open(&self.current)?, previous: previous.transpose()? })
    }
}

fn read(db: &Connection, subscription: SubscriptionId) -> Result<Option<Sealed>, rusqlite::Error> {
    let sql = "SELECT current, previous, rotated_at FROM callback_secrets WHERE subscription = ?1";
    let read = |row: &Row<'_>| {
        let previous: Option<Vec<u8>> = row.get(1)?;
        let previous = previous.map(|sealed| Ok::<_, rusqlite::Error>((sealed, time(row, 2)?)));
        Ok(Sealed { current: row.get(0)?, previous: previous.transpose()? })
    };
    db.prepare_cached(sql)?.query_row([subscription.0], read).optional()
}
