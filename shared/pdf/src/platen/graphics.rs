//! Repeated content of a PDF, drawn once (form XObjects; ISO 32000-1, 8.10).

use std::collections::HashMap;
use std::sync::Arc;

use krilla::graphic::Graphic;
use platen_layout::Item;

/// The items of groups that were drawn, by where they lie in memory. They are kept, so that no other items come to lie there.
#[derive(Default)]
pub(super) struct Graphics(HashMap<usize, (Arc<[Item]>, Graphic)>);

impl Graphics {
    /// Whether items stand in several places, and are read at none of them: the marks of what is read are in the page itself.
    pub(super) fn suits(items: &Arc<[Item]>) -> bool {
        Arc::strong_count(items) > 1 && is_unread(items)
    }

    /// How the items are drawn, if they were before.
    pub(super) fn get(&self, items: &Arc<[Item]>) -> Option<Graphic> {
        self.0.get(&address(items)).map(|(_, graphic)| graphic.clone())
    }

    /// Keeps how the items are drawn.
    pub(super) fn keep(&mut self, items: &Arc<[Item]>, graphic: Graphic) -> Graphic {
        self.0.insert(address(items), (Arc::clone(items), graphic.clone()));
        graphic
    }
}

fn address(items: &Arc<[Item]>) -> usize {
    items.as_ptr().addr()
}

/// Whether items are part of nothing that is read. A shape is read by its description.
fn is_unread(items: &[Item]) -> bool {
    items.iter().all(|item| match item {
        Item::Glyphs(run) => run.element.is_none(),
        Item::Picture(picture) => picture.element.is_none(),
        Item::Drawing(drawing) => drawing.element.is_none() || drawing.alt.is_none(),
        Item::Group(group) => is_unread(&group.items),
        Item::Rule(_) | Item::Fill { .. } | Item::Link { .. } => true,
    })
}
