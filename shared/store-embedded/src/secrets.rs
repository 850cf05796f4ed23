//! The secret that links are signed with: made once for a data folder, as old as the folder.

use platen_service::links::LinkSigner;
use platen_service::store::StoreError;
use rusqlite::{Connection, OptionalExtension};

use crate::database::{Database, Durability};
use crate::error;

/// What signs links.
pub(crate) fn link_signer(database: &Database) -> Result<LinkSigner, StoreError> {
    Ok(LinkSigner::new(&of(database, "links")?))
}

/// Reads the secret of a name, or makes it.
pub(crate) fn of(database: &Database, name: &'static str) -> Result<[u8; 32], StoreError> {
    let read = move |db: &Connection| -> Result<Option<[u8; 32]>, rusqlite::Error> {
        db.query_row("SELECT value FROM secrets WHERE name = ?1", [name], |row| row.get(0)).optional()
    };
    if let Some(secret) = database.read(read)? {
        return Ok(secret);
    }
    database.write_now(Durability::Full, |tx| {
        let mut secret = [0u8; 32];
        getrandom::fill(&mut secret).map_err(|failed| StoreError::Unavailable(failed.to_string()))?;
        // Another process may have been first.
        tx.execute("INSERT OR IGNORE INTO secrets VALUES (?1, ?2)", rusqlite::params![name, secret])
            .map_err(error::database)?;
        read(tx).map_err(error::database)?.ok_or_else(|| StoreError::Damaged(format!("no secret for {name}")))
    })
}
