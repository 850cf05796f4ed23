//! Faces for equations: their MATH tables (OpenType 1.9.1, "MATH"). Lengths are in em.

mod constants;

mod table;

use read_fonts::FontRef;
use read_fonts::types::Tag;
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};

pub use constants::Constant;
use constants::{
    CAMBRIA, CAMBRIA_BEFORE_SUBSCRIPTS, CAMBRIA_IN_SUBSCRIPTS, CAMBRIA_SUMS, CAMBRIA_UNITS, COUNT,
    DEGREE_RISE,
};
use table::Table;

use crate::choice::{Choice, choice};
use crate::face::Face;
use crate::library::Library;
use crate::opened::Opened;
use crate::stand_ins;

/// A face with a MATH table.
pub struct MathFont<'a> {
    opened: &'a Opened,
    font: FontRef<'a>,
    table: Table<'a>,
    constants: [i16; COUNT],
    /// Units per em of the constants.
    units: f32,
    /// Whether it stands in for Cambria Math.
    is_stand_in: bool,
}

/// Where the outline of a glyph lies, from its origin: left and right edges, upwards to its top, downwards to its bottom.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Extents {
    /// Left edge.
    pub left: f32,
    /// Right edge.
    pub right: f32,
    /// Height above the baseline.
    pub ascent: f32,
    /// Depth below the baseline (positive: below).
    pub descent: f32,
}

/// A large operator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Operator {
    /// Its glyph.
    pub glyph: u16,
    /// The size in which it is drawn, as a share of the text's.
    pub size: f64,
    /// Its width, as a share of the glyph's in that size.
    pub width: f64,
}

/// A part of a glyph that is put together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// Its glyph.
    pub glyph: u16,
    /// How much of its start may lie over the part before.
    pub start: f32,
    /// How much of its end may lie over the part behind.
    pub end: f32,
    /// Its full length.
    pub length: f32,
    /// Whether it may be left out or repeated.
    pub is_extender: bool,
}

/// The corner of a glyph at which a script stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corner {
    /// Above, behind it.
    TopRight,
    /// Above, before it.
    TopLeft,
    /// Below, behind it.
    BottomRight,
    /// Below, before it.
    BottomLeft,
}

/// The family whose stand-in sets equations where the wanted font has no MATH table.
const PLAIN: &str = "Cambria Math";

impl Library {
    /// The face that sets equations in `family`: the font itself if it is at hand and has a MATH table, else Cambria Math,
    /// else the bundled face in its place.
    #[must_use]
    pub fn math(&self, family: &str) -> Choice {
        let at_hand = [family, PLAIN].into_iter().find_map(|name| {
            self.named(name, false, false)
                .filter(|(_, face)| face.math().is_some())
                .map(|found| (found, name))
        });
        if let Some((found, name)) = at_hand {
            return choice(found, false, false, name != family);
        }
        let id = self.fitted_math(&stand_ins::math_of(PLAIN));
        let found = id.and_then(|id| Some((id, self.face(id)?)));
        found.map_or_else(Choice::none, |found| choice(found, false, false, true))
    }
}

impl Face {
    /// What the face says of equations; `None`: it has no MATH table.
    #[must_use]
    pub fn math(&self) -> Option<MathFont<'_>> {
        let opened = self.opened()?;
        let font = opened.font()?;
        let table = Table::new(font.table_data(Tag::new(b"MATH"))?.as_bytes());
        let is_stand_in = self.is_math_stand_in();
        let (constants, units) = match is_stand_in {
            true => (CAMBRIA, CAMBRIA_UNITS),
            false => (table.constants()?, opened.units_per_em),
        };
        Some(MathFont { opened, font, table, constants, units, is_stand_in })
    }
}

