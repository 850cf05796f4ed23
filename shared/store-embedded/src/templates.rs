//! Templates and their versions.

mod add;
mod change;
mod list;
mod row;

use std::collections::HashSet;
use std::io::ErrorKind;

use async_trait::async_trait;
use bytes::Bytes;
use platen_service::figures;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::page::{Listed, Page};
use platen_service::store::{StoreError, TemplateFilter, TemplateStore};
use platen_service::templates::{NewVersion, Revision, TemplateChange, TemplateRecord};
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use crate::database::{Database, Durability, blocking};
use crate::files::Files;
use crate::{EmbeddedStore, error};

use self::change::{apply, check_seen};
pub(crate) use self::row::time;
use self::row::{RECORD, record};

#[async_trait]
impl TemplateStore for EmbeddedStore {
    async fn add_version(
        &self,
        subscription: SubscriptionId,
        new: NewVersion,
    ) -> Result<TemplateRecord, StoreError> {
        let (database, files, room) = (self.database.clone(), self.files.clone(), self.room.clone());
        blocking(move || add::add(&database, &files, &room, subscription, &new)).await
    }

    async fn template(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
    ) -> Result<Option<TemplateRecord>, StoreError> {
        let sql =
            format!("SELECT {RECORD} AND v.version = t.in_force WHERE t.subscription = ?1 AND t.id = ?2");
        self.database.read(|db| {
            db.prepare_cached(&sql)?.query_row(params![subscription.0, template.0], record).optional()
        })
    }

    async fn version(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        version: u32,
    ) -> Result<Option<TemplateRecord>, StoreError> {
        self.database.read(|db| one(db, subscription, template, version))
    }

    async fn versions(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        most: u32,
    ) -> Result<Vec<TemplateRecord>, StoreError> {
        let sql = format!(
            "SELECT {RECORD} WHERE t.subscription = ?1 AND t.id = ?2 ORDER BY v.version DESC LIMIT ?3"
        );
        self.database.read(|db| {
            db.prepare_cached(&sql)?.query_map(params![subscription.0, template.0, most], record)?.collect()
        })
    }

    async fn list(
        &self,
        subscription: SubscriptionId,
        filter: TemplateFilter<'_>,
        page: Page,
    ) -> Result<Listed<TemplateRecord>, StoreError> {
        let record_of =
            format!("SELECT {RECORD} AND v.version = t.in_force WHERE t.subscription = ?1 AND t.id = ?2");
        self.database.read(|db| {
            // One transaction, so that the count is that of the list.
            let tx = db.unchecked_transaction()?;
            let (ids, total) = list::page(&tx, subscription, filter, page)?;
            let mut found = tx.prepare_cached(&record_of)?;
            let records = ids.iter().map(|id| found.query_row(params![subscription.0, id], record));
            Ok(Listed { items: records.collect::<Result<_, _>>()?, total })
        })
    }

    async fn package(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        version: u32,
    ) -> Result<Option<Bytes>, StoreError> {
        let (database, files) = (self.database.clone(), self.files.clone());
        blocking(move || {
            let find = || database.read(|db| content_of(db, subscription, template, version));
            let Some(sha256) = find()? else { return Ok(None) };
            let damaged = |fault: &str| {
                figures::damage();
                StoreError::Damaged(format!("the file of template {template}, version {version} {fault}"))
            };
            match files.get(subscription, &sha256) {
                // Looked at with each reading, which is once for each version: what is made of it is kept.
                Ok(bytes) if Sha256::digest(&bytes)[..] != sha256 => Err(damaged(
                    "was changed on the disk; restore it from a backup, or register the same file again",
                )),
                Ok(bytes) => Ok(Some(bytes.into())),
                // Removed since the record was read.
                Err(failed) if failed.kind() == ErrorKind::NotFound && find()?.is_none() => Ok(None),
                Err(failed) if failed.kind() == ErrorKind::NotFound => {
                    Err(damaged("is missing; restore it from a backup, or register the same file again"))
                }
                Err(failed) => Err(error::file(&failed)),
            }
        })
        .await
    }

