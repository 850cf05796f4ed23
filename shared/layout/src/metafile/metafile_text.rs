//! Text of metafiles ([MS-EMF] 2.3.5.8, [MS-WMF] 2.3.3.5).

use platen_fonts::{Choice, Features, Itemise, Request};

use super::matrix::Matrix;
use super::painter::Canvas;
use super::state::USUAL_HEIGHT;
use crate::bounds::{COARSE_ROUNDING, HAIR};
use crate::error::LayoutError;
use crate::pages::{GlyphRun, Group, Item, PlacedGlyph};

/// Bound: the least height of a face's line, in em.
const LEAST_LINE: f64 = 0.1;

/// Bound: the largest text, in points, and how many times wider than its face has it.
const LARGEST: f64 = 1e4;
const WIDEST: f64 = 100.0;

/// Bits of the alignment of text ([MS-WMF] 2.1.2.3).
const UPDATE_POSITION: u32 = 1;
const CENTER: u32 = 6;
const RIGHT: u32 = 2;
const BASELINE: u32 = 24;
const BOTTOM: u32 = 8;

/// Text as a record has it: UTF-16, and the distance of each of its units from the next (logical units), if given.
pub(super) struct Text<'t> {
    pub at: (f64, f64),
    pub units: &'t [u16],
    pub distances: &'t [f64],
}

