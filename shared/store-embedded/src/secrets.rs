//! The secrets in a data folder: keys for links and callbacks, passwords of running jobs, addresses of results and webhooks. All are
//! stored sealed.
//!
//! The key comes from outside (`PLATEN_SECRET_KEY`) or is beside the database in `secret.key`: a copy of the database alone is then
//! useless, but a copy of the folder has everything. When the folder is opened to be served, secrets in clear text, or sealed with
//! another available key, are sealed with the current one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use platen_service::ids::SubscriptionId;
use platen_service::jobs::Addresses;
use platen_service::links::LinkSigner;
use platen_service::secret_key::SecretKey;
use platen_service::store::StoreError;
use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension, ToSql, Transaction, params};
use uuid::Uuid;

use crate::database::{Database, Durability};
use crate::error::{self, OpenError};
use crate::seal::{Seal, SealError};
use crate::staged::sync_folder;

pub(crate) const KEY_FILE: &str = "secret.key";

/// Bytes of a secret in clear. A sealed one is longer.
const CLEAR: usize = 32;

/// What the secret is for that links are signed with.
const LINKS: &str = "links";

/// What the secrets of a subscription's callbacks are sealed for.
pub(crate) fn of_callbacks(subscription: SubscriptionId) -> String {
    format!("callbacks {subscription}")
}

/// What the passwords of a job are sealed for.
pub(crate) fn of_job(job: Uuid) -> String {
    format!("job {job}")
}

/// What the addresses of a job's results are sealed for.
pub(crate) fn of_addresses(job: Uuid) -> String {
    format!("addresses {job}")
}

/// What the address of a webhook is sealed for.
pub(crate) fn of_webhook(webhook: Uuid) -> String {
    format!("webhook {webhook}")
}

/// The keys that are at hand for a command that administers the folder: those from outside, and the folder's own. There may
/// be none: most commands need no secret.
pub(crate) fn keys_at_hand(folder: &Path, outside: &[SecretKey]) -> Result<Seal, OpenError> {
    let mut keys = outside.to_vec();
    keys.extend(read_key(folder)?);
    Ok(Seal::new(&keys))
}

/// The keys of the server of the folder. The first start makes one, unless one comes from outside; and all secrets are
/// sealed with the current one from then on.
pub(crate) fn keys_to_serve(
    folder: &Path,
    database: &Database,
    outside: &[SecretKey],
) -> Result<Seal, OpenError> {
    let mut keys = outside.to_vec();
    keys.extend(read_key(folder)?);
    if keys.is_empty() {
        // A new key would open nothing of what is sealed.
        let key = if any_sealed(database)? {
            // Unless another process made it just now.
            read_key(folder)?.ok_or(OpenError::WrongKey)?
        } else {
            make_key(folder)?
        };
        keys.push(key);
    }
    let seal = Seal::new(&keys);
    seal_all(database, &seal)?;
    if !outside.is_empty() {
        // All is sealed with the one from outside.
        match fs::remove_file(folder.join(KEY_FILE)) {
            Err(failed) if failed.kind() != io::ErrorKind::NotFound => return Err(unusable(folder)(failed)),
            _ => {}
        }
    }
    Ok(seal)
}

/// What signs links; its secret is made once, and as old as the folder.
pub(crate) fn link_signer(database: &Database, seal: &Seal) -> Result<LinkSigner, OpenError> {
    let read = |db: &Connection| -> Result<Option<Vec<u8>>, rusqlite::Error> {
        db.query_row("SELECT value FROM secrets WHERE name = ?1", [LINKS], |row| row.get(0)).optional()
    };
    let found = match database.read(read)? {
        Some(found) => found,
        None => database.write_now(Durability::Full, |tx| {
            let mut secret = [0u8; CLEAR];
            getrandom::fill(&mut secret).map_err(StoreError::from)?;
            let sealed = seal.seal(LINKS, &secret)?;
            // Another process may have been first.
            tx.execute("INSERT OR IGNORE INTO secrets VALUES (?1, ?2)", params![LINKS, sealed])
                .map_err(error::database)?;
            let there = read(tx).map_err(error::database)?;
            there.ok_or_else(|| StoreError::Damaged("the secret of links is missing".to_owned()))
        })?,
    };
    Ok(LinkSigner::new(&seal.open_32(LINKS, &found).map_err(refused)?))
}

