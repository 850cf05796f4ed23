//! A laid-out row, which can be drawn and split over pages.

use std::rc::Rc;

use crate::block::{Boxes, Content, Floating, Mark, Slice, draw_slice};
use crate::bounds::HAIR;
use crate::drawing::Rgb;
use crate::ink::border_line::{self, Side};
use crate::model::border::Border;
use crate::model::story::CellEdges;
use crate::model::table_properties::VAlign;
use crate::model::text_direction::{TextDirection, Turn};
use crate::pages::{Clip, Group, Item, Rect};

/// A cell in its row. Lengths in points, from the column's left edge and the row's top.
#[derive(Debug, Clone)]
pub(crate) struct CellBox<'a> {
    pub x: f64,
    pub width: f64,
    /// Height over all rows that it spans; for a cell of one row that of the row.
    pub height: Option<f64>,
    /// Left, top, right, bottom.
    pub margins: [f64; 4],
    pub shading: Option<Rgb>,
    pub align: VAlign,
    pub direction: TextDirection,
    pub slices: Rc<Vec<Slice<'a>>>,
    /// The slices of it that are in this row, if it was split.
    pub part: std::ops::Range<usize>,
    /// The rest of the first of these, if that was split, too: a row of a nested table.
    pub head: Option<Rc<Slice<'a>>>,
    /// The part of the last of these that is here.
    pub tail: Option<Rc<Slice<'a>>>,
    /// Space after the last slice.
    pub after: f64,
    /// The borders along its edges, including the neighbors' part.
    pub edges: CellEdges,
    /// Whether the cell continues in the row above, or in the row below.
    pub from_above: bool,
    pub to_below: bool,
    /// The borders above and below it if a page begins or ends there.
    pub at_page: (Option<Border>, Option<Border>),
}

/// The part of a cell that fits into a height: slices, and the next one in two parts, if it is a row that can be split.
pub(crate) struct Fitting<'a> {
    pub count: usize,
    split: Option<(Slice<'a>, Slice<'a>)>,
}

/// Splits a slice, if it is a row that can be, into what is at most `room` high and the rest.
pub(crate) fn split<'a>(slice: &Slice<'a>, room: f64, parts_all: bool) -> Option<(Slice<'a>, Slice<'a>)> {
    let Content::Row(row) = &slice.content else { return None };
    let (mut first, mut rest) = row.split(room, parts_all)?;
    (first.closes, rest.opens) = (true, true);
    let part = |row: RowBox<'a>| {
        let (notes, marks, floating) = row.carried();
        let height = row.top + row.height;
        Slice { height, notes, marks, floating, content: Content::Row(Rc::new(row)), ..slice.clone() }
    };
    Some((part(first), Slice { gap: 0.0, is_glued: false, origin: None, ..part(rest) }))
}

/// A row in its table.
#[derive(Debug, Clone)]
pub(crate) struct RowBox<'a> {
    pub cells: Vec<CellBox<'a>>,
    /// Space above it, where cells do not touch one another.
    pub gap: f64,
    /// Thickness of the border above, and the space: both take room.
    pub top: f64,
    /// Height below the border.
    pub height: f64,
    /// The least height of its content.
    pub least: f64,
    pub is_exact: bool,
    pub may_split: bool,
    /// Whether the table begins with it.
    pub is_first: bool,
    /// Whether a page begins above it, or ends below it, within the table.
    pub opens: bool,
    pub closes: bool,
    /// The table's own edges, where cells do not touch one another.
    pub around: Option<TableFrame>,
}

/// Edges of a table around cells with space between them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TableFrame {
    pub edges: CellEdges,
    /// The table's left and right, in its column.
    pub across: (f64, f64),
    /// Whether the table ends with the row.
    pub is_last: bool,
}

impl<'a> CellBox<'a> {
    /// Whether its text runs as the page's does.
    pub fn is_upright(&self) -> bool {
        !self.direction.is_turned()
    }

