//! The fonts that documents are drawn with, so that no system font need be installed.
//!
//! A family is looked for in this order: the operator's folders; the bundled faces under their own names; the
//! system's folders; the bundled faces under the names of the families that they stand in for (Liberation Serif for
//! Times New Roman, and so on: `stand_ins`). So an installed Times New Roman wins over its stand-in.

mod coverage;
mod faces;
mod rename;
mod stand_ins;
mod store;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::PdfError;

pub(crate) use coverage::Drawn;

/// Where fonts come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontSettings {
    /// Folder in which the bundled faces are kept, in a sub-folder named after their contents. It is made when
    /// missing, and must be writable by nobody but this program's user: what lies there is drawn.
    pub store: PathBuf,
    /// The operator's font folders (.ttf, .otf, .ttc; sub-folders too), the first with the highest rank.
    pub folders: Vec<PathBuf>,
}

impl FontSettings {
    /// The bundled and the system's fonts alone, the bundled ones kept in `store`.
    #[must_use]
    pub fn new(store: impl Into<PathBuf>) -> Self {
        FontSettings { store: store.into(), folders: Vec::new() }
    }
}

/// A font that the document asks for and that is drawn with another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Substitution {
    /// The family as the document names it.
    pub wanted: String,
    /// The family that is drawn instead.
    pub used: String,
}

/// The fonts of this process.
#[derive(Debug)]
pub struct Fonts {
    /// [`FontSettings::store`].
    store: PathBuf,
    /// Set once the bundled faces are there.
    in_place: OnceLock<()>,
    /// Folders of real faces: all but the stand-ins.
    folders: Vec<PathBuf>,
    /// The families in them, read when first asked for.
    families: OnceLock<faces::Families>,
    /// What was found out about characters.
    known: coverage::Known,
}

impl Fonts {
    /// Writes the bundled faces, unless they are there. Whoever makes no PDF never does.
    ///
    /// # Errors
    /// [`PdfError::Fonts`] when the folder cannot be written.
    pub(crate) fn put_in_place(&self) -> Result<(), PdfError> {
        if self.in_place.get().is_none() {
            store::put_in_place(&self.store)?;
            self.in_place.get_or_init(|| ());
        }
        Ok(())
    }

    /// Whether the family itself is there, and no stand-in for it.
    pub(crate) fn is_installed(&self, family: &str) -> bool {
        self.families().contains(family)
    }

    fn families(&self) -> &faces::Families {
        self.families.get_or_init(|| faces::Families::read(&self.folders))
    }

    /// The bundled family that stands in for `family`.
    pub(crate) fn stand_in(&self, family: &str) -> Option<&'static str> {
        stand_ins::STAND_INS
            .iter()
            .find(|(wanted, _)| wanted.eq_ignore_ascii_case(family))
            .map(|(_, used)| *used)
    }
}

/// Folders that the engine reads by itself, and that must rank above the stand-ins. Absent ones are skipped.
const SYSTEM_FOLDERS: [&str; 5] = [
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "/System/Library/Fonts/Supplemental",
];

/// Folders of the home directory with the same rank.
const HOME_FOLDERS: [&str; 2] = [".local/share/fonts", "Library/Fonts"];

/// Tells the engine where fonts are. The bundled faces are written there when the first document needs them.
///
/// The engine reads its folders from the environment, once, at the first conversion. So this function sets
/// environment variables, which is sound only while no other thread reads them: call it in `main`, before any thread
/// starts. Later calls change nothing and give the first call's fonts.
///
/// The engine's own cache of font names is switched off: it would be written below `$HOME`, which a service has no
/// business in, and scanning costs few milliseconds.
///
/// # Errors
/// [`PdfError::Fonts`] when a folder's name cannot be put into a list of paths, or a file in one would stall the engine.
pub fn install(settings: &FontSettings) -> Result<&'static Fonts, PdfError> {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    static INSTALLING: Mutex<()> = Mutex::new(());

    let _guard = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(fonts) = FONTS.get() {
        return Ok(fonts);
    }
    if let Some(path) = faces::lying_collection(&settings.folders) {
        let reason = "it claims more fonts than it has bytes for; take it out of the folder".to_owned();
        return Err(PdfError::Fonts { path, reason });
    }
    let mut folders = ranked(settings, &store::place_in(&settings.store));
    let list = joined(&folders)?;
    env::set_var("DOCXIDE_FONTS", list);
    env::set_var("DOCXIDE_NO_FONT_CACHE", "1");
    // The stand-ins rank last.
    folders.pop();
    Ok(FONTS.get_or_init(|| Fonts {
        store: settings.store.clone(),
        in_place: OnceLock::new(),
        folders,
        families: OnceLock::new(),
        known: coverage::Known::default(),
    }))
}

fn ranked(settings: &FontSettings, bundled: &Path) -> Vec<PathBuf> {
    let home = env::home_dir();
    let system = SYSTEM_FOLDERS.iter().map(PathBuf::from);
    let own = HOME_FOLDERS.iter().filter_map(|folder| Some(home.as_deref()?.join(folder)));
    settings
        .folders
        .iter()
        .cloned()
        .chain([bundled.join(store::FACES)])
        .chain(system.chain(own).filter(|folder| folder.is_dir()))
        .chain([bundled.join(store::STAND_INS)])
        .collect()
}

/// Joins the folders as the engine splits them: at `:`, trimming white space.
fn joined(folders: &[PathBuf]) -> Result<OsString, PdfError> {
    for folder in folders {
        let fault = match folder.to_str() {
            None => "is not Unicode",
            Some(text) if text.trim() != text => "begins or ends with white space",
            Some(_) => continue,
        };
        return Err(PdfError::Fonts { path: folder.clone(), reason: format!("the folder's name {fault}") });
    }
    env::join_paths(folders).map_err(|error| PdfError::Fonts {
        path: folders.first().cloned().unwrap_or_default(),
        reason: error.to_string(),
    })
}
