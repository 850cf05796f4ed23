//! Uploads: a row for each ticket, a file for each upload.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use platen_service::ids::{SubscriptionId, UploadId};
use platen_service::links::{BaseUrl, Link, Target};
use platen_service::store::StoreError;
use platen_service::uploads::{NewUpload, Upload, UploadStore};
use rusqlite::{OptionalExtension, Transaction, params};
use uuid::Uuid;

use crate::database::{Database, Durability, blocking};
use crate::job_files::{read, remove_old, remove_unfinished};
use crate::removals::Removals;
use crate::staged::sync_folder;
use crate::staged::{Appender, Staged};
use crate::storage::{Coming, Writer};
use crate::{EmbeddedStore, error};

/// How long an upload is kept after its ticket ended.
const LIFE: Duration = Duration::from_secs(24 * 3600);

/// The folder `uploads/`.
#[derive(Clone)]
pub(crate) struct UploadFiles {
    uploads: PathBuf,
    removals: Arc<Removals>,
}

impl UploadFiles {
    pub(crate) fn open(folder: &Path, removals: Arc<Removals>) -> io::Result<UploadFiles> {
        let uploads = folder.join("uploads");
        fs::create_dir_all(&uploads)?;
        Ok(UploadFiles { uploads, removals })
    }

    fn of(&self, upload: UploadId) -> PathBuf {
        self.uploads.join(upload.to_string())
    }
}

#[async_trait]
impl UploadStore for EmbeddedStore {
    async fn new_upload(
        &self,
        subscription: SubscriptionId,
        upload: UploadId,
        base: &BaseUrl,
        until: Timestamp,
        most_open: u32,
    ) -> Result<Link, StoreError> {
        let link = self.links()?.sign(base, Target::Upload(upload), until);
        let expires = link.expires_at.as_microsecond();
        let write = move |tx: &Transaction<'_>| {
            let now = Timestamp::now().as_microsecond();
            let open =
                "SELECT count(*) FROM uploads WHERE subscription = ?1 AND bytes IS NULL AND expires_at > ?2";
            let open: u32 = tx
                .query_row(open, params![subscription.0, now], |row| row.get(0))
                .map_err(error::database)?;
            // One key takes tickets by the thousand, each of them good for gigabytes.
            if open >= most_open {
                let (limit, allowed) = ("open_uploads", u64::from(most_open));
                return Err(StoreError::Limit { limit, used: open.into(), wanted: 1, allowed });
            }
            let sql = "INSERT INTO uploads (id, subscription, expires_at) VALUES (?1, ?2, ?3)";
            tx.execute(sql, params![upload.0, subscription.0, expires]).map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await?;
        Ok(link)
    }

    async fn upload(
        &self,
        subscription: SubscriptionId,
        upload: UploadId,
    ) -> Result<Option<Upload>, StoreError> {
        let sql = "SELECT bytes, content_type, content_encoding FROM uploads
            WHERE id = ?1 AND subscription = ?2 AND bytes IS NOT NULL";
        self.database.read(|db| {
            db.prepare_cached(sql)?
                .query_row(params![upload.0, subscription.0], |row| {
                    Ok(Upload {
                        bytes: row.get::<_, i64>(0)?.unsigned_abs(),
                        content_type: row.get(1)?,
                        content_encoding: row.get(2)?,
                    })
                })
                .optional()
        })
    }

    async fn read_upload(
        &self,
        subscription: SubscriptionId,
        upload: UploadId,
        offset: u64,
        most: usize,
    ) -> Result<Bytes, StoreError> {
        if self.upload(subscription, upload).await?.is_none() {
            return Err(StoreError::Damaged(format!("upload {upload} not found")));
        }
        let path = self.uploads.of(upload);
        blocking(move || read(&path, offset, most).map(Bytes::from).map_err(|failed| error::file(&failed)))
            .await
    }

