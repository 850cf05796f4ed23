//! A folder whose Word documents become drafts of templates, again at each save.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use platen_service::Service;
use platen_service::service::registry::Registration;
use platen_service::templates::{Status, TemplateRecord};

use super::watch::State;
use crate::failure::Failure;
use crate::home::SUBSCRIPTION;
use crate::{files, report};

/// Between two looks. A file is taken when two looks in a row find it the same: Word saves in several steps.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Looks after which a file that does not end like a package is taken all the same, so that its error is told.
const PATIENCE: u32 = 40;

/// Files of the folder that are looked at; each look asks the disk about every one.
const MOST_FILES: usize = 1_000;

/// Who versions from the folder are said to be from.
const ADDED_BY: &str = "watched folder";

/// The folder.
#[derive(Debug)]
pub struct WatchedFolder {
    path: PathBuf,
    known: BTreeMap<PathBuf, Known>,
    is_too_full: bool,
}

/// What is known of a file.
#[derive(Debug)]
struct Known {
    state: State,
    /// Looks that found it as it is.
    looks: u32,
    is_taken: bool,
}

/// A file that was saved.
struct Saved {
    name: String,
    path: PathBuf,
    bytes: Vec<u8>,
}

impl WatchedFolder {
    /// A folder that can be read.
    ///
    /// # Errors
    /// It is no folder, or cannot be read.
    pub fn open(path: PathBuf) -> Result<WatchedFolder, Failure> {
        std::fs::read_dir(&path).map_err(|error| Failure::file("watch the folder", &path, &error))?;
        Ok(WatchedFolder { path, known: BTreeMap::new(), is_too_full: false })
    }

    /// Registers what is in the folder, and what is saved there, for as long as the process lives.
    pub async fn watch(mut self, service: Arc<Service>) {
        report::note(&format!(
            "templates of {} are registered as drafts when they are saved",
            self.path.display()
        ));
        loop {
            let looked = tokio::task::spawn_blocking(move || {
                let saved = self.look();
                (self, saved)
            });
            // The look itself does not panic; if it did, the next start watches again.
            let Ok((folder, saved)) = looked.await else { return };
            self = folder;
            for file in saved {
                register(&service, file).await;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Files that were saved since the last look, whole.
    fn look(&mut self) -> Vec<Saved> {
        let found = self.documents();
        self.known.retain(|path, _| found.contains_key(path));
        let mut saved = Vec::new();
        for (path, name) in found {
            let state = State::of(&[&path]);
            let known = self.known.entry(path.clone()).or_insert(Known {
                state: state.clone(),
                looks: 0,
                is_taken: false,
            });
            if known.state != state {
                *known = Known { state, looks: 0, is_taken: false };
                continue;
            }
            known.looks = known.looks.saturating_add(1);
            if known.is_taken || known.looks < 2 {
                continue;
            }
            // Word holds the file for a moment while it saves: the next look tries again.
            let Ok(bytes) = std::fs::read(&path) else { continue };
            if is_whole(&bytes) || known.looks > PATIENCE {
                known.is_taken = true;
                saved.push(Saved { name, path, bytes });
            }
        }
        saved
    }

    /// The Word documents of the folder, with their names.
    fn documents(&mut self) -> BTreeMap<PathBuf, String> {
        // A folder on a network may go away for a while.
        let Ok(entries) = std::fs::read_dir(&self.path) else { return BTreeMap::new() };
        let documents = entries.flatten().filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|name| is_document(name))?;
            Some((entry.path(), name))
        });
        let mut documents: BTreeMap<PathBuf, String> = documents.take(MOST_FILES + 1).collect();
        if documents.len() > MOST_FILES {
            documents.pop_last();
            if !std::mem::replace(&mut self.is_too_full, true) {
                let path = self.path.display();
                report::warning(&format!(
                    "{path} has more than {MOST_FILES} Word documents; the others are not watched"
                ));
            }
        }
        documents
    }
}

