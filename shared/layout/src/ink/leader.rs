//! Tab leaders (17.18.72).

use super::glyphs::bare;
use super::{Paper, Pen, Placed};
use crate::bounds::{COARSE_ROUNDING, HAIR};
use crate::error::LayoutError;
use crate::model::paragraph_properties::Leader;
use crate::pages::{GlyphRun, Item, PlacedGlyph};
use crate::shape::Run;

/// The unit that Word rounds the width of a leader's sign to: a pixel of 600 dots per inch, in points.
const DEVICE_PIXEL: f64 = 0.12;

/// Bound: signs of one leader; a page has no room for more.
const MAX_SIGNS: f64 = 2000.0;

impl Pen<'_, '_> {
    /// A tab: the signs that fill it, or a space, which Word writes so that copied text has two words,
    /// however narrow the tab is.
    ///
    /// Signs stand on one grid in all lines, so that they lie below one another: at multiples of the sign's width from the
    /// edge of the page, rounded to pixels of the device (330 lines of 17 tables of contents). What is left on either side
    /// is a space.
    pub(super) fn tab(
        &self,
        leader: Leader,
        tab: &Placed,
        run: &Run,
        baseline: f64,
        paper: Paper,
    ) -> Result<Option<Item>, LayoutError> {
        let sign = match leader {
            Leader::None => "",
            Leader::Dot => ".",
            Leader::Hyphen => "-",
            Leader::Underscore | Leader::Heavy => "_",
            Leader::MiddleDot => "·",
        };
        let shaped = self.0.text(&format!(" {sign}"), &run.style)?;
        let (Some(space), Some(own)) = (shaped.glyphs.first(), shaped.runs.first()) else { return Ok(None) };
        let natural = shaped.clusters.get(1).map_or(0.0, |sign| sign.width);
        // The font's size is rounded to pixels, and then the width of the sign (Arial of 11 points: 26 pixels of .2778 em of 92).
        let size = own.size * own.style.scale;
        let pixels = (size / DEVICE_PIXEL).round() * natural / size.max(DEVICE_PIXEL);
        let pitch = pixels.round() * DEVICE_PIXEL;
        let left = tab.x + paper.page_left;
        let first = (left / pitch - COARSE_ROUNDING).ceil();
        let last = ((left + tab.width) / pitch + COARSE_ROUNDING).floor();
        let mut line = GlyphRun { x: tab.x, y: baseline, ..bare(own, paper.ground) };
        line.synthetic_bold |= leader == Leader::Heavy;
        let mut add = |advance: f64, id: u16, text: &str| {
            let start = line.text.len();
            line.text.push_str(text);
            let text = start..line.text.len();
            line.glyphs.push(PlacedGlyph::new(id, advance, (0.0, 0.0), text));
        };
        match shaped.glyphs.get(1) {
            Some(glyph) if pitch > HAIR && last > first => {
                let count = (last - first).min(MAX_SIGNS);
                self.0.budget.spend(count as u64)?;
                let before = first * pitch - left;
                let behind = tab.width - before - count * pitch;
                if before >= DEVICE_PIXEL {
                    add(before, space.id, " ");
                }
                for _ in 0..count as usize {
                    add(pitch, glyph.id, sign);
                }
                if behind >= DEVICE_PIXEL {
                    add(behind, space.id, " ");
                }
                if before < DEVICE_PIXEL {
                    line.x += before;
                }
            }
            _ => add(tab.width, space.id, " "),
        }
        Ok(Some(Item::Glyphs(line)))
    }
}
