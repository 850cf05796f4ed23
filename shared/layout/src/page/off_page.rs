//! Text that runs off its page, as in Word: a table wider than the paper, a box below its edge.

use std::cell::RefCell;

use crate::pages::{GlyphRun, Item, Page, PlacedGlyph};
use crate::undrawn::UndrawnList;

/// Tells the lines of which text is off the page. Turned boxes, pictures and charts are not looked into.
pub(super) fn tell(pages: &[Page], undrawn: &RefCell<UndrawnList>) {
    for page in pages {
        let mut last = None;
        for item in &page.items {
            let Item::Glyphs(run) = item else { continue };
            if last != Some(run.y) && is_off(run, page) {
                last = Some(run.y);
                let detail = "text runs off the page, as in Word; make what it is in smaller, or move it";
                undrawn.borrow_mut().add("off-page", "", &run.text, detail);
            }
        }
    }
}

/// Whether more than half an em of its text is beyond an edge. White space that hangs there is nothing to see.
fn is_off(run: &GlyphRun, page: &Page) -> bool {
    let margin = run.size / 2.0;
    let is_beyond = |start: f64, end: f64| {
        run.x + start < -margin
            || run.x + end > page.width + margin
            || run.y < 0.0
            || run.y - margin > page.height
    };
    if !is_beyond(0.0, run.width()) {
        return false;
    }
    let is_blank =
        |glyph: &&PlacedGlyph| run.text.get(glyph.range()).is_none_or(|text| text.trim().is_empty());
    let end: f64 = run.glyphs.iter().rev().skip_while(is_blank).map(|glyph| f64::from(glyph.advance)).sum();
    let start: f64 = run.glyphs.iter().take_while(is_blank).map(|glyph| f64::from(glyph.advance)).sum();
    end > 0.0 && is_beyond(start, end)
}
