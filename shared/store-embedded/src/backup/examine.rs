//! Checks everything in a data folder: whether the files match their records. The folder can be in use meanwhile, so a missing file is
//! looked up in the records again before it is reported as damage.

use std::collections::HashSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use platen_service::ids::{JobId, SubscriptionId, TemplateId, UploadId};
use platen_service::jobs::DocumentEntry;
use platen_service::store::StoreError;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::BackupError;
use crate::DATABASE;
use crate::error::{self, OpenError};
use crate::schema;

/// Something that is not what was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Damage {
    /// The database's own structure.
    Database(String),
    /// The file of a template's version.
    Version {
        /// Whose it is.
        subscription: SubscriptionId,
        /// The template.
        template: TemplateId,
        /// The version.
        version: u32,
        /// What the template is called.
        name: String,
        /// What is wrong with it.
        fault: String,
    },
    /// A file of a job.
    Job {
        /// The job.
        job: JobId,
        /// Whether the job was over, and its archive is damaged.
        is_archive: bool,
        /// What is wrong with it.
        fault: String,
    },
    /// An upload of items.
    Upload {
        /// The upload.
        upload: UploadId,
        /// What is wrong with it.
        fault: String,
    },
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Database(fault) => write!(f, "the database: {fault}"),
            Damage::Version { subscription, template, version, name, fault } => write!(
                f,
                "template `{name}` ({template}, of subscription {subscription}), version {version}: {fault}"
            ),
            Damage::Job { job, fault, .. } => write!(f, "job {job}: {fault}"),
            Damage::Upload { upload, fault } => write!(f, "upload {upload}: {fault}"),
        }
    }
}

/// What a look at a data folder found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Examined {
    /// Files of templates that records name.
    pub packages: u64,
    /// Jobs that have files.
    pub jobs: u64,
    /// Files of templates, and folders of jobs, that no record names. They are removed when the folder is served next.
    pub orphans: u64,
    /// What is damaged.
    pub damaged: Vec<Damage>,
}

/// What is wrong with a template's file whose bytes have another SHA-256.
const CHANGED: &str = "the template's file was changed";

const MISSING: &str = "the template's file is missing or cannot be read";

/// Looks at everything in a data folder, or a copy of one.
///
/// # Errors
/// There is no database that can be read, or it is a newer program's.
pub fn examine(folder: &Path) -> Result<Examined, BackupError> {
    let (db, damage) = open(folder)?;
    let looked = look(folder, &db, &|path, sha256| match fs::read(path) {
        Err(_) => Some(MISSING),
        Ok(bytes) => (Sha256::digest(bytes)[..] != *sha256).then_some(CHANGED),
    });
    let mut examined = looked.map_err(|error| unreadable(folder, &error))?;
    examined.damaged.splice(0..0, damage);
    Ok(examined)
}

/// Looks at a copy whose files of templates were read when they were copied: `changed` are those that were not what they are
/// called, by their paths.
pub(super) fn copied(folder: &Path, changed: &HashSet<PathBuf>) -> Result<Vec<Damage>, BackupError> {
    let (db, damage) = open(folder)?;
    let looked = look(folder, &db, &|path, _| match (path.is_file(), changed.contains(path)) {
        (false, _) => Some(MISSING),
        (true, true) => Some(CHANGED),
        (true, false) => None,
    });
    let looked = looked.map_err(|error| unreadable(folder, &error))?;
    Ok(damage.into_iter().chain(looked.damaged).collect())
}

fn unreadable(folder: &Path, error: &rusqlite::Error) -> BackupError {
    BackupError::Damaged(folder.join(DATABASE), error.to_string())
}

/// The database, and what is wrong with its structure.
pub(super) fn open(folder: &Path) -> Result<(Connection, Option<Damage>), BackupError> {
    let path = folder.join(DATABASE);
    if !path.is_file() {
        return Err(OpenError::Absent { path: folder.to_owned() }.into());
    }
    let damaged = |error: rusqlite::Error| match error::database(error) {
        // Such as a folder that another user owns.
        StoreError::Unavailable(text) | StoreError::NoSpace(text) => {
            BackupError::File(path.clone(), io::Error::other(text))
        }
        other => BackupError::Damaged(path.clone(), other.to_string()),
    };
    let db = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(damaged)?;
    let verdict: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).map_err(damaged)?;
    schema::refuse_newer(&db)?;
    Ok((db, (verdict != "ok").then_some(Damage::Database(verdict))))
}

