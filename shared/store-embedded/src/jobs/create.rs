//! Records a new job: items and template in a folder of their own, then its record, chunks and work in one transaction.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::{BufMut, Bytes, BytesMut};
use platen_service::ids::JobId;
use platen_service::jobs::{Items, JobRecord, NewItems, NewJob, Part, Task};
use platen_service::store::StoreError;
use rusqlite::{Transaction, params};
use secrecy::{ExposeSecret, SecretString};

use super::rows::one;
use super::{CHUNK, damaged};
use crate::database::{Database, Durability, blocking};
use crate::error;
use crate::job_files::{JobFiles, Span};
use crate::queue::Suspicion;
use crate::seal::Seal;
use crate::secrets::{of_addresses, of_job};
use crate::staged::{Appender, Staged};
use crate::storage::Coming;

/// A job whose items are being written.
pub(super) struct StagedItems {
    database: Arc<Database>,
    files: JobFiles,
    folder: Staged,
    items: Appender,
    spans: Vec<Span>,
    coming: Coming,
    seal: Arc<Seal>,
}

impl StagedItems {
    pub(super) async fn new(
        database: Arc<Database>,
        files: JobFiles,
        job: JobId,
        coming: Coming,
        seal: Arc<Seal>,
    ) -> Result<StagedItems, StoreError> {
        let staging = files.clone();
        let folder = blocking(move || staging.stage(job).map_err(|failed| error::file(&failed))).await?;
        let items = Appender::create(folder.path().join("items")).await?;
        Ok(StagedItems { database, files, folder, items, spans: Vec::new(), coming, seal })
    }
}

#[async_trait]
impl Items for StagedItems {
    async fn chunk(&mut self, items: Vec<Bytes>) -> Result<(), StoreError> {
        // A JSON array each.
        let mut text = BytesMut::with_capacity(items.iter().map(|item| item.len() + 1).sum::<usize>() + 1);
        for (index, item) in items.iter().enumerate() {
            text.put_u8(if index == 0 { b'[' } else { b',' });
            text.put_slice(item);
        }
        text.put_u8(b']');
        self.coming.grow(text.len() as u64)?;
        self.spans.push((self.items.len(), text.len() as u64));
        self.items.write(&text.freeze()).await
    }
}

#[async_trait]
impl NewItems for StagedItems {
    async fn create(self: Box<Self>, job: NewJob) -> Result<bool, StoreError> {
        let StagedItems { database, files, mut folder, items, spans, mut coming, seal } = *self;
        coming.grow(job.template.len() as u64)?;
        let id = job.record.job_id.0;
        let sealed = |kept: &Option<SecretString>, purpose: String| {
            kept.as_ref().map(|kept| seal.seal(&purpose, kept.expose_secret().as_bytes())).transpose()
        };
        let secrets = Secrets {
            protection: sealed(&job.protection, of_job(id))?,
            addresses: sealed(&job.addresses, of_addresses(id))?,
        };
        blocking(move || {
            let id = job.record.job_id;
            // All of it before the transaction, since other writers would wait for the disk.
            let on_disk = |failed: std::io::Error| error::file(&failed);
            write_template(&folder, &job.template).and_then(|()| items.finish()).map_err(on_disk)?;
            let _recording = files.recording();
            if !files.place(id, &mut folder).map_err(on_disk)? {
                if database.read(|db| one(db, id))?.is_some() {
                    return Ok(false);
                }
                // The process died between placing it and recording the job.
                files.remove(id).map_err(on_disk)?;
                if !files.place(id, &mut folder).map_err(on_disk)? {
                    return Err(StoreError::Unavailable(format!(
                        "a backup still needs what was left of job {id}"
                    )));
                }
            }
            let created = database.write_now(Durability::Full, |tx| {
                if one(tx, id).map_err(error::database)?.is_some() {
                    return Ok(false);
                }
                insert(tx, &job, &spans, &secrets, coming.bytes())?;
                Ok(true)
            });
            if matches!(created, Ok(true)) {
                database.tell_of_work();
            } else if let Err(failed) = files.remove(id) {
                tracing::warn!(job_id = %id, error = %failed, "the folder of a job that was not recorded stays");
            }
            created
        })
        .await
    }
}

fn write_template(folder: &Staged, bytes: &[u8]) -> std::io::Result<()> {
    let mut template = File::create_new(folder.path().join("template"))?;
    template.write_all(bytes)?;
    template.sync_all()
}

/// What of a job is sealed.
struct Secrets {
    protection: Option<Vec<u8>>,
    addresses: Option<Vec<u8>>,
}

fn insert(
    tx: &Transaction<'_>,
    job: &NewJob,
    spans: &[Span],
    secrets: &Secrets,
    stored_bytes: u64,
) -> Result<(), StoreError> {
    let settings = serde_json::to_string(&job.record.settings).map_err(damaged)?;
    let deliveries = serde_json::to_string(&job.record.deliveries).map_err(damaged)?;
    let JobRecord { job_id, subscription, template_id, template_version, chunk_items, progress, .. } =
        job.record;
    let at = job.record.started_at.as_microsecond();
    let rows = || {
        tx.execute(
            "INSERT INTO jobs (id, subscription, template, template_version, settings, protection, chunk_items, status, \
             assembling, total, done, failed, started_at, stored_bytes, addresses, deliveries) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, FALSE, ?9, 0, 0, ?10, ?11, ?12, ?13)",
            params![
                job_id.0,
                subscription.0,
                template_id.0,
                template_version,
                settings,
                secrets.protection,
                chunk_items,
                progress.status.as_str(),
                progress.total,
                at,
                stored_bytes.cast_signed(),
                secrets.addresses,
                deliveries
            ],
        )?;
        let mut part = tx.prepare(
            "INSERT INTO parts (job, chunk, item, items_at, items_length, is_split) VALUES (?1, ?2, ?3, ?4, ?5, FALSE)",
        )?;
        for (chunk, (from, length)) in (0u32..).zip(spans) {
            part.execute(params![job_id.0, chunk, CHUNK, from.cast_signed(), length.cast_signed()])?;
        }
        Ok(())
    };
    rows().map_err(error::database)?;
    for (chunk, _) in (0u32..).zip(spans) {
        queue(tx, &job.record, Task::Render(Part::chunk(chunk)), at, Suspicion::Ordinary)?;
    }
    Ok(())
}

/// Queues a piece of work that may begin at a time (microseconds).
pub(super) fn queue(
    tx: &Transaction<'_>,
    job: &JobRecord,
    task: Task,
    at: i64,
    suspicion: Suspicion,
) -> Result<(), StoreError> {
    let text = serde_json::to_string(&task).map_err(damaged)?;
    let suspect = suspicion == Suspicion::Suspect;
    let sql = "INSERT INTO work (subscription, job, task, visible_at, tries, suspect, single)
        VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6)";
    tx.prepare_cached(sql)
        .and_then(|mut insert| {
            let JobRecord { job_id, subscription, settings, .. } = job;
            insert.execute(params![subscription.0, job_id.0, text, at, suspect, settings.single])
        })
        .map_err(error::database)?;
    Ok(())
}
