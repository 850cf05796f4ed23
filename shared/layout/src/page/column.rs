//! Fills one column.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::note_areas::{Edge, Notes};
use crate::block::{Content, Floating, Flow, Forced, Layouter, Slice, table};
use crate::bounds::HAIR;
use crate::error::LayoutError;
use crate::model::Stance;
use crate::model::story::Wrap;

/// How much of a row must have room below repeated header rows, in points: two lines of text. A guess.
const BEGUN_ROW: f64 = 24.0;

/// How far a line may hang out of the text at the foot of a page: half a pixel of 600 dots per inch, to which Word rounds. The
/// last of seven empty paragraphs hangs 0.05 pt out of a page of Word's; another line that would hang out 0.1 pt goes to the next.
const SLACK: f64 = 0.06;

/// Maximum number of lines after a reference that keep their place before its note: a page has no room for more.
const MAX_RESERVED: usize = 256;

/// What comes before a column's first slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Top {
    /// The beginning of the document, or of a section that starts a page.
    Start,
    /// A break that the author set.
    Break,
    /// A page that was full.
    Full,
    /// Another section on the same page.
    Section,
}

/// A slice in its place.
pub(super) struct Placed<'a> {
    pub slice: Slice<'a>,
    pub y: f64,
}

/// The content of a column.
pub(super) struct Filled<'a> {
    pub placed: Vec<Placed<'a>>,
    pub notes: Notes<'a>,
    /// The end of the text.
    pub end: f64,
    /// The break that ended it.
    pub forced: Option<Forced>,
    /// Header rows at its top.
    pub repeated: usize,
    /// Whether objects at its top are lower than its text knows.
    pub lowers: bool,
}

/// A column that is to be filled. The slices lie in reverse order: the next one is the last.
pub(super) struct Filling<'a, 'f> {
    pub layouter: &'f Layouter<'a>,
    pub stack: &'f mut Vec<Slice<'a>>,
    /// Notes that did not fit into the column before.
    pub carried: &'f mut Vec<Slice<'a>>,
    pub edges: &'f mut Edges<'a>,
    pub width: f64,
    /// How the characters of notes are placed.
    pub stance: Stance,
    pub top: f64,
    pub bottom: f64,
    /// The end of the text: above `bottom`, where the notes are, if columns are balanced.
    pub text_bottom: f64,
    /// Whether its notes follow those of another section, below the same line.
    pub joins_notes: bool,
    /// Height of the paper, which objects that text goes around do not leave.
    pub paper: f64,
    pub above: Top,
    /// Space that the section above needs below it.
    pub after: f64,
    /// Whether a slice that does not fit may go to another column that has more room.
    pub may_leave: bool,
    /// Whether its first slice keeps its space above, whatever is above the column.
    pub is_lowered: bool,
    /// Header rows that are repeated at its top.
    pub repeated: usize,
}

/// What stands around notes, by width.
#[derive(Default)]
pub(super) struct Edges<'a>(HashMap<(u64, Edge), Flow<'a>>);

impl<'a> Edges<'a> {
    pub fn get(&mut self, layouter: &Layouter<'a>, width: f64, edge: Edge) -> Result<&Flow<'a>, LayoutError> {
        match self.0.entry((width.to_bits(), edge)) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => Ok(place.insert(layouter.edge(edge, width)?)),
        }
    }

    /// Height of the line above notes and of the notice below them: it keeps its room where no note goes on (four pages of one of
    /// Word's PDFs).
    fn height(&mut self, layouter: &Layouter<'a>, width: f64, line: Edge) -> Result<f64, LayoutError> {
        let line = self.get(layouter, width, line)?.height();
        Ok(line + self.get(layouter, width, Edge::Notice)?.height())
    }
}

/// The column before a slice was added, to go back to.
struct Before {
    y: f64,
    /// Slices of notes, and their height.
    notes: (usize, f64),
    carried: usize,
}

