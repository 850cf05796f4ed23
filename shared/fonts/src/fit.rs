//! An open face with the widths and heights of another font.
//!
//! Lines break where widths say so; a stand-in must therefore be as wide as the font that it stands in for, character by
//! character. A fitted face is an open face whose glyphs are stretched or narrowed to the known widths. Characters whose
//! width is not known follow their base letter, or else the median of the known ones.

use std::collections::{BTreeSet, HashMap};

use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};
use kurbo::{Affine, BezPath, Shape};
use read_fonts::TableProvider;
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use unicode_script::{Script, UnicodeScript};
use write_fonts::FontBuilder;
use write_fonts::tables::glyf::{GlyfLocaBuilder, Glyph, SimpleGlyph};
use write_fonts::tables::loca::LocaFormat;
use write_fonts::types::Tag;

use crate::facts::{Facts, Pitch};
use crate::opened::Opened;
use crate::stretch::{Fit, Rise, Side};
use crate::wide;

/// Glyphs are not stretched beyond recognition: what is left of the difference becomes white space.
const STRETCH: std::ops::RangeInclusive<f32> = 0.5..=1.6;
const RISE: std::ops::RangeInclusive<f32> = 0.85..=1.2;

/// The forms of Arabic letters (Unicode, Arabic Presentation Forms-B, without the ligatures of lam and alef).
const FORMS: std::ops::RangeInclusive<char> = '\u{fe80}'..='\u{fef4}';

/// Height of the middle of capital letters, in em.
const MIDDLE: f32 = 0.33;

impl Fit {
    /// Fits `face`, of an open family, to `facts`. `like` is that family's face in the style which the facts are about:
    /// where a style was never seen, its widths are taken to differ from the seen one's as in the open family.
    pub(crate) fn new(facts: &Facts, face: &Opened, like: &Opened) -> Fit {
        let (mut factors, mut by_character) = (HashMap::new(), HashMap::new());
        let mut known = Vec::new();
        for (character, width) in facts.widths() {
            let (Some(seen), Some(glyph)) = (like.glyph(character), face.glyph(character)) else { continue };
            let open = like.plain_advance(seen);
            // Marks have no width of their own in either.
            if open < 0.01 || width < 0.01 {
                continue;
            }
            // Of characters that share a glyph the first decides: the space, not the no-break space.
            factors.entry(glyph).or_insert(width / open);
            by_character.insert(character, width / open);
            known.push(width / open);
        }
        if facts.pitch() == Pitch::Twin {
            return Fit { factors, ..Fit::default() };
        }
        known.sort_by(f32::total_cmp);
        let rest = known.get(known.len() / 2).copied().unwrap_or(1.0);
        let pitch = match facts.pitch() {
            Pitch::Proportional | Pitch::Twin => None,
            Pitch::All => facts.widths().map(|(_, width)| width).find(|width| *width > 0.0),
            Pitch::Half => Some(0.5),
        };
        if pitch.is_none() && !known.is_empty() {
            let decompose = CanonicalDecompositionBorrowed::new();
            for (character, glyph) in face.mappings() {
                if factors.contains_key(&glyph) {
                    continue;
                }
                let base = match decompose.decompose(character) {
                    // 95 of 100 accented letters are as wide as their base; those with a horn or a caron beside them are not.
                    Decomposed::Expansion(base, mark) if mark != '\u{31b}' => base,
                    Decomposed::Singleton(base) => base,
                    _ => continue,
                };
                if let Some(factor) = by_character.get(&base) {
                    factors.insert(glyph, *factor);
                }
            }
        }
        let heights = (facts.line_metrics().map_or(0.0, |metrics| metrics.x_height), like.metrics.x_height);
        let rise = if heights.0 > 0.0 && heights.1 > 0.0 { heights.0 / heights.1 } else { 1.0 };
        let wide = if facts.pitch() == Pitch::Half { wide::signs(face) } else { HashMap::new() };
        Fit { factors, rest, pitch, wide, rise: Rise::By(rise.clamp(*RISE.start(), *RISE.end())) }
    }

