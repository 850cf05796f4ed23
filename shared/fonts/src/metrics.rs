//! The line height of a face, as Word computes it.

use read_fonts::{FontRef, TableProvider};

/// Heights of a face in em, up from the baseline for ascents, down for descents (both positive).
///
/// A single-spaced line of the face is `line_gap + ascent + descent` high, and its baseline lies `line_gap + ascent`
/// below its top.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineMetrics {
    /// Height above the baseline.
    pub ascent: f32,
    /// Depth below the baseline.
    pub descent: f32,
    /// Space that the face asks for between lines; Word puts it above the ascent.
    pub line_gap: f32,
    /// Middle of the underline, below the baseline (positive: below).
    pub underline_position: f32,
    /// Thickness of the underline.
    pub underline_thickness: f32,
    /// Middle of the strike-out line, above the baseline.
    pub strikeout_position: f32,
    /// Thickness of the strike-out line.
    pub strikeout_thickness: f32,
    /// Height of a small x; 0 where the face does not say it.
    pub x_height: f32,
    /// Height of a capital H; 0 where the face does not say it.
    pub cap_height: f32,
    /// Whether the face was made for Chinese, Japanese or Korean. Its ascent and descent then hold Word's extra height.
    pub is_east_asian: bool,
}

/// How far letters reach above and below the baseline, in em: what viewers mark when text is selected. Word writes the
/// ascender of `hhea` above (95 of 98 fonts in its PDFs). Below it writes sTypoDescender, which is not known of most fonts; that of
/// `hhea` is nearly the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Reach {
    pub above: f32,
    pub below: f32,
}

/// sTypoAscender and sTypoDescender in `OS/2` (OpenType 1.9.1), which PDFs take as the reach.
const TYPO_HEIGHTS: std::ops::Range<usize> = 68..72;

impl Reach {
    /// Writes it into the table `OS/2` of a font.
    pub(crate) fn write(self, os2: &mut [u8], units_per_em: f32) {
        let units = |value: f32| ((value * units_per_em).round() as i16).to_be_bytes();
        if let Some(place) = os2.get_mut(TYPO_HEIGHTS) {
            place.copy_from_slice([units(self.above), units(-self.below)].as_flattened());
        }
    }
}

/// What the tables `hhea`, `OS/2`, `post` and `head` say, in font units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Vertical {
    pub units_per_em: f32,
    /// `hhea`: ascender, descender (negative), line gap.
    pub hhea: [f32; 3],
    /// `OS/2`: usWinAscent, usWinDescent (both positive).
    pub win: Option<[f32; 2]>,
    /// `OS/2`: sTypoAscender, sTypoDescender (negative), sTypoLineGap, where fsSelection has bit 7.
    pub typo: Option<[f32; 3]>,
    /// `post`: underlinePosition (top of the line, negative: below), underlineThickness.
    pub underline: [f32; 2],
    /// `OS/2`: yStrikeoutPosition (top of the line), yStrikeoutSize.
    pub strikeout: [f32; 2],
    /// `OS/2`: sxHeight, sCapHeight.
    pub heights: [f32; 2],
    /// `OS/2`: ulCodePageRange1 bits 17 to 20, or the like.
    pub is_east_asian: bool,
}

/// Bits 17 to 20 of `OS/2.ulCodePageRange1`: Japanese, simplified Chinese, Korean (Wansung), traditional Chinese.
const EAST_ASIAN_CODE_PAGES: u32 = 0b1111 << 17;

/// What a line of an East Asian face has above and below its box each, in shares of the box. Measured in Word's output for Yu
/// Gothic, Yu Mincho, Malgun Gothic and Hiragino. The box is GDI's: Yu Mincho takes 1.672 em on Windows, at 11 and at 14 points
/// (its ascent and descent in `hhea` alone, as Word for Mac has them, would make 1.433). Word counts in whole font units: a line
/// of MS Mincho, whose em has 256, takes 332 of them (1.297 em), not 332.8.
const EAST_ASIAN_SURPLUS: f32 = 0.15;

impl Vertical {
    /// Reads the tables. `None`: the font has no `head` or no `hhea`.
    pub(crate) fn read(font: &FontRef) -> Option<Vertical> {
        let units_per_em = f32::from(font.head().ok()?.units_per_em());
        let hhea = font.hhea().ok()?;
        let mut vertical = Vertical {
            units_per_em: if units_per_em > 0.0 { units_per_em } else { 1000.0 },
            hhea: [hhea.ascender(), hhea.descender(), hhea.line_gap()].map(|value| f32::from(value.to_i16())),
            ..Vertical::default()
        };
        if let Ok(post) = font.post() {
            let (position, thickness) = (post.underline_position(), post.underline_thickness());
            vertical.underline = [position, thickness].map(|value| f32::from(value.to_i16()));
        }
        if let Ok(os2) = font.os2() {
            vertical.win = Some([os2.us_win_ascent(), os2.us_win_descent()].map(f32::from));
            let typo = [os2.s_typo_ascender(), os2.s_typo_descender(), os2.s_typo_line_gap()];
            vertical.typo = (os2.fs_selection().bits() & 1 << 7 != 0).then(|| typo.map(f32::from));
            vertical.strikeout = [os2.y_strikeout_position(), os2.y_strikeout_size()].map(f32::from);
            vertical.heights =
                [os2.sx_height(), os2.s_cap_height()].map(|height| height.map_or(0.0, f32::from));
            vertical.is_east_asian =
                os2.ul_code_page_range_1().is_some_and(|pages| pages & EAST_ASIAN_CODE_PAGES != 0);
        }
        Some(vertical)
    }

