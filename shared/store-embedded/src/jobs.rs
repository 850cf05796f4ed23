//! Jobs: records in the database, bytes in files. A chunk's documents are flushed and in place before their record is
//! committed; the record may be lost in a power cut, and the chunk is then rendered once more.

use std::fs::File;

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use platen_service::contract::Page;
use platen_service::jobs::{Failure, JobId, JobRecord, JobStore, Made, NewJob, Outcome, Progress, Status};
use platen_service::store::{Listed, StoreError};
use platen_service::subscriptions::SubscriptionId;
use platen_service::templates::TemplateId;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde_json::value::RawValue;

use crate::EmbeddedStore;
use crate::database::{Database, Durability, blocking};
use crate::error;
use crate::job_files::JobFiles;
use crate::templates::time;

/// How long the record of a job is kept after its end, in microseconds: 30 days.
const RECORD_LIFE_US: i64 = 30 * 24 * 3600 * 1_000_000;

const COLUMNS: &str = "id, subscription, template, template_version, settings, status, assembling, total, done, failed, \
    started_at, ended_at, archive_bytes, archive_expires_at, error FROM jobs";

#[async_trait]
impl JobStore for EmbeddedStore {
    async fn create_job(&self, job: NewJob) -> Result<(), StoreError> {
        let files = self.job_files.clone();
        let write = move |tx: &Transaction<'_>| {
            let spans = files.create(&job).map_err(|failed| error::file(&failed))?;
            let settings = serde_json::to_string(&job.record.settings).map_err(damaged)?;
            let JobRecord { job_id, subscription, template_id, template_version, progress, .. } = job.record;
            let at = job.record.started_at.as_microsecond();
            let insert = || {
                tx.execute(
                    "INSERT INTO jobs (id, subscription, template, template_version, settings, status, assembling, \
                     total, done, failed, started_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, FALSE, ?7, 0, 0, ?8)",
                    params![job_id.0, subscription.0, template_id.0, template_version, settings,
                        progress.status.as_str(), progress.total, at],
                )?;
                let mut chunk = tx.prepare("INSERT INTO chunks (job, number, first, items_at, items_length) VALUES (?1, ?2, ?3, ?4, ?5)")?;
                let mut work =
                    tx.prepare("INSERT INTO work (job, chunk, visible_at, tries) VALUES (?1, ?2, ?3, 0)")?;
                let mut first = 0i64;
                for (number, (items, (from, length))) in (0i64..).zip(job.chunks.iter().zip(&spans)) {
                    let (from, length) = (from.cast_signed(), length.cast_signed());
                    chunk.execute(params![job_id.0, number, first, from, length])?;
                    work.execute(params![job_id.0, number, at])?;
                    first += i64::try_from(items.len()).unwrap_or(i64::MAX);
                }
                Ok(())
            };
            insert().map_err(error::database)
        };
        self.database.write(Durability::Full, write).await
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
        let sql = format!(
            "SELECT {COLUMNS} WHERE subscription = ?1 AND template = ?2 ORDER BY started_at DESC, id LIMIT ?3 OFFSET ?4"
        );
        let count = "SELECT count(*) FROM jobs WHERE subscription = ?1 AND template = ?2";
        let limit = page.map_or(-1, |page| i64::from(page.size));
        let offset = page.map_or(0, |page| i64::try_from(page.offset()).unwrap_or(i64::MAX));
        self.database.read(|db| {
            // One transaction, so that the count is that of the list.
            let tx = db.unchecked_transaction()?;
            let total: i64 = tx.query_row(count, params![subscription.0, template.0], |row| row.get(0))?;
            let items = tx
                .prepare_cached(&sql)?
                .query_map(params![subscription.0, template.0, limit, offset], record)?
                .collect::<Result<_, _>>()?;
            Ok(Listed { items, total: total.unsigned_abs() })
        })
    }

    async fn failures(&self, job: JobId, most: usize) -> Result<Vec<Failure>, StoreError> {
        let database = self.database.clone();
        blocking(move || {
            let texts: Vec<String> = database.read(|db| {
                db.prepare_cached(
                    "SELECT failures FROM chunks WHERE job = ?1 AND failures <> '[]' ORDER BY number",
                )?
                .query_map([job.0], |row| row.get(0))?
                .collect()
            })?;
            let mut failures: Vec<Failure> = Vec::new();
            for text in texts {
                failures.extend(serde_json::from_str::<Vec<Failure>>(&text).map_err(damaged)?);
                if failures.len() >= most {
                    break;
                }
            }
            failures.truncate(most);
            Ok(failures)
        })
        .await
    }

    async fn cancel_job(
        &self,
        subscription: SubscriptionId,
        job: JobId,
        at: Timestamp,
    ) -> Result<Option<JobRecord>, StoreError> {
        if self.job(subscription, job).await?.is_none() {
            return Ok(None);
        }
        self.end(job, at, None, Progress::cancel).await?;
        self.job(subscription, job).await
    }

    async fn any_job(&self, job: JobId) -> Result<Option<JobRecord>, StoreError> {
        self.database.read(|db| one(db, job))
    }

    async fn job_template(&self, job: JobId) -> Result<Bytes, StoreError> {
        let files = self.job_files.clone();
        blocking(move || files.template(job).map(Bytes::from).map_err(|failed| error::file(&failed))).await
    }

    async fn pending_items(&self, job: JobId, chunk: u32) -> Result<Option<(u32, Vec<Bytes>)>, StoreError> {
        let (database, files) = (self.database.clone(), self.job_files.clone());
        blocking(move || {
            let found: Option<(u32, i64, i64)> = database.read(|db| {
                db.prepare_cached(
                    "SELECT first, items_at, items_length FROM chunks JOIN jobs ON jobs.id = chunks.job
                     WHERE job = ?1 AND number = ?2 AND documents IS NULL AND status IN ('Pending', 'Running')",
                )?
                .query_row(params![job.0, chunk], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .optional()
            })?;
            let Some((first, at, length)) = found else { return Ok(None) };
            let text = files.items(job, (at.cast_unsigned(), length.cast_unsigned()));
            let text = Bytes::from(text.map_err(|failed| error::file(&failed))?);
            let items: Vec<&RawValue> = serde_json::from_slice(&text).map_err(damaged)?;
            Ok(Some((first, items.iter().map(|item| text.slice_ref(item.get().as_bytes())).collect())))
        })
        .await
    }

    async fn settle_chunk(&self, job: JobId, chunk: u32, outcome: Outcome) -> Result<bool, StoreError> {
        let (database, files) = (self.database.clone(), self.job_files.clone());
        blocking(move || {
            let staged = files.stage(job, &outcome.documents).map_err(|failed| error::file(&failed))?;
            let settled = database.write_now(Durability::Normal, |tx| {
                let Some(progress) = unsettled(tx, job, chunk)? else { return Ok(false) };
                let (done, failed) = (outcome.documents.len(), outcome.failures.len());
                let counts =
                    (u32::try_from(done).unwrap_or(u32::MAX), u32::try_from(failed).unwrap_or(u32::MAX));
                let Some(progress) = progress.settle(counts.0, counts.1) else { return Ok(false) };
                files.place(job, chunk, &staged).map_err(|failed| error::file(&failed))?;
                let documents: Vec<(u32, &str, usize)> = outcome
                    .documents
                    .iter()
                    .map(|made| (made.index, made.file_name.as_str(), made.bytes.len()))
                    .collect();
                let documents = serde_json::to_string(&documents).map_err(damaged)?;
                let failures = serde_json::to_string(&outcome.failures).map_err(damaged)?;
                let sql = "UPDATE chunks SET documents = ?3, failures = ?4 WHERE job = ?1 AND number = ?2";
                tx.execute(sql, params![job.0, chunk, documents, failures]).map_err(error::database)?;
                let ready = progress.assemble();
                if ready.is_some() {
                    let sql = "INSERT INTO work (job, chunk, visible_at, tries) VALUES (?1, NULL, 0, 0)";
                    tx.execute(sql, [job.0]).map_err(error::database)?;
                }
                write_progress(tx, job, ready.unwrap_or(progress)).map_err(error::database)?;
                Ok(true)
            });
            if !matches!(settled, Ok(true)) {
                // Otherwise it goes with the job's folder.
                let _ = std::fs::remove_file(&staged);
            }
            settled
        })
        .await
    }

    async fn documents_of(&self, job: JobId, chunk: u32) -> Result<Option<Vec<Made>>, StoreError> {
        let (database, files) = (self.database.clone(), self.job_files.clone());
        blocking(move || {
            let found: Option<String> = database.read(|db| {
                db.prepare_cached("SELECT documents FROM chunks WHERE job = ?1 AND number = ?2")?
                    .query_row(params![job.0, chunk], |row| row.get(0))
                    .optional()
            })?;
            let Some(found) = found else { return Ok(None) };
            let found: Vec<(u32, String, usize)> = serde_json::from_str(&found).map_err(damaged)?;
            let mut joined = files.documents(job, chunk).map_err(|failed| error::file(&failed))?;
            let mut documents = Vec::with_capacity(found.len());
            for (index, file_name, length) in found {
                if length > joined.len() {
                    return Err(StoreError::Damaged(format!(
                        "the documents of job {job}, chunk {chunk} are cut short"
                    )));
                }
                documents.push(Made { index, file_name, bytes: joined.split_to(length) });
            }
            Ok(Some(documents))
        })
        .await
    }

    async fn new_archive(&self, job: JobId) -> Result<File, StoreError> {
        let files = self.job_files.clone();
        blocking(move || files.new_archive(job).map_err(|failed| error::file(&failed))).await
    }

    async fn complete_job(
        &self,
        job: JobId,
        archive: File,
        at: Timestamp,
        expires_at: Timestamp,
    ) -> Result<bool, StoreError> {
        let (database, files) = (self.database.clone(), self.job_files.clone());
        blocking(move || {
            files.place_archive(job, &archive).map_err(|failed| error::file(&failed))?;
            let bytes = archive.metadata().map_err(|failed| error::file(&failed))?.len();
            let completed = database.write_now(Durability::Full, |tx| {
                let found = one(tx, job).map_err(error::database)?;
                let Some(progress) = found.and_then(|job| job.progress.complete()) else { return Ok(false) };
                write_progress(tx, job, progress)
                    .and_then(|()| {
                        tx.execute(
                            "UPDATE jobs SET ended_at = ?2, archive_bytes = ?3, archive_expires_at = ?4 WHERE id = ?1",
                            params![job.0, at.as_microsecond(), bytes.cast_signed(), expires_at.as_microsecond()],
                        )
                    })
                    .map_err(error::database)?;
                Ok(true)
            })?;
            files.keep_archive(job);
            Ok(completed)
        })
        .await
    }

    async fn fail_job(&self, job: JobId, error: &str, at: Timestamp) -> Result<bool, StoreError> {
        self.end(job, at, Some(error.to_owned()), Progress::fail).await
    }

    async fn archive(&self, job: JobId) -> Result<Option<File>, StoreError> {
        let files = self.job_files.clone();
        blocking(move || match files.archive(job) {
            Ok(file) => Ok(Some(file)),
            Err(failed) if failed.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(failed) => Err(error::file(&failed)),
        })
        .await
    }

    async fn link_secret(&self) -> Result<[u8; 32], StoreError> {
        let read = |db: &Connection| {
            db.query_row("SELECT value FROM secrets WHERE name = 'links'", [], |row| row.get(0)).optional()
        };
        if let Some(secret) = self.database.read(read)? {
            return Ok(secret);
        }
        let write = move |tx: &Transaction<'_>| {
            let mut secret = [0; 32];
            getrandom::fill(&mut secret).map_err(|failed| StoreError::Unavailable(failed.to_string()))?;
            // Another process may have been first.
            tx.execute("INSERT OR IGNORE INTO secrets VALUES ('links', ?1)", [secret])
                .map_err(error::database)?;
            read(tx)
                .map_err(error::database)?
                .ok_or_else(|| StoreError::Damaged("no secret for links".to_owned()))
        };
        self.database.write(Durability::Full, write).await
    }
}