fn refused(error: SealError) -> OpenError {
    match error {
        SealError::WrongKey => OpenError::WrongKey,
        SealError::Damaged => OpenError::Store(error.into()),
    }
}

fn unusable(folder: &Path) -> impl Fn(io::Error) -> OpenError {
    let path = folder.join(KEY_FILE);
    move |source| OpenError::Folder { path: path.clone(), source }
}

fn read_key(folder: &Path) -> Result<Option<SecretKey>, OpenError> {
    match fs::read_to_string(folder.join(KEY_FILE)) {
        Ok(text) => {
            let damaged = || StoreError::Damaged(format!("{KEY_FILE} holds no key"));
            Ok(Some(SecretKey::parse(&text).ok_or_else(damaged)?))
        }
        Err(failed) if failed.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(failed) => Err(unusable(folder)(failed)),
    }
}

/// Makes the folder's own key. Of processes that do so at the same time, one makes it and all read that.
fn make_key(folder: &Path) -> Result<SecretKey, OpenError> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(StoreError::from)?;
    let text = hex::encode(bytes) + "\n";
    let new = folder.join(format!("{KEY_FILE}.{}", Uuid::new_v4()));
    let made = write_private(&new, text.as_bytes()).and_then(|()| {
        // A link, unlike a rename, does not replace what another process put there.
        match fs::hard_link(&new, folder.join(KEY_FILE)) {
            Err(failed) if failed.kind() != io::ErrorKind::AlreadyExists => Err(failed),
            _ => sync_folder(folder),
        }
    });
    let _ = fs::remove_file(&new);
    made.map_err(unusable(folder))?;
    read_key(folder)?.ok_or_else(|| unusable(folder)(io::ErrorKind::NotFound.into()))
}

fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file: File = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Where secrets are: the rows of a table whose column is not sealed with the current key, and how they are written back.
struct Place {
    select: &'static str,
    update: &'static str,
    purpose: fn(&Row) -> String,
    /// Whether a value is in clear.
    is_clear: fn(&[u8]) -> bool,
}

/// A secret as it was found: the key of its row, and its value.
struct Row {
    key: rusqlite::types::Value,
    value: Vec<u8>,
}

impl Row {
    fn id(&self) -> Uuid {
        <Uuid as FromSql>::column_result((&self.key).into()).unwrap_or_default()
    }
}

const PLACES: [Place; 7] = [
    Place {
        select: "SELECT name, value FROM secrets",
        update: "UPDATE secrets SET value = ?2 WHERE name = ?1",
        purpose: |_| LINKS.to_owned(),
        is_clear: |value| value.len() == CLEAR,
    },
    Place {
        select: "SELECT subscription, current FROM callback_secrets",
        update: "UPDATE callback_secrets SET current = ?2 WHERE subscription = ?1",
        purpose: |row| of_callbacks(SubscriptionId(row.id())),
        is_clear: |value| value.len() == CLEAR,
    },
    Place {
        select: "SELECT subscription, previous FROM callback_secrets WHERE previous IS NOT NULL",
        update: "UPDATE callback_secrets SET previous = ?2 WHERE subscription = ?1",
        purpose: |row| of_callbacks(SubscriptionId(row.id())),
        is_clear: |value| value.len() == CLEAR,
    },
    Place {
        select: "SELECT id, CAST(password AS BLOB) FROM jobs WHERE password IS NOT NULL",
        update: "UPDATE jobs SET protection = ?2, password = NULL WHERE id = ?1",
        purpose: |row| of_job(row.id()),
        is_clear: |_| true,
    },
    Place {
        select: "SELECT id, protection FROM jobs WHERE protection IS NOT NULL",
        update: "UPDATE jobs SET protection = ?2 WHERE id = ?1",
        purpose: |row| of_job(row.id()),
        is_clear: |_| false,
    },
    Place {
        select: "SELECT id, addresses FROM jobs WHERE addresses IS NOT NULL",
        update: "UPDATE jobs SET addresses = ?2 WHERE id = ?1",
        purpose: |row| of_addresses(row.id()),
        is_clear: |_| false,
    },
    Place {
        select: "SELECT id, url FROM webhooks WHERE url IS NOT NULL",
        update: "UPDATE webhooks SET url = ?2 WHERE id = ?1",
        purpose: |row| of_webhook(row.id()),
        is_clear: |_| false,
    },
];

