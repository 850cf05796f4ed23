//! Notes that are written with their references, to be added to their parts when the document is whole.

use std::collections::{BTreeMap, HashMap};

use minijinja::{Error, State, Value};

use super::context::RenderState;
use super::lift::EDGE;
use super::operators;

/// The notes of one document that its parts do not hold yet, by part.
#[derive(Debug, Default)]
pub(crate) struct Notes(BTreeMap<String, Written>);

/// The notes for one part.
#[derive(Debug, Default)]
struct Written {
    /// Ids that were given out.
    count: i64,
    xml: String,
    /// New ids of comments whose text has begun, by the ids that they had.
    begun: HashMap<i64, i64>,
}

impl Notes {
    /// How many ids above the largest one of the part are taken.
    pub fn count(&self, part: &str) -> i64 {
        self.0.get(part).map_or(0, |written| written.count)
    }

    /// The notes of a part, as XML.
    pub fn of(&self, part: &str) -> &str {
        self.0.get(part).map_or("", |written| &written.xml)
    }

    fn part(&mut self, part: &str) -> &mut Written {
        self.0.entry(part.to_owned()).or_default()
    }
}

impl Written {
    fn fresh_id(&mut self, largest: i64) -> i64 {
        self.count += 1;
        largest + self.count
    }
}

/// Filter around a note: keeps it for its part, whose largest id is given with the one that the note had, and returns its
/// new id.
pub(super) fn note(state: &State, xml: &str, part: &str, largest: i64, old: i64) -> Result<i64, Error> {
    operators::spend(state, xml.len())?;
    let Some(render) = RenderState::of(state) else { return Ok(old) };
    let mut notes = render.notes();
    let written = notes.part(part);
    let id = written.begun.remove(&old).unwrap_or_else(|| written.fresh_id(largest));
    written.xml.push_str(&xml.replacen(EDGE, &id.to_string(), 1));
    Ok(id)
}

/// Filter around the name of the element that begins or ends a comment's text: the id of the comment, which follows.
pub(super) fn comment(state: &State, element: &str, part: &str, largest: i64, old: i64) -> Value {
    let Some(render) = RenderState::of(state) else { return Value::from(old) };
    let mut notes = render.notes();
    let written = notes.part(part);
    let begun = written.begun.get(&old).copied().filter(|_| element == "commentRangeEnd");
    let id = begun.unwrap_or_else(|| written.fresh_id(largest));
    written.begun.insert(old, id);
    Value::from(id)
}
