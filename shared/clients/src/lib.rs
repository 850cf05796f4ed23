//! What is generated from the OpenAPI document for those who call the service: methods, types and problems of the clients
//! beside this crate's source (`python`, `typescript`, `java`, `csharp`, `go`, `php`), and collections of requests. They are not kept in
//! the repository: `make clients` writes them.

mod collections;
mod n8n;
mod names;
mod packages;
mod types;

use std::collections::BTreeSet;
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};

/// A file.
#[derive(Debug)]
struct Generated {
    /// Its path below `shared/clients`.
    path: String,
    /// What is in it.
    bytes: Vec<u8>,
}

impl Generated {
    fn text(path: &str, text: &str) -> Generated {
        Generated { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
    }
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    remove_others(&root.join("bruno"), &files.iter().map(|file| root.join(&file.path)).collect())?;
    for file in files {
        let path = root.join(file.path);
        if fs::read(&path).is_ok_and(|written| written == file.bytes) {
            continue;
        }
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let half = path.with_added_extension(std::process::id().to_string());
        fs::write(&half, file.bytes)?;
        fs::rename(half, path)?;
    }
    Ok(())
}

/// Removes requests from a folder that are no longer generated: Bruno sends whatever lies there.
fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>) -> Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(&path, kept)?;
        } else if path.extension().is_some_and(|ending| ending == "bru") && !kept.contains(&path) {
            // Another process may remove it at the same time.
            _ = fs::remove_file(path);
        }
    }
    Ok(())
}
