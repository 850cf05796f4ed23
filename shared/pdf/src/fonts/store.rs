//! The bundled faces as files: written once, whole or not at all, and shared by every process that finds them.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::{rename, stand_ins};
use crate::PdfError;

/// Sub-folder of the faces under their own names.
pub(super) const FACES: &str = "faces";
/// Sub-folder of the copies under the names of the families that they stand in for.
pub(super) const STAND_INS: &str = "stand-ins";
/// Sizes and names of all files, written last.
const MANIFEST: &str = "manifest";

type Face = (&'static str, &'static [u8]);

/// `store/fonts-<hash>`, where the faces are or will be.
pub(super) fn place_in(store: &Path) -> PathBuf {
    store.join(format!("fonts-{}", address(&oxml_layout::bundled_fonts::bundled_font_data())))
}

/// Makes [`place_in`] the store, or finds it whole. Processes that start at once each write a folder of their own; the
/// first to rename it wins, the others use the winner's.
pub(super) fn put_in_place(store: &Path) -> Result<PathBuf, PdfError> {
    let place = place_in(store);
    if is_whole(&place) {
        return Ok(place);
    }
    write(store, &place, &oxml_layout::bundled_fonts::bundled_font_data())
        .map_err(|error| PdfError::Fonts { path: place.clone(), reason: error.to_string() })?;
    Ok(place)
}

fn write(store: &Path, place: &Path, faces: &[Face]) -> io::Result<()> {
    fs::create_dir_all(store)?;
    let staged = tempfile::Builder::new().prefix(".fonts-").tempdir_in(store)?;
    let mut manifest = String::new();
    let mut put = |folder: &str, number: usize, family: &str, bytes: &[u8]| {
        let name = format!("{folder}/{number:02}-{}.ttf", family.replace(' ', ""));
        let _ = writeln!(manifest, "{} {name}", bytes.len());
        fs::write(staged.path().join(name), bytes)
    };
    fs::create_dir(staged.path().join(FACES))?;
    fs::create_dir(staged.path().join(STAND_INS))?;
    for (number, (family, bytes)) in faces.iter().enumerate() {
        put(FACES, number, family, bytes)?;
        let names: Vec<&str> = stand_ins::names_for(family).collect();
        if names.is_empty() {
            continue;
        }
        let copy = rename::renamed(bytes, &names).ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidData, format!("the bundled face of {family} is damaged"))
        })?;
        put(STAND_INS, number, family, &copy)?;
    }
    fs::write(staged.path().join(MANIFEST), manifest)?;
    publish(staged, store, place)
}

/// Renames the staged folder into place. What a crash left there half-written is moved away first.
fn publish(staged: tempfile::TempDir, store: &Path, place: &Path) -> io::Result<()> {
    if place.exists() && !is_whole(place) {
        let broken = tempfile::Builder::new().prefix(".broken-").tempdir_in(store)?;
        // Another process may have moved it in the same moment; the rename below tells.
        let _ = fs::rename(place, broken.path().join("fonts"));
    }
    match fs::rename(staged.path(), place) {
        Ok(()) => {
            // The folder has its final name now: nothing is left to delete.
            let _ = staged.keep();
            Ok(())
        }
        Err(_) if is_whole(place) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Whether every file of the manifest is there with its size. A crash of the machine may leave empty files behind a
/// finished rename.
fn is_whole(place: &Path) -> bool {
    let Ok(manifest) = fs::read_to_string(place.join(MANIFEST)) else { return false };
    !manifest.is_empty()
        && manifest.lines().all(|line| {
            let Some((size, name)) = line.split_once(' ') else { return false };
            fs::metadata(place.join(name)).is_ok_and(|file| file.len().to_string() == size)
        })
}

/// Names the contents by hashing each file's head: an OpenType file begins with its tables' checksums, so hashing all
/// 9 MB at every start would tell nothing more.
fn address(faces: &[Face]) -> String {
    const HEAD: usize = 512;
    let mut hash = Sha256::new();
    for (family, bytes) in faces {
        hash.update(family);
        hash.update(bytes.len().to_le_bytes());
        hash.update(bytes.get(..HEAD).unwrap_or(bytes));
    }
    for (wanted, used) in stand_ins::STAND_INS {
        hash.update(wanted);
        hash.update(used);
    }
    hash.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_folder_is_written_once_and_then_reused() {
        let store = tempfile::tempdir().unwrap();
        let place = put_in_place(store.path()).unwrap();
        assert!(names(&place.join(FACES)).len() > 20);
        let before = fs::metadata(place.join(MANIFEST)).unwrap().modified().unwrap();
        assert_eq!(put_in_place(store.path()).unwrap(), place);
        assert_eq!(fs::metadata(place.join(MANIFEST)).unwrap().modified().unwrap(), before);
        assert_eq!(names(store.path()).len(), 1, "nothing staged is left behind");
    }

    #[test]
    fn a_folder_that_lost_bytes_is_written_anew() {
        let store = tempfile::tempdir().unwrap();
        let place = put_in_place(store.path()).unwrap();
        let victim = place.join(FACES).join(names(&place.join(FACES)).remove(0));
        fs::write(&victim, b"").unwrap();
        assert_eq!(put_in_place(store.path()).unwrap(), place);
        assert!(fs::metadata(victim).unwrap().len() > 0);
        assert_eq!(names(store.path()).len(), 1);
    }

    #[test]
    fn starters_at_once_share_one_folder() {
        let store = tempfile::tempdir().unwrap();
        let places: Vec<_> = std::thread::scope(|scope| {
            let starters: Vec<_> =
                (0..8).map(|_| scope.spawn(|| put_in_place(store.path()).unwrap())).collect();
            starters.into_iter().map(|starter| starter.join().unwrap()).collect()
        });
        assert!(places.iter().all(|place| *place == places[0] && is_whole(place)));
        assert_eq!(names(store.path()).len(), 1);
    }

    #[test]
    fn an_unwritable_store_is_named() {
        let store = tempfile::NamedTempFile::new().unwrap();
        let error = put_in_place(store.path()).unwrap_err().to_string();
        assert!(error.contains("fonts-"), "{error}");
    }
}
