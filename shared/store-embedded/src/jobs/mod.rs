//! Jobs: records in the database, bytes in files. A part's documents are flushed to the disk before their record is committed. A power
//! cut can lose the record; the part is then rendered again.

mod archive;
mod create;
mod results;
pub(crate) mod rows;

use std::ops::Range;

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::jobs::{
    ArchiveKind, Deliveries, DocumentEntry, Failure, ItemWarning, JobEnded, JobRecord, JobStore, NewArchive,
    NewItems, NewResults, Order, Part, PartWarnings, Pending, Progress, Task, Warned,
};
use platen_service::links::{BaseUrl, Link, LinkSigner, Target};
use platen_service::page::{Listed, Page};
use platen_service::store::StoreError;
use rusqlite::{OptionalExtension, Statement, Transaction, params};
use secrecy::SecretString;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::database::{Database, Durability, blocking};
use crate::job_files::JobFiles;
use crate::secrets::{of_addresses, of_job};
use crate::staged::{Appender, Staged};
use crate::storage::Writer;
use crate::{EmbeddedStore, callbacks, error};
use rows::{COLUMNS, one, record, write_progress};

/// How long the record of a job is kept after its end, in microseconds: 30 days.
const RECORD_LIFE_US: i64 = 30 * 24 * 3600 * 1_000_000;

/// No chunk has more items, and so no more failures.
const CHUNK_ITEMS: usize = 1_000;

/// What stands in place of an item in the row of a chunk.
const CHUNK: i64 = -1;

#[async_trait]
impl JobStore for EmbeddedStore {
    async fn new_items(
        &self,
        subscription: SubscriptionId,
        job: JobId,
    ) -> Result<Box<dyn NewItems>, StoreError> {
        let (database, files) = (self.database.clone(), self.job_files.clone());
        let coming = self.room.begin(subscription, Writer::Newcomer);
        Ok(Box::new(create::StagedItems::new(database, files, job, coming, self.seal.clone()).await?))
    }

    async fn job(&self, subscription: SubscriptionId, job: JobId) -> Result<Option<JobRecord>, StoreError> {
        Ok(self.any_job(job).await?.filter(|record| record.subscription == subscription))
    }

    async fn jobs_of(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        page: Option<Page>,
    ) -> Result<Listed<JobRecord>, StoreError> {
        self.listed(subscription, Some(template), page)
    }

    async fn jobs(&self, subscription: SubscriptionId, page: Page) -> Result<Listed<JobRecord>, StoreError> {
        self.listed(subscription, None, Some(page))
    }

    async fn failures(&self, job: JobId, most: usize) -> Result<Vec<Failure>, StoreError> {
        let database = self.database.clone();
        blocking(move || {
            let texts: Vec<String> = database.read(|db| {
                db.prepare_cached(
                    "SELECT failures FROM parts WHERE job = ?1 AND failures <> '[]' ORDER BY chunk, item",
                )?
                .query_map([job.0], |row| row.get(0))?
                .collect()
            })?;
            let mut failures: Vec<Failure> = Vec::new();
            for text in texts {
                // A split chunk's own failures may stand behind those of its items.
                if failures.len() >= most.saturating_add(CHUNK_ITEMS) {
                    break;
                }
                failures.extend(serde_json::from_str::<Vec<Failure>>(&text).map_err(damaged)?);
            }
            failures.sort_by_key(|failure| failure.index);
            failures.truncate(most);
            Ok(failures)
        })
        .await
    }

    async fn warnings(&self, job: JobId, most: usize) -> Result<Vec<ItemWarning>, StoreError> {
        let database = self.database.clone();
        blocking(move || {
            let texts: Vec<String> = database.read(|db| {
                let sql =
                    "SELECT warnings FROM parts WHERE job = ?1 AND warnings IS NOT NULL ORDER BY chunk, item";
                db.prepare_cached(sql)?.query_map([job.0], |row| row.get(0))?.collect()
            })?;
            let (mut list, mut count) = (Vec::new(), 0);
            for text in texts {
                // As with failures.
                if count >= most.saturating_add(CHUNK_ITEMS) {
                    break;
                }
                let warned: Vec<Warned> = serde_json::from_str(&text).map_err(damaged)?;
                count += warned.iter().map(|warned| warned.items.len()).sum::<usize>();
                list.extend(warned);
            }
            Ok(Warned::of_items(list, most))
        })
        .await
    }