impl Canvas<'_> {
    pub(super) fn text(&mut self, text: &Text<'_>) -> Result<(), LayoutError> {
        self.budget.spend(text.units.len() as u64 * 8 + 8)?;
        let font = self.state.font.clone();
        let code = |unit: u16| if font.is_symbol && unit < 256 { unit | 0xF000 } else { unit };
        let units: Vec<u16> = text.units.iter().map(|unit| code(*unit)).collect();
        let written = String::from_utf16_lossy(&units);
        let request = Request::new(&font.family, font.is_bold, font.is_italic);
        let choice = self.library.select(&request);
        let metrics = choice.line_metrics();
        let (ascent, descent) = (f64::from(metrics.ascent), f64::from(metrics.descent));
        let em = match font.height {
            0.0 => USUAL_HEIGHT,
            height if height < 0.0 => -height,
            height => height / (ascent + descent).max(LEAST_LINE),
        };
        let matrix = self.matrix();
        let [a, b, c, d, ..] = matrix.0;
        let (across, down) = (a.hypot(b), c.hypot(d));
        let (size, scale) = (em * down, if down > 0.0 { across / down } else { 1.0 });
        if !(size > HAIR && scale > HAIR && size < LARGEST && scale < WIDEST) {
            return Ok(());
        }
        let runs = self.runs(&written, text.distances, choice, Scaling { size, scale, across })?;
        let width: f64 = runs.iter().map(GlyphRun::width).sum();
        let align = self.state.text_align;
        let updates = align & UPDATE_POSITION != 0;
        let at = if updates { self.state.position } else { text.at };
        let left = match align & CENTER {
            CENTER => -width / 2.0,
            RIGHT => -width,
            _ => 0.0,
        };
        let baseline = match align & BASELINE {
            BASELINE => 0.0,
            BOTTOM => -descent * size,
            _ => ascent * size,
        };
        // Text stands upright where only the axes are turned over.
        let turned = if b.abs() > COARSE_ROUNDING { b.atan2(a) } else { 0.0 } - font.angle.to_radians();
        let (x, y) = matrix.apply(at);
        if updates && across > 0.0 {
            self.state.position.0 += width / across;
        }
        let mut items: Vec<Item> = runs
            .into_iter()
            .filter(|run| !run.glyphs.is_empty())
            .map(|run| Item::Glyphs(run).shifted(left, baseline))
            .collect();
        let colour = self.state.text_colour;
        let ruled = [
            (font.is_underlined, f64::from(metrics.underline_position), metrics.underline_thickness),
            (font.is_struck, -f64::from(metrics.strikeout_position), metrics.strikeout_thickness),
        ];
        for (_, below, thickness) in ruled.into_iter().filter(|(is_on, ..)| *is_on) {
            let y = baseline + below * size;
            let width_of = f64::from(thickness) * size;
            let (from, to) = ((left, y), (left + width, y));
            let dash = crate::pages::Dash::Solid;
            items.push(Item::Rule(crate::pages::Rule { from, to, width: width_of, colour, dash }));
        }
        if turned.abs() < COARSE_ROUNDING {
            for item in items {
                self.put(item.shifted(x, y));
            }
        } else if !items.is_empty() {
            let (sin, cos) = turned.sin_cos();
            let transform = Matrix([cos, sin, -sin, cos, x, y]).0;
            self.put(Item::Group(Group::new(transform, items)));
        }
        Ok(())
    }

    /// Shaped text along a line from 0 on.
    fn runs(
        &mut self,
        written: &str,
        distances: &[f64],
        choice: Choice,
        scaling: Scaling,
    ) -> Result<Vec<GlyphRun>, LayoutError> {
        let Scaling { size, scale, across } = scaling;
        let units = units_of(written);
        let how = Itemise { choice, right_to_left: false, levels: None, language: None };
        let mut runs = Vec::new();
        let mut pen = 0.0;
        for item in self.library.itemise(written, &how) {
            let shaped = self.library.shape(written, &item, None, Features::default());
            self.budget.spend(shaped.glyphs.len() as u64 * 4)?;
            let own = written.get(item.range.clone()).unwrap_or_default();
            if item.is_missing {
                self.lack("some characters are boxes: no font has them");
            }
            let is_rtl = item.is_right_to_left();
            let mut glyphs: Vec<PlacedGlyph> = Vec::with_capacity(shaped.glyphs.len());
            for (number, glyph) in shaped.glyphs.iter().enumerate() {
                let start = glyph.cluster as usize;
                let end = match shaped.glyphs.get(number + 1) {
                    Some(next) if !is_rtl => next.cluster as usize,
                    _ if is_rtl => start + 1,
                    _ => item.range.end,
                };
                let units = units.get(start).copied().zip(units.get(end).copied());
                let told = units.filter(|_| !is_rtl).and_then(|(from, to)| distances.get(from..to));
                let natural = f64::from(glyph.advance) * size * scale;
                let advance = match told {
                    Some(told) if end > start => told.iter().sum::<f64>() * across,
                    Some(_) => 0.0,
                    None => natural,
                };
                let offset = (f64::from(glyph.x_offset) * size * scale, f64::from(glyph.y_offset) * size);
                let [start, end] =
                    [start, end].map(|byte| byte.saturating_sub(item.range.start).min(own.len()));
                glyphs.push(PlacedGlyph::new(glyph.id, advance, offset, start..end));
            }
            let run = GlyphRun {
                face: item.choice.face,
                synthetic_bold: item.choice.synthetic_bold,
                synthetic_italic: item.choice.synthetic_italic,
                size,
                scale,
                colour: self.state.text_colour,
                x: pen,
                y: 0.0,
                glyphs,
                text: own.to_owned(),
                is_rtl,
                is_spaced: false,
                link: None,
                element: None,
            };
            pen += run.width();
            runs.push(run);
        }
        Ok(runs)
    }
}

/// How large glyphs and the distances between them are drawn.
struct Scaling {
    /// Points of an em, along the height.
    size: f64,
    /// How much wider than high glyphs are.
    scale: f64,
    /// Points of a logical unit, along the line.
    across: f64,
}

/// For each byte of a text, and its end: the unit of UTF-16 at which its character begins.
fn units_of(text: &str) -> Vec<usize> {
    let mut units = Vec::with_capacity(text.len() + 1);
    let mut next = 0;
    for character in text.chars() {
        units.extend(std::iter::repeat_n(next, character.len_utf8()));
        next += character.len_utf16();
    }
    units.push(next);
    units
}
