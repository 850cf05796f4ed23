//! The room in a column that floating objects leave for a line.

use std::rc::Rc;

use platen_ooxml::Budget;

use super::Origin;
use crate::bounds::HAIR;
use crate::line::Room;
use crate::model::story::{Anchor, Clear, Outline, Wrap};

/// Times that a line is moved below floating objects before it is set where it is: beside a polygon, more than a page.
const MAX_MOVES: usize = 128;

/// How far a line that finds no room moves down beside a polygon, in heights of the line. A guess: Word tries again at a
/// distance that nothing tells.
const STEP: f64 = 0.5;

/// A band of the column that a floating object takes: in the story's own coordinates, or in those of a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Exclusion {
    pub top: f64,
    pub bottom: f64,
    /// The start of the next page, as far as it is known: the object is not on that page.
    pub until: f64,
    /// Edges from the column's left; text avoids the area between them.
    pub left: f64,
    pub right: f64,
    pub wrap: Wrap,
    /// The slice of the body's text with the object's anchor.
    pub anchor: Option<Origin>,
    /// The taken part of the band; none for all of it.
    pub bays: Option<Bays>,
}

/// The outline of what text goes around.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bays {
    /// Corners, counted from the exclusion's left and bottom edges, with the distance to text at either side.
    corners: Rc<[(f64, f64)]>,
    distance: [f64; 4],
    is_through: bool,
}

/// The area around an object that text avoids: its corner and size, and its distances.
pub(crate) fn exclusion(anchor: &Anchor, (x, y): (f64, f64), (width, height): (f64, f64)) -> Exclusion {
    let distance = anchor.distance;
    let [left, top, right, bottom] = distance;
    let is_band = anchor.wrap == Wrap::TopAndBottom;
    let ((x, y), (width, height)) = turned_box(anchor, (x, y), (width, height));
    let (mut share, mut bays) = ([0.0, 0.0, 1.0, 1.0], None);
    if let Outline::Polygon { corners, is_through } = &anchor.outline {
        let ends = |pick: fn(&(f64, f64)) -> f64| {
            let from = corners.iter().map(pick).fold(f64::MAX, f64::min);
            (from, corners.iter().map(pick).fold(f64::MIN, f64::max))
        };
        let ((x0, x1), (y0, y1)) = (ends(|own| own.0), ends(|own| own.1));
        share = [x0, y0, x1, y1];
        let corner = |(x, y): &(f64, f64)| ((x - x0) * width + left, (y - y1) * height - bottom);
        bays =
            Some(Bays { corners: corners.iter().map(corner).collect(), distance, is_through: *is_through });
    }
    Exclusion {
        top: y + height * share[1] - top,
        bottom: y + height * share[3] + bottom,
        until: f64::MAX,
        left: if is_band { f64::MIN } else { x + width * share[0] - left },
        right: if is_band { f64::MAX } else { x + width * share[2] + right },
        wrap: anchor.wrap,
        anchor: None,
        bays: bays.filter(|_| !is_band),
    }
}

/// The upright box around an object that is turned about its middle: text goes around what is drawn (two pictures of one of
/// Word's PDFs, turned by a quarter). A polygon says itself what text goes around.
fn turned_box(anchor: &Anchor, (x, y): (f64, f64), (width, height): (f64, f64)) -> ((f64, f64), (f64, f64)) {
    let degrees = anchor.content.rotation();
    if degrees == 0.0 || anchor.outline != Outline::Whole {
        return ((x, y), (width, height));
    }
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (sin, cos) = (sin.abs(), cos.abs());
    let size = (width * cos + height * sin, width * sin + height * cos);
    ((x + (width - size.0) / 2.0, y + (height - size.1) / 2.0), size)
}

impl Exclusion {
    /// The same from another origin.
    pub fn moved(self, x: f64) -> Exclusion {
        Exclusion { left: self.left + x, right: self.right + x, ..self }
    }

    /// Whether it takes anything of a column of a width at `x`.
    pub fn is_over(&self, x: f64, width: f64) -> bool {
        self.left < x + width && self.right > x
    }

    /// How much looking at it costs, in steps of the budget.
    fn steps(&self) -> u64 {
        self.bays.as_ref().map_or(1, |bays| bays.corners.len() as u64)
    }

    /// The parts of a band of the column that it takes, from left to right.
    fn taken(&self, top: f64, bottom: f64) -> Vec<(f64, f64)> {
        let Some(bays) = &self.bays else { return vec![(self.left, self.right)] };
        let [left, above, right, below] = bays.distance;
        let (top, bottom) = (top - self.bottom - below, bottom - self.bottom + above);
        let mut taken = bays.within(top, bottom);
        if !bays.is_through
            && let (Some(first), Some(last)) = (taken.first().copied(), taken.last().copied())
        {
            taken = vec![(first.0, last.1)];
        }
        for own in &mut taken {
            *own = (own.0 + self.left - left, own.1 + self.left + right);
        }
        taken
    }
}

