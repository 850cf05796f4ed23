//! A table where a page ends between two of its rows.

use std::rc::Rc;

use super::row::{CellBox, RowBox};
use crate::block::{Content, Slice};
use crate::bounds::HAIR;

fn row<'s, 'a>(slice: &'s Slice<'a>) -> Option<&'s RowBox<'a>> {
    match &slice.content {
        Content::Row(row) => Some(row),
        Content::Items(_) => None,
    }
}

/// A row to change; a copy of it, if it is in a repeated header too.
fn row_mut<'s, 'a>(slice: &'s mut Slice<'a>) -> Option<&'s mut RowBox<'a>> {
    match &mut slice.content {
        Content::Row(row) => Some(Rc::make_mut(row)),
        Content::Items(_) => None,
    }
}

/// Closes the table on a page that holds `placed`, and opens it on the next; `rest` holds what comes there, the next
/// slice last. Word draws the edges of rows that it cuts (nine rows in one of its PDFs), and lets what is merged over rows
/// of both pages go on at the top of the next (a cell over eleven rows in another ends its first page with the tenth).
pub(crate) fn end_page<'s, 'a: 's>(
    placed: impl DoubleEndedIterator<Item = &'s mut Slice<'a>>,
    rest: &mut [Slice<'a>],
) {
    let Some((next, further)) = rest.split_last_mut() else { return };
    if row(next).is_none_or(|row| row.is_first) {
        return;
    }
    let mut grown = 0.0;
    let Some(below) = row_mut(next) else { return };
    // From the page's last row upwards.
    let mut above: Vec<&mut Slice<'a>> = placed.rev().take_while(|slice| row(slice).is_some()).collect();
    let Some(last) = above.first_mut().and_then(|slice| row_mut(slice)) else { return };
    last.closes = true;
    below.opens = true;
    for cell in below.cells.iter_mut().filter(|cell| cell.from_above) {
        let mut room = 0.0;
        for slice in &mut above {
            let Some(row) = row_mut(slice) else { break };
            room += row.height;
            let Some(upper) = row.cells.iter_mut().find(|upper| (upper.x - cell.x).abs() < HAIR) else {
                break;
            };
            // The cell's first row, or the first on this page.
            if !upper.part.is_empty() || upper.height.is_some() {
                part(upper, cell, (room, below.top));
                break;
            }
            if !upper.from_above {
                break;
            }
            room += row.top;
        }
        grown += rest_of(cell, below.height + grown, further);
    }
    below.height += grown;
    next.height += grown;
}

/// Measures what is left of a merged cell, whose first row is `height` high: rows that are too low for it grow. Answers
/// with what that row itself has to grow.
fn rest_of(cell: &mut CellBox<'_>, height: f64, further: &mut [Slice<'_>]) -> f64 {
    let goes_on = |slice: &&Slice<'_>| {
        let cells = row(slice).map_or(&[][..], |row| row.cells.as_slice());
        cells.iter().any(|other| other.from_above && (other.x - cell.x).abs() < HAIR)
    };
    let total = cell.height.unwrap_or(0.0).max(height);
    let lack = (cell.content() - total).max(0.0);
    cell.height = Some(total + lack);
    if lack == 0.0 {
        return lack;
    }
    let (count, length) = (further.iter().rev().take_while(goes_on).count(), further.len());
    if count == 0 {
        return lack;
    }
    if let Some(last) = further.get_mut(length - count) {
        last.height += lack;
        if let Some(row) = row_mut(last) {
            row.height += lack;
        }
    }
    0.0
}

/// Leaves in `upper` what fits into `room`, and hands the rest on to `lower`.
fn part<'a>(upper: &mut CellBox<'a>, lower: &mut CellBox<'a>, (room, border): (f64, f64)) {
    let at = upper.part.start + upper.fitting(room, true).count;
    lower.slices = Rc::clone(&upper.slices);
    lower.part = at..upper.part.end;
    lower.head = upper.head.take_if(|_| at == upper.part.start);
    lower.tail = upper.tail.take();
    lower.after = upper.after;
    lower.align = upper.align;
    lower.margins = upper.margins;
    lower.direction = upper.direction;
    upper.part.end = at;
    // What is left of its rows, below the next one's border.
    lower.height = upper.height.map(|whole| whole - room - border);
    upper.height = Some(room);
}