    async fn cancel_job(
        &self,
        subscription: SubscriptionId,
        job: JobId,
        at: Timestamp,
    ) -> Result<Option<(JobRecord, bool)>, StoreError> {
        if self.job(subscription, job).await?.is_none() {
            return Ok(None);
        }
        let ended = self.end(job, at, None, Progress::cancel).await?;
        Ok(self.job(subscription, job).await?.map(|record| (record, ended)))
    }

    async fn stop_job(&self, job: JobId) -> Result<(), StoreError> {
        let stop = move |db: &Transaction<'_>| {
            db.execute("UPDATE jobs SET stopped = 1 WHERE id = ?1", [job.0]).map_err(error::database)?;
            Ok(())
        };
        self.database.write(Durability::Full, stop).await
    }

    async fn record_deliveries(
        &self,
        job: JobId,
        deliveries: &Deliveries,
        is_last: bool,
    ) -> Result<(), StoreError> {
        let text = serde_json::to_string(deliveries).map_err(damaged)?;
        let write = move |db: &Transaction<'_>| {
            let sql = "UPDATE jobs SET deliveries = ?2, addresses = iif(?3, NULL, addresses) WHERE id = ?1";
            db.execute(sql, params![job.0, text, is_last]).map_err(error::database).map(|_| ())
        };
        self.database.write(Durability::Full, write).await
    }

    async fn any_job(&self, job: JobId) -> Result<Option<JobRecord>, StoreError> {
        self.database.read(|db| one(db, job))
    }

    async fn job_template(&self, job: JobId) -> Result<Bytes, StoreError> {
        let files = self.job_files.clone();
        blocking(move || files.template(job).map(Bytes::from).map_err(|failed| error::file(&failed))).await
    }

    async fn job_protection(&self, job: JobId) -> Result<Option<SecretString>, StoreError> {
        self.opened("SELECT protection FROM jobs WHERE id = ?1", job, &of_job(job.0))
    }

    async fn job_addresses(&self, job: JobId) -> Result<Option<SecretString>, StoreError> {
        self.opened("SELECT addresses FROM jobs WHERE id = ?1", job, &of_addresses(job.0))
    }

    async fn pending_items(&self, job: JobId, part: Part) -> Result<Option<Pending>, StoreError> {
        let (database, files) = (self.database.clone(), self.job_files.clone());
        blocking(move || {
            // The items of a split chunk's item are those of the chunk.
            let found = database.read(|db| {
                let span: Option<(i64, i64, u32, bool)> = db.prepare_cached(
                    "SELECT chunks.items_at, chunks.items_length, jobs.chunk_items * chunks.chunk, jobs.stopped
                     FROM parts JOIN jobs ON jobs.id = parts.job
                     JOIN parts chunks ON chunks.job = parts.job AND chunks.chunk = parts.chunk AND chunks.item = -1
                     WHERE parts.job = ?1 AND parts.chunk = ?2 AND parts.item = ?3 AND parts.documents IS NULL
                     AND NOT parts.is_split AND status IN ('Pending', 'Running')",
                )?
                .query_row(params![job.0, part.chunk, results::item(part)], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
                })
                .optional()?;
                Ok(span.zip(one(db, job)?))
            })?;
            let Some(((at, length, first, stopped), record)) = found else { return Ok(None) };
            let text = files.items(job, (at.cast_unsigned(), length.cast_unsigned()));
            let text = Bytes::from(text.map_err(|failed| error::file(&failed))?);
            let items: Vec<&RawValue> = serde_json::from_slice(&text).map_err(damaged)?;
            let items = (first..).zip(items).filter(|(index, _)| part.item.is_none_or(|item| item == *index));
            let items = items.map(|(index, item)| (index, text.slice_ref(item.get().as_bytes()))).collect();
            let JobRecord { subscription, template_id, template_version, settings, .. } = record;
            let order = Order { subscription, template_id, template_version, settings };
            Ok(Some(Pending { order, items, stopped }))
        })
        .await
    }

    async fn new_results(&self, job: JobId, part: Part) -> Result<Box<dyn NewResults>, StoreError> {
        let (database, files) = (self.database.clone(), self.job_files.clone());
        let coming = self.room.begin(self.owner(job)?, Writer::RunningJob);
        let (documents, warnings) = (Vec::new(), PartWarnings::default());
        let file = None;
        let results =
            results::StagedResults { database, files, job, part, documents, warnings, file, coming };
        Ok(Box::new(results))
    }

    async fn queue_next(&self, _job: JobId, _after: Task) -> Result<(), StoreError> {
        // What follows was queued in the transaction that recorded the step.
        Ok(())
    }

    async fn documents_of(
        &self,
        job: JobId,
        chunks: Range<u32>,
    ) -> Result<Option<Vec<DocumentEntry>>, StoreError> {
        let sql = "SELECT documents FROM parts WHERE job = ?1 AND chunk >= ?2 AND chunk < ?3";
        self.of_chunks(sql, job, chunks, |document: &DocumentEntry| document.index).await
    }

    async fn failures_of(&self, job: JobId, chunks: Range<u32>) -> Result<Option<Vec<Failure>>, StoreError> {
        let sql = "SELECT failures FROM parts WHERE job = ?1 AND chunk >= ?2 AND chunk < ?3";
        self.of_chunks(sql, job, chunks, |failure: &Failure| failure.index).await
    }

    async fn read_documents(
        &self,
        job: JobId,
        document: &DocumentEntry,
        offset: u64,
        most: usize,
    ) -> Result<Bytes, StoreError> {
        let (database, files, part) = (self.database.clone(), self.job_files.clone(), document.part);
        let at = document.offset.saturating_add(offset);
        blocking(move || {
            let name: Option<String> = database.read(|db| {
                db.prepare_cached("SELECT file FROM parts WHERE job = ?1 AND chunk = ?2 AND item = ?3")?
                    .query_row(params![job.0, part.chunk, results::item(part)], |row| row.get(0))
            })?;
            let name = name.ok_or_else(|| StoreError::Damaged(format!("a part of job {job} has no file")))?;
            files.read(job, &name, at, most).map(Bytes::from).map_err(|failed| error::file(&failed))
        })
        .await
    }

    async fn outgrows(&self, job: JobId, _: Part, most: u64) -> Result<bool, StoreError> {
        Ok(self.document_bytes(job)? > most)
    }

    async fn new_archive(&self, job: JobId, _: ArchiveKind) -> Result<Box<dyn NewArchive>, StoreError> {
        let (database, files) = (self.database.clone(), self.job_files.clone());
        let mut coming = self.room.begin(self.owner(job)?, Writer::RunningJob);
        coming.grow(self.document_bytes(job)?)?;
        let (_, path) = files.new_file(job);
        let file = Appender::create(path.clone()).await?;
        Ok(Box::new(archive::StagedArchive { database, files, job, staged: Staged::new(path), file, coming }))
    }

    async fn fail_job(&self, job: JobId, error: &str, at: Timestamp) -> Result<bool, StoreError> {
        self.end(job, at, Some(error.to_owned()), Progress::fail).await
    }

    async fn archive_link(
        &self,
        job: &JobRecord,
        _file_name: &str,
        base: &BaseUrl,
        until: Timestamp,
    ) -> Result<Link, StoreError> {
        Ok(self.links()?.sign(base, Target::Archive(job.job_id), until))
    }

    async fn read_archive(&self, job: JobId, offset: u64, most: usize) -> Result<Option<Bytes>, StoreError> {
        let place = self.job_files.archive(job);
        blocking(move || match crate::job_files::read(&place, offset, most) {
            Ok(bytes) => Ok(Some(bytes.into())),
            Err(failed) if failed.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(failed) => Err(error::file(&failed)),
        })
        .await
    }

    fn own_links(&self) -> Option<&LinkSigner> {
        self.links.as_ref()
    }

    async fn backlog(&self) -> Result<u64, StoreError> {
        let sql =
            "SELECT coalesce(sum(total - done - failed), 0) FROM jobs WHERE status IN ('Pending', 'Running')";
        self.database
            .read(|db| db.prepare_cached(sql)?.query_row([], |row| row.get::<_, i64>(0)))
            .map(i64::unsigned_abs)
    }

    async fn announce(&self, ended: &JobEnded) -> Result<(), StoreError> {
        let JobEnded { job_id, template_id, status, total_count, failed_generation_count, .. } = ended;
        let status = status.as_str();
        tracing::info!(%job_id, %template_id, status, total_count, failed_generation_count, "job ended");
        Ok(())
    }
}