/// What is wrong with a template's file: its path, and the SHA-256 that it must have.
type Fault<'a> = &'a dyn Fn(&Path, &[u8]) -> Option<&'static str>;

fn look(folder: &Path, db: &Connection, fault: Fault<'_>) -> Result<Examined, rusqlite::Error> {
    let mut examined = Examined::default();
    templates(folder, db, fault, &mut examined)?;
    jobs(folder, db, &mut examined)?;
    uploads(folder, db, &mut examined)?;
    Ok(examined)
}

fn templates(
    folder: &Path,
    db: &Connection,
    fault: Fault<'_>,
    examined: &mut Examined,
) -> Result<(), rusqlite::Error> {
    const NAMED: &str = "SELECT subscription, template, version, name, sha256 FROM versions WHERE ready \
        ORDER BY subscription, sha256, template, version";
    const STILL: &str = "SELECT EXISTS (SELECT 1 FROM versions \
        WHERE subscription = ?1 AND template = ?2 AND version = ?3 AND ready AND sha256 = ?4)";
    let packages = folder.join("packages");
    let named: Vec<(Uuid, Uuid, u32, String, Vec<u8>)> = db
        .prepare(NAMED)?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?
        .collect::<Result<_, _>>()?;
    // Several versions may name the same file: it is read once.
    let (mut known, mut last) = (HashSet::new(), None);
    for (subscription, template, version, name, sha256) in named {
        let path = packages.join(subscription.to_string()).join(hex::encode(&sha256));
        let found = match &last {
            Some((same, found)) if *same == path => *found,
            _ => fault(&path, &sha256),
        };
        if known.insert(path.clone()) {
            examined.packages += 1;
        }
        last = Some((path, found));
        let Some(fault) = found else { continue };
        let key = params![subscription, template, version, sha256];
        if db.prepare_cached(STILL)?.query_row(key, |row| row.get(0))? {
            examined.damaged.push(Damage::Version {
                subscription: SubscriptionId(subscription),
                template: TemplateId(template),
                version,
                name,
                fault: fault.to_owned(),
            });
        }
    }
    let files = entries(&packages).into_iter().flat_map(|folder| entries(&folder));
    examined.orphans += files.filter(|file| !known.contains(file)).count() as u64;
    Ok(())
}

/// The paths in a folder; none where the folder is missing.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .map_or_else(|_| Vec::new(), |found| found.flatten().map(|entry| entry.path()).collect())
}

fn jobs(folder: &Path, db: &Connection, examined: &mut Examined) -> Result<(), rusqlite::Error> {
    const KEPT: &str = "SELECT status, archive_bytes FROM jobs WHERE id = ?1 AND (status IN ('Pending', 'Running') \
        OR (status = 'Completed' AND archive_expires_at > ?2))";
    let now = Timestamp::now().as_microsecond();
    let folders = folder.join("jobs");
    let ids: Vec<Uuid> =
        db.prepare("SELECT id FROM jobs")?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for job in &ids {
        let kept = || {
            db.prepare_cached(KEPT)?
                .query_row(params![job, now], |row| {
                    Ok((row.get::<_, String>(0)?, row.get::<_, Option<i64>>(1)?))
                })
                .optional()
        };
        let Some((status, archive_bytes)) = kept()? else { continue };
        examined.jobs += 1;
        let (of_job, is_archive) = (folders.join(job.to_string()), status == "Completed");
        let fault = match is_archive {
            true => archive_fault(&of_job, archive_bytes.unwrap_or_default().unsigned_abs()),
            false => running_fault(&of_job, db, *job)?,
        };
        // It may have ended, or its archive may have run out, since its record was read.
        if let Some(fault) = fault
            && kept()?.is_some_and(|(still, _)| still == status)
        {
            examined.damaged.push(Damage::Job { job: JobId(*job), is_archive, fault });
        }
    }
    let known: HashSet<Uuid> = ids.into_iter().collect();
    let named = |path: &PathBuf| path.file_name().and_then(|name| Uuid::try_parse(name.to_str()?).ok());
    let orphans = entries(&folders).iter().filter_map(named).filter(|job| !known.contains(job)).count();
    examined.orphans += orphans as u64;
    Ok(())
}

