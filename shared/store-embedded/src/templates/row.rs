//! Records as database rows.

use jiff::Timestamp;
use platen_service::ids::TemplateId;
use platen_service::templates::{Standing, Status, TemplateRecord};
use rusqlite::Row;
use rusqlite::types::Type;
use uuid::Uuid;

/// The columns of a record, in the order that [`record`] reads them.
pub(super) const RECORD: &str = "v.template, v.version, v.ready, t.disabled, t.name, t.description, v.file_name, v.size_bytes, \
    v.placeholder_count, v.content_control_count, t.created_at, v.recorded_at, v.diagnostics, v.draft, t.labels, \
    t.draft, t.changes, v.added_by \
    FROM templates t JOIN versions v ON v.subscription = t.subscription AND v.template = t.id";

/// Whether documents can be made from the version of a row.
fn status(row: &Row<'_>) -> Result<Status, rusqlite::Error> {
    Ok(Status::of(row.get(2)?, row.get(13)?, row.get(3)?))
}

fn labels(row: &Row<'_>) -> Result<Vec<String>, rusqlite::Error> {
    from_json(row, 14)
}

/// A column of JSON.
fn from_json<T: serde::de::DeserializeOwned>(row: &Row<'_>, column: usize) -> Result<T, rusqlite::Error> {
    serde_json::from_str(row.get_ref(column)?.as_str()?)
        .map_err(|failed| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(failed)))
}

pub(super) fn record(row: &Row<'_>) -> Result<TemplateRecord, rusqlite::Error> {
    Ok(TemplateRecord {
        template_id: TemplateId(row.get::<_, Uuid>(0)?),
        version: row.get(1)?,
        status: status(row)?,
        standing: Standing { ready: row.get(2)?, draft: row.get(13)? },
        name: row.get(4)?,
        description: row.get(5)?,
        file_name: row.get(6)?,
        size_bytes: row.get::<_, i64>(7)?.unsigned_abs(),
        placeholder_count: row.get(8)?,
        content_control_count: row.get(9)?,
        created_at: time(row, 10)?,
        updated_at: time(row, 11)?,
        diagnostics: from_json(row, 12)?,
        labels: labels(row)?,
        draft: row.get(15)?,
        changes: row.get::<_, i64>(16)?.unsigned_abs(),
        added_by: row.get(17)?,
    })
}

/// A time column.
pub(crate) fn time(row: &Row<'_>, column: usize) -> Result<Timestamp, rusqlite::Error> {
    Timestamp::from_microsecond(row.get(column)?)
        .map_err(|failed| rusqlite::Error::FromSqlConversionFailure(column, Type::Integer, Box::new(failed)))
}