impl EmbeddedStore {
    /// Bytes of the documents that a job has.
    fn document_bytes(&self, job: JobId) -> Result<u64, StoreError> {
        let sql = "SELECT document_bytes FROM jobs WHERE id = ?1";
        let found: Option<i64> = self
            .database
            .read(|db| db.prepare_cached(sql)?.query_row([job.0], |row| row.get(0)).optional())?;
        Ok(found.unwrap_or_default().unsigned_abs())
    }

    /// Whose job it is.
    fn owner(&self, job: JobId) -> Result<SubscriptionId, StoreError> {
        let sql = "SELECT subscription FROM jobs WHERE id = ?1";
        let found = self
            .database
            .read(|db| db.prepare_cached(sql)?.query_row([job.0], |row| row.get(0)).optional())?;
        found.map(SubscriptionId).ok_or_else(|| StoreError::Damaged(format!("job {job} not found")))
    }

    /// A text of a job that is sealed for a purpose.
    fn opened(&self, sql: &str, job: JobId, purpose: &str) -> Result<Option<SecretString>, StoreError> {
        let found: Option<Option<Vec<u8>>> = self
            .database
            .read(|db| db.prepare_cached(sql)?.query_row([job.0], |row| row.get(0)).optional())?;
        found.flatten().map(|sealed| self.seal.open_text(purpose, &sealed)).transpose()
    }

