//! Notes that are written with their references, to be added to their parts when the document is whole.

use minijinja::{Error, State};

use crate::expression::{RenderState, operators};

/// Filter around a note: keeps it for its part, whose largest id is given with the one that the note had, and returns its
/// new id.
pub(super) fn note(state: &State, xml: &str, part: &str, largest: i64, old: i64) -> Result<i64, Error> {
    operators::spend(state, xml.len())?;
    Ok(RenderState::of(state).map_or(old, |render| render.additions.notes().add(xml, part, largest, old)))
}

/// Filter around the name of the element that begins or ends a comment's text: the id of the comment, which follows.
pub(super) fn comment(state: &State, element: &str, part: &str, largest: i64, old: i64) -> i64 {
    let ends = element == "commentRangeEnd";
    RenderState::of(state).map_or(old, |render| render.additions.notes().comment(ends, part, largest, old))
}
