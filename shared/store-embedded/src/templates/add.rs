//! Adds a version of a template.

use std::io::ErrorKind;

use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::store::StoreError;
use platen_service::templates::{NewVersion, Standing, TemplateRecord};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::change::check_seen;
use super::{discard, json, one};
use crate::database::{Database, Durability};
use crate::error;
use crate::files::Files;
use crate::storage::Room;

/// How often a file is written that others remove meanwhile.
const TRIES: u32 = 5;

/// What became of a version that was to be recorded.
enum Recorded {
    /// It is, or was before; with the SHA-256 of the draft that went.
    Done(Box<TemplateRecord>, Option<Vec<u8>>),
    /// Its file is no longer in its place: the last version that named the same one was removed since it was written.
    FileGone,
}

/// Records a version: its file first, then the record.
pub(super) fn add(
    database: &Database,
    files: &Files,
    room: &Room,
    subscription: SubscriptionId,
    new: &NewVersion,
) -> Result<TemplateRecord, StoreError> {
    let remarks = json(&new.diagnostics)?;
    let kept = new.package.as_ref().map_or(0, bytes::Bytes::len) + remarks.len();
    for _ in 0..TRIES {
        if let Some(package) = &new.package {
            let known = database.read(|db| known(db, subscription, new.template_id))?;
            if !known.is_some_and(|known| known.is_again(new)) {
                database.read(|db| Ok(room.check(db, subscription, kept as u64)))??;
            }
            // Before the transaction, since it takes as long as the disk does and all other writers would wait.
            match files.put(subscription, &new.sha256, package) {
                // A process that starts took it for one that a crash left.
                Err(failed) if failed.kind() == ErrorKind::NotFound => continue,
                put => put.map_err(|failed| error::file(&failed))?,
            }
        }
        let recorded = database.write_now(Durability::Full, |tx| {
            check_seen(tx, subscription, new.template_id, new.seen)?;
            let known = known(tx, subscription, new.template_id).map_err(error::database)?;
            let (version, replaced) = match known {
                Some(known) if known.is_again(new) => (known.last, None),
                known => {
                    room.check(tx, subscription, kept as u64)?;
                    if new.package.is_some() && !files.has(subscription, &new.sha256) {
                        return Ok(Recorded::FileGone);
                    }
                    insert(tx, subscription, new, known.as_ref(), &remarks)?
                }
            };
            recorded(tx, subscription, new.template_id, version, replaced)
        });
        match recorded {
            Ok(Recorded::Done(made, replaced)) => {
                // The file goes after the commit: a record without its file would be worse than a file without a record.
                if let Some(sha256) = replaced {
                    discard(database, files, subscription, &sha256);
                }
                return Ok(*made);
            }
            Ok(Recorded::FileGone) => {}
            Err(refused) => {
                if new.package.is_some() {
                    discard(database, files, subscription, &new.sha256);
                }
                return Err(refused);
            }
        }
    }
    Err(StoreError::Unavailable(format!("the file of template {} keeps being removed", new.template_id)))
}

fn recorded(
    tx: &Transaction<'_>,
    subscription: SubscriptionId,
    template: TemplateId,
    version: u32,
    replaced: Option<Vec<u8>>,
) -> Result<Recorded, StoreError> {
    let made = one(tx, subscription, template, version).map_err(error::database)?;
    let missing = || StoreError::Damaged(format!("version {version} of template {template} not found"));
    Ok(Recorded::Done(Box::new(made.ok_or_else(missing)?), replaced))
}

/// What is known of a template when a version of it arrives.
struct Known {
    /// The number of its newest version.
    last: u32,
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
    fn is_again(&self, new: &NewVersion) -> bool {
        let names = (self.name.as_str(), self.description.as_deref());
        (self.sha256, &self.file_name) == (new.sha256, &new.file_name)
            && new.is_again(self.standing, self.last == self.in_force, names)
    }
}

fn known(
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
fn insert(
    db: &Connection,
    subscription: SubscriptionId,
    new: &NewVersion,
    known: Option<&Known>,
    diagnostics: &str,
) -> Result<(u32, Option<Vec<u8>>), StoreError> {
    let next = known.map_or(1, |known| known.last + 1);
    let version = new.number.unwrap_or(next).max(next);
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
        "INSERT INTO templates (subscription, id, in_force, disabled, created_at, name, description, changes, draft, labels)
         VALUES (?1, ?2, ?3, FALSE, ?4, ?5, ?6, 1, ?7, ?10)
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
            json(&new.labels)?,
        ],
    )
    .map_err(error::database)?;
    Ok((version, replaced))
}
