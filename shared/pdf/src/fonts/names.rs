//! The family names of font files, read without reading the fonts (OpenType: table directory and `name` table).

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use ttf_parser::name::Table;
use ttf_parser::name_id;

/// Faces of one collection, and bytes of one `name` table, beyond which a file is passed over: neither occurs, and a
/// damaged file may claim any.
const MOST_FACES: u32 = 256;
const MOST_NAME_BYTES: u32 = 1 << 20;

/// Lower-case family names of all fonts in `folders` and below.
pub(super) fn families(folders: &[PathBuf]) -> HashSet<String> {
    let mut families = HashSet::new();
    each_file(folders, |path| {
        // What cannot be read is no font to the engine either.
        let _ = File::open(path).and_then(|mut file| read(&mut file, &mut families));
    });
    families
}

/// Calls `act` on every font file in `folders` and below.
pub(super) fn each_file(folders: &[PathBuf], mut act: impl FnMut(&Path)) {
    let mut seen = HashSet::new();
    let mut waiting = folders.to_vec();
    while let Some(folder) = waiting.pop() {
        // A link back up would lead round in circles.
        let Ok(real) = folder.canonicalize() else { continue };
        if !seen.insert(real) {
            continue;
        }
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                waiting.push(path);
            } else if is_font(&path) {
                act(&path);
            }
        }
    }
}

fn is_font(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|e| ["ttf", "otf", "ttc"].iter().any(|known| e.eq_ignore_ascii_case(known)))
}

fn read(file: &mut File, families: &mut HashSet<String>) -> io::Result<()> {
    let mut starts = vec![0];
    if &bytes::<4>(file)? == b"ttcf" {
        bytes::<4>(file)?;
        let count = u32::from_be_bytes(bytes(file)?).min(MOST_FACES);
        starts = (0..count).map(|_| bytes(file).map(u32::from_be_bytes)).collect::<io::Result<_>>()?;
    }
    for start in starts {
        if let Some((offset, length)) = name_table(file, start)? {
            let mut table = vec![0; length.min(MOST_NAME_BYTES) as usize];
            file.seek(SeekFrom::Start(offset.into()))?;
            file.read_exact(&mut table)?;
            let names = Table::parse(&table).map(|table| table.names).unwrap_or_default();
            let of_family = names.into_iter().filter(|name| name.name_id == name_id::FAMILY);
            families.extend(of_family.filter_map(|name| name.to_string()).map(|name| name.to_lowercase()));
        }
    }
    Ok(())
}

/// Offset and length of the face's `name` table.
fn name_table(file: &mut File, start: u32) -> io::Result<Option<(u32, u32)>> {
    file.seek(SeekFrom::Start(u64::from(start) + 4))?;
    let count = u16::from_be_bytes(bytes(file)?);
    file.seek(SeekFrom::Current(6))?;
    for _ in 0..count {
        let (tag, _checksum): ([u8; 4], [u8; 4]) = (bytes(file)?, bytes(file)?);
        let (offset, length) = (bytes(file)?, bytes(file)?);
        if &tag == b"name" {
            return Ok(Some((u32::from_be_bytes(offset), u32::from_be_bytes(length))));
        }
    }
    Ok(None)
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
        let families = families(&[folder.path().to_owned(), folder.path().join("missing")]);
        for family in ["liberation serif", "carlito", "selawik"] {
            assert!(families.contains(family), "{family} in {families:?}");
        }
    }
}
