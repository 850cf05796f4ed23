//! Chooses the face that draws a font.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::bundled;
use crate::choice::{Choice, Request, choice};
use crate::embedded::{EmbeddedFont, Refusal};
use crate::face::{Face, FaceId};
use crate::family_names;
use crate::fitted_families::FittedFamilies;
use crate::generic::Generic;
use crate::group::Group;
use crate::lenders::Lenders;
use crate::letters::Letters;
use crate::scan::{self, Found};
use crate::stand_ins;
use crate::words::Words;

/// Where fonts are looked for, beside those that come with the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FontFolders {
    /// The operator's folders (.ttf, .otf, .ttc, .otc; with their sub-folders). The first one wins, and all win over the
    /// fonts that come with the program.
    pub folders: Vec<PathBuf>,
    /// Whether the system's font folders are searched as well. They win over stand-ins only.
    pub system: bool,
}

impl FontFolders {
    /// All folders that a library of these looks in, whether they exist or not. A confined process must be allowed to read them.
    #[must_use]
    pub fn all(&self) -> Vec<PathBuf> {
        let system = if self.system { scan::system_folders() } else { Vec::new() };
        self.folders.iter().cloned().chain(system).collect()
    }
}

/// All fonts that documents can be drawn with. Clones share them; files are read when they are first needed.
#[derive(Clone)]
pub struct Library {
    shared: Arc<Shared>,
    /// Fonts of one document.
    embedded: Arc<Group>,
}

struct Shared {
    bundled: Arc<Group>,
    operator: Group,
    /// Bundled faces with the widths of fonts that cannot be bundled, and the fonts of signs.
    stand_ins: FittedFamilies,
    /// Read when a family is in neither of the others: a system may have thousands of files.
    system: OnceLock<Group>,
    search_system: bool,
    lenders: Lenders,
    words: Words,
    chosen: Mutex<HashMap<Asked, Choice>>,
}

/// A request as a key.
type Asked = ([String; 2], bool, bool, Option<Generic>);

/// Attack: a document that names a million families. Beyond this many the answers are not kept.
const MOST_KEPT: usize = 4096;

/// Numbers of faces by source.
const BUNDLED: u32 = 0;
const OPERATOR: u32 = 1 << 16;
const STAND_INS: u32 = 2 << 16;
const SYSTEM: u32 = 3 << 16;
/// Numbers of a document's own faces. No two libraries share them: cached words name a face by its number.
const EMBEDDED: u32 = 1 << 24;
static EMBEDDED_FACES: AtomicU32 = AtomicU32::new(EMBEDDED);

impl Library {
    /// The bundled fonts and those of `folders`. Reads the names of the operator's fonts.
    #[must_use]
    pub fn new(folders: FontFolders) -> Library {
        let bundled = bundled::faces().into_iter().map(|face| {
            let names = vec![face.family().to_lowercase()];
            Found { face, names }
        });
        let bundled = Arc::new(Group::new(BUNDLED, bundled.collect()));
        let shared = Shared {
            stand_ins: FittedFamilies::new(STAND_INS, Arc::clone(&bundled)),
            bundled,
            operator: Group::new(OPERATOR, scan::faces(&folders.folders)),
            system: OnceLock::new(),
            search_system: folders.system,
            lenders: Lenders::default(),
            words: Words::default(),
            chosen: Mutex::default(),
        };
        Library { shared: Arc::new(shared), embedded: Arc::default() }
    }

    /// The same library with the fonts that a document carries, and the families of those that are not used. They win over
    /// all but the operator's.
    ///
    /// Attack: a font is a program for a complicated machine. Pass fonts of strangers only in a process that
    /// may die.
    #[must_use]
    pub fn with_embedded(&self, fonts: Vec<EmbeddedFont>) -> (Library, Vec<(String, Refusal)>) {
        let mut refused = Vec::new();
        let found: Vec<Found> = fonts
            .into_iter()
            .filter_map(|font| {
                let family = font.family.clone();
                font.found().map_err(|refusal| refused.push((family, refusal))).ok()
            })
            .collect();
        let count = u32::try_from(found.len()).unwrap_or_default();
        let first = EMBEDDED_FACES.fetch_add(count, Ordering::Relaxed).max(EMBEDDED);
        let embedded = Arc::new(Group::new(first, found));
        (Library { shared: Arc::clone(&self.shared), embedded }, refused)
    }

    /// The face that draws what `request` asks for: the font itself, else a stand-in. There is always one.
    ///
    /// The order: the operator's folders; the document's own fonts; the bundled fonts; the system's folders; the same with
    /// the alternative names; a stand-in that is known to fit, the alternative names before fonts that are only alike; a stand-in of
    /// the same looks.
    #[must_use]
    pub fn select(&self, request: &Request) -> Choice {
        if !self.embedded.faces.is_empty() {
            return self.search(request);
        }
        let names = [request.family, request.alternatives].map(str::to_lowercase);
        let key = (names, request.bold, request.italic, request.generic);
        let mut chosen = self.shared.chosen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(choice) = chosen.get(&key) {
            return *choice;
        }
        drop(chosen);
        let choice = self.search(request);
        chosen = self.shared.chosen.lock().unwrap_or_else(PoisonError::into_inner);
        if chosen.len() < MOST_KEPT {
            chosen.insert(key, choice);
        }
        choice
    }