    /// Letters of a script that the twin of the facts' font lacks, drawn by another face. `None`: no width is known.
    pub(crate) fn of_letters(facts: &Facts, face: &Opened, script: Script) -> Option<Fit> {
        let widths = facts.widths().filter_map(|(character, width)| {
            let glyph = face.glyph(character)?;
            let open = face.plain_advance(glyph);
            (open > 0.01 && width > 0.01 && character.script() == script).then(|| (glyph, width / open))
        });
        let factors: HashMap<u16, f32> = widths.collect();
        let mut known: Vec<f32> = factors.values().copied().collect();
        known.sort_by(f32::total_cmp);
        let rest = *known.get(known.len() / 2)?;
        let rise = Rise::By(rest.clamp(*RISE.start(), *RISE.end()));
        Some(Fit { factors, rest, rise, ..Fit::default() })
    }

    /// Letters and digits of equations as wide as those of the facts, and their forms for scripts wider by what Word's PDFs
    /// show: small letters by 1.113, capitals by 1.036, digits by 1.045 (medians of 13, 5 and 8 in Cambria Math). Signs keep
    /// their shape; those that are known keep their width.
    pub(crate) fn of_math(facts: &Facts, face: &Opened) -> Fit {
        let mut factors = HashMap::new();
        let mut letters = Vec::new();
        for (character, width) in facts.widths() {
            let Some(glyph) = face.glyph(character) else { continue };
            let open = face.plain_advance(glyph);
            if open > 0.01 && width > 0.01 {
                factors.entry(glyph).or_insert(width / open);
                if character.is_alphabetic() {
                    letters.push(width / open);
                }
            }
        }
        letters.sort_by(f32::total_cmp);
        let usual = letters.get(letters.len() / 2).copied().unwrap_or(1.0);
        let forms = face.script_forms();
        for (character, glyph) in face.mappings() {
            let is_capital = character.is_uppercase();
            let is_digit = character.is_numeric();
            if !is_digit && !character.is_alphabetic() {
                continue;
            }
            let factor = *factors.entry(glyph).or_insert(if is_digit { 1.0 } else { usual });
            let width = face.plain_advance(glyph) * factor;
            let wider = if is_digit {
                1.045
            } else if is_capital {
                1.036
            } else {
                1.113
            };
            for form in forms.get(&glyph).into_iter().flatten().filter(|form| **form != glyph) {
                let open = face.plain_advance(*form);
                if open > 0.01 {
                    factors.insert(*form, width * wider / open);
                }
            }
        }
        Fit { factors, ..Fit::default() }
    }

    /// Signs of the given widths (em) by glyph; the others keep theirs.
    pub(crate) fn of_signs(widths: impl IntoIterator<Item = (u16, f32)>, face: &Opened) -> Fit {
        let factors = widths.into_iter().filter_map(|(glyph, width)| {
            let open = face.plain_advance(glyph);
            (open > 0.01 && width > 0.01).then(|| (glyph, width / open))
        });
        Fit { factors: factors.collect(), rise: Rise::LikeWidth, ..Fit::default() }
    }

    /// All glyphs scaled alike, until the mean width of Arabic letters in all their forms is `mean` (em). `None`: the face
    /// has no Arabic.
    pub(crate) fn of_arabic(mean: f32, face: &Opened) -> Option<Fit> {
        let forms = face.mappings().into_iter().filter(|(character, _)| FORMS.contains(character));
        let widths: Vec<f32> =
            forms.map(|(_, glyph)| face.plain_advance(glyph)).filter(|width| *width > 0.0).collect();
        let open = widths.iter().sum::<f32>() / widths.len().max(1) as f32;
        (open > 0.0).then(|| {
            let rest = (mean / open).clamp(*STRETCH.start(), *STRETCH.end());
            Fit { rest, rise: Rise::By(rest), ..Fit::default() }
        })
    }

    /// Whether any of `glyphs` is drawn otherwise than in the open face.
    pub(crate) fn changes(&self, face: &Opened, glyphs: &BTreeSet<u16>) -> bool {
        let is_changed = |glyph: &u16| (self.factor(*glyph, face.plain_advance(*glyph)) - 1.0).abs() > 1e-4;
        matches!(self.rise, Rise::By(rise) if rise != 1.0) || glyphs.iter().any(is_changed)
    }