    fn own(&self) -> impl Iterator<Item = &Slice<'a>> {
        let whole = self.slices.get(self.part.clone()).unwrap_or_default();
        let last = whole.len().wrapping_sub(1);
        whole.iter().enumerate().map(move |(at, slice)| match (&self.head, &self.tail) {
            (_, Some(tail)) if at == last => tail,
            (Some(head), _) if at == 0 => head,
            _ => slice,
        })
    }

    /// Height of its content with its margins.
    pub fn content(&self) -> f64 {
        let first = self.own().next().map_or(0.0, |first| self.first_gap(first) - first.gap);
        let own: f64 = self.own().map(|slice| slice.gap + slice.height).sum();
        self.margins[1] + own + first + self.own_after() + self.margins[3]
    }

    /// Space below the last line, where this part has it.
    fn own_after(&self) -> f64 {
        let is_last = self.part.end == self.slices.len() && self.tail.is_none();
        if is_last { self.after } else { 0.0 }
    }

    /// Space above the first slice: none after a page break.
    fn first_gap(&self, first: &Slice<'_>) -> f64 {
        if self.part.start == 0 && self.head.is_none() { first.gap_at_start } else { 0.0 }
    }

    /// The part that fits into a height. Lines that are kept together are not split, unless `parts_all`.
    pub fn fitting(&self, height: f64, parts_all: bool) -> Fitting<'a> {
        let (mut y, mut unparted) = (self.margins[1], 0);
        let last = self.part.len().wrapping_sub(1);
        for (at, slice) in self.own().enumerate() {
            y += if at == 0 { self.first_gap(slice) } else { slice.gap };
            if !slice.is_glued {
                unparted = at;
            }
            // The last line has its paragraph's space below it: where that does not fit, it is the line that goes on (one of Word's
            // PDFs, where two lines of a row would fit without).
            let below = self.margins[3] + if at == last { self.own_after() } else { 0.0 };
            if y + slice.height + below > height + HAIR {
                // Recurses as deep as tables are nested, which is bounded.
                let split = split(slice, height - self.margins[3] - y, parts_all);
                let count = if parts_all || split.is_some() { at } else { unparted };
                return Fitting { count, split };
            }
            y += slice.height;
        }
        Fitting { count: self.part.len(), split: None }
    }

    /// Leaves what fits, and hands the rest on to `below`, a copy of it.
    fn part(&mut self, below: &mut CellBox<'a>, Fitting { count, split }: Fitting<'a>) {
        let (at, length) = (self.part.start + count, self.part.len());
        below.part.start = at;
        if count > 0 {
            below.head = None;
        }
        match split {
            Some((first, rest)) => {
                self.part.end = at + 1;
                self.tail = Some(Rc::new(first));
                below.head = Some(Rc::new(rest));
                below.tail = below.tail.take().filter(|_| count + 1 < length);
            }
            None if count < length => (self.part.end, self.tail) = (at, None),
            None => below.tail = None,
        }
    }

    /// How far its alignment moves the content down in a cell of a height.
    fn shift(&self, height: f64) -> f64 {
        let free = (height - self.content()).max(0.0);
        match self.align {
            VAlign::Center => free / 2.0,
            VAlign::Bottom => free,
            _ => 0.0,
        }
    }

    fn draw(&self, x: f64, y: f64, row_height: f64, out: &mut Vec<Item>) {
        let height = self.height.unwrap_or(row_height);
        let shift = self.shift(height);
        if self.direction.is_turned() {
            return self.draw_turned(x, y, height, out);
        }
        let mut at = y + self.margins[1] + shift;
        self.draw_slices(x + self.x + self.margins[0], &mut at, out);
    }

    fn draw_slices(&self, x: f64, at: &mut f64, out: &mut Vec<Item>) {
        let mut boxes = Boxes::default();
        for (index, slice) in self.own().enumerate() {
            *at += if index == 0 { self.first_gap(slice) } else { slice.gap };
            boxes.add(slice, x, *at, out);
            draw_slice(slice, x, *at, out);
            *at += slice.height;
        }
        boxes.finish(out);
    }

    /// Text that runs from top to bottom, or from bottom to top: laid out as a row of its own and turned.
    fn draw_turned(&self, x: f64, y: f64, height: f64, out: &mut Vec<Item>) {
        let mut items = Vec::new();
        let content: f64 = self.own().map(|slice| slice.gap + slice.height).sum();
        let room = self.width - self.margins[0] - self.margins[2];
        let free = (room - content).max(0.0);
        let shift = match self.align {
            VAlign::Center => free / 2.0,
            VAlign::Bottom => free,
            _ => 0.0,
        };
        let mut at = shift;
        self.draw_slices(0.0, &mut at, &mut items);
        let left = x + self.x;
        let transform = match self.direction.turn() {
            Turn::Clockwise => {
                [0.0, 1.0, -1.0, 0.0, left + self.width - self.margins[2], y + self.margins[1]]
            }
            _ => [0.0, -1.0, 1.0, 0.0, left + self.margins[0], y + height - self.margins[3]],
        };
        out.push(Item::Group(Group::new(transform, items)));
    }
}

