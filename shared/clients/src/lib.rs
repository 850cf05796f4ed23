//! What is generated from the OpenAPI document for those who call the service: methods, types and problems of the clients
//! beside this crate's source (`python`, `typescript`, `java`, `csharp`), and collections of requests. They are not kept in
//! the repository: `make clients` writes them.

mod collections;
mod n8n;
mod packages;
mod types;

use std::fs;
use std::io::{Error, Result};
use std::path::Path;

/// A file.
#[derive(Debug)]
struct Generated {
    /// Its path below `shared/clients`.
    path: String,
    /// What is in it.
    text: String,
}

/// Writes all files to their places in the repository that this crate was built in. A file that is there already is left
/// alone, and each new one is whole as soon as it is there: other programs may read it.
///
/// # Errors
/// A file cannot be written; a template does not render, which the tests rule out.
pub fn write() -> Result<()> {
    let mut files = packages::files().map_err(Error::other)?;
    files.extend(collections::files());
    files.extend(n8n::files());
    for file in files {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file.path);
        if fs::read_to_string(&path).is_ok_and(|written| written == file.text) {
            continue;
        }
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let half = path.with_added_extension(std::process::id().to_string());
        fs::write(&half, file.text)?;
        fs::rename(half, path)?;
    }
    Ok(())
}