    /// A font file with the fitted outlines of `glyphs`, under their numbers. All other glyphs are empty.
    pub(crate) fn program(&self, face: &Opened, glyphs: &BTreeSet<u16>, name: &str) -> Option<Vec<u8>> {
        let font = face.font()?;
        let count = font.maxp().ok()?.num_glyphs();
        let outlines = font.outline_glyphs();
        let units = face.units_per_em;
        let mut builder = GlyfLocaBuilder::new();
        let mut advances = Vec::with_capacity(usize::from(count) * 4);
        for glyph in 0..count {
            let (mut outline, mut advance) = (Glyph::Empty, 0.0);
            if glyph == 0 || glyphs.contains(&glyph) {
                let open = face.plain_advance(glyph);
                let factor = self.factor(glyph, open);
                advance = open * factor;
                let side = self.wide.get(&glyph).copied();
                let drawn = match side {
                    Some(Side::Start | Side::End | Side::Between) => 1.0,
                    Some(Side::Middle | Side::Raised) | None => {
                        factor.clamp(*STRETCH.start(), *STRETCH.end())
                    }
                };
                let mut pen = Path::default();
                let settings =
                    DrawSettings::unhinted(Size::unscaled(), LocationRef::new(face.instance.coords()));
                if let Some(drawing) = outlines.get(glyph.into()) {
                    drawing.draw(settings, &mut pen).ok()?;
                }
                let share = match side {
                    Some(Side::Start) => 0.0,
                    Some(Side::End) => 1.0,
                    Some(Side::Between | Side::Middle | Side::Raised) | None => 0.5,
                };
                let aside = (advance - open * drawn) * share * units;
                let (rise, up) = match self.rise {
                    _ if side == Some(Side::Raised) => {
                        (drawn, MIDDLE * units - drawn * pen.0.bounding_box().center().y as f32)
                    }
                    Rise::By(rise) if side.is_none() => (rise, 0.0),
                    _ => (drawn, MIDDLE * (1.0 - drawn) * units),
                };
                let fitted = Affine::translate((aside.into(), up.into()))
                    * Affine::scale_non_uniform(drawn.into(), rise.into());
                outline = simple(&(fitted * pen.0)).map_or(Glyph::Empty, Glyph::Simple);
            }
            let left = if let Glyph::Simple(simple) = &outline { simple.bbox.x_min } else { 0 };
            advances.extend(((advance * units).round().clamp(0.0, 65535.0) as u16).to_be_bytes());
            advances.extend(left.to_be_bytes());
            builder.add_glyph(&outline).ok()?;
        }
        let (glyf, loca, format) = builder.build();
        let mut head = font.table_data(read_fonts::types::Tag::new(b"head"))?.as_bytes().to_vec();
        head.get_mut(50..52)?.copy_from_slice(&u16::from(format == LocaFormat::Long).to_be_bytes());
        let mut hhea = font.table_data(read_fonts::types::Tag::new(b"hhea"))?.as_bytes().to_vec();
        hhea.get_mut(34..36)?.copy_from_slice(&count.to_be_bytes());
        let mut out = FontBuilder::new();
        out.add_table(&glyf).ok()?.add_table(&loca).ok()?;
        for tag in [b"maxp", b"OS/2", b"post", b"cmap"] {
            if let Some(table) = font.table_data(read_fonts::types::Tag::new(tag)) {
                let mut table = table.as_bytes().to_vec();
                if tag == b"OS/2" {
                    face.reach.write(&mut table, units);
                }
                out.add_raw(Tag::new(tag), table);
            }
        }
        out.add_raw(Tag::new(b"head"), head)
            .add_raw(Tag::new(b"hhea"), hhea)
            .add_raw(Tag::new(b"hmtx"), advances)
            .add_raw(Tag::new(b"name"), names(name));
        Some(out.build())
    }
}

/// A glyph of this outline. `None`: it is empty.
fn simple(path: &BezPath) -> Option<SimpleGlyph> {
    // The points of a glyph are whole units.
    SimpleGlyph::from_bezpath(path).ok().filter(|glyph| !glyph.contours.is_empty())
}

