//! Copies of a font file under other family names (OpenType: table directory and `name` table).

use ttf_parser::{Face, PlatformId, name_id};

/// Names of the original that a copy keeps: what its licence asks for, and the PostScript name.
const KEPT: [u16; 5] = [
    name_id::COPYRIGHT_NOTICE,
    name_id::POST_SCRIPT_NAME,
    name_id::TRADEMARK,
    name_id::LICENSE,
    name_id::LICENSE_URL,
];

/// Windows language identifiers of English as spoken in sixteen countries: one family name each.
const LANGUAGES: [u16; 16] = [
    0x0409, 0x0809, 0x0c09, 0x1009, 0x1409, 0x1809, 0x1c09, 0x2009, 0x2409, 0x2809, 0x2c09, 0x3009, 0x3409,
    0x4009, 0x4409, 0x4809,
];

const DIRECTORY_HEADER: usize = 12;
const DIRECTORY_RECORD: usize = 16;

/// Copies `font` (one face, no collection) under the family names `families`, at most sixteen; `None` when its table
/// directory is damaged.
///
/// `head.checkSumAdjustment` keeps its old value: no reader of this copy checks it, and what goes into a PDF is a
/// subset with a directory of its own.
pub(super) fn renamed(font: &[u8], families: &[&str]) -> Option<Vec<u8>> {
    let name = name_table(font, families)?;
    let count = usize::from(u16_at(font, 4)?);
    let data_start = DIRECTORY_HEADER + count * DIRECTORY_RECORD;
    let mut directory = font.get(..DIRECTORY_HEADER)?.to_vec();
    let mut data = Vec::with_capacity(font.len());
    for record in font.get(DIRECTORY_HEADER..data_start)?.chunks_exact(DIRECTORY_RECORD) {
        let tag = record.get(..4)?;
        let table = if tag == b"name" {
            name.as_slice()
        } else {
            let (offset, length) = (usize_at(record, 8)?, usize_at(record, 12)?);
            font.get(offset..offset.checked_add(length)?)?
        };
        directory.extend(tag);
        directory.extend(checksum(table).to_be_bytes());
        directory.extend(u32::try_from(data_start + data.len()).ok()?.to_be_bytes());
        directory.extend(u32::try_from(table.len()).ok()?.to_be_bytes());
        data.extend(table);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    directory.extend(data);
    Some(directory)
}

/// A `name` table of format 0 with the Windows Unicode records of [`KEPT`] and one family name per language.
fn name_table(font: &[u8], families: &[&str]) -> Option<Vec<u8>> {
    let face = Face::parse(font, 0).ok()?;
    let mut records: Vec<(u16, u16, Vec<u8>)> = face
        .names()
        .into_iter()
        .filter(|name| {
            name.platform_id == PlatformId::Windows && name.is_unicode() && KEPT.contains(&name.name_id)
        })
        .map(|name| (name.language_id, name.name_id, name.name.to_vec()))
        .collect();
    for (language, family) in LANGUAGES.iter().zip(families) {
        records.push((
            *language,
            name_id::FAMILY,
            family.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        ));
    }
    records.sort();

    let storage = u16::try_from(6 + records.len() * 12).ok()?;
    let mut table = Vec::new();
    let mut texts: Vec<u8> = Vec::new();
    push_u16s(&mut table, [0, u16::try_from(records.len()).ok()?, storage]);
    for (language, name, text) in records {
        let (length, offset) = (u16::try_from(text.len()).ok()?, u16::try_from(texts.len()).ok()?);
        push_u16s(&mut table, [3, 1, language, name, length, offset]);
        texts.extend(text);
    }
    table.extend(texts);
    Some(table)
}

fn push_u16s<const N: usize>(out: &mut Vec<u8>, values: [u16; N]) {
    out.extend(values.into_iter().flat_map(u16::to_be_bytes));
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn usize_at(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?)).ok()
}

/// Sum of a table's big-endian words, the last one padded with zeros.
fn checksum(table: &[u8]) -> u32 {
    table.chunks(4).fold(0, |sum: u32, chunk| {
        let mut word = [0; 4];
        word.iter_mut().zip(chunk).for_each(|(to, from)| *to = *from);
        sum.wrapping_add(u32::from_be_bytes(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn families(font: &[u8]) -> Vec<String> {
        let face = Face::parse(font, 0).unwrap();
        face.names()
            .into_iter()
            .filter(|n| n.name_id == name_id::FAMILY)
            .filter_map(|n| n.to_string())
            .collect()
    }

    #[test]
    fn a_copy_answers_to_its_new_names_and_draws_the_same() {
        for (family, font) in oxml_layout::bundled_fonts::bundled_font_data() {
            let copy = renamed(font, &["One", "Two Words"]).unwrap();
            assert_eq!(families(&copy), ["One", "Two Words"], "{family}");
            let (old, new) = (Face::parse(font, 0).unwrap(), Face::parse(&copy, 0).unwrap());
            assert_eq!((old.is_bold(), old.is_italic()), (new.is_bold(), new.is_italic()), "{family}");
            assert_eq!(old.number_of_glyphs(), new.number_of_glyphs());
            let glyph = ttf_parser::GlyphId(1);
            assert_eq!(old.glyph_hor_advance(glyph), new.glyph_hor_advance(glyph), "{family}");
        }
    }

    #[test]
    fn a_damaged_font_gives_none() {
        let (_, font) = oxml_layout::bundled_fonts::bundled_font_data()[0];
        assert!(renamed(&font[..1000], &["One"]).is_none());
        assert!(renamed(b"no font", &["One"]).is_none());
    }
}