    async fn receive(
        &self,
        upload: UploadId,
        content_type: Option<&str>,
        content_encoding: Option<&str>,
    ) -> Result<Option<Box<dyn NewUpload>>, StoreError> {
        let sql = "SELECT subscription FROM uploads WHERE id = ?1";
        let found = self.database.read(|db| db.query_row(sql, [upload.0], |row| row.get(0)).optional())?;
        let Some(subscription) = found.map(SubscriptionId) else { return Ok(None) };
        let place = self.uploads.of(upload);
        let path = place.with_file_name(format!("{}.new", Uuid::new_v4()));
        let file = Appender::create(path.clone()).await?;
        Ok(Some(Box::new(StagedUpload {
            database: self.database.clone(),
            removals: self.uploads.removals.clone(),
            upload,
            place,
            staged: Staged::new(path),
            file,
            coming: self.room.begin(subscription, Writer::Newcomer),
            content_type: content_type.map(str::to_owned),
            content_encoding: content_encoding.map(str::to_owned),
        })))
    }
}

/// An upload that is coming in.
struct StagedUpload {
    database: Arc<Database>,
    removals: Arc<Removals>,
    upload: UploadId,
    place: PathBuf,
    staged: Staged,
    file: Appender,
    coming: Coming,
    content_type: Option<String>,
    content_encoding: Option<String>,
}

#[async_trait]
impl NewUpload for StagedUpload {
    async fn write(&mut self, bytes: Bytes) -> Result<(), StoreError> {
        self.coming.grow(bytes.len() as u64)?;
        self.file.write(&bytes).await
    }

    async fn finish(self: Box<Self>) -> Result<(), StoreError> {
        let StagedUpload {
            database,
            removals,
            upload,
            place,
            mut staged,
            file,
            coming,
            content_type,
            content_encoding,
        } = *self;
        blocking(move || {
            let bytes = file.len();
            file.finish().map_err(|failed| error::file(&failed))?;
            // One that was sent before is replaced, and its record with it.
            let _right = match place.exists() {
                true => Some(removals.wait().map_err(|failed| error::file(&failed))?),
                false => None,
            };
            database.write_now(Durability::Full, |tx| {
                staged.rename(&place).map_err(|failed| error::file(&failed))?;
                tx.execute(
                    "UPDATE uploads SET bytes = ?2, content_type = ?3, content_encoding = ?4 WHERE id = ?1",
                    params![upload.0, bytes.cast_signed(), content_type, content_encoding],
                )
                .map_err(error::database)
            })?;
            // After the transaction, since other writers would wait for it, and before the answer. Who has no answer sends it again.
            place.parent().map_or(Ok(()), sync_folder).map_err(|failed| error::file(&failed))?;
            // Counted by its record from here on.
            drop(coming);
            Ok(())
        })
        .await
    }
}

/// Removes what was coming in when the process died. For the one process that takes uploads in, before it does.
pub(crate) fn sweep_unfinished(files: &UploadFiles) -> io::Result<()> {
    remove_unfinished(&files.uploads)
}

/// Removes uploads whose tickets ended long ago, and what was never finished.
pub(crate) fn sweep(database: &Database, files: &UploadFiles) -> Result<(), StoreError> {
    let life = i64::try_from(LIFE.as_micros()).unwrap_or(i64::MAX);
    let old = Timestamp::now().as_microsecond().saturating_sub(life);
    database.write_now(Durability::Normal, |tx| {
        tx.execute("DELETE FROM uploads WHERE expires_at < ?1", [old]).map_err(error::database)
    })?;
    let Some(_right) = files.removals.begin() else { return Ok(()) };
    for entry in fs::read_dir(&files.uploads).map_err(|failed| error::file(&failed))? {
        let entry = entry.map_err(|failed| error::file(&failed))?;
        let known = match entry.file_name().to_str().and_then(|name| Uuid::try_parse(name).ok()) {
            Some(id) => {
                let sql = "SELECT EXISTS (SELECT 1 FROM uploads WHERE id = ?1)";
                database.read(|db| db.prepare_cached(sql)?.query_row([id], |row| row.get(0)))?
            }
            None => false,
        };
        if !known {
            remove_old(&entry.path(), LIFE);
        }
    }
    Ok(())
}