    /// Jobs of a subscription, newest first.
    fn listed(
        &self,
        subscription: SubscriptionId,
        template: Option<TemplateId>,
        page: Option<Page>,
    ) -> Result<Listed<JobRecord>, StoreError> {
        let of = if template.is_some() { "AND template = ?2" } else { "" };
        let rows = format!(
            "SELECT {COLUMNS} WHERE subscription = ?1 {of} ORDER BY started_at DESC, id LIMIT ?3 OFFSET ?4"
        );
        let count = format!("SELECT count(*) FROM jobs WHERE subscription = ?1 {of}");
        let limit = page.map_or(-1, |page| i64::from(page.size));
        let offset = page.map_or(0, |page| i64::try_from(page.offset()).unwrap_or(i64::MAX));
        let template = template.map(|template| template.0);
        self.database.read(|db| {
            // One transaction, so that the count is that of the list.
            let tx = db.unchecked_transaction()?;
            let bind = |statement: &mut Statement<'_>| {
                statement.raw_bind_parameter(1, subscription.0)?;
                template.map_or(Ok(()), |template| statement.raw_bind_parameter(2, template))
            };
            let mut counted = tx.prepare_cached(&count)?;
            bind(&mut counted)?;
            let total: i64 = counted.raw_query().next()?.map_or(Ok(0), |row| row.get(0))?;
            let mut listed = tx.prepare_cached(&rows)?;
            bind(&mut listed)?;
            listed.raw_bind_parameter(3, limit)?;
            listed.raw_bind_parameter(4, offset)?;
            let items = listed.raw_query().mapped(record).collect::<Result<_, _>>()?;
            Ok(Listed { items, total: total.unsigned_abs() })
        })
    }

    /// What `sql` has for some chunks, a list for each of their parts, in the items' order. Megabytes of JSON take a while: on a
    /// thread that may block.
    async fn of_chunks<T: DeserializeOwned + Send + 'static>(
        &self,
        sql: &'static str,
        job: JobId,
        chunks: Range<u32>,
        index: fn(&T) -> u32,
    ) -> Result<Option<Vec<T>>, StoreError> {
        let database = self.database.clone();
        blocking(move || {
            let rows: Vec<Option<String>> = database.read(|db| {
                db.prepare_cached(sql)?
                    .query_map(params![job.0, chunks.start, chunks.end], |row| row.get(0))?
                    .collect()
            })?;
            if rows.is_empty() {
                return Ok(None);
            }
            let mut all: Vec<T> = Vec::new();
            for list in rows.into_iter().flatten() {
                all.extend(serde_json::from_str::<Vec<T>>(&list).map_err(damaged)?);
            }
            all.sort_by_key(index);
            Ok(Some(all))
        })
        .await
    }

    /// Ends a job without an archive, and removes its work and files.
    async fn end(
        &self,
        job: JobId,
        at: Timestamp,
        reason: Option<String>,
        step: fn(Progress) -> Option<Progress>,
    ) -> Result<bool, StoreError> {
        let (database, files) = (self.database.clone(), self.job_files.clone());
        blocking(move || {
            let ended = database.write_now(Durability::Full, |tx| {
                let found = one(tx, job).map_err(error::database)?;
                let Some((progress, record)) = found.and_then(|job| Some((step(job.progress)?, job))) else {
                    return Ok(false);
                };
                callbacks::record(tx, &record, at).map_err(error::database)?;
                write_progress(tx, job, progress)
                    .and_then(|()| tx.execute("DELETE FROM work WHERE job = ?1", [job.0]))
                    .and_then(|_| {
                        let sql =
                            "UPDATE jobs SET ended_at = ?2, error = ?3, protection = NULL, stored_bytes = 0,
                                   document_bytes = 0 WHERE id = ?1";
                        tx.execute(sql, params![job.0, at.as_microsecond(), reason])
                    })
                    .map_err(error::database)?;
                Ok(true)
            })?;
            if ended {
                files.keep_archive(job);
            }
            Ok(ended)
        })
        .await
    }
}

