//! Templates and their versions.

mod add;
mod change;
mod row;

use std::collections::HashSet;
use std::io::ErrorKind;

use async_trait::async_trait;
use bytes::Bytes;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::page::{Listed, Page};
use platen_service::store::{StoreError, TemplateFilter, TemplateStore};
use platen_service::templates::{NewVersion, Revision, Status, TemplateChange, TemplateRecord};
use rusqlite::{Connection, OptionalExtension, params};

use crate::database::{Database, Durability, blocking};
use crate::files::Files;
use crate::{EmbeddedStore, error};

use self::add::{insert, known};
use self::change::{apply, check_seen};
pub(crate) use self::row::time;
use self::row::{RECORD, labels, record, status};

#[async_trait]
impl TemplateStore for EmbeddedStore {
    async fn add_version(
        &self,
        subscription: SubscriptionId,
        new: NewVersion,
    ) -> Result<TemplateRecord, StoreError> {
        let (files, room) = (self.files.clone(), self.room.clone());
        let write = move |tx: &rusqlite::Transaction<'_>| {
            check_seen(tx, subscription, new.template_id, new.seen)?;
            let known = known(tx, subscription, new.template_id).map_err(error::database)?;
            let (version, replaced) = match known {
                Some(known) if known.is_again(&new) => (known.last, None),
                known => {
                    let remarks = json(&new.diagnostics)?;
                    let kept = new.package.as_ref().map_or(0, bytes::Bytes::len) + remarks.len();
                    room.check(tx, subscription, kept as u64)?;
                    if let Some(package) = &new.package {
                        files
                            .put(subscription, &new.sha256, package)
                            .map_err(|failed| error::file(&failed))?;
                    }
                    insert(tx, subscription, &new, known.as_ref(), &remarks)?
                }
            };
            let made = one(tx, subscription, new.template_id, version).map_err(error::database)?;
            let made = made.ok_or_else(|| {
                StoreError::Damaged(format!("version {version} of template {} not found", new.template_id))
            })?;
            Ok((made, replaced))
        };
        let (made, replaced) = self.database.write(Durability::Full, write).await?;
        if let Some(sha256) = replaced {
            // The file goes after the commit, as in `remove`.
            let files = self.files.clone();
            let sweep = move |tx: &rusqlite::Transaction<'_>| {
                if is_named(tx, subscription, &sha256).map_err(error::database)? {
                    return Ok(());
                }
                files.remove(subscription, &sha256).map_err(|failed| error::file(&failed))
            };
            self.database.write(Durability::Normal, sweep).await?;
        }
        Ok(made)
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
        let all = format!(
            "SELECT {RECORD} AND v.version = t.in_force WHERE t.subscription = ?1
             ORDER BY t.name COLLATE NOCASE, v.template"
        );
        let (from, size) = (page.offset(), u64::from(page.size));
        // Letters of all scripts have cases, which SQLite does not know: names are looked at here.
        self.database.read(|db| {
            let mut statement = db.prepare_cached(&all)?;
            let mut rows = statement.query([subscription.0])?;
            let mut listed = Listed { items: Vec::new(), total: 0 };
            while let Some(row) = rows.next()? {
                let usable = status(row)? == Status::Ready;
                let labels = labels(row)?;
                if !filter.takes(usable, row.get_ref(4)?.as_str()?, row.get_ref(6)?.as_str()?, &labels) {
                    continue;
                }
                if (from..from.saturating_add(size)).contains(&listed.total) {
                    listed.items.push(record(row)?);
                }
                listed.total += 1;
            }
            Ok(listed)
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
            match files.get(subscription, &sha256) {
                Ok(bytes) => Ok(Some(bytes.into())),
                // Removed since the record was read.
                Err(failed) if failed.kind() == ErrorKind::NotFound && find()?.is_none() => Ok(None),
                Err(failed) if failed.kind() == ErrorKind::NotFound => Err(StoreError::Damaged(format!(
                    "the file of template {template}, version {version} is missing"
                ))),
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
            let removed = database.write_now(Durability::Full, |tx| {
                check_seen(tx, subscription, template, seen)?;
                let key = params![subscription.0, template.0];
                tx.execute("DELETE FROM versions WHERE subscription = ?1 AND template = ?2", key)
                    .and_then(|_| {
                        tx.execute("DELETE FROM templates WHERE subscription = ?1 AND id = ?2", key)
                    })
                    .map_err(error::database)
            })?;
            // The files go after the commit: a record without its file would be worse than a file without a record.
            sweep(&database, &files)?;
            Ok(removed > 0)
        })
        .await
    }
}

/// Removes files that no record names. Holds the write lock, so that no process is between a file and its record.
pub(crate) fn sweep(database: &Database, files: &Files) -> Result<(), StoreError> {
    let removed = database.write_now(Durability::Normal, |tx| {
        let named = named_files(tx).map_err(error::database)?;
        files.sweep(&named).map_err(|failed| error::file(&failed))
    })?;
    if removed > 0 {
        tracing::info!(files = removed, "removed files that no template names");
    }
    Ok(())
}

fn named_files(db: &Connection) -> Result<HashSet<(SubscriptionId, Vec<u8>)>, rusqlite::Error> {
    db.prepare("SELECT subscription, sha256 FROM versions WHERE ready")?
        .query_map([], |row| Ok((SubscriptionId(row.get(0)?), row.get(1)?)))?
        .collect()
}

fn is_named(db: &Connection, subscription: SubscriptionId, sha256: &[u8]) -> Result<bool, rusqlite::Error> {
    let sql = "SELECT 1 FROM versions WHERE subscription = ?1 AND sha256 = ?2 AND ready LIMIT 1";
    db.query_row(sql, params![subscription.0, sha256], |_| Ok(())).optional().map(|found| found.is_some())
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
