//! The parts of a paragraph on its pages, from which its objects' offsets count.

use super::anchor::Spot;
use super::layouter::{Column, PageFrame, Place, SAME_PLACE, page_at};
use crate::line::Line;
use crate::model::placement::Relative;
use crate::model::story::Anchor;
use crate::model::text_direction::TurnedBack;
use crate::shape::{Kind, Shaped};

/// Times that a paragraph is broken into lines until its objects are on the pages of their anchors.
const MAX_ROUNDS: usize = 4;

/// Places of a paragraph's anchors. A paragraph that continues over pages has a part on each: the offset of an object counts
/// from the part with its anchor (an object of Word's whose paragraph begins three pages before).
pub(super) struct Parts<'s> {
    shaped: &'s Shaped<'s>,
    first: Spot,
    /// Whether the paragraph can continue over pages.
    is_in_body: bool,
    rounds: usize,
    /// The place of each anchor.
    pub spots: Vec<Spot>,
}

impl<'s> Parts<'s> {
    /// All anchors in the first part.
    pub fn new(shaped: &'s Shaped<'s>, first: Spot, column: &Column<'_>) -> Parts<'s> {
        let is_turned = column.stance.turned_back != TurnedBack::None;
        let is_in_body = matches!(column.place, Place::Body { .. }) && !is_turned;
        Parts { shaped, first, is_in_body, rounds: 0, spots: vec![first; shaped.anchors.len()] }
    }

    /// Whether an object counts from the part that its anchor is in.
    pub fn counts(&self, anchor: &Anchor) -> bool {
        self.is_in_body && anchor.down.0 == Relative::Text
    }

    /// Whether the lines leave each anchor in the part that it counts from. If not, it counts from its own part from now on.
    pub fn agree(&mut self, lines: &[Line], pages: &[PageFrame]) -> bool {
        if !self.is_in_body || self.shaped.anchors.is_empty() {
            return true;
        }
        self.rounds += 1;
        let (mut agree, mut y) = (true, self.first.line);
        for row in lines.chunk_by(|_, next| next.is_beside) {
            let (Some(begin), Some(end)) = (row.first(), row.last()) else { continue };
            let part = page_at(pages, y).map(|page| page.from);
            let part = part.filter(|from| *from > self.first.line + SAME_PLACE);
            let clusters = self.shaped.clusters.get(begin.clusters.start..end.clusters.end);
            for cluster in clusters.unwrap_or_default() {
                let Kind::Anchor(at) = cluster.kind else { continue };
                let at = at as usize;
                let counts = self.shaped.anchors.get(at).is_some_and(|anchor| self.counts(anchor));
                if let Some(spot) = self.spots.get_mut(at).filter(|_| counts) {
                    let paragraph = part.unwrap_or(self.first.paragraph);
                    agree &= (paragraph - spot.paragraph).abs() < SAME_PLACE;
                    *spot = Spot { paragraph, line: y, ..self.first };
                }
            }
            y += begin.skip + begin.height;
        }
        agree || self.rounds >= MAX_ROUNDS
    }
}