impl Bays {
    /// The parts of a band that the polygon covers, from left to right: those at the upper edge, and those that its edges
    /// cover below. Any other part of it has an edge above it in the band.
    fn within(&self, top: f64, bottom: f64) -> Vec<(f64, f64)> {
        let next = self.corners.iter().cycle().skip(1);
        let (mut sides, mut taken) = (Vec::new(), Vec::new());
        for ((x0, y0), (x1, y1)) in self.corners.iter().copied().zip(next.copied()) {
            let at =
                |y: f64| if y0 == y1 { x0 } else { x0 + (x1 - x0) * ((y - y0) / (y1 - y0)).clamp(0.0, 1.0) };
            if (y0 <= top) != (y1 <= top) {
                sides.push(at(top));
            }
            let (from, to) = (y0.min(y1).max(top), y0.max(y1).min(bottom));
            if from < to {
                taken.push((at(from).min(at(to)), at(from).max(at(to))));
            } else if y0 == y1 && y0 > top && y0 < bottom {
                taken.push((x0.min(x1), x0.max(x1)));
            }
        }
        sides.sort_by(f64::total_cmp);
        taken.extend(sides.chunks_exact(2).map(|pair| (pair[0], pair[1])));
        joined(taken)
    }
}

/// Bands that overlap, as one; from left to right.
fn joined(mut bands: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    bands.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut out: Vec<(f64, f64)> = Vec::new();
    for own in bands {
        match out.last_mut() {
            Some(last) if own.0 <= last.1 => last.1 = last.1.max(own.1),
            _ => out.push(own),
        }
    }
    out
}

/// What a line needs of a gap beside an object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Need {
    /// How wide the gap has to be.
    pub least: f64,
    /// The paragraph's indents at its starting edge and at the other, which have to leave something of it.
    pub indents: (f64, f64),
    pub is_rtl: bool,
}

/// The room that floating objects leave for the part of a line with a number: a gap that is wide enough, or a place below
/// them. Text can be at both sides of an object, and between two. Behind a break that clears a side, nothing floats
/// there.
pub(super) fn room(
    exclusions: &[Exclusion],
    (top, height): (f64, f64),
    (width, need): (f64, Need),
    (number, clear): (usize, Option<Clear>),
    budget: &Budget,
) -> Room {
    let whole = Room::whole();
    if exclusions.is_empty() {
        return whole;
    }
    let mut skip = 0.0;
    for _ in 0..MAX_MOVES {
        let y = top + skip;
        // The filling of lines reports that the budget is used up.
        if budget.spend(exclusions.iter().map(Exclusion::steps).sum()).is_err() {
            break;
        }
        let mut taken = Vec::new();
        let mut next = f64::MAX;
        for own in exclusions {
            if own.top >= y + height || own.bottom <= y + HAIR || y >= own.until - HAIR {
                continue;
            }
            let is_beside = own.right <= 0.0 || own.left >= width;
            if is_beside {
                continue;
            }
            next = next.min(if own.bays.is_some() { own.bottom.min(y + height * STEP) } else { own.bottom });
            let mut bands = own.taken(y, y + height);
            bands.retain(|band| band.1 > 0.0 && band.0 < width);
            if let (Some(first), Some(last)) =
                (bands.first_mut().map(|band| band.0), bands.last().map(|band| band.1))
            {
                let (allows_left, allows_right) = match own.wrap {
                    Wrap::Sides { left, right } => (left, right),
                    Wrap::Largest => (first >= width - last, first < width - last),
                    _ => (false, false),
                };
                if !allows_left {
                    bands.push((f64::MIN, first));
                }
                if !allows_right {
                    bands.push((last, f64::MAX));
                }
            }
            taken.extend(bands);
        }
        if next == f64::MAX {
            return Room { skip, ..whole };
        }
        let mut gaps = gaps(joined(taken), width, need);
        gaps.retain(|gap| clear.is_none_or(|clear| is_clear(*gap, clear, width, need.is_rtl)));
        if let Some((from, to)) = gaps.get(number) {
            return Room { from: *from, to: *to, skip, is_last: number + 1 >= gaps.len() };
        }
        skip = next - top;
    }
    Room { skip, ..whole }
}

/// Whether a gap reaches the edges that a break clears.
fn is_clear((from, to): (f64, f64), clear: Clear, width: f64, is_rtl: bool) -> bool {
    let (at_start, at_end) = (from <= HAIR, to >= width - HAIR);
    let (left, right) = if is_rtl { (at_end, at_start) } else { (at_start, at_end) };
    match clear {
        Clear::Left => left,
        Clear::Right => right,
        Clear::All => left && right,
    }
}

/// The gaps between bands that are wide enough, from the starting edge on. An end at the column's own edge is left open.
fn gaps(taken: Vec<(f64, f64)>, width: f64, need: Need) -> Vec<(f64, f64)> {
    let Need { least, indents: (start, end), is_rtl } = need;
    let (start, end) = if is_rtl { (end, start) } else { (start, end) };
    let mut gaps = Vec::new();
    let mut from = 0.0;
    for (left, right) in taken.into_iter().chain([(f64::MAX, f64::MAX)]) {
        // Beside what no text stands beside there is no gap, not even for an empty line.
        let is_beside = left > f64::MIN && from < f64::MAX;
        let is_wide = left.min(width) - from >= least.min(width);
        if is_beside && is_wide && left.min(width - end) > from.max(start) {
            gaps.push((from, left));
        }
        from = right.max(from);
    }
    if is_rtl {
        let mirrored = |at: f64| if at <= 0.0 { f64::MAX } else { (width - at).max(0.0) };
        gaps = gaps.into_iter().rev().map(|(from, to)| ((width - to).max(0.0), mirrored(from))).collect();
    }
    gaps
}
