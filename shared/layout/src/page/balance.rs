//! Columns of equal height (17.18.77): where a section of several columns ends above another on the same page.

use super::column::Top;
use crate::block::{Content, Slice};

/// Steps of the search for the height at which columns are balanced.
const BALANCE_STEPS: usize = 24;

/// The least height at which all slices fit into `columns` columns; none if they do not fit on this page.
pub(super) fn balanced(stack: &[Slice<'_>], columns: usize, room: f64, above: Top) -> Option<f64> {
    let mut total = 0.0;
    for slice in stack.iter().rev() {
        total += slice.gap + slice.height;
        let is_long_row = matches!(slice.content, Content::Row(_)) && slice.height > room;
        if total > room * columns as f64 || is_long_row {
            return None;
        }
    }
    let fits = |height: f64| {
        let (mut column, mut y) = (1, 0.0);
        let mut is_first = true;
        let mut slices = stack.iter().rev().peekable();
        while let Some(slice) = slices.next() {
            let gap = match (is_first, above) {
                (true, Top::Section) if column == 1 => slice.gap,
                (true, _) => 0.0,
                (false, _) => slice.gap,
            };
            // A slice that the next one is glued to goes with it.
            let glued = slices
                .peek()
                .filter(|next| next.is_glued)
                .map_or(0.0, |next| next.gap + next.height - next.hang);
            if y + gap + slice.height - slice.hang + glued > height + 0.01 && !is_first && !slice.is_glued {
                column += 1;
                (y, is_first) = (slice.height, false);
                if column > columns {
                    return false;
                }
                continue;
            }
            y += gap + slice.height;
            is_first = false;
        }
        y <= height + 0.01
            || column == columns && y - stack.first().map_or(0.0, |last| last.hang) <= height + 0.01
    };
    if !fits(room) {
        return None;
    }
    let (mut low, mut high) = (total / columns as f64 * 0.5, room);
    for _ in 0..BALANCE_STEPS {
        let middle = (low + high) / 2.0;
        if fits(middle) { high = middle } else { low = middle }
    }
    Some(high + 0.02)
}
