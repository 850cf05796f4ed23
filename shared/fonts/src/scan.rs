//! Finds font files in folders, in the folders' order.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use read_fonts::tables::head::{Head, MacStyle};
use read_fonts::tables::name::Name;
use read_fonts::tables::os2::{Os2, SelectionFlags};
use read_fonts::types::NameId;
use read_fonts::{FontData, FontRead};

use crate::face::{Face, FontFile, Source};

/// Faces of one collection, and bytes of one table, beyond which a file is passed over: neither occurs, and a damaged
/// file may claim any.
const MOST_FACES: u32 = 256;
const MOST_TABLE_BYTES: u32 = 1 << 20;

/// A face in a folder, and the names under which documents ask for it.
pub(crate) struct Found {
    pub face: Face,
    /// Lower-case: family, full name and PostScript name, in every language that the font has them in.
    pub names: Vec<String>,
}

/// Folders in which operating systems keep fonts. Those that are missing are passed over.
const SYSTEM_FOLDERS: [&str; 6] = [
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "/System/Library/Fonts/Supplemental",
    "C:\\Windows\\Fonts",
];

/// Folders of the home directory with the same use.
const HOME_FOLDERS: [&str; 2] = [".local/share/fonts", "Library/Fonts"];

/// The system's font folders.
pub(crate) fn system_folders() -> Vec<PathBuf> {
    let home = std::env::home_dir();
    let own = HOME_FOLDERS.iter().filter_map(|folder| Some(home.as_deref()?.join(folder)));
    SYSTEM_FOLDERS.iter().map(PathBuf::from).chain(own).collect()
}

/// All faces in `folders` and below. Only names and styles are read. What cannot be read is no font.
pub(crate) fn faces(folders: &[PathBuf]) -> Vec<Found> {
    let mut found = Vec::new();
    each_file(folders, |path| {
        let _ = File::open(path).and_then(|mut file| read(path, &mut file, &mut found));
    });
    found
}

fn read(path: &Path, file: &mut File, found: &mut Vec<Found>) -> io::Result<()> {
    let mut starts = vec![0];
    if &bytes::<4>(file)? == b"ttcf" {
        bytes::<4>(file)?;
        let count = u32::from_be_bytes(bytes(file)?).min(MOST_FACES);
        starts = (0..count).map(|_| bytes(file).map(u32::from_be_bytes)).collect::<io::Result<_>>()?;
    }
    let source = Arc::new(FontFile::new(path.to_owned()));
    for (index, start) in (0..).zip(starts) {
        let [name, os2, head] = tables(file, start, [b"name", b"OS/2", b"head"])?;
        let Some((family, names)) = name.and_then(|table| names(&table)) else { continue };
        let (bold, italic) = style(os2.as_deref(), head.as_deref());
        let face = Face::new(family, bold, italic, Source::File(Arc::clone(&source)), index, None);
        found.push(Found { face, names });
    }
    Ok(())
}

/// The family name, and every name of the `name` table that a document may use.
pub(crate) fn names(table: &[u8]) -> Option<(String, Vec<String>)> {
    let table = Name::read(FontData::new(table)).ok()?;
    let wanted = [NameId::FAMILY_NAME, NameId::FULL_NAME, NameId::POSTSCRIPT_NAME];
    let (mut family, mut names) = (None, Vec::new());
    for record in table.name_record().iter().filter(|record| wanted.contains(&record.name_id())) {
        let Ok(text) = record.string(table.string_data()) else { continue };
        let text = text.chars().collect::<String>();
        if text.is_empty() {
            continue;
        }
        names.push(text.to_lowercase());
        if record.name_id() == NameId::FAMILY_NAME && family.is_none() {
            family = Some(text);
        }
    }
    names.sort();
    names.dedup();
    Some((family?, names))
}

/// Whether the face is bold, and italic: by `OS/2.fsSelection`, or `head.macStyle` where the font has no `OS/2`.
pub(crate) fn style(os2: Option<&[u8]>, head: Option<&[u8]>) -> (bool, bool) {
    if let Some(os2) = os2.and_then(|table| Os2::read(FontData::new(table)).ok()) {
        let flags = os2.fs_selection();
        return (flags.contains(SelectionFlags::BOLD), flags.contains(SelectionFlags::ITALIC));
    }
    let Some(head) = head.and_then(|table| Head::read(FontData::new(table)).ok()) else {
        return (false, false);
    };
    let flags = head.mac_style();
    (flags.contains(MacStyle::BOLD), flags.contains(MacStyle::ITALIC))
}

/// Tables of the face whose directory is at `start`, by tag (OpenType, "Table directory").
fn tables<const N: usize>(
    file: &mut File,
    start: u32,
    tags: [&[u8; 4]; N],
) -> io::Result<[Option<Vec<u8>>; N]> {
    file.seek(SeekFrom::Start(u64::from(start) + 4))?;
    let count = u16::from_be_bytes(bytes(file)?);
    file.seek(SeekFrom::Current(6))?;
    // All of it at once: a call of the system for each number would take longer than the rest.
    let mut directory = vec![[[0; 4]; 4]; count.into()];
    file.read_exact(directory.as_flattened_mut().as_flattened_mut())?;
    let mut found = [const { None }; N];
    for (table, tag) in found.iter_mut().zip(tags) {
        let Some([_, _, offset, length]) = directory.iter().find(|[name, ..]| name == tag) else { continue };
        let mut bytes = vec![0; u32::from_be_bytes(*length).min(MOST_TABLE_BYTES) as usize];
        file.seek(SeekFrom::Start(u32::from_be_bytes(*offset).into()))?;
        file.read_exact(&mut bytes)?;
        *table = Some(bytes);
    }
    Ok(found)
}

fn bytes<const N: usize>(file: &mut File) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
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
        // The system lists in any order; the same fonts must give the same PDF.
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        let (below, files): (Vec<PathBuf>, Vec<PathBuf>) = paths.into_iter().partition(|path| path.is_dir());
        files.iter().filter(|path| is_font(path)).for_each(|path| act(path));
        waiting.extend(below.into_iter().rev());
    }
}

fn is_font(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|e| ["ttf", "otf", "ttc", "otc"].iter().any(|known| e.eq_ignore_ascii_case(known)))
}
