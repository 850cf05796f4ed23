//! Which face draws which font.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::bundled;
use crate::choice::{Choice, Generic, Request};
use crate::face::{Face, FaceId};
use crate::fallback::Fallbacks;
use crate::scan::{self, Found};
use crate::shape::Words;
use crate::stand_ins;

/// Where fonts are looked for, beside those that come with the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FontFolders {
    /// The operator's folders (.ttf, .otf, .ttc, .otc; with their sub-folders). The first one wins, and all win over the
    /// fonts that come with the program.
    pub folders: Vec<PathBuf>,
    /// Whether the system's font folders are searched as well. They win over stand-ins only.
    pub system: bool,
}

/// All fonts that documents can be drawn with. Clones share them; files are read when they are first needed.
#[derive(Clone)]
pub struct Library {
    shared: Arc<Shared>,
}

struct Shared {
    bundled: Group,
    operator: Group,
    /// Read when a family is in neither of the others: a system may have thousands of files.
    system: OnceLock<Group>,
    search_system: bool,
    fallbacks: Fallbacks,
    words: Words,
    chosen: Mutex<HashMap<Asked, Choice>>,
}

/// A request as a key.
type Asked = (String, bool, bool, Option<Generic>);

/// Attack: a document that names a million families. Beyond this many the answers are not kept.
const MOST_KEPT: usize = 4096;

/// Faces of one source, by name.
#[derive(Default)]
struct Group {
    faces: Vec<Face>,
    by_name: HashMap<String, Vec<usize>>,
    /// Number of the first face within the library.
    first: u32,
}

/// Numbers of faces by source.
const BUNDLED: u32 = 0;
const OPERATOR: u32 = 1 << 16;
const SYSTEM: u32 = 2 << 16;

impl Group {
    fn new(first: u32, found: Vec<Found>) -> Group {
        let mut group = Group { first, ..Group::default() };
        for Found { face, names } in found {
            for name in names {
                group.by_name.entry(name).or_default().push(group.faces.len());
            }
            group.faces.push(face);
        }
        group
    }

    /// The face of the family `name` (lower-case) that is nearest in style, and can be read.
    fn find(&self, name: &str, bold: bool, italic: bool) -> Option<(FaceId, &Face)> {
        let mut faces: Vec<usize> = self.by_name.get(name)?.clone();
        // Stable: of equals the first in the folders' order.
        faces.sort_by_key(|place| {
            let Some(face) = self.faces.get(*place) else { return 4 };
            2 * u8::from(face.bold != bold) + u8::from(face.italic != italic)
        });
        faces.into_iter().find_map(|place| {
            let face = self.faces.get(place).filter(|face| face.opened().is_some())?;
            Some((FaceId(self.first + u32::try_from(place).ok()?), face))
        })
    }

    fn get(&self, id: FaceId) -> Option<&Face> {
        self.faces.get(usize::try_from(id.0.checked_sub(self.first)?).ok()?)
    }

    fn ids(&self) -> impl Iterator<Item = FaceId> {
        (self.first..).take(self.faces.len()).map(FaceId)
    }
}

impl Library {
    /// The bundled fonts and those of `folders`. Reads the names of the operator's fonts.
    #[must_use]
    pub fn new(folders: FontFolders) -> Library {
        let bundled = bundled::faces().into_iter().map(|face| {
            let names = vec![face.family().to_lowercase()];
            Found { face, names }
        });
        let shared = Shared {
            bundled: Group::new(BUNDLED, bundled.collect()),
            operator: Group::new(OPERATOR, scan::faces(&folders.folders)),
            system: OnceLock::new(),
            search_system: folders.system,
            fallbacks: Fallbacks::default(),
            words: Words::default(),
            chosen: Mutex::default(),
        };
        Library { shared: Arc::new(shared) }
    }

    /// The face that draws what `request` asks for: the font itself, else a stand-in. There is always one.
    ///
    /// The order: the operator's folders; the bundled fonts; the system's folders; the same with the alternative names;
    /// a stand-in that is known to fit; a stand-in of the same looks.
    #[must_use]
    pub fn select(&self, request: &Request) -> Choice {
        let key = (request.family.to_lowercase(), request.bold, request.italic, request.generic);
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
        for name in names() {
            if let Some(found) = self.named(name, bold, italic) {
                return choice(found, bold, italic, false);
            }
        }
        let known = names().find_map(|name| stand_ins::for_family(name.trim()));
        let stand_in = known.unwrap_or_else(|| stand_ins::of_looks(family, request.generic));
        let found = self.shared.bundled.find(&stand_in.to_lowercase(), bold, italic);
        found.map_or_else(Choice::none, |found| choice(found, bold, italic, true))
    }

    /// The face of a family that is at hand under its own name.
    pub(crate) fn named(&self, family: &str, bold: bool, italic: bool) -> Option<(FaceId, &Face)> {
        let name = family.trim().to_lowercase();
        let find =
            |group: &'_ Group| -> Option<FaceId> { group.find(&name, bold, italic).map(|found| found.0) };
        let id = find(&self.shared.operator)
            .or_else(|| find(&self.shared.bundled))
            .or_else(|| self.system().and_then(find))?;
        Some((id, self.face(id)?))
    }

    /// The face that `id` names; `None` for another library's.
    #[must_use]
    pub fn face(&self, id: FaceId) -> Option<&Face> {
        let shared = &self.shared;
        let loaded = shared.system.get();
        [Some(&shared.operator), loaded, Some(&shared.bundled)]
            .into_iter()
            .flatten()
            .find_map(|group| group.get(id))
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

    pub(crate) fn fallbacks(&self) -> &Fallbacks {
        &self.shared.fallbacks
    }

    pub(crate) fn words(&self) -> &Words {
        &self.shared.words
    }
}

pub(crate) fn choice((face, found): (FaceId, &Face), bold: bool, italic: bool, is_stand_in: bool) -> Choice {
    Choice {
        face,
        is_stand_in,
        synthetic_bold: bold && !found.bold,
        synthetic_italic: italic && !found.italic,
        metrics: found.opened().map_or_else(|| Choice::none().metrics, |opened| opened.metrics),
    }
}