/// Whether a file is a Word document by its name. `~$` begins the files by which Word says that somebody edits a document.
fn is_document(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    !name.starts_with("~$")
        && !name.starts_with('.')
        && ["docx", "dotx"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Whether a file ends as a ZIP archive does: with its directory (APPNOTE 4.3.16), which may have a comment after it.
fn is_whole(bytes: &[u8]) -> bool {
    const END: &[u8] = b"PK\x05\x06";
    let tail = &bytes[bytes.len().saturating_sub((64 << 10) + 22)..];
    tail.windows(END.len()).any(|window| window == END)
}

async fn register(service: &Service, file: Saved) {
    let registration = Registration {
        draft: true,
        added_by: Some(ADDED_BY.to_owned()),
        ..Registration::new(file.name, file.bytes)
    };
    let shown = files::shown(&file.path);
    match service.templates().register(SUBSCRIPTION, registration).await {
        Ok(record) => {
            report::diagnostics(&shown, &record.diagnostics);
            report::note(&format!("{shown}: {}", outcome(&record)));
        }
        Err(problem) => {
            report::warning(&format!("{shown}: {} Save it again to try again.", problem.detail()))
        }
    }
}

fn outcome(record: &TemplateRecord) -> String {
    let version = record.version;
    match record.status {
        Status::Rejected => {
            format!("version {version} has errors; fix what is named above and save it again")
        }
        Status::Draft => format!("version {version} is a draft; publish it to use it"),
        Status::Ready => format!("is version {version}, which is in use"),
        Status::Disabled => format!("version {version} is recorded; the template is disabled"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &mut WatchedFolder) -> Vec<String> {
        folder.look().into_iter().map(|saved| saved.name).collect()
    }

    /// The least that ends as an archive does.
    const WHOLE: &[u8] = b"PK\x03\x04 and so on PK\x05\x06 and its figures";

    #[test]
    fn a_document_is_taken_once_for_each_save() {
        let place = tempfile::tempdir().unwrap();
        let mut folder = WatchedFolder::open(place.path().to_owned()).unwrap();
        assert!(names(&mut folder).is_empty());
        let file = place.path().join("Letter.docx");
        std::fs::write(&file, WHOLE).unwrap();
        for other in ["~$Letter.docx", ".Letter.docx", "notes.txt", "old.doc", "docx"] {
            std::fs::write(place.path().join(other), WHOLE).unwrap();
        }
        assert!(names(&mut folder).is_empty(), "it may not be whole yet");
        assert_eq!(names(&mut folder), ["Letter.docx"]);
        assert!(names(&mut folder).is_empty());
        std::fs::write(&file, [WHOLE, b"more"].concat()).unwrap();
        assert!(names(&mut folder).is_empty());
        assert!(names(&mut folder).is_empty());
        assert_eq!(names(&mut folder), ["Letter.docx"]);
        // Saved by a rename, as Word does, under a name in capitals.
        std::fs::rename(&file, place.path().join("LETTER.DOTX")).unwrap();
        assert!(names(&mut folder).is_empty());
        assert_eq!(names(&mut folder), ["LETTER.DOTX"]);
    }

    #[test]
    fn half_a_file_is_waited_for_and_told_in_the_end() {
        let place = tempfile::tempdir().unwrap();
        let mut folder = WatchedFolder::open(place.path().to_owned()).unwrap();
        let file = place.path().join("Half.docx");
        std::fs::write(&file, &WHOLE[..8]).unwrap();
        for _ in 0..PATIENCE {
            assert!(names(&mut folder).is_empty());
        }
        assert_eq!(names(&mut folder), ["Half.docx"]);
        std::fs::write(&file, WHOLE).unwrap();
        names(&mut folder);
        names(&mut folder);
        assert_eq!(names(&mut folder), ["Half.docx"]);
    }

    #[test]
    fn what_is_no_folder_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(WatchedFolder::open(file.path().to_owned()).is_err());
    }
}
