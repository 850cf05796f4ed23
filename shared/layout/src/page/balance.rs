//! Columns of equal height (17.18.77): used where a section of several columns ends above another on the same page.

use super::column::Top;
use crate::block::{Content, Slice};
use crate::bounds::HAIR;

/// Steps of the search for the height at which columns are balanced.
const BALANCE_STEPS: usize = 24;

/// Slices between which no column ends.
struct Group {
    /// Space above it, unless a column starts with it.
    gap: f64,
    height: f64,
    /// How much of it can hang below a column's end.
    hang: f64,
}

/// The least height at which all slices fit into `columns` columns; none if they do not fit on this page. `stack` is in
/// reverse order, and the section above asks for the space `after` below it.
pub(super) fn balanced(
    stack: &[Slice<'_>],
    columns: usize,
    room: f64,
    (above, after): (Top, f64),
) -> Option<f64> {
    let mut groups: Vec<Group> = Vec::new();
    let mut total = 0.0;
    for slice in stack.iter().rev() {
        total += slice.gap + slice.height;
        let is_long_row = matches!(slice.content, Content::Row(_)) && slice.height > room;
        if total > room * columns as f64 || is_long_row {
            return None;
        }
        match groups.last_mut() {
            Some(group) if slice.is_glued => {
                group.height += slice.gap + slice.height;
                group.hang = slice.hang;
            }
            _ => groups.push(Group { gap: slice.gap, height: slice.height, hang: slice.hang }),
        }
    }
    // The first column may ask for more space above its text than the section above asks for below its own.
    let lowered = if above == Top::Section { after } else { 0.0 };
    if let (Some(first), Top::Section) = (groups.first_mut(), above) {
        first.height += first.gap.max(after);
    }
    let fits = |height: f64| {
        let (mut column, mut y) = (1, 0.0);
        for (index, group) in groups.iter().enumerate() {
            let below = y + group.gap + group.height;
            let starts_column = index == 0 || below - group.hang > height + HAIR;
            if !starts_column {
                y = below;
                continue;
            }
            column += usize::from(index > 0);
            y = if index > 0 { lowered + group.height } else { group.height };
            if column > columns || y - group.hang > height + HAIR {
                return false;
            }
        }
        true
    };
    if !fits(room) {
        return None;
    }
    let (mut low, mut high) = (total / columns as f64 * 0.5, room);
    for _ in 0..BALANCE_STEPS {
        let middle = (low + high) / 2.0;
        if fits(middle) { high = middle } else { low = middle }
    }
    Some(high + HAIR * 2.0)
}
