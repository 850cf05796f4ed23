//! Documents that other people made. They lie beside the project, not in it: tests that need them are skipped without them.

use std::fs;
use std::path::{Path, PathBuf};

pub mod skipped;

/// A folder beside the project, such as `cases/docxtpl`; `None` and a word about it if it is missing.
pub fn folder(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(name);
    if !path.is_dir() {
        skipped::skipped(&format!("the folder {} is missing", path.display()));
        return None;
    }
    Some(path)
}

/// The Word documents and templates of a folder and of those within it, in order: name and bytes.
pub fn documents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    collect(folder, &mut found);
    assert!(!found.is_empty(), "no document in {}", folder.display());
    found.sort();
    found.iter().map(|path| (path.display().to_string(), fs::read(path).unwrap())).collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "docx" || extension == "dotx") {
            found.push(path);
        }
    }
}