impl Place {
    fn rows(&self, db: &Connection) -> Result<Vec<Row>, rusqlite::Error> {
        let mut statement = db.prepare(self.select)?;
        statement.query_map([], |row| Ok(Row { key: row.get(0)?, value: row.get(1)? }))?.collect()
    }
}

/// Jobs that an earlier version recorded, with the address of their callback in clear.
const CLEAR_CALLBACKS: &str = "SELECT id, settings ->> 'callback_url', addresses FROM jobs
    WHERE settings ->> 'callback_url' IS NOT NULL";

/// A job, its callback's address in clear, and its sealed addresses.
type Clear = (Uuid, String, Option<Vec<u8>>);

/// Puts the addresses of callbacks that are in clear to the sealed ones of their jobs.
fn seal_callbacks(tx: &Transaction<'_>, seal: &Seal) -> Result<usize, StoreError> {
    const SEALED: &str = "UPDATE jobs SET addresses = ?2,
        settings = json_remove(json_set(settings, '$.tells', json('true')), '$.callback_url') WHERE id = ?1";
    let find = || -> Result<Vec<Clear>, rusqlite::Error> {
        let mut clear = tx.prepare(CLEAR_CALLBACKS)?;
        clear.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
    };
    let found = find().map_err(error::database)?;
    for (job, url, others) in &found {
        let purpose = of_addresses(*job);
        let damaged = |failed: serde_json::Error| StoreError::Damaged(failed.to_string());
        let mut addresses: Addresses = match others {
            Some(sealed) => serde_json::from_slice(&seal.open(&purpose, sealed)?).map_err(damaged)?,
            None => Addresses::default(),
        };
        addresses.callback_url = Some(url.clone());
        let sealed = seal.seal(&purpose, &serde_json::to_vec(&addresses).map_err(damaged)?)?;
        tx.execute(SEALED, params![job, sealed]).map_err(error::database)?;
    }
    Ok(found.len())
}

/// Seals everything that is not sealed with the current key. On a folder where all is, nothing is written.
fn seal_all(database: &Database, seal: &Seal) -> Result<(), OpenError> {
    let pending = |db: &Connection| {
        let clear = db.prepare(CLEAR_CALLBACKS)?.exists([])?;
        PLACES.iter().try_fold(clear, |any, place| {
            let rows = place.rows(db)?;
            Ok(any || rows.iter().any(|row| (place.is_clear)(&row.value) || !seal.is_current(&row.value)))
        })
    };
    if !database.read(pending)? {
        return Ok(());
    }
    let mut wrong_key = false;
    let sealed = database.write_now(Durability::Full, |tx| {
        let places = PLACES.iter();
        let count =
            places.map(|place| seal_place(tx, place, seal, &mut wrong_key)).sum::<Result<usize, _>>()?;
        Ok(count + seal_callbacks(tx, seal)?)
    });
    let sealed = match sealed {
        Err(_) if wrong_key => return Err(OpenError::WrongKey),
        sealed => sealed?,
    };
    tracing::info!(secrets = sealed, "secrets are sealed with the current key");
    // What was in clear is still in the log, until it is folded into the database and cut off.
    database.truncate_log();
    Ok(())
}

fn seal_place(
    tx: &Transaction<'_>,
    place: &Place,
    seal: &Seal,
    wrong_key: &mut bool,
) -> Result<usize, StoreError> {
    let mut count = 0;
    for row in place.rows(tx).map_err(error::database)? {
        let purpose = (place.purpose)(&row);
        let clear = if (place.is_clear)(&row.value) {
            row.value
        } else if seal.is_current(&row.value) {
            continue;
        } else {
            seal.open(&purpose, &row.value).inspect_err(|error| *wrong_key = *error == SealError::WrongKey)?
        };
        let sealed = seal.seal(&purpose, &clear)?;
        let values: [&dyn ToSql; 2] = [&row.key, &sealed];
        tx.execute(place.update, values).map_err(error::database)?;
        count += 1;
    }
    Ok(count)
}

/// Whether anything is sealed.
fn any_sealed(database: &Database) -> Result<bool, StoreError> {
    database.read(|db| {
        PLACES.iter().try_fold(false, |any, place| {
            Ok(any || place.rows(db)?.iter().any(|row| !(place.is_clear)(&row.value)))
        })
    })
}