    pub(crate) fn reach(&self) -> Reach {
        let [ascender, descender, _] = self.hhea;
        Reach { above: ascender / self.units_per_em, below: -descender / self.units_per_em }
    }

    /// The heights as Word uses them.
    ///
    /// GDI's rule (`TEXTMETRIC`): the box is `usWinAscent` and `usWinDescent`; the external leading is what is left of
    /// `hhea`'s line gap after the box has taken its share. Faces with OS/2 bit 7 (USE_TYPO_METRICS) use the typographic
    /// values instead. First baselines of 60 documents that Word for Windows printed: Calibri 0.952 (win ascent;
    /// hhea ascent and gap would be 0.971), Arial 0.938 (win ascent and leading), Times New Roman 0.933, Aptos 0.939 (typo).
    pub(crate) fn line_metrics(&self) -> LineMetrics {
        let [ascender, descender, gap] = self.hhea;
        let (ascent, descent, line_gap) = match (self.typo, self.win) {
            (Some([ascender, descender, gap]), _) => (ascender, -descender, gap.max(0.0)),
            (None, Some([ascent, descent])) if ascent + descent > 0.0 => {
                (ascent, descent, (gap - (ascent + descent - (ascender - descender))).max(0.0))
            }
            _ => (ascender, -descender, gap.max(0.0)),
        };
        // A damaged face could claim a box that is upside down or miles high.
        let em = |value: f32| (value / self.units_per_em).clamp(-4.0, 8.0);
        let surplus = (EAST_ASIAN_SURPLUS * (ascent + descent)).floor();
        let (mut ascent, mut descent, mut line_gap) = (em(ascent), em(descent), em(line_gap));
        if ascent + descent <= 0.0 {
            (ascent, descent, line_gap) = (0.8, 0.2, 0.0);
        }
        if self.is_east_asian {
            let surplus = em(surplus).max(0.0);
            (ascent, descent, line_gap) = (ascent + surplus, descent + surplus, 0.0);
        }
        let [underline, thickness] = self.underline.map(em);
        let [strikeout, strikeout_thickness] = self.strikeout.map(em);
        let or = |value: f32, other: f32| if value > 0.0 { value } else { other };
        let thickness = or(thickness, 0.05);
        let strikeout_thickness = or(strikeout_thickness, thickness);
        LineMetrics {
            ascent,
            descent,
            line_gap,
            underline_position: if underline < 0.0 { thickness / 2.0 - underline } else { 0.1 },
            underline_thickness: thickness,
            strikeout_position: or(strikeout - strikeout_thickness / 2.0, 0.26),
            strikeout_thickness,
            x_height: em(self.heights[0]).max(0.0),
            cap_height: em(self.heights[1]).max(0.0),
            is_east_asian: self.is_east_asian,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(units: f32, hhea: [f32; 3], win: [f32; 2]) -> LineMetrics {
        vertical(units, hhea, win).line_metrics()
    }

    fn east_asian_face(units: f32, hhea: [f32; 3], win: [f32; 2]) -> LineMetrics {
        Vertical { is_east_asian: true, ..vertical(units, hhea, win) }.line_metrics()
    }

    fn vertical(units: f32, hhea: [f32; 3], win: [f32; 2]) -> Vertical {
        Vertical { units_per_em: units, hhea, win: Some(win), ..Vertical::default() }
    }

    fn near(value: f32, wanted: f32) -> bool {
        (value - wanted).abs() < 0.0005
    }

    /// Word's own first baselines and single line heights.
    #[test]
    fn the_box_is_the_win_box_and_what_is_left_of_the_gap_lies_above() {
        let calibri = face(2048.0, [1536.0, -512.0, 452.0], [1950.0, 550.0]);
        assert!(near(calibri.ascent, 0.9521) && near(calibri.line_gap, 0.0), "{calibri:?}");
        assert!(near(calibri.ascent + calibri.descent, 1.2207));
        let arial = face(2048.0, [1854.0, -434.0, 67.0], [1854.0, 434.0]);
        assert!(near(arial.line_gap + arial.ascent, 0.9380), "{arial:?}");
        assert!(near(arial.line_gap + arial.ascent + arial.descent, 1.1499));
    }

    #[test]
    fn typographic_metrics_where_bit_7_is_set() {
        let vertical = Vertical {
            units_per_em: 2048.0,
            hhea: [1923.0, -577.0, 0.0],
            win: Some([2068.0, 563.0]),
            typo: Some([1923.0, -577.0, 0.0]),
            ..Vertical::default()
        };
        let aptos = vertical.line_metrics();
        assert!(near(aptos.ascent, 0.9390) && near(aptos.ascent + aptos.descent, 1.2207), "{aptos:?}");
    }

    #[test]
    fn east_asian_faces_are_higher_by_three_tenths() {
        let yu = east_asian_face(2048.0, [1802.0, -455.0, 1024.0], [2038.0, 598.0]);
        assert!(near(yu.ascent + yu.descent + yu.line_gap, 1.6732), "{yu:?}");
        assert!(near(yu.ascent - 2038.0 / 2048.0, yu.descent - 598.0 / 2048.0));
        // Lines of MS Mincho of 10.5 points are 15.66 points apart at a factor of 1.15 in Word's PDFs.
        let mincho = east_asian_face(256.0, [220.0, -36.0, 0.0], [220.0, 36.0]);
        assert!(near(mincho.ascent + mincho.descent, 332.0 / 256.0), "{mincho:?}");
    }

    #[test]
    fn a_face_upside_down_still_has_a_line() {
        let broken = face(1000.0, [-900.0, 300.0, 0.0], [0.0, 0.0]);
        assert!(broken.ascent + broken.descent > 0.5, "{broken:?}");
    }
}