fn uploads(folder: &Path, db: &Connection, examined: &mut Examined) -> Result<(), rusqlite::Error> {
    const BYTES: &str = "SELECT bytes FROM uploads WHERE id = ?1";
    let ids = "SELECT id FROM uploads WHERE bytes IS NOT NULL";
    let ids: Vec<Uuid> = db.prepare(ids)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for id in ids {
        let path = folder.join("uploads").join(id.to_string());
        let found = fs::metadata(&path).map(|found| found.len()).ok();
        // Read after its file: an upload can be replaced.
        let bytes: Option<Option<i64>> =
            db.prepare_cached(BYTES)?.query_row([id], |row| row.get(0)).optional()?;
        let Some(bytes) = bytes.flatten().map(i64::unsigned_abs).filter(|bytes| found != Some(*bytes)) else {
            continue;
        };
        let fault = match found {
            Some(found) => format!("its file has {found} bytes instead of {bytes}"),
            None => "its file is missing".to_owned(),
        };
        examined.damaged.push(Damage::Upload { upload: UploadId(id), fault });
    }
    Ok(())
}

fn archive_fault(folder: &Path, bytes: u64) -> Option<String> {
    match fs::metadata(folder.join("archive.zip")) {
        Ok(found) if found.len() == bytes => None,
        Ok(found) => Some(format!("its archive has {} bytes instead of {bytes}", found.len())),
        Err(_) => Some("its archive is missing".to_owned()),
    }
}

/// What is wrong with the files of a job that is not over: the copy of the template, the items, and the documents so far.
fn running_fault(folder: &Path, db: &Connection, job: Uuid) -> Result<Option<String>, rusqlite::Error> {
    const ITEMS: &str = "SELECT coalesce(max(items_at + items_length), 0) FROM parts WHERE job = ?1";
    const PARTS: &str = "SELECT file, documents FROM parts WHERE job = ?1 AND file IS NOT NULL";
    if !folder.join("template").is_file() {
        return Ok(Some("its copy of the template is missing".to_owned()));
    }
    let needed: i64 = db.prepare_cached(ITEMS)?.query_row([job], |row| row.get(0))?;
    if fs::metadata(folder.join("items")).map_or(0, |found| found.len()) < needed.unsigned_abs() {
        return Ok(Some("its items are missing or cut off".to_owned()));
    }
    let mut parts = db.prepare_cached(PARTS)?;
    let mut rows = parts.query([job])?;
    while let Some(row) = rows.next()? {
        let (file, documents): (String, String) = (row.get(0)?, row.get(1)?);
        let documents: Vec<DocumentEntry> = serde_json::from_str(&documents).unwrap_or_default();
        if let Err(fault) = check_documents(&folder.join(file), &documents) {
            return Ok(Some(fault));
        }
    }
    Ok(None)
}

fn check_documents(path: &Path, documents: &[DocumentEntry]) -> Result<(), String> {
    let missing = |_| "documents that it made are missing".to_owned();
    let mut file = File::open(path).map_err(missing)?;
    let mut bytes = Vec::new();
    for document in documents {
        bytes.clear();
        file.seek(SeekFrom::Start(document.offset)).map_err(missing)?;
        let mut one = Read::by_ref(&mut file).take(document.bytes);
        one.read_to_end(&mut bytes).map_err(missing)?;
        let mut crc = flate2::Crc::new();
        crc.update(&bytes);
        if bytes.len() as u64 != document.bytes || crc.sum() != document.crc32 {
            return Err(format!("the document of item {} was changed", document.index));
        }
    }
    Ok(())
}