    async fn change(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        change: TemplateChange,
        seen: Option<Revision>,
    ) -> Result<bool, StoreError> {
        let write = move |tx: &rusqlite::Transaction<'_>| {
            check_seen(tx, subscription, template, seen)?;
            apply(tx, subscription, template, &change)
        };
        self.database.write(Durability::Full, write).await
    }

    async fn remove(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        seen: Option<Revision>,
    ) -> Result<bool, StoreError> {
        let (database, files) = (self.database.clone(), self.files.clone());
        blocking(move || {
            let remove = |tx: &rusqlite::Transaction<'_>| {
                let key = params![subscription.0, template.0];
                let sql =
                    "DELETE FROM versions WHERE subscription = ?1 AND template = ?2 RETURNING sha256, ready";
                let named: HashSet<(Vec<u8>, bool)> = tx
                    .prepare_cached(sql)?
                    .query_map(key, |row| Ok((row.get(0)?, row.get(1)?)))?
                    .collect::<Result<_, _>>()?;
                let removed = tx.execute("DELETE FROM templates WHERE subscription = ?1 AND id = ?2", key)?;
                Ok((removed > 0, named))
            };
            let (removed, named) = database.write_now(Durability::Full, |tx| {
                check_seen(tx, subscription, template, seen)?;
                remove(tx).map_err(error::database)
            })?;
            // The files go after the commit: a record without its file would be worse than a file without a record.
            for (sha256, _) in named.into_iter().filter(|(_, ready)| *ready) {
                discard(&database, &files, subscription, &sha256);
            }
            Ok(removed)
        })
        .await
    }
}

/// Removes files that no record names.
pub(crate) fn sweep(database: &Database, files: &Files) -> Result<(), StoreError> {
    let there = files.all().map_err(|failed| error::file(&failed))?;
    let named: HashSet<(SubscriptionId, Vec<u8>)> = database.read(|db| {
        db.prepare("SELECT DISTINCT subscription, sha256 FROM versions WHERE ready")?
            .query_map([], |row| Ok((SubscriptionId(row.get(0)?), row.get(1)?)))?
            .collect()
    })?;
    for (subscription, sha256) in there.into_iter().filter(|file| !named.contains(file)) {
        discard(database, files, subscription, &sha256);
    }
    Ok(())
}

/// Removes a file that no version names anymore. The look at the records and the rename share the write lock, so that nobody
/// records the file in between; its bytes go after that. What cannot be removed is swept later: what it belonged to is gone
/// all the same.
fn discard(database: &Database, files: &Files, subscription: SubscriptionId, sha256: &[u8]) {
    let Some(_right) = files.removals.begin() else { return };
    let taken_out = database.write_now(Durability::Normal, |tx| {
        if is_named(tx, subscription, sha256).map_err(error::database)? {
            return Ok(None);
        }
        files.take_out(subscription, sha256).map_err(|failed| error::file(&failed))
    });
    match taken_out {
        Ok(Some(_)) => tracing::debug!(%subscription, "removed a file that no template names"),
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, %subscription, "a file that no template names stays for now"),
    }
}

fn is_named(db: &Connection, subscription: SubscriptionId, sha256: &[u8]) -> Result<bool, rusqlite::Error> {
    let sql = "SELECT EXISTS (SELECT 1 FROM versions WHERE subscription = ?1 AND sha256 = ?2 AND ready)";
    db.prepare_cached(sql)?.query_row(params![subscription.0, sha256], |row| row.get(0))
}

fn json<T: serde::Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|failed| StoreError::Damaged(failed.to_string()))
}

fn one(
    db: &Connection,
    subscription: SubscriptionId,
    template: TemplateId,
    version: u32,
) -> Result<Option<TemplateRecord>, rusqlite::Error> {
    let sql = format!("SELECT {RECORD} WHERE t.subscription = ?1 AND t.id = ?2 AND v.version = ?3");
    db.prepare_cached(&sql)?.query_row(params![subscription.0, template.0, version], record).optional()
}

fn content_of(
    db: &Connection,
    subscription: SubscriptionId,
    template: TemplateId,
    version: u32,
) -> Result<Option<[u8; 32]>, rusqlite::Error> {
    let sql =
        "SELECT sha256 FROM versions WHERE subscription = ?1 AND template = ?2 AND version = ?3 AND ready";
    db.prepare_cached(sql)?
        .query_row(params![subscription.0, template.0, version], |row| row.get(0))
        .optional()
}