    fn search(&self, request: &Request) -> Choice {
        let Request { family, bold, italic, .. } = *request;
        let names = || [family].into_iter().chain(request.alternatives.split([',', ';']));
        let own = |name: &str, bold: bool| {
            let stand_in = self.shared.stand_ins.find(name, bold, italic);
            stand_in.or_else(|| self.shared.bundled.find(name, bold, italic))
        };
        let is_sure =
            |id: &FaceId| self.shared.stand_ins.get(*id).is_none_or(|face| !face.is_of_open_family());
        for name in names() {
            if let Some(found) = self.named(name, bold, italic) {
                let choice = choice(found, bold, italic, false);
                if self.embedded.get(found.0).is_none() {
                    return choice;
                }
                // Word sets its own copy of a font that it has, whatever a document carries: Times New Roman from a Mac has no
                // line gap, and lines of Word for Mac have it (one of its PDFs, 162 pages).
                let known = own(&name.trim().to_lowercase(), bold).filter(is_sure);
                let known = known.and_then(|id| self.face(id)?.opened());
                return known.map_or(choice, |known| Choice { metrics: known.metrics, ..choice });
            }
        }
        let known = |name: &str, bold: bool| own(&family_names::known_as(name), bold);
        let fitted = |name: &str| {
            let name = name.trim().to_lowercase();
            let of_weight = || {
                let (family, is_bold) = family_names::without_weight(&name)?;
                known(family, bold || is_bold)
            };
            known(&name, bold).or_else(of_weight)
        };
        // The font itself; what Word put in its place where the document was saved (documents in Menlo and in Comfortaa, `altName`
        // Times New Roman and Calibri, that Word prints so); a font that is like it. A font that neither Windows nor Office has
        // was not there where Word names another one.
        let own = own(&family.trim().to_lowercase(), bold);
        let known = own
            .filter(is_sure)
            .or_else(|| names().skip(1).find_map(fitted))
            .or(own)
            .or_else(|| fitted(family));
        let id = known.or_else(|| fitted(stand_ins::of_looks(family, request.generic)));
        let found = id.and_then(|id| Some((id, self.face(id)?)));
        found.map_or_else(Choice::none, |found| Choice {
            is_by_looks: known.is_none(),
            ..choice(found, bold, italic, true)
        })
    }

    /// The face with Arabic letters as wide as those of `family`, if that is known.
    pub(crate) fn fitted_arabic(&self, family: &str, bold: bool, italic: bool) -> Option<FaceId> {
        self.shared.stand_ins.find(&stand_ins::arabic_of(family), bold, italic)
    }

    /// The face with letters of a script as wide as those of `family`, if that is known.
    pub(crate) fn fitted_letters(
        &self,
        letters: Letters,
        family: &str,
        bold: bool,
        italic: bool,
    ) -> Option<FaceId> {
        self.shared.stand_ins.find(&letters.name(family), bold, italic)
    }

    /// A face that sets equations, under its own name.
    pub(crate) fn fitted_math(&self, name: &str) -> Option<FaceId> {
        self.shared.stand_ins.find(name, false, false)
    }

    /// The face of a family that is at hand under its own name.
    pub(crate) fn named(&self, family: &str, bold: bool, italic: bool) -> Option<(FaceId, &Face)> {
        let name = family.trim().to_lowercase();
        let find = |group: &Group| group.find(&name, bold, italic);
        let id = find(&self.shared.operator)
            .or_else(|| find(&self.embedded))
            .or_else(|| find(&self.shared.bundled))
            .or_else(|| self.system().and_then(find))?;
        Some((id, self.face(id)?))
    }

    /// The face that `id` names; `None` for another library's.
    #[must_use]
    pub fn face(&self, id: FaceId) -> Option<&Face> {
        let shared = &self.shared;
        let own = [&*shared.bundled, &shared.operator, &self.embedded];
        let other = || own.into_iter().chain(shared.system.get()).find_map(|group| group.get(id));
        shared.stand_ins.get(id).or_else(other)
    }

    /// Opens the files of all fonts and keeps them open, for a process that can open none later. Otherwise a file is opened when
    /// one of its faces is first used.
    pub fn open_files(&self) {
        let groups = [Some(&self.shared.operator), self.system()];
        groups.into_iter().flatten().flat_map(|group| &group.faces).for_each(|face| face.open_file());
    }

    fn system(&self) -> Option<&Group> {
        let read = || Group::new(SYSTEM, scan::faces(&scan::system_folders()));
        self.shared.search_system.then(|| self.shared.system.get_or_init(read))
    }

    /// All faces: the operator's, the bundled ones, the system's.
    pub(crate) fn faces(&self) -> impl Iterator<Item = FaceId> {
        let system = self.system().into_iter().flat_map(Group::ids);
        self.shared.operator.ids().chain(self.shared.bundled.ids()).chain(system)
    }

    pub(crate) fn lenders(&self) -> &Lenders {
        &self.shared.lenders
    }

    pub(crate) fn words(&self) -> &Words {
        &self.shared.words
    }
}
