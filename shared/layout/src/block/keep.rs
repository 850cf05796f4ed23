//! Which lines stay together, and where lines stand beside floating objects.

use super::layouter::Exclusion;
use crate::line::{End, Line, Room};
use crate::model::paragraph::ParagraphStyle;

/// Times that a line is moved below floating objects before it is set where it is.
const MAX_MOVES: usize = 32;

/// Which lines may not begin a page: widow control and `keepLines` (17.3.1.44, 17.3.1.14). Lines behind a break inside
/// the paragraph count anew.
pub(super) fn kept(lines: &[Line], style: &ParagraphStyle) -> Vec<bool> {
    let mut out = vec![style.keep_lines; lines.len()];
    if style.widow_control {
        let mut start = 0;
        for part in lines.split_inclusive(|line| matches!(line.end, End::Page | End::Column)) {
            for at in [start + 1, start + part.len() - 1] {
                if at > start
                    && let Some(kept) = out.get_mut(at)
                    && at < start + part.len()
                {
                    *kept = true;
                }
            }
            start += part.len();
        }
    }
    out
}

/// What floating objects leave for a line: the widest gap, if it is wide enough, or a place below them.
pub(super) fn room(exclusions: &[Exclusion], top: f64, height: f64, (width, least): (f64, f64)) -> Room {
    let mut skip = 0.0;
    for _ in 0..MAX_MOVES {
        let y = top + skip;
        let (mut from, mut to) = (0.0, f64::MAX);
        let mut lowest = f64::MAX;
        for exclusion in exclusions {
            if exclusion.top >= y + height || exclusion.bottom <= y + 0.01 || y >= exclusion.until - 0.01 {
                continue;
            }
            lowest = lowest.min(exclusion.bottom);
            let left_gap = if exclusion.allows_left { exclusion.left.min(width) - from } else { 0.0 };
            let right_gap =
                if exclusion.allows_right { width.min(to) - exclusion.right.max(0.0) } else { 0.0 };
            if exclusion.right <= 0.0 || exclusion.left >= width {
                continue;
            }
            if left_gap >= right_gap {
                to = exclusion.left.min(to);
            } else {
                from = exclusion.right.max(from);
            }
        }
        if lowest == f64::MAX || (to.min(width) - from >= least.min(width)) {
            return Room { from, to, skip };
        }
        skip = lowest - top;
    }
    Room { from: 0.0, to: f64::MAX, skip }
}
