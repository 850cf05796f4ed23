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
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

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

/// The fonts of an engine, and what is known of them.
#[derive(Debug)]
pub(crate) struct Fonts {
    /// [`FontSettings::store`]; nothing for who only reads them.
    store: Option<PathBuf>,
    /// Set once the bundled faces are there.
    in_place: OnceLock<()>,
    /// All folders by rank, the stand-ins last.
    folders: Vec<PathBuf>,
    /// The families in them but for the stand-ins, read when first asked for.
    families: OnceLock<faces::Families>,
    /// What was found out about characters.
    known: coverage::Known,
}

/// The variables by which the engine finds fonts.
const FOLDERS: &str = "DOCXIDE_FONTS";
/// The engine's own cache of font names is switched off: it would be written below `$HOME`, which a service has no
/// business in, and scanning costs few milliseconds.
const NO_CACHE: &str = "DOCXIDE_NO_FONT_CACHE";

impl Fonts {
    /// The fonts of `settings`. The bundled faces are written when the first document needs them.
    ///
    /// # Errors
    /// [`PdfError::Fonts`] when a folder's name cannot be put into a list of paths, or a file in one would stall the
    /// engine.
    pub(crate) fn new(settings: &FontSettings) -> Result<Fonts, PdfError> {
        if let Some(path) = faces::lying_collection(&settings.folders) {
            let reason = "it claims more fonts than it has bytes for; take it out of the folder".to_owned();
            return Err(PdfError::Fonts { path, reason });
        }
        let folders = ranked(settings, &store::place_in(&settings.store));
        check_names(&folders)?;
        Ok(Fonts { store: Some(settings.store.clone()), ..Fonts::of_folders(folders) })
    }

    /// Fonts that are in place already, in [`Fonts::folders`] of another process.
    pub(crate) fn of_folders(folders: Vec<PathBuf>) -> Fonts {
        Fonts {
            store: None,
            in_place: OnceLock::new(),
            folders,
            families: OnceLock::new(),
            known: coverage::Known::default(),
        }
    }

    /// Writes the bundled faces, unless they are there. Whoever makes no PDF never does.
    ///
    /// # Errors
    /// [`PdfError::Fonts`] when the folder cannot be written.
    pub(crate) fn put_in_place(&self) -> Result<(), PdfError> {
        if let Some(store) = self.store.as_ref().filter(|_| self.in_place.get().is_none()) {
            store::put_in_place(store)?;
            self.in_place.get_or_init(|| ());
        }
        Ok(())
    }

    /// All folders by rank.
    pub(crate) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Tells the engine in another process where the fonts are: it reads that from its environment alone.
    pub(crate) fn set_environment(&self, command: &mut Command) {
        // `Fonts::new` saw that the names can be joined.
        command.env(FOLDERS, env::join_paths(&self.folders).unwrap_or_default()).env(NO_CACHE, "1");
        set_home(command);
    }

    /// Whether the family itself is there, and no stand-in for it.
    pub(crate) fn is_installed(&self, family: &str) -> bool {
        self.families().contains(family)
    }

    fn families(&self) -> &faces::Families {
        self.families.get_or_init(|| {
            let real = self.folders.len().saturating_sub(1);
            faces::Families::read(self.folders.get(..real).unwrap_or_default())
        })
    }

    /// The bundled family that stands in for `family`.
    pub(crate) fn stand_in(&self, family: &str) -> Option<&'static str> {
        stand_ins::STAND_INS
            .iter()
            .find(|(wanted, _)| wanted.eq_ignore_ascii_case(family))
            .map(|(_, used)| *used)
    }
}

/// Tells another process where its user's fonts are.
pub(crate) fn set_home(command: &mut Command) {
    if let Some(home) = env::home_dir() {
        command.env("HOME", home);
    }
}

/// What an engine has to read of fonts: the folders, and what links in them lead to.
pub(crate) fn readable(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut paths = faces::linked(folders);
    paths.extend(folders.iter().cloned());
    paths
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

/// The engine splits its list of folders at `:`, and trims white space.
fn check_names(folders: &[PathBuf]) -> Result<(), PdfError> {
    for folder in folders {
        let fault = match folder.to_str() {
            None => "is not Unicode",
            Some(text) if text.trim() != text => "begins or ends with white space",
            Some(_) => continue,
        };
        return Err(PdfError::Fonts { path: folder.clone(), reason: format!("the folder's name {fault}") });
    }
    env::join_paths(folders).map(drop).map_err(|error| PdfError::Fonts {
        path: folders.first().cloned().unwrap_or_default(),
        reason: error.to_string(),
    })
}