impl<'a> RowBox<'a> {
    /// Draws it: grounds first, then content, then borders.
    pub fn draw(&self, x: f64, y: f64, out: &mut Vec<Item>) {
        let height = self.height;
        let top = y + self.top;
        let y = y + self.gap;
        // A merged cell is filled with its first row on the page: its text may stand in any of them.
        for cell in self.cells.iter().filter(|cell| self.opens || !cell.from_above) {
            if let Some(colour) = cell.shading {
                let own = cell.height.unwrap_or_else(|| height + self.gap_below(cell));
                let height = top - y + own;
                let rect = Rect { x: x + cell.x, y, width: cell.width, height };
                out.push(Item::Fill { rect, colour });
            }
        }
        for cell in self.cells.iter().filter(|cell| !cell.part.is_empty()) {
            if self.is_exact && cell.height.is_none() {
                let mut items = Vec::new();
                cell.draw(x, top, height, &mut items);
                let rect = Rect { x: x + cell.x, y, width: cell.width, height: top - y + height };
                let clip = Some(Clip::Rect(rect));
                let transform = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
                // Clipping costs; most rows of exact height hold what they say.
                if cell.content() > height + 0.5 {
                    let items = items.into();
                    out.push(Item::Group(Group { transform, clip, opacity: 1.0, items }));
                } else {
                    out.extend(items);
                }
            } else {
                cell.draw(x, top, height, out);
            }
        }
        for cell in &self.cells {
            self.draw_borders(cell, x, y, height, out);
        }
        self.draw_around(x, y - self.gap, out);
    }

    fn draw_around(&self, x: f64, y: f64, out: &mut Vec<Item>) {
        let Some(TableFrame { edges, across, is_last }) = self.around else { return };
        let (left, right) = (x + across.0, x + across.1);
        let bottom = y + self.top + self.height + if is_last { self.gap } else { 0.0 };
        let upper = edges.top.filter(|_| self.is_first || self.opens);
        let lower = edges.bottom.filter(|_| is_last || self.closes);
        border_line::draw_sides([upper, lower, edges.left, edges.right], (left, y), (right, bottom), out);
    }

    /// The space below a cell that goes on in the next row.
    fn gap_below(&self, cell: &CellBox<'_>) -> f64 {
        if cell.to_below { self.gap } else { 0.0 }
    }

    fn draw_borders(&self, cell: &CellBox<'_>, x: f64, y: f64, height: f64, out: &mut Vec<Item>) {
        let (left, right) = (x + cell.x, x + cell.x + cell.width);
        // The border above takes room, and where cells do not touch that below too.
        let (border, is_apart) = (self.top - self.gap, self.gap > 0.0);
        let (top, bottom) = (y + border / 2.0, y + border + height);
        let upper = if self.opens { cell.at_page.0 } else { cell.edges.top.filter(|_| !cell.from_above) };
        let lower = if self.closes { cell.at_page.1 } else { cell.edges.bottom.filter(|_| !cell.to_below) };
        if let Some(border) = upper {
            border_line::draw(&border, Side::Before, (left, top), (right, top), out);
        }
        if let Some(border) = lower {
            let half = border.thickness() / 2.0;
            let at = if is_apart { bottom - half } else { bottom + half };
            border_line::draw(&border, Side::Behind, (left, at), (right, at), out);
        }
        let below = lower.filter(|_| !is_apart).map_or(self.gap_below(cell), |border| border.thickness());
        for (border, side, at) in
            [(cell.edges.left, Side::Before, left), (cell.edges.right, Side::Behind, right)]
        {
            if let Some(border) = border {
                border_line::draw(&border, side, (at, y), (at, bottom + below), out);
            }
        }
        if let Some(border) = cell.edges.diagonal_down {
            border_line::draw(&border, Side::Before, (left, top), (right, bottom), out);
        }
        if let Some(border) = cell.edges.diagonal_up {
            border_line::draw(&border, Side::Before, (left, bottom), (right, top), out);
        }
    }

