//! Footnotes at the foot of a column, endnotes after the text.

use crate::block::{Column, Flow, Layouter, Slice};
use crate::bounds::HAIR;
use crate::error::LayoutError;
use crate::model::Stance;
use crate::shape::Values;

/// The notes of a column, and the part of them that continues in the next.
#[derive(Default)]
pub(super) struct Notes<'a> {
    /// The notes in this column.
    pub slices: Vec<Slice<'a>>,
    /// Height of these, with what stands above and below them.
    pub height: f64,
    /// Whether the first of them comes from the column before.
    pub is_continued: bool,
    /// Whether the last of them goes on in the next column.
    pub goes_on: bool,
}

/// What stands around the footnotes of a column (`ST_FtnEdn`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Edge {
    /// The line above them.
    Separator,
    /// The line above notes that come from the column before.
    Continuation,
    /// The text below notes that go on in the next column.
    Notice,
}

/// The slices that did not fit.
pub(super) type Rest<'a> = Vec<Slice<'a>>;

impl<'a> Layouter<'a> {
    /// One footnote, laid out.
    pub(super) fn footnote(&self, place: u32, width: f64, stance: Stance) -> Result<Flow<'a>, LayoutError> {
        let Some(note) = self.document.footnotes.get(place as usize) else { return Ok(Flow::default()) };
        let values = Values { note: note.label.clone(), ..Values::default() };
        let mut flow = self.flow(&note.blocks, Column { stance, ..Column::other(width, &values) })?;
        if let Some(first) = flow.slices.first_mut() {
            first.gap = first.gap_at_start;
        }
        if let Some(last) = flow.slices.last_mut() {
            last.height += flow.after;
        }
        Ok(flow)
    }

    /// What stands above or below notes.
    pub(super) fn edge(&self, edge: Edge, width: f64) -> Result<Flow<'a>, LayoutError> {
        let document = self.document;
        let blocks = match edge {
            Edge::Separator => &document.footnote_separator,
            Edge::Continuation => &document.footnote_continuation,
            Edge::Notice => &document.footnote_notice,
        };
        let mut flow = self.flow(blocks, Column::other(width, &Values::default()))?;
        if let Some(last) = flow.slices.last_mut() {
            last.height += flow.after;
        }
        Ok(flow)
    }

    /// The endnotes of a section are after its last paragraph.
    pub(super) fn endnotes(
        &self,
        section: usize,
        flow: &mut Flow<'a>,
        width: f64,
        stance: Stance,
    ) -> Result<(), LayoutError> {
        let document = self.document;
        let own =
            document.sections.get(section).and_then(|body| document.endnotes.get(body.endnotes.clone()));
        let Some(notes) = own.filter(|notes| !notes.is_empty()) else { return Ok(()) };
        let mut gap = flow.after;
        let separator = self.flow(&document.endnote_separator, Column::other(width, &Values::default()))?;
        let mut append = |own: Flow<'a>| {
            for (at, mut slice) in own.slices.into_iter().enumerate() {
                if at == 0 {
                    slice.gap = slice.gap_at_start.max(gap);
                }
                flow.slices.push(slice);
            }
            gap = own.after;
        };
        append(separator);
        for note in notes {
            let values = Values { note: note.label.clone(), ..Values::default() };
            append(self.flow(&note.blocks, Column { stance, ..Column::other(width, &values) })?);
        }
        flow.measure();
        Ok(())
    }
}

impl<'a> Notes<'a> {
    /// Takes as much of `slices` as `room` has; answers with the rest, or with nothing if not even the first fits.
    /// `edges` is the height of what stands above and below notes.
    pub fn take(&mut self, slices: Vec<Slice<'a>>, room: f64, edges: f64) -> Result<Rest<'a>, Rest<'a>> {
        let edges = if self.slices.is_empty() { edges } else { 0.0 };
        let mut left = room - edges;
        let fitting = slices
            .iter()
            .take_while(|slice| {
                left -= slice.gap + slice.height;
                left >= -HAIR
            })
            .count();
        if fitting == 0 && !slices.is_empty() {
            return Err(slices);
        }
        let mut slices = slices;
        let rest = slices.split_off(fitting);
        self.height += edges + slices.iter().map(|slice| slice.gap + slice.height).sum::<f64>();
        self.slices.append(&mut slices);
        Ok(rest)
    }
}
