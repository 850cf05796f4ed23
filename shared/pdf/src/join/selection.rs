//! Which pages of a document, and of what is joined to it, there are at last.

use std::cell::Cell;

use super::Joining;
use super::foreign::Foreign;
use crate::finish::PageRange;
use crate::{PdfError, PdfLimits};

/// The chosen pages of a document, of which nobody knows how many it has before it is laid out.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    range: Option<PageRange>,
    /// Pages before the document's own, and behind them.
    around: [usize; 2],
    /// Pages of the document itself, once they are known.
    own: Cell<usize>,
    /// Whether any of them is chosen: what is written of a document without a page has a blank one.
    has_own: Cell<bool>,
}

impl Selection {
    /// Those of `range`, or all without one.
    pub(crate) fn new(range: Option<PageRange>, around: [usize; 2]) -> Selection {
        Selection { range, around, own: Cell::new(0), has_own: Cell::new(true) }
    }

    /// Which of the document's `own` pages are chosen; `None`: all.
    ///
    /// # Errors
    /// [`PdfError::NoneChosen`]; [`PdfError::Limit`] for more pages in all than there may be.
    pub(crate) fn of_own(&self, own: usize, limits: &PdfLimits) -> Result<Option<Vec<bool>>, PdfError> {
        self.own.set(own);
        let [before, behind] = self.around;
        let all = before + own + behind;
        if all > limits.pages {
            return Err(PdfError::limit("pages", limits.pages.to_string()));
        }
        let Some(range) = &self.range else { return Ok(None) };
        let chosen = range.chosen(all);
        if !chosen.contains(&true) {
            return Err(PdfError::NoneChosen { pages: u32::try_from(all).unwrap_or(u32::MAX) });
        }
        let chosen = chosen[before..before + own].to_vec();
        self.has_own.set(chosen.contains(&true));
        Ok(Some(chosen))
    }

    /// Whether any page of the document itself is chosen.
    pub(super) fn has_own(&self) -> bool {
        self.has_own.get()
    }

    /// Takes the pages that are not chosen from what is joined.
    pub(super) fn apply(&self, joining: &mut Joining<'_>) {
        let Some(range) = &self.range else { return };
        let [before, behind] = self.around;
        let chosen = range.chosen(before + self.own.get() + behind);
        retain(&mut joining.before, &chosen[..before]);
        retain(&mut joining.behind, &chosen[before + self.own.get()..]);
    }
}

fn retain(list: &mut [Foreign<'_>], chosen: &[bool]) {
    let mut chosen = chosen.iter();
    for foreign in list {
        foreign.pages.retain(|_| chosen.next().copied().unwrap_or(false));
    }
}
