//! Lines of a paragraph, between the floating objects around it.

use super::Glyphs;
use super::placed::Placed;
use crate::block::anchor::all_kept_free;
use crate::block::layouter::{Layouter, Open, Place, page_at};
use crate::block::wrap::room;
use crate::error::LayoutError;
use crate::line::{Breaker, Line, Room};
use crate::model::story::{Clear, Wrap};

impl<'a> Layouter<'a> {
    /// Breaks a paragraph into lines, until its anchors are in the parts of it that their objects count from.
    pub(super) fn broken(
        &self,
        glyphs: &Glyphs<'a, '_>,
        placed: &mut Placed<'_>,
        open: &mut Open<'a, '_>,
    ) -> Result<Vec<Line>, LayoutError> {
        let style = &*glyphs.paragraph.style;
        let top = placed.top;
        // Lines may go on in a column of another width.
        let (pages, width) = (open.column.pages, open.column.width);
        let own = |y: f64| page_at(pages, y).map_or(width, |page| page.width);
        let lines = loop {
            let of_parts = placed.anchored(glyphs).filter(|(anchor, ..)| {
                placed.parts.counts(anchor) && anchor.wrap != Wrap::None && !self.stays(anchor, glyphs, open)
            });
            let mut exclusions = all_kept_free(of_parts, open);
            let count_of_parts = exclusions.len();
            exclusions.append(&mut open.exclusions);
            let room = |y: f64, height: f64, part: (usize, Option<Clear>)| {
                let width = own(top + y);
                let room = room(&exclusions, (top + y, height), (width, placed.need), part, self.budget);
                Room { to: room.to.min(width - style.end), ..room }
            };
            let lines = Breaker {
                shaped: &glyphs.text,
                blank_from: glyphs.text.blank_from(),
                label: glyphs
                    .label
                    .as_ref()
                    .map(|(shaped, label)| (shaped, (label.suffix, glyphs.label_space), label.align)),
                style,
                mark: &glyphs.mark,
                width: open.widest,
                settings: &self.document.settings,
                grid: open.column.grid,
                is_in_cell: open.column.place == Place::Cell,
                budget: self.budget,
                room: &room,
            }
            .lines()?;
            open.exclusions = exclusions.split_off(count_of_parts);
            // A paragraph can span several pages.
            let height: f64 =
                lines.iter().filter(|line| !line.is_beside).map(|line| line.skip + line.height).sum();
            let loads = open.load_wraps(top + height);
            if placed.parts.agree(&lines, pages) && !loads {
                break lines;
            }
        };
        for (anchor, size, spot) in placed.anchored(glyphs) {
            if self.stays(anchor, glyphs, open) || placed.parts.counts(anchor) {
                self.keep_off(anchor, size, spot, open);
            }
            if spot.line > top {
                // Where a page begins between, the text is laid out again with the pages known.
                open.flow.wraps.push((top, spot.line + 1.0));
            }
        }
        Ok(lines)
    }
}
