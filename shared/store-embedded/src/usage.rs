//! Document counts, written to the database before the response leaves, so that kill -9 loses none.
//!
//! A transaction for each document would cost as much as creating it, so requests that end at about the same time share one: the first
//! begins to write, and those that arrive meanwhile are in the next transaction.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use platen_service::ids::SubscriptionId;
use platen_service::store::StoreError;
use rusqlite::{OptionalExtension, Transaction, params};
use tokio::sync::watch;

use crate::database::{Database, Durability};
use crate::error;

type Counts = HashMap<(SubscriptionId, String), u64>;

/// The counts.
pub(crate) struct Usage {
    database: Arc<Database>,
    state: Mutex<State>,
    /// The last batch that was written, or failed.
    ended: watch::Sender<u64>,
}

#[derive(Default)]
struct State {
    /// Counts of the next batch, and its number.
    next: Counts,
    number: u64,
    /// Counts that are being written.
    writing: Option<Counts>,
}

impl Usage {
    pub(crate) fn new(database: Arc<Database>) -> Usage {
        let state = Mutex::new(State { number: 1, ..State::default() });
        Usage { database, state, ended: watch::Sender::new(0) }
    }

    /// Counts documents. They are in the database when this returns; where it cannot be written (a full disk), they are in
    /// memory, and tried again: a document that was made is not refused for that.
    pub(crate) async fn count(self: &Arc<Self>, subscription: SubscriptionId, month: &str, made: u64) {
        let (number, first) = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            *state.next.entry((subscription, month.to_owned())).or_default() += made;
            let first = state.writing.is_none();
            if first {
                state.writing = Some(Counts::new());
            }
            (state.number, first)
        };
        let mut ended = self.ended.subscribe();
        if first {
            let usage = self.clone();
            tokio::task::spawn_blocking(move || usage.write_all());
        }
        // It does not fail: this holds the sender.
        let _ = ended.wait_for(|ended| *ended >= number).await;
    }

    /// Documents counted, written or not.
    pub(crate) fn counted(&self, subscription: SubscriptionId, month: &str) -> Result<u64, StoreError> {
        let key = (subscription, month.to_owned());
        // In this order a count that is being written is seen twice for a moment, and never missed.
        let waiting: u64 = {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            [Some(&state.next), state.writing.as_ref()]
                .into_iter()
                .flatten()
                .filter_map(|of| of.get(&key))
                .sum()
        };
        let written: Option<i64> = self.database.read(|db| {
            db.prepare_cached("SELECT documents FROM usage WHERE subscription = ?1 AND month = ?2")?
                .query_row(params![subscription.0, month], |row| row.get(0))
                .optional()
        })?;
        Ok(waiting + written.unwrap_or_default().unsigned_abs())
    }

    /// Writes what could not be written before, unless another thread is writing.
    pub(crate) fn retry(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.writing.is_none() && !state.next.is_empty() {
            state.writing = Some(Counts::new());
            drop(state);
            self.write_all();
        }
    }

    /// Writes what is left at the end. The thread that was to write it may never have begun.
    pub(crate) fn write_rest(&self) {
        self.write_all();
    }

    /// Writes batch after batch until nothing waits.
    fn write_all(&self) {
        loop {
            let (batch, number) = {
                let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                if state.next.is_empty() {
                    state.writing = None;
                    return;
                }
                let batch = std::mem::take(&mut state.next);
                state.writing = Some(batch.clone());
                state.number += 1;
                (batch, state.number - 1)
            };
            let written = self.write(&batch);
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            // Before anybody is told: who asks then must not see it twice.
            state.writing = written.is_ok().then(Counts::new);
            if let Err(error) = &written {
                tracing::warn!(%error, "counts of documents stay in memory until they can be written");
                for (key, made) in batch {
                    *state.next.entry(key).or_default() += made;
                }
            }
            drop(state);
            self.ended.send_modify(|ended| *ended = number.max(*ended));
            if written.is_err() {
                return;
            }
        }
    }

    fn write(&self, batch: &Counts) -> Result<(), StoreError> {
        self.database.write_now(Durability::Normal, |tx| {
            let mut counts = batch.iter();
            counts
                .try_for_each(|((subscription, month), made)| add(tx, *subscription, month, *made))
                .map_err(error::database)
        })
    }
}

/// Counts documents in a transaction.
pub(crate) fn add(
    tx: &Transaction<'_>,
    subscription: SubscriptionId,
    month: &str,
    made: u64,
) -> Result<(), rusqlite::Error> {
    let made = i64::try_from(made).unwrap_or(i64::MAX);
    tx.prepare_cached(
        "INSERT INTO usage (subscription, month, documents) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET documents = documents + ?3",
    )?
    .execute(params![subscription.0, month, made])
    .map(|_| ())
}
