//! Jobs as database rows.

use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::jobs::{Deliveries, JobRecord, Progress, Status};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::templates::time;

/// What is read of a job, and from where.
pub(super) const COLUMNS: &str = "id, subscription, template, template_version, settings, status, assembling, total, done, failed, \
    started_at, ended_at, archive_bytes, archive_expires_at, error, chunk_items, warned, deliveries FROM jobs";

/// Writes how far a job is.
pub(super) fn write_progress(db: &Connection, job: JobId, progress: Progress) -> Result<(), rusqlite::Error> {
    let Progress { status, assembling, done, failed, .. } = progress;
    let sql = "UPDATE jobs SET status = ?2, assembling = ?3, done = ?4, failed = ?5 WHERE id = ?1";
    db.execute(sql, params![job.0, status.as_str(), assembling, done, failed]).map(|_| ())
}

/// A job by its id.
pub(crate) fn one(db: &Connection, job: JobId) -> Result<Option<JobRecord>, rusqlite::Error> {
    let sql = format!("SELECT {COLUMNS} WHERE id = ?1");
    db.prepare_cached(&sql)?.query_row([job.0], record).optional()
}

/// A job of a row with [`COLUMNS`].
pub(super) fn record(row: &Row<'_>) -> Result<JobRecord, rusqlite::Error> {
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
        chunk_items: row.get(15)?,
        warned: row.get(16)?,
        deliveries: row
            .get::<_, Option<String>>(17)?
            .map_or_else(|| Ok(Deliveries::default()), |text| serde_json::from_str(&text))
            .map_err(|failed| rusqlite::Error::FromSqlConversionFailure(17, Type::Text, Box::new(failed)))?,
    })
}