impl MathFont<'_> {
    /// A length of the table.
    #[must_use]
    pub fn constant(&self, constant: Constant) -> f32 {
        self.constants.get(constant as usize).copied().map_or(0.0, f32::from) / self.units
    }

    /// How far signs that are centred on the axis are to be raised: the face in another's place has them lower.
    #[must_use]
    pub fn lift(&self) -> f32 {
        let own = self.table.constants().and_then(|own| own.get(Constant::AxisHeight as usize).copied());
        own.map_or(0.0, |own| self.constant(Constant::AxisHeight) - f32::from(own) / self.opened.units_per_em)
    }

    /// Size of scripts (`level` 1), and of scripts of scripts (from 2 on), as a share.
    #[must_use]
    pub fn script_scale(&self, level: u8) -> f32 {
        let [script, script_script, ..] = self.constants;
        let (own, usual) = match level {
            0 => return 1.0,
            1 => (script, 80),
            _ => (script_script, 60),
        };
        f32::from(if (10..=100).contains(&own) { own } else { usual }) / 100.0
    }

    /// How far the degree of a radical stands above its bottom, as a share of its height.
    #[must_use]
    pub fn degree_rise(&self) -> f32 {
        self.constants.get(DEGREE_RISE).copied().map_or(0.6, f32::from) / 100.0
    }

    /// The glyph of a character, in the form for scripts where `level` is 1 or more.
    #[must_use]
    pub fn glyph(&self, character: char, level: u8) -> Option<u16> {
        // Cambria Math's bullet operator is as small as its dot operator (nine of one of Word's PDFs).
        let shape = if self.is_stand_in && character == '∙' { '⋅' } else { character };
        let glyph = self.opened.glyph(shape)?;
        let forms = match level {
            0 => return Some(glyph),
            _ => self.opened.script_forms().get(&glyph),
        };
        Some(forms.map_or(glyph, |[script, script_script]| if level == 1 { *script } else { *script_script }))
    }

    /// How far the pen moves.
    #[must_use]
    pub fn advance(&self, glyph: u16) -> f32 {
        self.opened.advance(glyph)
    }

    /// Where the outline lies.
    #[must_use]
    pub fn extents(&self, glyph: u16) -> Extents {
        let location = LocationRef::new(self.opened.instance.coords());
        let bounds = self.font.glyph_metrics(Size::unscaled(), location).bounds(glyph.into());
        let Some(bounds) = bounds else { return Extents::default() };
        let em = |length: f32| length / self.opened.units_per_em;
        let factor = self.opened.factor(glyph);
        Extents {
            left: em(bounds.x_min) * factor,
            right: em(bounds.x_max) * factor,
            ascent: em(bounds.y_max),
            descent: -em(bounds.y_min),
        }
    }

    fn units(&self, value: Option<i16>) -> Option<f32> {
        value.map(|value| f32::from(value) / self.opened.units_per_em)
    }

    /// How far the glyph leans out of its advance at the top.
    #[must_use]
    pub fn italic_correction(&self, glyph: u16) -> f32 {
        self.units(self.table.italic_correction(glyph)).unwrap_or_default() * self.opened.factor(glyph)
    }

    /// Where an accent's middle stands over the glyph; half of its width where the face does not say it.
    #[must_use]
    pub fn accent_attachment(&self, glyph: u16) -> f32 {
        let own = self.units(self.table.accent_attachment(glyph)).map(|own| own * self.opened.factor(glyph));
        own.unwrap_or_else(|| self.advance(glyph) / 2.0)
    }

    /// How far a script at a height moves towards the glyph of a character (negative) or away from it.
    #[must_use]
    pub fn kern(&self, (glyph, character): (u16, char), corner: Corner, height: f32) -> f32 {
        if self.is_stand_in && corner == Corner::BottomRight {
            return known(&CAMBRIA_BEFORE_SUBSCRIPTS, character);
        }
        let height = height * self.opened.units_per_em;
        self.units(self.table.kern(glyph, corner as usize, height)).unwrap_or_default()
    }

    /// How far a subscript that begins with a character moves towards its base (negative), in em of the subscript.
    #[must_use]
    pub fn lead(&self, character: char) -> f32 {
        if self.is_stand_in { known(&CAMBRIA_IN_SUBSCRIPTS, character) } else { 0.0 }
    }

    /// The glyph in other sizes, the smallest first, each with its size.
    #[must_use]
    pub fn variants(&self, glyph: u16, is_vertical: bool) -> Vec<(u16, f32)> {
        let all = self.table.variants(glyph, is_vertical).into_iter();
        all.map(|(glyph, size)| (glyph, f32::from(size) / self.opened.units_per_em)).collect()
    }

    /// A sum, integral or other large operator in the smallest size that is no smaller than `height`, or in the largest.
    #[must_use]
    pub fn operator(&self, sign: char, height: f32) -> Option<Operator> {
        let glyph = self.opened.glyph(sign)?;
        let variants = self.variants(glyph, true);
        let fits = variants.iter().find(|(_, size)| *size >= height).or(variants.last());
        let glyph = fits.map_or(glyph, |(variant, _)| *variant);
        let sums = if self.is_stand_in && matches!(sign, '∏'..='∑') { &CAMBRIA_SUMS[..] } else { &[] };
        let of_cambria = sums.iter().find(|(own, ..)| *own >= height).or(sums.last());
        Some(match (of_cambria, variants.last()) {
            (Some((_, size, width)), Some((largest, _))) => {
                Operator { glyph: *largest, size: *size, width: *width }
            }
            _ => Operator { glyph, size: 1.0, width: 1.0 },
        })
    }

    /// The parts of a glyph of any size: from the bottom up, or from the left. Empty: it cannot be put together.
    #[must_use]
    pub fn parts(&self, glyph: u16, is_vertical: bool) -> Vec<Part> {
        let em = |length: u16| f32::from(length) / self.opened.units_per_em;
        let all = self.table.parts(glyph, is_vertical).into_iter();
        all.map(|part| Part {
            glyph: part.glyph,
            start: em(part.start),
            end: em(part.end),
            length: em(part.advance),
            is_extender: part.is_extender,
        })
        .collect()
    }

    /// By how much two parts lie over one another at least.
    #[must_use]
    pub fn min_overlap(&self) -> f32 {
        self.table.min_overlap().map_or(0.0, f32::from) / self.opened.units_per_em
    }
}