impl EmbeddedStore {
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
                let Some(progress) = found.and_then(|job| step(job.progress)) else { return Ok(false) };
                write_progress(tx, job, progress)
                    .and_then(|()| tx.execute("DELETE FROM work WHERE job = ?1", [job.0]))
                    .and_then(|_| {
                        let sql = "UPDATE jobs SET ended_at = ?2, error = ?3 WHERE id = ?1";
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

/// Removes archives that ran out, folders that no job needs, and records long past. Holds the write lock, so that no job is
/// between its files and its record.
pub(crate) fn sweep(database: &Database, files: &JobFiles) -> Result<(), StoreError> {
    let now = Timestamp::now().as_microsecond();
    database.write_now(Durability::Normal, |tx| {
        let needed = "SELECT EXISTS (SELECT 1 FROM jobs WHERE id = ?1 AND (status IN ('Pending', 'Running')
            OR (status = 'Completed' AND archive_expires_at > ?2)))";
        for job in files.all().map_err(|failed| error::file(&failed))? {
            let keep: bool =
                tx.query_row(needed, params![job.0, now], |row| row.get(0)).map_err(error::database)?;
            if !keep {
                files.remove(job).map_err(|failed| error::file(&failed))?;
            }
        }
        let old = now - RECORD_LIFE_US;
        tx.execute("DELETE FROM chunks WHERE job IN (SELECT id FROM jobs WHERE ended_at < ?1)", [old])
            .and_then(|_| tx.execute("DELETE FROM jobs WHERE ended_at < ?1", [old]))
            .map_err(error::database)?;
        Ok(())
    })
}

/// The progress of a job whose chunk has no results.
fn unsettled(db: &Connection, job: JobId, chunk: u32) -> Result<Option<Progress>, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM chunks WHERE job = ?1 AND number = ?2 AND documents IS NULL)";
    let open: bool = db.query_row(sql, params![job.0, chunk], |row| row.get(0)).map_err(error::database)?;
    Ok(one(db, job).map_err(error::database)?.filter(|_| open).map(|record| record.progress))
}

