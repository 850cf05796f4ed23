//! A version of a template arrives.

use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::store::StoreError;
use platen_service::templates::{NewVersion, Standing};
use rusqlite::{Connection, OptionalExtension, params};

use crate::error;

/// What is known of a template when a version of it arrives.
pub(super) struct Known {
    /// The number of its newest version.
    pub(super) last: u32,
    sha256: [u8; 32],
    standing: Standing,
    /// The names that the template has, or those that a rejected version came under.
    name: String,
    description: Option<String>,
    file_name: String,
    in_force: u32,
    in_force_standing: Standing,
    /// The draft that waits.
    draft: Option<u32>,
}

impl Known {
    pub(super) fn is_again(&self, new: &NewVersion) -> bool {
        let names = (self.name.as_str(), self.description.as_deref());
        (self.sha256, &self.file_name) == (new.sha256, &new.file_name)
            && new.is_again(self.standing, self.last == self.in_force, names)
    }
}

pub(super) fn known(
    db: &Connection,
    subscription: SubscriptionId,
    template: TemplateId,
) -> Result<Option<Known>, rusqlite::Error> {
    let sql = "SELECT last.version, last.sha256, last.ready, last.draft, iif(last.ready, t.name, last.name), \
        iif(last.ready, t.description, last.description), last.file_name, t.in_force, used.ready, used.draft, t.draft \
        FROM templates t JOIN versions last ON last.subscription = t.subscription AND last.template = t.id \
        JOIN versions used ON used.subscription = t.subscription AND used.template = t.id AND used.version = t.in_force \
        WHERE t.subscription = ?1 AND t.id = ?2 ORDER BY last.version DESC LIMIT 1";
    db.query_row(sql, params![subscription.0, template.0], |row| {
        Ok(Known {
            last: row.get(0)?,
            sha256: row.get(1)?,
            standing: Standing { ready: row.get(2)?, draft: row.get(3)? },
            name: row.get(4)?,
            description: row.get(5)?,
            file_name: row.get(6)?,
            in_force: row.get(7)?,
            in_force_standing: Standing { ready: row.get(8)?, draft: row.get(9)? },
            draft: row.get(10)?,
        })
    })
    .optional()
}

/// Writes a version, and what it makes of its template. The number of the version, and the SHA-256 of the draft that went.
pub(super) fn insert(
    db: &Connection,
    subscription: SubscriptionId,
    new: &NewVersion,
    known: Option<&Known>,
    diagnostics: &str,
) -> Result<(u32, Option<Vec<u8>>), StoreError> {
    let version = known.map_or(1, |known| known.last + 1);
    let standing = new.standing();
    let at = new.at.as_microsecond();
    let template = new.template_id.0;
    let replaced = match known.and_then(|known| known.draft).filter(|_| new.draft) {
        Some(draft) => db
            .query_row(
                "DELETE FROM versions WHERE subscription = ?1 AND template = ?2 AND version = ?3 RETURNING sha256",
                params![subscription.0, template, draft],
                |row| row.get(0),
            )
            .optional()
            .map_err(error::database)?,
        None => None,
    };
    db.execute(
        "INSERT INTO versions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        params![
            subscription.0,
            template,
            version,
            standing.ready,
            new.name,
            new.description,
            new.file_name,
            i64::try_from(new.size_bytes).unwrap_or(i64::MAX),
            new.sha256,
            new.placeholder_count,
            new.content_control_count,
            at,
            diagnostics,
            standing.draft,
            new.added_by,
        ],
    )
    .map_err(error::database)?;
    let comes = known.is_none_or(|known| new.comes_into_force(known.in_force_standing));
    // What a rejected version is called that nobody uses is no name for the one that they use.
    let named = comes || standing.ready;
    db.execute(
        "INSERT INTO templates (subscription, id, in_force, disabled, created_at, name, description, changes, draft)
         VALUES (?1, ?2, ?3, FALSE, ?4, ?5, ?6, 1, ?7)
         ON CONFLICT DO UPDATE SET in_force = iif(?8, ?3, in_force), name = iif(?9, ?5, name),
             description = iif(?9, ?6, description), changes = changes + 1, draft = ?7",
        params![
            subscription.0,
            template,
            version,
            at,
            new.name,
            new.description,
            new.draft_after(version, known.and_then(|known| known.draft)),
            comes,
            named,
        ],
    )
    .map_err(error::database)?;
    Ok((version, replaced))
}
