//! The font families in the folders, in the folders' order, and which characters each can draw.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use ttf_parser::name::Table;
use ttf_parser::{Face, name_id};

/// Faces of one collection, and bytes of one `name` table, beyond which a file is passed over: neither occurs, and a
/// damaged file may claim any.
const MOST_FACES: u32 = 256;
const MOST_NAME_BYTES: u32 = 1 << 20;

/// A family and the first of its faces.
#[derive(Debug)]
struct Family {
    name: String,
    file: PathBuf,
    /// Place in a collection.
    index: u32,
}

/// Families by rank: those of the first folder first, by file name within a folder.
#[derive(Debug, Default)]
pub(super) struct Families {
    ranked: Vec<Family>,
    /// Places in `ranked`, by lower-case name.
    by_name: HashMap<String, usize>,
}

impl Families {
    /// Reads the names of all fonts in `folders` and below, without reading the fonts (OpenType: table directory and
    /// `name` table).
    pub(super) fn read(folders: &[PathBuf]) -> Families {
        let mut families = Families::default();
        each_file(folders, |path| {
            // What cannot be read is no font to the engine either.
            let _ = File::open(path).and_then(|mut file| families.add(path, &mut file));
        });
        families
    }

    pub(super) fn contains(&self, family: &str) -> bool {
        self.by_name.contains_key(&family.to_lowercase())
    }

    /// Names in the order of their rank.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.ranked.iter().map(|family| family.name.as_str())
    }

    /// Those of `characters` that the family has a glyph for. What is no font draws nothing.
    pub(super) fn covered(&self, family: &str, characters: &BTreeSet<char>) -> BTreeSet<char> {
        if characters.is_empty() {
            return BTreeSet::new();
        }
        let family = self.by_name.get(&family.to_lowercase()).and_then(|place| self.ranked.get(*place));
        let Some((family, bytes)) = family.and_then(|family| Some((family, fs::read(&family.file).ok()?)))
        else {
            return BTreeSet::new();
        };
        let Ok(face) = Face::parse(&bytes, family.index) else { return BTreeSet::new() };
        characters.iter().copied().filter(|character| face.glyph_index(*character).is_some()).collect()
    }

    fn add(&mut self, path: &Path, file: &mut File) -> io::Result<()> {
        let mut starts = vec![0];
        if &bytes::<4>(file)? == b"ttcf" {
            bytes::<4>(file)?;
            let count = u32::from_be_bytes(bytes(file)?).min(MOST_FACES);
            starts = (0..count).map(|_| bytes(file).map(u32::from_be_bytes)).collect::<io::Result<_>>()?;
        }
        for (index, start) in (0..).zip(starts) {
            let Some((offset, length)) = name_table(file, start)? else { continue };
            let mut table = vec![0; length.min(MOST_NAME_BYTES) as usize];
            file.seek(SeekFrom::Start(offset.into()))?;
            file.read_exact(&mut table)?;
            let names = Table::parse(&table).map(|table| table.names).unwrap_or_default();
            for name in names.into_iter().filter(|name| name.name_id == name_id::FAMILY) {
                let Some(name) = name.to_string() else { continue };
                let place = self.ranked.len();
                self.by_name.entry(name.to_lowercase()).or_insert_with(|| {
                    self.ranked.push(Family { name, file: path.to_owned(), index });
                    place
                });
            }
        }
        Ok(())
    }
}

/// A collection in `folders` that claims more faces than it has bytes for (OpenType, "TTC header": four bytes each).
///
/// Attack, or a damaged file: the engine believes the count, and tries four billion faces before the first document.
pub(super) fn lying_collection(folders: &[PathBuf]) -> Option<PathBuf> {
    let mut found = None;
    each_file(folders, |path| {
        let lies = || -> io::Result<bool> {
            let mut file = File::open(path)?;
            let is_collection = &bytes::<4>(&mut file)? == b"ttcf";
            bytes::<4>(&mut file)?;
            let count = u32::from_be_bytes(bytes(&mut file)?);
            Ok(is_collection && u64::from(count) * 4 > file.metadata()?.len())
        };
        if found.is_none() && lies().unwrap_or(false) {
            found = Some(path.to_owned());
        }
    });
    found
}

