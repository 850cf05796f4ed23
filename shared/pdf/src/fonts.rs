//! The folders of fonts that children read.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Tells another process where its user's fonts are.
pub(crate) fn set_home(command: &mut Command) {
    if let Some(home) = env::home_dir() {
        command.env("HOME", home);
    }
}

/// What an engine has to read of fonts: the folders, and what links in them lead to.
pub(crate) fn readable(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut paths = linked(folders);
    paths.extend(folders.iter().cloned());
    paths
}

/// What symbolic links in `folders` and below lead to: fonts, and folders of fonts, that lie elsewhere.
fn linked(folders: &[PathBuf]) -> Vec<PathBuf> {
    let (mut found, mut waiting) = (HashSet::new(), folders.to_vec());
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
            if kind.is_dir() {
                waiting.push(path);
            } else if kind.is_symlink()
                && let Ok(real) = path.canonicalize()
                && (real.is_dir() || is_font(&path))
                && found.insert(real.clone())
                && real.is_dir()
            {
                waiting.push(real);
            }
        }
    }
    found.into_iter().collect()
}

fn is_font(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|e| ["ttf", "otf", "ttc"].iter().any(|known| e.eq_ignore_ascii_case(known)))
}
