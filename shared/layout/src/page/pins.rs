//! Objects that text above their paragraphs goes around. Word puts them where they would stand without that, and lets them stay there
//! when the text above has moved their paragraphs down (one of Word's PDFs: pictures 1.3 and 37 points above their paragraphs).

use crate::block::{Exclusion, Origin, PageFrame};
use crate::model::story::AnchorId;

/// Bound: objects of a section that are fixed, one in each further layout of it.
const MOST_PINNED: usize = 50;

/// An object in its place.
#[derive(Debug)]
struct Pin {
    anchor: AnchorId,
    /// The number of its page; none once its paragraph has left that.
    sheet: Option<usize>,
    corner: (f64, f64),
    taken: Exclusion,
}

/// The objects of a section that are in their places, and the first one that is to be.
#[derive(Debug, Default)]
pub(super) struct Pins {
    fixed: Vec<Pin>,
    next: Option<Pin>,
}

impl Pins {
    /// Begins a layout.
    pub fn begin(&mut self) {
        self.next = None;
    }

    /// The place of an object whose paragraph is on a page, if it is fixed there.
    pub fn corner(&self, anchor: AnchorId, sheet: usize) -> Option<(f64, f64)> {
        let pin = self.fixed.iter().find(|pin| pin.anchor == anchor && pin.sheet == Some(sheet))?;
        Some(pin.corner)
    }

    /// Remembers the first object that is above its paragraph.
    pub fn propose(&mut self, anchor: AnchorId, sheet: usize, corner: (f64, f64), taken: &Exclusion) {
        if self.next.is_none() && self.fixed.iter().all(|pin| pin.anchor != anchor) {
            let taken = taken.clone();
            self.next = Some(Pin { anchor, sheet: Some(sheet), corner, taken });
        }
    }

    /// The slices of those that are not on these pages any more, for the text beside them pushed their paragraphs to the next: they
    /// stay there.
    pub fn left(&mut self, pages: &[PageFrame]) -> Vec<Origin> {
        let mut left = Vec::new();
        for pin in self.fixed.iter_mut().filter(|pin| pin.sheet.is_some()) {
            let is_there =
                |page: &PageFrame| Some(page.sheet) == pin.sheet && page.pinned.contains(&pin.anchor);
            if !pages.iter().any(is_there) {
                pin.sheet = None;
                left.extend(pin.taken.anchor);
            }
        }
        left
    }

    /// Whether there are objects that were not fixed.
    pub fn is_left(&self) -> bool {
        self.next.is_some()
    }

    /// Fixes the next object, on the pages that were just filled; answers whether there was one, and not too many before.
    pub fn fix(&mut self, pages: &mut [PageFrame]) -> bool {
        let Some(pin) = self.next.take_if(|_| self.fixed.len() < MOST_PINNED) else { return false };
        for page in pages.iter_mut().filter(|page| Some(page.sheet) == pin.sheet) {
            page.wraps.push(pin.taken.clone().moved(-page.left));
            page.pinned.push(pin.anchor);
        }
        self.fixed.push(pin);
        true
    }
}
