//! Lists that restart: the current id of a list.

use minijinja::{State, Value};

use crate::expression::RenderState;

/// The next item of a list is its first; `largest` is the largest id of a list in the template.
pub(super) fn restart(state: &State, list: u32, largest: u32) -> Value {
    if let Some(render) = RenderState::of(state) {
        render.additions.lists().restart(list, largest);
    }
    Value::from("")
}

/// The id of a list at one of its items.
pub(super) fn id(state: &State, list: u32) -> u32 {
    RenderState::of(state).map_or(list, |render| render.additions.lists().id(list))
}
