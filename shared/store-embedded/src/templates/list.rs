//! A page of a list, and the length of the list. Without a search text, an index counts and finds the rows.

use platen_service::ids::SubscriptionId;
use platen_service::page::Page;
use platen_service::store::TemplateFilter;
use rusqlite::types::Type;
use rusqlite::{Connection, params};
use uuid::Uuid;

const ORDER: &str = "ORDER BY t.name COLLATE NOCASE, t.id";

/// The templates of a page, in order, and how many the list has.
pub(super) fn page(
    db: &Connection,
    subscription: SubscriptionId,
    filter: TemplateFilter<'_>,
    page: Page,
) -> Result<(Vec<Uuid>, u64), rusqlite::Error> {
    if filter.containing.is_empty() && filter.label.is_none() && filter.within.is_none() {
        counted(db, subscription, filter, page)
    } else {
        sought(db, subscription, filter, page)
    }
}

fn counted(
    db: &Connection,
    subscription: SubscriptionId,
    filter: TemplateFilter<'_>,
    page: Page,
) -> Result<(Vec<Uuid>, u64), rusqlite::Error> {
    // A name alike in both cases is found by the index, and then compared as it is.
    let named = if filter.name.is_some() {
        "AND t.name = ?3 COLLATE NOCASE AND t.name = ?3"
    } else {
        "AND ?3 IS NULL"
    };
    let of = format!(
        "FROM templates t WHERE t.subscription = ?1 AND (NOT ?2 OR (t.ready AND NOT t.disabled)) {named}"
    );
    let key = params![subscription.0, filter.ready, filter.name];
    let total: i64 = db.prepare_cached(&format!("SELECT count(*) {of}"))?.query_row(key, |row| row.get(0))?;
    let offset = i64::try_from(page.offset()).unwrap_or(i64::MAX);
    let ids = db
        .prepare_cached(&format!("SELECT t.id {of} {ORDER} LIMIT ?4 OFFSET ?5"))?
        .query_map(params![subscription.0, filter.ready, filter.name, page.size, offset], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    Ok((ids, total.unsigned_abs()))
}

/// Letters of all scripts have cases, which SQLite does not know: names are looked at here, one after the other.
fn sought(
    db: &Connection,
    subscription: SubscriptionId,
    filter: TemplateFilter<'_>,
    page: Page,
) -> Result<(Vec<Uuid>, u64), rusqlite::Error> {
    let all = format!(
        "SELECT t.id, t.name, v.file_name, t.labels, t.ready AND NOT t.disabled FROM templates t
         JOIN versions v ON v.subscription = t.subscription AND v.template = t.id AND v.version = t.in_force
         WHERE t.subscription = ?1 {ORDER}"
    );
    let asked = page.offset()..page.offset().saturating_add(u64::from(page.size));
    let (mut ids, mut total) = (Vec::new(), 0);
    let mut statement = db.prepare_cached(&all)?;
    let mut rows = statement.query([subscription.0])?;
    while let Some(row) = rows.next()? {
        let labels: Vec<String> = serde_json::from_str(row.get_ref(3)?.as_str()?)
            .map_err(|failed| rusqlite::Error::FromSqlConversionFailure(3, Type::Text, Box::new(failed)))?;
        if filter.takes(row.get(4)?, row.get_ref(1)?.as_str()?, row.get_ref(2)?.as_str()?, &labels) {
            if asked.contains(&total) {
                ids.push(row.get(0)?);
            }
            total += 1;
        }
    }
    Ok((ids, total))
}
