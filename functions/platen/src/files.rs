//! Files and the standard streams. `-` names stdin where a file is read, and stdout where one is written.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Whether a path is the name of a standard stream.
pub fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What a message calls a file: its path, or `stdin`.
pub fn shown(path: &Path) -> String {
    if is_stream(path) { "stdin".to_owned() } else { path.display().to_string() }
}

/// The name of a file that becomes a template's.
///
/// # Errors
/// It has none.
pub fn name_of(path: &Path) -> Result<&str, Failure> {
    let name = path.file_name().and_then(|name| name.to_str()).filter(|_| !is_stream(path));
    name.ok_or_else(|| {
        Failure::Input(format!("{} has no file name that could name a template; name a file", path.display()))
    })
}

/// Reads a whole file, or stdin. `what` names its role in an error (`the template`).
///
/// # Errors
/// The file cannot be read.
pub fn read(what: &str, path: &Path) -> Result<Vec<u8>, Failure> {
    let read = if is_stream(path) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| Failure::file(&format!("read {what}"), path, &error))
}

/// Writes a whole file, or stdout. A file appears under its name whole or not at all, and a file that was there
/// before stays until then.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if is_stream(path) {
        return print(bytes);
    }
    // A link is followed, so that the file it names is replaced and not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let written = match fs::metadata(&target) {
        // A device or a pipe (`/dev/stdout`, `>(...)`) cannot be replaced by a rename.
        Ok(there) if !there.is_file() && !there.is_dir() => fs::write(&target, bytes),
        _ => replace(&target, bytes),
    };
    written.map_err(|error| Failure::file("write", path, &error))
}

/// Writes beside the target, then renames. There is no fsync: it would take longer than making the document, and a
/// document that a power cut took can be made again.
fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = target.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::IsADirectory))?;
    let mut staged_name = std::ffi::OsString::from(".");
    staged_name.push(name);
    staged_name.push(format!(".{}.tmp", std::process::id()));
    let staged: PathBuf = target.with_file_name(staged_name);
    let made = fs::write(&staged, bytes).and_then(|()| fs::rename(&staged, target));
    if made.is_err() {
        // The first error is the one to tell; a file that cannot be removed was most likely never made.
        let _ = fs::remove_file(&staged);
    }
    made
}

/// Writes to stdout.
///
/// # Errors
/// [`Failure::ReaderGone`] when the other end of a pipe is closed, which is no fault of anybody.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => Failure::Internal(format!("cannot write to stdout: {error}")),
    })
}

/// Writes a value to stdout as JSON for people and programs.
///
/// # Errors
/// As [`print()`].
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let mut text = serde_json::to_vec_pretty(value)
        .map_err(|error| Failure::Internal(format!("the answer cannot be written as JSON: {error}")))?;
    text.push(b'\n');
    print(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.docx");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_in_the_way_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let failure = write(folder.path(), b"one").unwrap_err();
        assert!(failure.to_string().contains(&folder.path().display().to_string()), "{failure}");
        let missing = write(&folder.path().join("no/such/out.docx"), b"one").unwrap_err();
        assert!(matches!(missing, Failure::Input(_)), "{missing}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"new");
    }
}
