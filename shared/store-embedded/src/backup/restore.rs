//! Puts a copy in the place of a data folder.

use std::collections::HashSet;
use std::path::Path;

use jiff::Timestamp;
use rusqlite::{Connection, params};
use serde_json::json;

use super::copying::{Pace, begin, copy_file, copy_tree, finish, refuse_inside};
use super::examine::{Damage, examine};
use super::{BackupError, Copied, FOLDERS};
use crate::DATABASE;
use crate::error::{self, OpenError};
use crate::schema;
use crate::secrets::KEY_FILE;

/// Puts a copy in the place of a data folder that does not exist yet, after a look at all of it. Damaged files are left out where
/// that is asked for; otherwise nothing is restored.
///
/// # Errors
/// [`BackupError`].
pub fn restore(from: &Path, folder: &Path, except_damaged: bool) -> Result<Copied, BackupError> {
    let damaged = examine(from)?.damaged;
    if let Some(Damage::Database(fault)) = damaged.first() {
        // Nothing else can be trusted then.
        return Err(BackupError::Damaged(from.join(DATABASE), fault.clone()));
    }
    if !damaged.is_empty() && !except_damaged {
        return Err(BackupError::DamagedFiles(damaged));
    }
    refuse_inside(folder, from)?;
    let new = begin(folder)?;
    let mut copied = Copied::default();
    for name in FOLDERS {
        copy_tree(&from.join(name), &new.join(name), &mut copied, &mut HashSet::new(), &mut Pace::Full)?;
    }
    for name in [DATABASE, KEY_FILE] {
        if from.join(name).exists() {
            copy_file(&from.join(name), &new.join(name), &mut copied)?;
        }
    }
    if !damaged.is_empty() {
        leave_out(&new.join(DATABASE), &damaged)?;
    }
    copied.damaged = damaged;
    finish(&new, folder)?;
    Ok(copied)
}

/// Records what is not restored: a version of a template is rejected, with the reason, so that no document is made from it and no
/// older one takes its place unseen; a job has failed, or its archive has run out; an upload is to be sent again.
fn leave_out(database: &Path, damaged: &[Damage]) -> Result<(), BackupError> {
    let sql = |error| BackupError::Source(OpenError::Store(error::database(error)));
    let mut db = Connection::open(database).map_err(sql)?;
    // Nobody has served the new folder yet, so no other version of the program can be at work in it.
    schema::migrate(&mut db)?;
    let tx = db.transaction().map_err(sql)?;
    let now = Timestamp::now().as_microsecond();
    for damage in damaged {
        match damage {
            Damage::Database(_) => {}
            Damage::Version { subscription, template, version, fault, .. } => {
                let remark = json!([{
                    "severity": "error", "place": "", "part": "", "excerpt": "", "caret": 0, "width": 1,
                    "message": format!("{fault}; it was not restored from the backup"),
                    "hint": "register the template again",
                }]);
                let key = params![subscription.0, template.0, version, remark.to_string()];
                tx.execute(
                    "UPDATE versions SET ready = FALSE, diagnostics = ?4
                     WHERE subscription = ?1 AND template = ?2 AND version = ?3",
                    key,
                )
                .map_err(sql)?;
            }
            Damage::Job { job, is_archive: true, .. } => {
                let expired = "UPDATE jobs SET archive_expires_at = ?2, stored_bytes = 0 WHERE id = ?1";
                tx.execute(expired, params![job.0, now]).map_err(sql)?;
            }
            Damage::Upload { upload, .. } => {
                let gone = "UPDATE uploads SET bytes = NULL WHERE id = ?1";
                tx.execute(gone, [upload.0]).map_err(sql)?;
            }
            Damage::Job { job, fault, .. } => {
                tx.execute("DELETE FROM work WHERE job = ?1", [job.0]).map_err(sql)?;
                let told = "INSERT OR IGNORE INTO callbacks (job, due_at) VALUES (?1, ?2)";
                tx.execute(told, params![job.0, now]).map_err(sql)?;
                tx.execute(
                    "UPDATE jobs SET status = 'Failed', error = ?3, ended_at = ?2, protection = NULL, stored_bytes = 0,
                     document_bytes = 0 WHERE id = ?1",
                    params![job.0, now, format!("{fault}; it was not restored from the backup")],
                )
                .map_err(sql)?;
            }
        }
    }
    tx.commit().map_err(sql)
}