    /// Splits it so that the first part is at most `room` high. Every cell has to place something, unless it has
    /// nothing. Widow control holds in cells too, from 2013 on (a row of three lines moves whole in one of Word's PDFs); a row that is
    /// higher than a page is split all the same (`parts_all`).
    fn split(&self, room: f64, parts_all: bool) -> Option<(RowBox<'a>, RowBox<'a>)> {
        if !self.may_split || self.is_exact {
            return None;
        }
        let inner = room - self.top;
        // A row whose own height does not fit moves whole (three of three rows in one of Word's PDFs).
        if self.least > inner && !parts_all {
            return None;
        }
        // What is merged over several rows is parted when the page is full (`pages.rs`).
        let is_merged = |cell: &CellBox<'_>| cell.from_above || cell.to_below;
        let fits = |cell: &CellBox<'a>| match is_merged(cell) {
            true => Fitting { count: cell.part.len(), split: None },
            false => cell.fitting(inner, parts_all),
        };
        let fitting: Vec<Fitting<'a>> = self.cells.iter().map(fits).collect();
        let is_stuck = |(cell, own): (&CellBox<'_>, &Fitting<'_>)| {
            !cell.part.is_empty() && own.count == 0 && own.split.is_none()
        };
        if inner <= 0.0 || self.cells.iter().zip(&fitting).any(is_stuck) {
            return None;
        }
        if self.cells.iter().zip(&fitting).all(|(cell, own)| own.count == cell.part.len()) {
            return None;
        }
        let (mut first, mut rest) = (self.clone(), self.clone());
        for ((above, below), fitting) in first.cells.iter_mut().zip(&mut rest.cells).zip(fitting) {
            if is_merged(above) {
                above.to_below = true;
                below.from_above = true;
                below.height = None;
                below.part = below.part.end..below.part.end;
                (below.head, below.tail) = (None, None);
                continue;
            }
            above.part(below, fitting);
        }
        let own = |row: &RowBox<'_>| {
            let cells = row.cells.iter().filter(|cell| !is_merged(cell) && cell.is_upright());
            cells.map(CellBox::content).fold(0.0, f64::max)
        };
        let height = own;
        first.height = height(&first).min(inner);
        rest.height = height(&rest).max(self.least - first.height);
        rest.least = 0.0;
        rest.is_first = false;
        Some((first, rest))
    }

    /// Footnotes of the part that it holds, what is noted in it, and the objects that it anchors.
    pub fn carried(&self) -> (Vec<u32>, Vec<Mark>, Vec<Floating<'a>>) {
        let (mut notes, mut marks, mut floating) = (Vec::new(), Vec::new(), Vec::new());
        // An object that is aligned in its cell does not count what objects make the row higher: one of 228 points in the middle
        // of a cell stands at its top, though another below it makes the row 248 high (three cells in one of Word's PDFs).
        let text = |cell: &CellBox<'_>| cell.content() - cell.own().map(|slice| slice.skip).sum::<f64>();
        let height = self.cells.iter().map(text).fold(self.least, f64::max).min(self.height);
        for cell in &self.cells {
            let corner = (cell.x + cell.margins[0], self.top + cell.margins[1]);
            let room = Rect {
                x: corner.0,
                y: corner.1,
                width: cell.width - cell.margins[0] - cell.margins[2],
                height: cell.height.unwrap_or(height) - cell.margins[1] - cell.margins[3],
            };
            let mut y = corner.1 + cell.shift(cell.height.unwrap_or(self.height));
            for (at, slice) in cell.own().enumerate() {
                y += if at == 0 { cell.first_gap(slice) } else { slice.gap };
                notes.extend(&slice.notes);
                marks.extend(slice.marks.iter().cloned());
                floating.extend(slice.floating.iter().cloned().map(|mut own| {
                    own.x += corner.0;
                    own.line = (own.line.0 + y, own.line.1 + y);
                    own.paragraph += y;
                    // Of nested tables the innermost cell counts.
                    own.cell = Some(own.cell.map_or(room, |cell| Rect {
                        x: cell.x + corner.0,
                        y: cell.y + y,
                        ..cell
                    }));
                    own
                }));
                y += slice.height;
            }
        }
        (notes, marks, floating)
    }
}
