//! Properties of an element, and where they stand among others in the order of the schema.

use super::{Changes, Kind, NodeId, Tree};

/// Where the content of an element begins.
pub(crate) fn start(tree: &Tree, node: NodeId) -> usize {
    match tree.kind(node) {
        Kind::Element { open, .. } => open.end,
        _ => tree.range(node).start,
    }
}

/// Where a property of this name stands: behind those that come before it in their `order`.
pub(crate) fn place(tree: &Tree, properties: NodeId, name: &str, order: &[&str]) -> usize {
    let rank = |name: &str| order.iter().position(|known| *known == name).unwrap_or(order.len());
    let before =
        tree.children(properties).filter(|n| tree.is_element(*n) && rank(tree.local(*n)) < rank(name));
    before.last().map_or_else(|| start(tree, properties), |last| tree.range(last).end)
}

/// Puts a property, its name and its XML, among those of an element that does not have it. Several of one element come in the
/// order in which they are put.
pub fn put_in_order(
    tree: &Tree,
    properties: NodeId,
    (name, xml): (&str, &str),
    order: &[&str],
    changes: &mut Changes,
) {
    insert(tree, properties, place(tree, properties, name, order), xml, changes);
}

/// What is put into one element comes one after the other.
const AT_MOST: usize = 16;

/// Inserts into an element, which may have no content yet.
pub(crate) fn insert(tree: &Tree, element: NodeId, at: usize, xml: &str, changes: &mut Changes) {
    if xml.is_empty() {
        return;
    }
    let range = tree.range(element);
    match tree.kind(element) {
        Kind::Element { close, .. } if close.is_empty() => {
            let end_tag = format!("</{}{}>", tree.prefix(element), tree.local(element));
            // All that is put into it, one after the other: the last closes it.
            let whole = range.end - 2..range.end;
            match changes.iter_mut().rev().take(AT_MOST).find(|(other, _)| *other == whole) {
                Some((_, text)) => {
                    let end = text.len() - end_tag.len();
                    text.insert_str(end, xml);
                }
                None => changes.push((whole, format!(">{xml}{end_tag}"))),
            }
        }
        _ => changes.push((at..at, xml.to_owned())),
    }
}