/// Removes the folders of jobs that were never recorded: their process died before. For the one process that records jobs,
/// before it does.
pub(crate) fn sweep_unrecorded(database: &Database, files: &JobFiles) -> Result<(), StoreError> {
    for job in files.all().map_err(|failed| error::file(&failed))? {
        if database.read(|db| one(db, job))?.is_none() {
            files.remove(job).map_err(|failed| error::file(&failed))?;
        }
    }
    Ok(())
}

/// Removes archives that ran out, folders that no job needs, and records long past. The folders go outside of any transaction:
/// what is over stays over. A folder without a record is that of a job which is just being recorded, unless it is old.
pub(crate) fn sweep(database: &Database, files: &JobFiles) -> Result<(), StoreError> {
    let now = Timestamp::now().as_microsecond();
    database.write_now(Durability::Normal, |tx| {
        let sql = "UPDATE jobs SET stored_bytes = 0
             WHERE stored_bytes > 0 AND status = 'Completed' AND archive_expires_at <= ?1";
        tx.execute(sql, [now]).map_err(error::database)
    })?;
    let needed =
        "SELECT status IN ('Pending', 'Running') OR (status = 'Completed' AND archive_expires_at > ?2)
        FROM jobs WHERE id = ?1";
    for job in files.all().map_err(|failed| error::file(&failed))? {
        let is_needed: Option<bool> = database.read(|db| {
            db.prepare_cached(needed)?.query_row(params![job.0, now], |row| row.get(0)).optional()
        })?;
        if !is_needed.unwrap_or_else(|| !files.is_old(job)) {
            files.remove(job).map_err(|failed| error::file(&failed))?;
        }
    }
    forget(database, now - RECORD_LIFE_US)
}

/// Removes the records of jobs that ended before a time: a transaction for each, since a job has up to thousands of rows, and
/// others write in between.
fn forget(database: &Database, before: i64) -> Result<(), StoreError> {
    let old = "SELECT id FROM jobs WHERE ended_at < ?1";
    let old: Vec<JobId> = database
        .read(|db| db.prepare_cached(old)?.query_map([before], |row| row.get(0).map(JobId))?.collect())?;
    for job in old {
        database.write_now(Durability::Normal, |tx| {
            for sql in [
                "DELETE FROM callbacks WHERE job = ?1",
                "DELETE FROM parts WHERE job = ?1",
                "DELETE FROM jobs WHERE id = ?1",
            ] {
                tx.execute(sql, [job.0]).map_err(error::database)?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn damaged(failed: serde_json::Error) -> StoreError {
    StoreError::Damaged(failed.to_string())
}