fn write_progress(db: &Connection, job: JobId, progress: Progress) -> Result<(), rusqlite::Error> {
    let Progress { status, assembling, done, failed, .. } = progress;
    let sql = "UPDATE jobs SET status = ?2, assembling = ?3, done = ?4, failed = ?5 WHERE id = ?1";
    db.execute(sql, params![job.0, status.as_str(), assembling, done, failed]).map(|_| ())
}

fn one(db: &Connection, job: JobId) -> Result<Option<JobRecord>, rusqlite::Error> {
    let sql = format!("SELECT {COLUMNS} WHERE id = ?1");
    db.prepare_cached(&sql)?.query_row([job.0], record).optional()
}

fn record(row: &Row<'_>) -> Result<JobRecord, rusqlite::Error> {
    let moment = |column| match row.get::<_, Option<i64>>(column)? {
        Some(_) => time(row, column).map(Some),
        None => Ok(None),
    };
    let (settings, status): (String, String) = (row.get(4)?, row.get(5)?);
    Ok(JobRecord {
        job_id: JobId(row.get(0)?),
        subscription: SubscriptionId(row.get(1)?),
        template_id: TemplateId(row.get(2)?),
        template_version: row.get(3)?,
        settings: serde_json::from_str(&settings)
            .map_err(|failed| rusqlite::Error::FromSqlConversionFailure(4, Type::Text, Box::new(failed)))?,
        progress: Progress {
            status: Status::parse(&status).ok_or(rusqlite::Error::InvalidColumnType(
                5,
                "status".into(),
                Type::Text,
            ))?,
            assembling: row.get(6)?,
            total: row.get(7)?,
            done: row.get(8)?,
            failed: row.get(9)?,
        },
        started_at: time(row, 10)?,
        ended_at: moment(11)?,
        archive_bytes: row.get::<_, Option<i64>>(12)?.map(i64::unsigned_abs),
        archive_expires_at: moment(13)?,
        error: row.get(14)?,
    })
}

fn damaged(failed: serde_json::Error) -> StoreError {
    StoreError::Damaged(failed.to_string())
}
