//! A TrueType face without its instructions for coarse pixels ("hints").
//!
//! They make up half of the small part of a font that a letter uses, but paper and today's screens do not need them. Outlines and widths
//! are not changed.

use read_fonts::{FontRef, TableProvider};
use write_fonts::FontBuilder;
use write_fonts::types::Tag;

use crate::metrics::Reach;

/// Tables that a PDF needs besides the outlines (ISO 32000-1, 9.9), as they are.
const KEPT: [&[u8; 4]; 5] = [b"cmap", b"hhea", b"hmtx", b"name", b"post"];

/// Places in `head` and `maxp` (OpenType): the format of `loca`; the longest instructions of a glyph.
const LOCA_FORMAT: std::ops::Range<usize> = 50..52;
const LONGEST_INSTRUCTIONS: std::ops::Range<usize> = 26..28;

/// Flags of a part of a composite glyph (OpenType, "glyf").
const ARGUMENTS_ARE_WORDS: u16 = 0x1;
const HAS_SCALE: u16 = 0x8;
const MORE_PARTS: u16 = 0x20;
const HAS_TWO_SCALES: u16 = 0x40;
const HAS_MATRIX: u16 = 0x80;
const HAS_INSTRUCTIONS: u16 = 0x100;

/// The font file, with `reach` in it. `None`: its outlines are not TrueType's, or damaged.
pub(crate) fn program(font: &FontRef<'_>, reach: Reach) -> Option<Vec<u8>> {
    let table = |tag: &[u8; 4]| font.table_data(read_fonts::types::Tag::new(tag)).map(|data| data.as_bytes());
    let glyf = table(b"glyf")?;
    let loca = font.loca(None).ok()?;
    let count = font.maxp().ok()?.num_glyphs();
    let (mut outlines, mut places) = (Vec::with_capacity(glyf.len()), vec![0; 4]);
    for glyph in 0..usize::from(count) {
        let (from, to) = (loca.get_raw(glyph)?, loca.get_raw(glyph + 1)?);
        let own = glyf.get(usize::try_from(from).ok()?..usize::try_from(to).ok()?)?;
        if !own.is_empty() {
            outline(own, &mut outlines)?;
        }
        outlines.resize(outlines.len().next_multiple_of(4), 0);
        places.extend(u32::try_from(outlines.len()).ok()?.to_be_bytes());
    }
    let mut head = table(b"head")?.to_vec();
    head.get_mut(LOCA_FORMAT)?.copy_from_slice(&1_u16.to_be_bytes());
    let mut maxp = table(b"maxp")?.to_vec();
    maxp.get_mut(LONGEST_INSTRUCTIONS)?.fill(0);
    let mut out = FontBuilder::new();
    for tag in KEPT {
        if let Some(data) = table(tag) {
            out.add_raw(Tag::new(tag), data);
        }
    }
    if let Some(os2) = table(b"OS/2") {
        let mut os2 = os2.to_vec();
        reach.write(&mut os2, f32::from(font.head().ok()?.units_per_em()));
        out.add_raw(Tag::new(b"OS/2"), os2);
    }
    out.add_raw(Tag::new(b"glyf"), outlines)
        .add_raw(Tag::new(b"loca"), places)
        .add_raw(Tag::new(b"head"), head)
        .add_raw(Tag::new(b"maxp"), maxp);
    Some(out.build())
}

/// Copies one glyph without its instructions.
fn outline(glyph: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let word = |at: usize| Some(u16::from_be_bytes(*glyph.get(at..at + 2)?.first_chunk()?));
    // Behind the number of contours and the box around them.
    const HEADER: usize = 10;
    let contours = word(0)?;
    if contours < 0x8000 {
        // The last point of each contour, the length of the instructions, the instructions, the points.
        let length_at = HEADER + 2 * usize::from(contours);
        let points_at = length_at + 2 + usize::from(word(length_at)?);
        out.extend(glyph.get(..length_at)?);
        out.extend([0; 2]);
        out.extend(glyph.get(points_at..)?);
        return Some(());
    }
    out.extend(glyph.get(..HEADER)?);
    let mut at = HEADER;
    loop {
        let flags = word(at)?;
        let arguments = if flags & ARGUMENTS_ARE_WORDS != 0 { 4 } else { 2 };
        let scale = match flags {
            _ if flags & HAS_SCALE != 0 => 2,
            _ if flags & HAS_TWO_SCALES != 0 => 4,
            _ if flags & HAS_MATRIX != 0 => 8,
            _ => 0,
        };
        let end = at + 4 + arguments + scale;
        out.extend((flags & !HAS_INSTRUCTIONS).to_be_bytes());
        out.extend(glyph.get(at + 2..end)?);
        at = end;
        if flags & MORE_PARTS == 0 {
            return Some(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skrifa::MetadataProvider;
    use skrifa::instance::{LocationRef, Size};
    use skrifa::outline::DrawSettings;
    use skrifa::outline::pen::SvgPen;

    #[test]
    fn outlines_and_widths_stay_and_hints_go() {
        let mut tried = 0;
        for &platen_faces::FontFile { family, data, .. } in &platen_faces::FILES {
            let whole = FontRef::new(data).unwrap();
            if !family.starts_with("Liberation") {
                continue;
            }
            let bytes = program(&whole, Reach { above: 0.75, below: 0.25 }).unwrap();
            let bare = FontRef::new(&bytes).unwrap();
            let os2 = bare.os2().unwrap();
            assert_eq!((os2.s_typo_ascender(), os2.s_typo_descender()), (1536, -512), "{family}");
            let drawn = |font: &FontRef<'_>, glyph: u16| {
                let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
                let mut pen = SvgPen::new();
                font.outline_glyphs().get(glyph.into()).unwrap().draw(settings, &mut pen).unwrap();
                pen.to_string()
            };
            let width = |font: &FontRef<'_>, glyph: u16| {
                let widths = font.glyph_metrics(Size::unscaled(), LocationRef::default());
                widths.advance_width(glyph.into())
            };
            let hints = read_fonts::types::Tag::new(b"fpgm");
            for glyph in (0..whole.maxp().unwrap().num_glyphs()).step_by(7) {
                assert_eq!(drawn(&bare, glyph), drawn(&whole, glyph), "{family} {glyph}");
                assert_eq!(width(&bare, glyph), width(&whole, glyph), "{family} {glyph}");
            }
            assert!(bare.table_data(hints).is_none());
            assert!(whole.table_data(hints).is_some());
            assert!(bytes.len() * 5 < data.len() * 4, "{family} {} {}", bytes.len(), data.len());
            tried += 1;
        }
        assert!(tried >= 12, "{tried}");
    }

    #[test]
    fn what_is_damaged_is_refused() {
        assert!(outline(&[0; 9], &mut Vec::new()).is_none());
        assert!(outline(&[0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff], &mut Vec::new()).is_none());
        let composite = [0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 1, 0, 0];
        assert!(outline(&composite, &mut Vec::new()).is_none(), "a part follows that does not exist");
    }
}
