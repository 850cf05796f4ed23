//! Templates and their versions.

use std::collections::HashSet;
use std::io::ErrorKind;

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use platen_service::contract::Page;
use platen_service::store::{Listed, StoreError, TemplateFilter, TemplateStore};
use platen_service::subscriptions::SubscriptionId;
use platen_service::templates::{NewVersion, Status, TemplateId, TemplateRecord};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use uuid::Uuid;

use crate::EmbeddedStore;
use crate::database::{Database, Durability, blocking};
use crate::error;
use crate::files::Files;

/// The columns of a record, in the order that [`record`] reads them.
const RECORD: &str = "v.template, v.version, v.ready, t.disabled, v.name, v.description, v.file_name, v.size_bytes, \
    v.placeholder_count, v.content_control_count, t.created_at, v.recorded_at, v.diagnostics \
    FROM templates t JOIN versions v ON v.subscription = t.subscription AND v.template = t.id";

#[async_trait]
impl TemplateStore for EmbeddedStore {
    async fn add_version(
        &self,
        subscription: SubscriptionId,
        new: NewVersion,
    ) -> Result<TemplateRecord, StoreError> {
        let (files, room) = (self.files.clone(), self.room.clone());
        let write = move |tx: &rusqlite::Transaction<'_>| {
            let last = last_version(tx, subscription, new.template_id).map_err(error::database)?;
            let version = match last {
                Some(last) if last.is_again(&new) => last.version,
                last => {
                    let remarks = diagnostics(&new)?;
                    let kept = new.package.as_ref().map_or(0, bytes::Bytes::len) + remarks.len();
                    room.check(tx, subscription, kept as u64)?;
                    if let Some(package) = &new.package {
                        files
                            .put(subscription, &new.sha256, package)
                            .map_err(|failed| error::file(&failed))?;
                    }
                    let version = last.map_or(1, |last| last.version + 1);
                    insert(tx, subscription, &new, version, &remarks)?;
                    version
                }
            };
            one(tx, subscription, new.template_id, version).map_err(error::database)?.ok_or_else(|| {
                StoreError::Damaged(format!("version {version} of template {} not found", new.template_id))
            })
        };
        self.database.write(Durability::Full, write).await
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
             ORDER BY v.name COLLATE NOCASE, v.template"
        );
        let (from, size) = (page.offset(), u64::from(page.size));
        // Letters of all scripts have cases, which SQLite does not know: names are looked at here.
        self.database.read(|db| {
            let mut statement = db.prepare_cached(&all)?;
            let mut rows = statement.query([subscription.0])?;
            let mut listed = Listed { items: Vec::new(), total: 0 };
            while let Some(row) = rows.next()? {
                let usable = row.get::<_, bool>(2)? && !row.get::<_, bool>(3)?;
                if !filter.takes(usable, row.get_ref(4)?.as_str()?, row.get_ref(6)?.as_str()?) {
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

    async fn set_disabled(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        disabled: bool,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE templates SET disabled = ?3 WHERE subscription = ?1 AND id = ?2";
        let write = move |tx: &rusqlite::Transaction<'_>| {
            tx.execute(sql, params![subscription.0, template.0, disabled]).map_err(error::database)
        };
        Ok(self.database.write(Durability::Full, write).await? > 0)
    }

    async fn remove(&self, subscription: SubscriptionId, template: TemplateId) -> Result<bool, StoreError> {
        let (database, files) = (self.database.clone(), self.files.clone());
        blocking(move || {
            let removed = database.write_now(Durability::Full, |tx| {
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

struct Last {
    version: u32,
    sha256: [u8; 32],
    ready: bool,
    name: String,
    description: Option<String>,
    file_name: String,
}

impl Last {
    /// Whether the new version is this one once more.
    fn is_again(&self, new: &NewVersion) -> bool {
        (self.sha256, self.ready) == (new.sha256, new.package.is_some())
            && (&self.name, &self.description, &self.file_name)
                == (&new.name, &new.description, &new.file_name)
    }
}

fn last_version(
    db: &Connection,
    subscription: SubscriptionId,
    template: TemplateId,
) -> Result<Option<Last>, rusqlite::Error> {
    let sql = "SELECT version, sha256, ready, name, description, file_name FROM versions \
        WHERE subscription = ?1 AND template = ?2 ORDER BY version DESC LIMIT 1";
    db.query_row(sql, params![subscription.0, template.0], |row| {
        Ok(Last {
            version: row.get(0)?,
            sha256: row.get(1)?,
            ready: row.get(2)?,
            name: row.get(3)?,
            description: row.get(4)?,
            file_name: row.get(5)?,
        })
    })
    .optional()
}

fn diagnostics(new: &NewVersion) -> Result<String, StoreError> {
    serde_json::to_string(&new.diagnostics).map_err(|failed| StoreError::Damaged(failed.to_string()))
}

fn insert(
    db: &Connection,
    subscription: SubscriptionId,
    new: &NewVersion,
    version: u32,
    diagnostics: &str,
) -> Result<(), StoreError> {
    let ready = new.package.is_some();
    let at = new.at.as_microsecond();
    db.execute(
        "INSERT INTO versions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        params![
            subscription.0,
            new.template_id.0,
            version,
            ready,
            new.name,
            new.description,
            new.file_name,
            i64::try_from(new.size_bytes).unwrap_or(i64::MAX),
            new.sha256,
            new.placeholder_count,
            new.content_control_count,
            at,
            diagnostics
        ],
    )
    .map_err(error::database)?;
    // A rejected version comes into force only where no ready one is.
    db.execute(
        "INSERT INTO templates (subscription, id, in_force, disabled, created_at) VALUES (?1, ?2, ?3, FALSE, ?4)
         ON CONFLICT DO UPDATE SET in_force = ?3 WHERE ?5 OR NOT EXISTS (
             SELECT 1 FROM versions WHERE subscription = ?1 AND template = ?2 AND ready)",
        params![subscription.0, new.template_id.0, version, at, ready],
    )
    .map_err(error::database)?;
    Ok(())
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

fn record(row: &Row<'_>) -> Result<TemplateRecord, rusqlite::Error> {
    let (ready, disabled): (bool, bool) = (row.get(2)?, row.get(3)?);
    let diagnostics: String = row.get(12)?;
    Ok(TemplateRecord {
        template_id: TemplateId(row.get::<_, Uuid>(0)?),
        version: row.get(1)?,
        status: match (ready, disabled) {
            (_, true) => Status::Disabled,
            (true, false) => Status::Ready,
            (false, false) => Status::Rejected,
        },
        name: row.get(4)?,
        description: row.get(5)?,
        file_name: row.get(6)?,
        size_bytes: row.get::<_, i64>(7)?.unsigned_abs(),
        placeholder_count: row.get(8)?,
        content_control_count: row.get(9)?,
        created_at: time(row, 10)?,
        updated_at: time(row, 11)?,
        diagnostics: serde_json::from_str(&diagnostics)
            .map_err(|failed| rusqlite::Error::FromSqlConversionFailure(12, Type::Text, Box::new(failed)))?,
    })
}

/// A time column.
pub(crate) fn time(row: &Row<'_>, column: usize) -> Result<Timestamp, rusqlite::Error> {
    Timestamp::from_microsecond(row.get(column)?)
        .map_err(|failed| rusqlite::Error::FromSqlConversionFailure(column, Type::Integer, Box::new(failed)))
}