/// A `name` table with a PostScript name and nothing else (OpenType, "Naming table version 0").
fn names(post_script: &str) -> Vec<u8> {
    let text: Vec<u8> = post_script.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let length = u16::try_from(text.len()).unwrap_or_default();
    let fields = [0, 1, 18, 3, 1, 0x409, 6, length, 0];
    fields.into_iter().flat_map(u16::to_be_bytes).chain(text).collect()
}

/// Collects an outline.
#[derive(Default)]
struct Path(BezPath);

impl OutlinePen for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to((x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to((x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to((x1, y1), (x, y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.curve_to((x1, y1), (x2, y2), (x, y));
    }

    fn close(&mut self) {
        self.0.close_path();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FontFolders, Library, Request, facts};

    fn library() -> Library {
        Library::new(FontFolders::default())
    }

    #[test]
    fn every_known_character_has_its_own_width() {
        let library = library();
        let mut compared = 0;
        for facts in facts::all().filter(|facts| facts.pitch() == Pitch::Proportional) {
            let choice = library.select(&Request::new(facts.family, facts.bold, facts.italic));
            let face = library.face(choice.face).unwrap().opened().unwrap();
            let mut drawn = BTreeSet::new();
            for (character, width) in facts.widths() {
                let (glyph, advance) = face.glyph_and_advance(character);
                if glyph == 0 || face.plain_advance(glyph) < 0.01 || width < 0.01 {
                    continue;
                }
                if drawn.insert(glyph) {
                    assert!(
                        (advance - width).abs() < 0.0002,
                        "{} {character:?} {advance} {width}",
                        facts.family
                    );
                }
                compared += 1;
            }
        }
        assert!(compared > 6000, "{compared}");
    }

    #[test]
    fn accented_letters_are_as_wide_as_their_base() {
        let library = library();
        let choice = library.select(&Request::new("Aptos", false, false));
        let face = library.face(choice.face).unwrap().opened().unwrap();
        let width = |character| face.glyph_and_advance(character).1;
        assert!((width('ž') - width('z')).abs() < 0.01, "{} {}", width('ž'), width('z'));
        assert!(width('Ǽ') > 0.5);
    }

    #[test]
    fn a_style_that_was_never_seen_follows_the_one_that_was() {
        let library = library();
        let width = |family, bold, italic| {
            let choice = library.select(&Request::new(family, bold, italic));
            library.face(choice.face).unwrap().opened().unwrap().glyph_and_advance('n').1
        };
        let (open, open_bold) = (width("Carlito", false, true), width("Carlito", true, true));
        assert!(
            (width("Aptos", true, true) / width("Aptos", true, false)
                - open_bold / width("Carlito", true, false))
            .abs()
                < 0.001
        );
        assert!(width("Aptos", false, true) > open, "Aptos is wider than Calibri");
    }

    #[test]
    fn the_program_has_the_widths_and_only_the_glyphs_that_are_drawn() {
        let library = library();
        let choice = library.select(&Request::new("Georgia", true, false));
        let face = library.face(choice.face).unwrap();
        let opened = face.opened().unwrap();
        let glyphs: BTreeSet<u16> = "Añ".chars().map(|c| opened.glyph_and_advance(c).0).collect();
        let program = face.fitted_program(&glyphs).unwrap();
        assert!(program.variations.is_empty());
        let bytes: &[u8] = (*program.data).as_ref();
        let font = read_fonts::FontRef::new(bytes).unwrap();
        let widths = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let outlines = font.outline_glyphs();
        let mut drawn = 0;
        for glyph in 0..font.maxp().unwrap().num_glyphs() {
            let mut pen = Path::default();
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            outlines.get(glyph.into()).unwrap().draw(settings, &mut pen).unwrap();
            if !pen.0.elements().is_empty() {
                assert!(glyph == 0 || glyphs.contains(&glyph), "{glyph}");
                let advance = widths.advance_width(glyph.into()).unwrap() / opened.units_per_em;
                assert!((advance - opened.advance(glyph)).abs() < 0.001);
                drawn += 1;
            }
        }
        assert_eq!(drawn, 3, "two letters and the box");
        assert!(bytes.len() < 60_000, "{}", bytes.len());
    }
}