fn known(lengths: &[(char, f32)], character: char) -> f32 {
    lengths.iter().find(|(own, _)| *own == character).map_or(0.0, |(_, length)| *length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FontFolders;

    fn near(value: f32, wanted: f32) -> bool {
        (value - wanted).abs() < 0.0005
    }

    #[test]
    fn the_stand_in_has_cambrias_constants_and_widths() {
        let library = Library::new(FontFolders::default());
        let choice = library.math("Cambria Math");
        let face = library.face(choice.face).unwrap();
        let math = face.math().unwrap();
        assert!(choice.is_stand_in && near(math.constant(Constant::AxisHeight), 585.0 / 2048.0));
        assert!(near(math.constant(Constant::RadicalKernAfterDegree), -640.0 / 2048.0));
        assert!(near(math.script_scale(1), 0.73) && near(math.degree_rise(), 0.65));
        let width = |character, level| math.advance(math.glyph(character, level).unwrap());
        assert!(near(width('𝑥', 0), 0.53223) && near(width('0', 0), 0.55371), "{}", width('𝑥', 0));
        // Letters of scripts are wider; those of Word's PDFs by 11 in a hundred, digits by 4.5.
        assert!((width('𝑛', 1) - 0.64941).abs() < 0.02, "{}", width('𝑛', 1));
        assert!((width('5', 1) - 0.57861).abs() < 0.002, "{}", width('5', 1));
    }

    #[test]
    fn brackets_grow_by_sizes_and_then_by_parts() {
        let library = Library::new(FontFolders::default());
        let choice = library.math("no such font");
        let math = library.face(choice.face).unwrap().math().unwrap();
        let glyph = math.glyph('(', 0).unwrap();
        let sizes = math.variants(glyph, true);
        assert!(sizes.len() > 3 && sizes.is_sorted_by(|a, b| a.1 <= b.1), "{sizes:?}");
        let parts = math.parts(glyph, true);
        assert!(parts.iter().any(|part| part.is_extender) && parts.len() >= 3, "{parts:?}");
        assert!(math.min_overlap() > 0.0);
        assert!(math.italic_correction(math.glyph('𝑓', 0).unwrap()) > 0.0);
    }

    #[test]
    fn a_damaged_table_says_nothing() {
        for bytes in [&[][..], &[0; 9], &[0xff; 64]] {
            let table = Table::new(bytes);
            assert!(table.constants().is_none() && table.variants(3, true).is_empty());
            assert!(table.parts(3, false).is_empty() && table.kern(3, 0, 1.0).is_none());
        }
    }
}
