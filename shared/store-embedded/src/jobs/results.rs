//! Records a part's results: its documents in one file, flushed to the disk, then their record with the counters and the next work in
//! one transaction. The record names the file, so nothing is moved. If two workers finish the same part, the record names one file, and
//! the other is removed.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use platen_service::ids::JobId;
use platen_service::jobs::{
    DocumentEntry, Failure, JobRecord, Made, NewResults, Part, PartWarnings, Task, Warned,
};
use platen_service::plan::month_of;
use platen_service::store::StoreError;
use rusqlite::{OptionalExtension, Transaction, params};

use super::create::queue;
use super::rows::{one, write_progress};
use super::{CHUNK, damaged};
use crate::database::{Database, Durability, blocking};
use crate::job_files::JobFiles;
use crate::queue::{Suspicion, is_suspected};
use crate::staged::{Appender, Staged};
use crate::storage::Coming;
use crate::{error, usage};

/// A part whose results are being written.
pub(super) struct StagedResults {
    pub(super) database: Arc<Database>,
    pub(super) files: JobFiles,
    pub(super) job: JobId,
    pub(super) part: Part,
    pub(super) documents: Vec<DocumentEntry>,
    pub(super) warnings: PartWarnings,
    /// Made with the first document.
    pub(super) file: Option<(String, Staged, Appender)>,
    pub(super) coming: Coming,
}

#[async_trait]
impl NewResults for StagedResults {
    async fn put(&mut self, document: Made) -> Result<(), StoreError> {
        self.coming.grow(document.bytes.len() as u64)?;
        let (_, _, file) = match &mut self.file {
            Some(file) => file,
            none => {
                let (name, path) = self.files.new_file(self.job);
                let staged = Staged::new(path.clone());
                none.insert((name, staged, Appender::create(path).await?))
            }
        };
        self.warnings.add(document.index, document.warnings);
        self.documents.push(DocumentEntry {
            index: document.index,
            file_name: document.file_name,
            bytes: document.bytes.len() as u64,
            crc32: document.crc32,
            part: self.part,
            object: String::new(),
            offset: file.len(),
        });
        file.write(&document.bytes).await
    }

    async fn settle(self: Box<Self>, failures: Vec<Failure>, rest: Vec<u32>) -> Result<bool, StoreError> {
        let StagedResults { database, files, job, part, mut documents, warnings, file, coming } = *self;
        documents.sort_by_key(|document| document.index);
        let warned = warnings.documents();
        let warnings = warnings.into_list();
        blocking(move || {
            let (name, mut staged) = match file {
                Some((name, staged, file)) => {
                    let flushed = file.finish().and_then(|()| files.sync(job));
                    flushed.map_err(|failed| error::file(&failed))?;
                    (Some(name), Some(staged))
                }
                None => (None, None),
            };
            let settled = database.write_now(Durability::Normal, |tx| {
                let Some(record) = unsettled(tx, job, part)? else { return Ok(false) };
                let settled =
                    record_results(tx, &record, part, name.as_deref(), &documents, &failures, &rest)?;
                if settled {
                    record_warnings(tx, job, part, &warnings)?;
                    let sql = "UPDATE jobs SET stored_bytes = stored_bytes + ?2, document_bytes = document_bytes + ?2,
                               warned = warned + ?3 WHERE id = ?1";
                    let stored = params![job.0, coming.bytes().cast_signed(), warned];
                    tx.prepare_cached(sql)
                        .and_then(|mut update| update.execute(stored))
                        .map_err(error::database)?;
                    if !documents.is_empty() {
                        let (month, made) = (month_of(Timestamp::now()), documents.len() as u64);
                        usage::add(tx, record.subscription, &month, made).map_err(error::database)?;
                    }
                }
                Ok(settled)
            })?;
            // Counted by the job's record from here on.
            drop(coming);
            if let Some(staged) = staged.as_mut().filter(|_| settled) {
                staged.keep();
            }
            Ok(settled)
        })
        .await
    }
}

/// The job of a part that has no results.
fn unsettled(tx: &Transaction<'_>, job: JobId, part: Part) -> Result<Option<JobRecord>, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM parts
        WHERE job = ?1 AND chunk = ?2 AND item = ?3 AND documents IS NULL AND NOT is_split)";
    let open = tx.prepare_cached(sql).and_then(|mut select| {
        select.query_row(params![job.0, part.chunk, item(part)], |row| row.get::<_, bool>(0)).optional()
    });
    let open = open.map_err(error::database)?.unwrap_or_default();
    Ok(one(tx, job).map_err(error::database)?.filter(|_| open))
}

fn record_results(
    tx: &Transaction<'_>,
    record: &JobRecord,
    part: Part,
    file: Option<&str>,
    documents: &[DocumentEntry],
    failures: &[Failure],
    rest: &[u32],
) -> Result<bool, StoreError> {
    let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let settled = record.progress.settle(count(documents.len()), count(failures.len()));
    let Some(progress) = settled else { return Ok(false) };
    let texts = (
        serde_json::to_string(documents).map_err(damaged)?,
        serde_json::to_string(failures).map_err(damaged)?,
    );
    let job = record.job_id.0;
    tx.prepare_cached(
        "UPDATE parts SET documents = ?4, failures = ?5, file = ?6, is_split = ?7
         WHERE job = ?1 AND chunk = ?2 AND item = ?3",
    )
    .and_then(|mut update| {
        update.execute(params![job, part.chunk, item(part), texts.0, texts.1, file, !rest.is_empty()])
    })
    .map_err(error::database)?;
    // What is left of work that its worker died of goes on being suspected.
    let suspected = || {
        let task = serde_json::to_string(&Task::Render(part)).map_err(damaged)?;
        is_suspected(tx, record.job_id, &task).map_err(error::database)
    };
    let suspicion = match !rest.is_empty() && suspected()? {
        true => Suspicion::Suspect,
        false => Suspicion::Ordinary,
    };
    for index in rest {
        let sql = "INSERT INTO parts (job, chunk, item, is_split) VALUES (?1, ?2, ?3, FALSE)";
        tx.prepare_cached(sql)
            .and_then(|mut insert| insert.execute(params![job, part.chunk, index]))
            .map_err(error::database)?;
        queue(tx, record, Task::Render(Part::item(part.chunk, *index)), 0, suspicion)?;
    }
    let ready = progress.assemble();
    if ready.is_some() {
        queue(tx, record, Task::Assemble, 0, Suspicion::Ordinary)?;
    }
    write_progress(tx, record.job_id, ready.unwrap_or(progress)).map_err(error::database)?;
    Ok(true)
}

fn record_warnings(
    tx: &Transaction<'_>,
    job: JobId,
    part: Part,
    warnings: &[Warned],
) -> Result<(), StoreError> {
    if warnings.is_empty() {
        return Ok(());
    }
    let text = serde_json::to_string(warnings).map_err(damaged)?;
    tx.prepare_cached("UPDATE parts SET warnings = ?4 WHERE job = ?1 AND chunk = ?2 AND item = ?3")
        .and_then(|mut update| update.execute(params![job.0, part.chunk, item(part), text]))
        .map_err(error::database)?;
    Ok(())
}

/// How a part's item stands in its table.
pub(super) fn item(part: Part) -> i64 {
    part.item.map_or(CHUNK, i64::from)
}
