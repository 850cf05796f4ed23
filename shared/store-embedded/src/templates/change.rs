//! Changes a template without a new version.

use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::store::StoreError;
use platen_service::templates::{About, Revision, TemplateChange, TemplateState};
use rusqlite::{Connection, OptionalExtension, params};

use super::json;
use super::row::time;
use crate::error;

/// Refuses what was meant for a template in another state.
pub(super) fn check_seen(
    db: &Connection,
    subscription: SubscriptionId,
    template: TemplateId,
    seen: Option<Revision>,
) -> Result<(), StoreError> {
    let Some(seen) = seen else { return Ok(()) };
    let sql = "SELECT created_at, changes FROM templates WHERE subscription = ?1 AND id = ?2";
    let found = db
        .query_row(sql, params![subscription.0, template.0], |row| {
            Ok(Revision { created_at: time(row, 0)?, changes: row.get::<_, i64>(1)?.unsigned_abs() })
        })
        .optional()
        .map_err(error::database)?;
    match found {
        Some(found) if found != seen => Err(StoreError::Stale),
        _ => Ok(()),
    }
}

/// Changes a template, and tells whether there is one, with the version that it names.
pub(super) fn apply(
    db: &Connection,
    subscription: SubscriptionId,
    template: TemplateId,
    change: &TemplateChange,
) -> Result<bool, StoreError> {
    const OF_TEMPLATE: &str = "changes = changes + 1 WHERE subscription = ?1 AND id = ?2";
    let key = (subscription.0, template.0);
    let changed = match change {
        TemplateChange::Disabled(disabled) => db.execute(
            &format!("UPDATE templates SET disabled = ?3, {OF_TEMPLATE}"),
            params![key.0, key.1, disabled],
        ),
        TemplateChange::About(about) => {
            let labels = json(&about.labels)?;
            db.execute(
                &format!("UPDATE templates SET name = ?3, description = ?4, labels = ?5, {OF_TEMPLATE}"),
                params![key.0, key.1, about.name, about.description, labels],
            )
        }
        TemplateChange::Moved(state) => {
            let labels = json(&state.about.labels)?;
            let sql = "UPDATE templates SET in_force = ?3, draft = ?4, disabled = ?5, name = ?6, description = ?7, \
                labels = ?8, changes = ?9, created_at = ?10 WHERE subscription = ?1 AND id = ?2";
            let About { name, description, .. } = &state.about;
            let changes = i64::try_from(state.changes).unwrap_or(i64::MAX);
            let created_at = state.created_at.as_microsecond();
            let TemplateState { in_force, draft, disabled, .. } = state;
            db.execute(
                sql,
                params![key.0, key.1, in_force, draft, disabled, name, description, labels, changes, created_at],
            )
        }
        TemplateChange::Publish(version) => db
            .execute(
                "UPDATE versions SET draft = FALSE \
                 WHERE subscription = ?1 AND template = ?2 AND version = ?3 AND ready",
                params![key.0, key.1, version],
            )
            .and_then(|published| match published {
                0 => Ok(0),
                _ => db.execute(
                    &format!(
                        "UPDATE templates SET in_force = ?3, draft = iif(draft > ?3, draft, NULL), {OF_TEMPLATE}"
                    ),
                    params![key.0, key.1, version],
                ),
            }),
    };
    changed.map(|rows| rows > 0).map_err(error::database)
}
