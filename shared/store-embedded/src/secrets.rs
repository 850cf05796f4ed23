//! The secret that links are signed with: made once for a data folder, as old as the folder.

use platen_service::links::LinkSigner;
use platen_service::store::StoreError;
use rusqlite::{Connection, OptionalExtension};

use crate::database::{Database, Durability};
use crate::error;

/// Reads the secret, or makes it.
pub(crate) fn link_signer(database: &Database) -> Result<LinkSigner, StoreError> {
    let read = |db: &Connection| -> Result<Option<[u8; 32]>, rusqlite::Error> {
        db.query_row("SELECT value FROM secrets WHERE name = 'links'", [], |row| row.get(0)).optional()
    };
    let secret = match database.read(read)? {
        Some(secret) => secret,
        None => database.write_now(Durability::Full, |tx| {
            let mut secret = [0u8; 32];
            getrandom::fill(&mut secret).map_err(|failed| StoreError::Unavailable(failed.to_string()))?;
            // Another process may have been first.
            tx.execute("INSERT OR IGNORE INTO secrets VALUES ('links', ?1)", [secret])
                .map_err(error::database)?;
            read(tx)
                .map_err(error::database)?
                .ok_or_else(|| StoreError::Damaged("no secret for links".to_owned()))
        })?,
    };
    Ok(LinkSigner::new(&secret))
}
