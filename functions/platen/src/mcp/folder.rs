//! The folder whose files tools may read and write. What a model reads may try to talk it into more.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::failure::Failure;

/// A folder that exists.
#[derive(Debug)]
pub struct Folder {
    /// Without links.
    path: PathBuf,
}

impl Folder {
    /// Takes the folder that an argument names.
    ///
    /// # Errors
    /// It does not exist.
    pub fn open(path: &Path) -> Result<Folder, Failure> {
        let found = fs::canonicalize(path).map_err(|error| Failure::file("use the folder", path, &error))?;
        if !found.is_dir() {
            return Err(Failure::Input(format!(
                "{} is a file; `--files` must name a folder",
                path.display()
            )));
        }
        Ok(Folder { path: found })
    }

    /// A file in it, which need not exist; `kinds` are the extensions that are right.
    ///
    /// # Errors
    /// The path leads out of the folder, also by a link, or has another extension.
    pub fn file(&self, argument: &str, path: &Path, kinds: &[&str]) -> Result<PathBuf, Failure> {
        let wrong = |reason: &str| {
            let text = format!("`{argument}` is `{}`, and {reason}", path.display());
            Err(Failure::Input(text))
        };
        let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if !kinds.contains(&extension) {
            return wrong(&format!("must end in .{}", kinds.join(" or .")));
        }
        if !path.components().all(|it| matches!(it, Component::Normal(_) | Component::CurDir)) {
            return wrong(&format!("must be a path below {}, such as `letter.docx`", self.path.display()));
        }
        let file = self.path.join(path);
        // A link in the folder would lead out of it.
        let parent = file.parent().and_then(|parent| fs::canonicalize(parent).ok());
        let is_inside = parent.is_some_and(|parent| parent.starts_with(&self.path));
        if !is_inside || file.is_symlink() {
            return wrong(&format!("must be in a folder that exists below {}", self.path.display()));
        }
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stay_below_the_folder() {
        let (outside, inside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let path = inside.path();
        fs::create_dir(path.join("sub")).unwrap();
        std::os::unix::fs::symlink(outside.path(), path.join("away")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("x.pdf"), path.join("link.pdf")).unwrap();
        let folder = Folder::open(path).unwrap();
        let file = |name: &str| folder.file("saveTo", Path::new(name), &["docx", "pdf"]);
        for good in ["a.pdf", "./a.docx", "sub/a.pdf"] {
            assert!(file(good).is_ok(), "{good}");
        }
        for bad in [
            "a.sh",
            ".pdf",
            "../a.pdf",
            "sub/../../a.pdf",
            "/etc/a.pdf",
            "away/a.pdf",
            "link.pdf",
            "no/a.pdf",
        ] {
            let said = file(bad).unwrap_err().to_string();
            assert!(said.starts_with(&format!("`saveTo` is `{bad}`, and must ")), "{said}");
        }
        assert!(Folder::open(&path.join("none")).is_err());
    }
}
