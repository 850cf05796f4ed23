//! Text that flows from box to box.

use super::layouter::{Column, Layouter, PageFrame};
use super::{Flow, Slice};
use crate::bounds::HAIR;
use crate::error::LayoutError;
use crate::model::links::Chain;

/// Times that a story is laid out whose boxes have several widths.
const MAX_PASSES: usize = 4;

impl<'a> Layouter<'a> {
    /// The content of one box of a chain.
    pub(super) fn chained(
        &self,
        chain: &'a Chain,
        place: usize,
        column: Column<'_>,
    ) -> Result<Flow<'a>, LayoutError> {
        let width = |own: &(f64, f64)| own.0.max(1.0);
        let first = chain.rooms.first().map_or(column.width, width);
        let is_even = chain.rooms.iter().all(|own| width(own) == first);
        let mut frames: Vec<PageFrame> = Vec::new();
        let mut passes = 0;
        loop {
            let flow = self.flow(&chain.story, Column { width: first, pages: &frames, ..column })?;
            let mut parts = parts(flow, &chain.rooms);
            let now: Vec<PageFrame> = parts.iter().zip(&chain.rooms).filter_map(frame).collect();
            passes += 1;
            // What does not settle stands as it is: one line more or less in a box.
            if is_even || now == frames || passes == MAX_PASSES {
                let is_there = place < parts.len();
                return Ok(if is_there { parts.swap_remove(place) } else { Flow::default() });
            }
            frames = now;
        }
    }
}

/// A story, cut where its boxes are full. The last one keeps what is left over.
fn parts<'a>(flow: Flow<'a>, rooms: &[(f64, f64)]) -> Vec<Flow<'a>> {
    let mut parts: Vec<Flow<'a>> = Vec::new();
    let mut part: Vec<Slice<'a>> = Vec::new();
    let mut height = 0.0;
    for mut slice in flow.slices {
        let gap = if part.is_empty() && parts.is_empty() { slice.gap_at_start } else { slice.gap };
        let room = rooms.get(parts.len()).map_or(f64::MAX, |room| room.1);
        let is_last = parts.len() + 1 >= rooms.len();
        if !part.is_empty() && !is_last && height + gap + slice.height > room + HAIR {
            parts.push(Flow { slices: std::mem::take(&mut part), ..Flow::default() });
            height = 0.0;
        }
        if part.is_empty() && !parts.is_empty() {
            // As at the top of a page.
            (slice.gap, slice.gap_at_start) = (0.0, 0.0);
            height = slice.height;
        } else {
            height += gap + slice.height;
        }
        part.push(slice);
    }
    parts.push(Flow { slices: part, after: flow.after, ..Flow::default() });
    parts
}

/// A box as a column that the story fills.
fn frame((part, room): (&Flow<'_>, &(f64, f64))) -> Option<PageFrame> {
    Some(PageFrame {
        sheet: 0,
        from: part.slices.first()?.at,
        first: None,
        start: 0.0,
        text: (0.0, room.1),
        height: room.1,
        width: room.0.max(1.0),
        left: 0.0,
        is_pushed: false,
        wraps: Vec::new(),
        pinned: Vec::new(),
    })
}
