//! Token buckets for request rates: the time when each is full again.

use std::sync::Arc;

use jiff::Timestamp;
use platen_service::plan::{Bucket, RequestRate, Taken};
use platen_service::store::StoreError;
use rusqlite::{OptionalExtension, Transaction, params};

use crate::database::{Database, Durability};
use crate::error;

/// Takes a request, in a transaction that holds the write lock from its start.
pub(crate) async fn take(
    database: &Arc<Database>,
    bucket: Bucket,
    rate: RequestRate,
    now: Timestamp,
) -> Result<Taken, StoreError> {
    let id = match bucket {
        Bucket::Subscription(subscription) => subscription.0,
        Bucket::Key(_, key) => key,
    };
    let write = move |tx: &Transaction<'_>| {
        let full_at = tx
            .prepare_cached("SELECT full_at FROM request_buckets WHERE id = ?1")?
            .query_row([id], |row| row.get(0))
            .optional()?;
        let (taken, full_at) = rate.take(full_at, now);
        if let Some(full_at) = full_at {
            tx.prepare_cached(
                "INSERT INTO request_buckets (id, full_at) VALUES (?1, ?2)
                 ON CONFLICT DO UPDATE SET full_at = ?2",
            )?
            .execute(params![id, full_at])?;
        }
        Ok(taken)
    };
    // A power cut may give back some requests of the last moments; waiting for the disk at each would cost far more.
    database.write(Durability::Normal, move |tx| write(tx).map_err(error::database)).await
}
