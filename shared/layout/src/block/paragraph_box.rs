//! Borders and shading around paragraphs, drawn once for all consecutive slices of a box.

use std::rc::Rc;

use super::{Decoration, Slice};
use crate::bounds::HAIR;
use crate::ink::border_line::{self, Side};
use crate::model::border::Border;
use crate::pages::{Item, Rect};

/// How far shading and rules reach past the text where there are no side borders (0.02 inch, seven documents of Word's).
const OVERHANG: f64 = 1.44;

/// The box that is open.
#[derive(Default)]
pub(crate) struct Boxes {
    open: Option<OpenBox>,
}

struct OpenBox {
    decoration: Rc<Decoration>,
    x: f64,
    top: f64,
    bottom: f64,
    /// The index of its background among the items: it is below the text.
    ground: Option<usize>,
}

impl Boxes {
    /// Takes a slice whose top is at `y`; to be called before its content is drawn.
    pub fn add(&mut self, slice: &Slice<'_>, x: f64, y: f64, out: &mut Vec<Item>) {
        let goes_on = match (&self.open, &slice.decoration) {
            (Some(open), Some(decoration)) => Rc::ptr_eq(&open.decoration, decoration),
            _ => false,
        };
        if !goes_on {
            self.finish(out);
            let Some(decoration) = slice.decoration.clone() else { return };
            self.open = Some(OpenBox { decoration, x, top: y, bottom: y, ground: None });
        }
        let Some(open) = &mut self.open else { return };
        open.bottom = y + slice.height;
        let Some(colour) = open.decoration.shading else { return };
        // What the document grid adds above a line stays white (code in one of Word's PDFs: bands of 12.36 points at a pitch of
        // 15.6, the text's own height being 9.1).
        if open.ground.is_none() || slice.bare > HAIR {
            // The space between two paragraphs of a box is shaded.
            if let Some(Item::Fill { rect, .. }) = open.ground.and_then(|at| out.get_mut(at)) {
                rect.height = y - rect.y;
            }
            let (left, right) = edges(&open.decoration, open.x);
            open.ground = Some(out.len());
            let rect = Rect { x: left, y: y + slice.bare, width: right - left, height: 0.0 };
            out.push(Item::Fill { rect, colour });
        }
        if let Some(Item::Fill { rect, .. }) = open.ground.and_then(|at| out.get_mut(at)) {
            rect.height = open.bottom - rect.y;
        }
    }

    /// Draws the borders of the open box.
    pub fn finish(&mut self, out: &mut Vec<Item>) {
        let Some(OpenBox { decoration, x, top, bottom, .. }) = self.open.take() else { return };
        let (left, right) = edges(&decoration, x);
        let frame = &decoration.frame;
        let mut edge = |border: Option<Border>, side, from: (f64, f64), to: (f64, f64)| {
            let Some(border) = border else { return };
            border_line::draw(&border, side, from, to, out);
        };
        let half = |border: Option<Border>| border.map_or(0.0, |border| border.thickness() / 2.0);
        edge(frame.top, Side::Before, (left, top + half(frame.top)), (right, top + half(frame.top)));
        edge(
            frame.bottom,
            Side::Behind,
            (left, bottom - half(frame.bottom)),
            (right, bottom - half(frame.bottom)),
        );
        edge(frame.left, Side::Before, (left + half(frame.left), top), (left + half(frame.left), bottom));
        edge(
            frame.right,
            Side::Behind,
            (right - half(frame.right), top),
            (right - half(frame.right), bottom),
        );
    }
}

/// Draws the line between two paragraphs of one box, from side to side, above the second.
pub(super) fn draw_between(between: Border, decoration: &Decoration, out: &mut Vec<Item>) {
    let (left, right) = edges(decoration, 0.0);
    let y = between.thickness() / 2.0;
    border_line::draw(&between, Side::Before, (left, y), (right, y), out);
}

/// Outer edges of a box: side borders are outside the text.
fn edges(decoration: &Decoration, x: f64) -> (f64, f64) {
    let side = |border: Option<Border>| border.map_or(OVERHANG, |border| border.space + border.thickness());
    (x + decoration.left - side(decoration.frame.left), x + decoration.right + side(decoration.frame.right))
}
