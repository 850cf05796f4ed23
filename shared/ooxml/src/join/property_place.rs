//! Where a property stands among others, in the order of the schema.

use crate::xml::{Kind, NodeId, Tree};

/// Where the content of an element begins.
pub(super) fn start(tree: &Tree, node: NodeId) -> usize {
    match tree.kind(node) {
        Kind::Element { open, .. } => open.end,
        _ => tree.range(node).start,
    }
}

/// Where a property of this name stands: behind those that come before it in their `order`.
pub(super) fn place(tree: &Tree, properties: NodeId, name: &str, order: &[&str]) -> usize {
    let rank = |name: &str| order.iter().position(|known| *known == name).unwrap_or(order.len());
    let before =
        tree.children(properties).filter(|n| tree.is_element(*n) && rank(tree.local(*n)) < rank(name));
    before.last().map_or_else(|| start(tree, properties), |last| tree.range(last).end)
}
