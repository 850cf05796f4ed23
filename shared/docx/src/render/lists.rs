//! Lists that restart: which id a list has now, and the instances to be added to the numbering part.

use std::collections::HashMap;

use minijinja::{State, Value};

use super::context::RenderState;

/// The lists of one document that restarted.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// By the id in the template.
    now: HashMap<u32, Now>,
    /// New ids, and the lists that they are instances of.
    added: Vec<(u32, u32)>,
}

/// A list as it stands.
#[derive(Debug)]
struct Now {
    id: u32,
    /// It has an item.
    used: bool,
    /// The next item is its first.
    restarts: Option<u32>,
}

impl Lists {
    /// New ids, and the lists of the template that they are instances of.
    pub fn added(&self) -> &[(u32, u32)] {
        &self.added
    }

    fn of(&mut self, list: u32) -> &mut Now {
        self.now.entry(list).or_insert(Now { id: list, used: false, restarts: None })
    }
}

/// The next item of a list is its first; `largest` is the largest id of a list in the template.
pub(super) fn restart(state: &State, list: u32, largest: u32) -> Value {
    if let Some(render) = RenderState::of(state) {
        let mut lists = render.lists();
        let now = lists.of(list);
        now.restarts = now.used.then_some(largest);
    }
    Value::from("")
}

/// The id of a list at one of its items.
pub(super) fn id(state: &State, list: u32) -> u32 {
    let Some(render) = RenderState::of(state) else { return list };
    let mut lists = render.lists();
    let count = lists.added.len() as u32;
    let now = lists.of(list);
    now.used = true;
    if let Some(largest) = now.restarts.take() {
        now.id = largest.saturating_add(count).saturating_add(1);
        let id = now.id;
        lists.added.push((id, list));
        return id;
    }
    now.id
}
