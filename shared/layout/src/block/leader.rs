//! What fills a tab (17.18.72).

use super::ink::{Paper, Placed, bare};
use super::layouter::Layouter;
use crate::LayoutError;
use crate::model::paragraph::Leader;
use crate::pages::{GlyphRun, Item, PlacedGlyph};
use crate::shape::Run;

/// What Word rounds the width of a leader's sign to: a pixel of 600 dots per inch, in points.
const DEVICE_PIXEL: f64 = 0.12;

/// Signs of one leader; a page has no room for more.
const MAX_SIGNS: f64 = 2000.0;

impl Layouter<'_> {
    /// Fills a tab. Signs stand on one grid in all lines, so that they lie below one another: at multiples of the sign's
    /// width from the edge of the page, rounded to pixels of the device (330 lines of 17 tables of contents). What is left
    /// on either side is a space, so that readers of the text do not join the signs and the words beside them.
    pub(super) fn leader(
        &self,
        leader: Leader,
        tab: &Placed,
        run: &Run,
        baseline: f64,
        paper: Paper,
        out: &mut Vec<Item>,
    ) -> Result<(), LayoutError> {
        let sign = match leader {
            Leader::None => return Ok(()),
            Leader::Dot => ".",
            Leader::Hyphen => "-",
            Leader::Underscore => "_",
            Leader::MiddleDot => "·",
        };
        let shaped = self.shaper.text(&format!("{sign} "), &run.style)?;
        let (Some(cluster), Some(own)) = (shaped.clusters.first(), shaped.runs.first()) else {
            return Ok(());
        };
        let [glyph, space] = shaped.glyphs.as_slice() else { return Ok(()) };
        let pitch = (cluster.width / DEVICE_PIXEL).round() * DEVICE_PIXEL;
        if pitch <= 0.01 {
            return Ok(());
        }
        let left = tab.x + paper.page_left;
        let first = (left / pitch - 1e-6).ceil();
        let last = ((left + tab.width) / pitch + 1e-6).floor();
        let count = (last - first).clamp(0.0, MAX_SIGNS) as usize;
        if count == 0 {
            return Ok(());
        }
        self.budget.spend(count as u64)?;
        let blank =
            |from: f64, to: f64| Some((to - from, space.id, " ")).filter(|_| to - from >= DEVICE_PIXEL);
        let before = blank(left, first * pitch);
        let behind = blank((first + count as f64) * pitch, left + tab.width);
        let signs = std::iter::repeat_n((pitch, glyph.id, sign), count);
        let mut line = GlyphRun {
            x: if before.is_some() { tab.x } else { first * pitch - paper.page_left },
            y: baseline,
            ..bare(own, paper.ground)
        };
        for (advance, id, text) in before.into_iter().chain(signs).chain(behind) {
            let start = line.text.len();
            line.text.push_str(text);
            let text = start..line.text.len();
            line.glyphs.push(PlacedGlyph { id, advance, x_offset: 0.0, y_offset: 0.0, text });
        }
        out.push(Item::Glyphs(line));
        Ok(())
    }
}