/// What symbolic links in `folders` and below lead to: fonts, and folders of fonts, that lie elsewhere.
pub(super) fn linked(folders: &[PathBuf]) -> Vec<PathBuf> {
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

/// Calls `act` on every font file in `folders` and below, in their order.
fn each_file(folders: &[PathBuf], mut act: impl FnMut(&Path)) {
    let mut seen = HashSet::new();
    let mut waiting: Vec<PathBuf> = folders.iter().rev().cloned().collect();
    while let Some(folder) = waiting.pop() {
        // A link back up would lead round in circles.
        let Ok(real) = folder.canonicalize() else { continue };
        if !seen.insert(real) {
            continue;
        }
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        // The system lists in any order; the same fonts shall give the same PDF.
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        let (below, files): (Vec<PathBuf>, Vec<PathBuf>) = paths.into_iter().partition(|path| path.is_dir());
        files.iter().filter(|path| is_font(path)).for_each(|path| act(path));
        waiting.extend(below.into_iter().rev());
    }
}

fn is_font(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|e| ["ttf", "otf", "ttc"].iter().any(|known| e.eq_ignore_ascii_case(known)))
}

/// Offset and length of the face's `name` table.
fn name_table(file: &mut File, start: u32) -> io::Result<Option<(u32, u32)>> {
    file.seek(SeekFrom::Start(u64::from(start) + 4))?;
    let count = u16::from_be_bytes(bytes(file)?);
    file.seek(SeekFrom::Current(6))?;
    // All of it at once: a call of the system for each of its numbers would take longer than the rest of a cold start.
    let mut directory = vec![[[0; 4]; 4]; count.into()];
    file.read_exact(directory.as_flattened_mut().as_flattened_mut())?;
    let table = directory.iter().find(|[tag, ..]| tag == b"name");
    Ok(table.map(|[_, _, offset, length]| (u32::from_be_bytes(*offset), u32::from_be_bytes(*length))))
}

fn bytes<const N: usize>(file: &mut File) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_families_are_found_and_other_files_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("below");
        fs::create_dir(&below).unwrap();
        for (number, (_, font)) in oxml_layout::bundled_fonts::bundled_font_data().iter().enumerate() {
            fs::write(below.join(format!("{number}.TTF")), font).unwrap();
        }
        fs::write(folder.path().join("broken.ttf"), b"\0\x01\0\0\xff\xff").unwrap();
        fs::write(folder.path().join("empty.otf"), b"").unwrap();
        let families = Families::read(&[folder.path().to_owned(), folder.path().join("missing")]);
        for family in ["liberation serif", "Carlito", "selawik"] {
            assert!(families.contains(family), "{family} in {families:?}");
        }
        let wanted = BTreeSet::from(['a', 'ä', 'ह', '\u{f0000}']);
        assert_eq!(families.covered("Carlito", &wanted), BTreeSet::from(['a', 'ä']));
        assert!(families.covered("Noto Sans Devanagari", &wanted).contains(&'ह'));
        assert!(families.covered("nowhere", &wanted).is_empty());
    }

    #[test]
    fn a_collection_that_claims_too_many_faces_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let collection =
            |count: u32, rest: usize| [&b"ttcf\0\x01\0\0"[..], &count.to_be_bytes(), &vec![0; rest]].concat();
        let lies = || lying_collection(&[folder.path().to_owned()]);
        fs::write(folder.path().join("a.ttc"), collection(3, 12)).unwrap();
        fs::write(folder.path().join("b.ttc"), b"ttcf").unwrap();
        fs::write(folder.path().join("c.ttf"), b"\0\x01\0\0\xff\xff\xff\xff\xff\xff\xff\xff").unwrap();
        assert_eq!(lies(), None);
        fs::write(folder.path().join("d.ttf"), collection(u32::MAX, 100)).unwrap();
        assert_eq!(lies(), Some(folder.path().join("d.ttf")));
    }

    #[test]
    fn the_first_folder_ranks_first() {
        let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let fonts = oxml_layout::bundled_fonts::bundled_font_data();
        let font = |wanted: &str| fonts.iter().find(|(family, _)| *family == wanted).unwrap().1;
        fs::write(first.path().join("z.ttf"), font("Selawik")).unwrap();
        fs::write(second.path().join("a.ttf"), font("Carlito")).unwrap();
        let names = |folders: &[&tempfile::TempDir]| {
            let folders: Vec<PathBuf> = folders.iter().map(|folder| folder.path().to_owned()).collect();
            Families::read(&folders).names().map(ToOwned::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(names(&[&first, &second]), ["Selawik", "Carlito"]);
        assert_eq!(names(&[&second, &first]), ["Carlito", "Selawik"]);
    }
}