impl<'a> Filling<'a, '_> {
    /// Fills the column as far as it goes.
    pub fn run(mut self) -> Result<Filled<'a>, LayoutError> {
        let mut filled = Filled {
            placed: Vec::new(),
            notes: Notes::default(),
            end: self.top,
            forced: None,
            repeated: 0,
            lowers: false,
        };
        self.place_carried(&mut filled.notes)?;
        self.repeat_header(&mut filled);
        let repeated = filled.placed.len();
        self.repeated = repeated;
        filled.repeated = repeated;
        let mut history: Vec<Before> = Vec::new();
        while let Some(mut slice) = self.stack.pop() {
            self.layouter.budget.spend(16)?;
            let is_first = filled.placed.len() == repeated;
            if let Some(forced) = slice.forced.take()
                && !(is_first && self.above != Top::Section)
            {
                // Since Word 2013, a page that has no room left for the paragraph is full all the same: no space above it (a list
                // of contents that begins a page in one of Word's PDFs; in one of mode 14 it has its space).
                if !self.has_room(&slice, filled.end + slice.gap, &filled)
                    && self.layouter.document.settings.mode >= 15
                {
                    slice.gap_after_break = 0.0;
                }
                filled.forced = Some(forced);
                self.stack.push(slice);
                break;
            }
            let gap = match (is_first, self.above) {
                (true, Top::Section) => slice.gap.max(self.after),
                (false, _) => slice.gap,
                (true, _) if repeated > 0 => slice.gap,
                // The section before has its part of it (betteroffice#616; 24 and 10 pt leave 14 in one of Word's PDFs).
                (true, Top::Start) => (slice.gap_at_start - self.after).max(0.0),
                (true, _) if self.is_lowered => slice.own_gap,
                (true, Top::Break) => slice.gap_after_break,
                (true, Top::Full) => 0.0,
            };
            if is_first && self.above != Top::Section {
                // What of a paragraph's space is left out at the top of a page does not count for its objects.
                for own in slice.floating.iter_mut().filter(|own| own.paragraph < -gap) {
                    own.paragraph = -gap;
                    filled.lowers |= own.anchor.wrap != Wrap::None;
                }
            }
            let y = filled.end + gap;
            let notes = (filled.notes.slices.len(), filled.notes.height);
            history.push(Before { y: filled.end, notes, carried: self.carried.len() });
            match self.fit(slice, y, &mut filled)? {
                Fit::Placed => {}
                Fit::Split => break,
                Fit::Full(slice) => {
                    history.pop();
                    self.turn_back(*slice, repeated, history, &mut filled)?;
                    break;
                }
            }
        }
        table::end_page(filled.placed.iter_mut().map(|placed| &mut placed.slice), self.stack);
        filled.notes.goes_on = !self.carried.is_empty();
        Ok(filled)
    }

    fn place_carried(&mut self, notes: &mut Notes<'a>) -> Result<(), LayoutError> {
        if self.carried.is_empty() {
            return Ok(());
        }
        let edges = self.edges.height(self.layouter, self.width, Edge::Continuation)?;
        let slices = std::mem::take(self.carried);
        let room = self.bottom - self.top;
        match notes.take(slices, room, edges) {
            Ok(rest) => *self.carried = rest,
            // Not even one line fits: it is set all the same, or it would never be.
            Err(mut slices) => {
                let rest = slices.split_off(1.min(slices.len()));
                notes.height += edges + slices.iter().map(|slice| slice.height).sum::<f64>();
                notes.slices = slices;
                *self.carried = rest;
            }
        }
        notes.is_continued = true;
        Ok(())
    }

    /// Sets the header rows of a table that continues, if a row fits below them.
    fn repeat_header(&self, filled: &mut Filled<'a>) {
        if !matches!(self.above, Top::Full | Top::Break) {
            return;
        }
        let Some(next) = self.stack.last() else { return };
        let Some(header) = &next.header else { return };
        let height: f64 = header.iter().map(|slice| slice.height).sum();
        let row =
            if matches!(next.content, Content::Row(_)) { next.height.min(BEGUN_ROW) } else { next.height };
        if self.top + height + row > self.bottom {
            return;
        }
        for slice in header.iter() {
            let slice = Slice { floating: Vec::new(), forced: None, is_repeated: true, ..slice.clone() };
            let y = filled.end;
            filled.end += slice.height;
            filled.placed.push(Placed { slice, y });
        }
    }

    /// The end of the text, above the notes that are in the column.
    fn text_end(&self, filled: &Filled<'a>) -> f64 {
        self.text_bottom.min(self.bottom - filled.notes.height)
    }

    /// Whether there is room for a whole slice at `y`.
    fn has_room(&self, slice: &Slice<'a>, y: f64, filled: &Filled<'a>) -> bool {
        y + (slice.height - slice.hang).max(slice.reach) <= self.text_end(filled) + SLACK
    }

    fn fit(&mut self, slice: Slice<'a>, y: f64, filled: &mut Filled<'a>) -> Result<Fit<'a>, LayoutError> {
        let bottom = self.text_end(filled);
        if !self.has_room(&slice, y, filled) {
            return self.split(slice, y, bottom, filled);
        }
        // An object that would be pushed up over the lines above its paragraph would push these down, and its own line off the
        // page: it goes to the next page with its paragraph (three documents of Word). Anchors in the first line only: of others
        // it is not known where the object stands once the paragraph is divided.
        let sizes = (self.paper, self.bottom - self.top);
        // So does a line for which objects leave no room on this page.
        let begins = |own: &Floating<'_>| own.paragraph + slice.gap > -HAIR;
        let climbs = |own: &Floating<'_>| begins(own) && own.climbs(y, self.width, sizes);
        if filled.placed.len() > self.repeated && (slice.leaves || slice.floating.iter().any(climbs)) {
            return Ok(Fit::Full(Box::new(slice)));
        }
        let end = y + slice.height;
        if !self.add_notes(&slice, end, filled)? {
            return Ok(Fit::Full(Box::new(slice)));
        }
        // A break that the page has no room for begins the next one, as a line that is carried over: without the space above it
        // (a heading behind a break in one of Word's PDFs).
        let is_bare_break = slice.hang > 0.0 && slice.hang >= slice.height;
        if is_bare_break
            && end > bottom + SLACK
            && let Some(next) = self.stack.last_mut()
        {
            next.gap_after_break = 0.0;
        }
        filled.placed.push(Placed { slice, y });
        filled.end = end;
        Ok(Fit::Placed)
    }

    /// Height of the lines that must not leave the one before them: they are on the page before its notes take the rest of it.
    fn reserved(&self) -> f64 {
        let glued = self.stack.iter().rev().take(MAX_RESERVED).take_while(|slice| slice.is_glued);
        glued.map(|slice| slice.gap + slice.height).sum()
    }

    /// Finds room for the notes of a slice; false if the first line of the first one does not fit.
    fn add_notes(
        &mut self,
        slice: &Slice<'a>,
        end: f64,
        filled: &mut Filled<'a>,
    ) -> Result<bool, LayoutError> {
        let end = if slice.notes.is_empty() { end } else { end + self.reserved() };
        for (index, note) in slice.notes.iter().enumerate() {
            let flow = self.layouter.footnote(*note, self.width, self.stance)?;
            if !self.carried.is_empty() {
                self.carried.extend(flow.slices);
                continue;
            }
            let edges = match self.joins_notes {
                true => 0.0,
                false => self.edges.height(self.layouter, self.width, Edge::Separator)?,
            };
            let room = self.bottom - filled.notes.height - end;
            match filled.notes.take(flow.slices, room, edges) {
                Ok(rest) => self.carried.extend(rest),
                Err(_) if index == 0 => return Ok(false),
                Err(slices) => self.carried.extend(slices),
            }
        }
        Ok(true)
    }

    fn split(
        &mut self,
        slice: Slice<'a>,
        y: f64,
        bottom: f64,
        filled: &mut Filled<'a>,
    ) -> Result<Fit<'a>, LayoutError> {
        let is_alone = filled.placed.len() == self.repeated && !self.may_leave;
        let split = |parts_all| table::split(&slice, bottom - y, parts_all);
        let parts = split(false).or_else(|| is_alone.then(|| split(true))?);
        let Some((first, rest)) = parts else { return Ok(Fit::Full(Box::new(slice))) };
        let end = y + first.height;
        if !self.add_notes(&first, end, filled)? {
            return Ok(Fit::Full(Box::new(slice)));
        }
        filled.placed.push(Placed { slice: first, y });
        filled.end = end;
        self.stack.push(rest);
        Ok(Fit::Split)
    }

    /// A slice does not fit: goes back to the last place where a page may end.
    fn turn_back(
        &mut self,
        slice: Slice<'a>,
        repeated: usize,
        mut history: Vec<Before>,
        filled: &mut Filled<'a>,
    ) -> Result<(), LayoutError> {
        let own = filled.placed.len() - repeated;
        if own == 0 && !self.may_leave {
            // Higher than the page: it is set all the same, and runs over.
            let y = filled.end + if self.above == Top::Start { slice.gap_at_start } else { 0.0 };
            filled.end = y + slice.height;
            filled.placed.push(Placed { slice, y });
            return Ok(());
        }
        if !slice.is_glued {
            self.stack.push(slice);
            return Ok(());
        }
        // The first slice of the column may leave it only where there is a better one.
        let least = usize::from(!self.may_leave);
        let place = (least..own).rev().find(|at| {
            let placed = filled.placed.get(repeated + at);
            placed.is_some_and(|placed| !placed.slice.is_glued)
        });
        // Lines that are kept together and do not fit into a page are parted all the same: a line further up where the last one
        // would be alone.
        let place = place.or_else(|| {
            let above = own.checked_sub(1).filter(|at| *at >= least && !slice.is_loose)?;
            filled.placed.get(repeated + above)?.slice.is_loose.then_some(above)
        });
        self.stack.push(slice);
        let Some(place) = place else { return Ok(()) };
        for placed in filled.placed.drain(repeated + place..).rev() {
            self.stack.push(placed.slice);
        }
        history.truncate(place + 1);
        if let Some(before) = history.pop() {
            filled.end = before.y;
            filled.notes.slices.truncate(before.notes.0);
            filled.notes.height = before.notes.1;
            self.carried.truncate(before.carried);
        }
        Ok(())
    }
}

/// The outcome for a slice.
enum Fit<'a> {
    Placed,
    /// Its first part is in this column; the rest waits for the next.
    Split,
    Full(Box<Slice<'a>>),
}
