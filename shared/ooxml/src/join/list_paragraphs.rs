//! Paragraphs that are in a list by their style. One of a later document would go on counting the list of the documents before:
//! it gets a list of its own, at the indents that its style gives it (17.9.23, 17.3.1.12).

use std::collections::HashMap;

use crate::order::PARAGRAPH;
use crate::style_lists::{StyleList, StyleLists};
use crate::xml::properties::{insert, place, start};
use crate::xml::{Changes, NodeId, Tree};

/// The properties of a paragraph that is in a list by its style, its own `w:numPr`, and the list.
fn find<'l>(
    lists: &'l StyleLists,
    tree: &Tree,
    paragraph: NodeId,
) -> Option<(NodeId, Option<NodeId>, &'l StyleList)> {
    if lists.is_empty() {
        return None;
    }
    let properties = tree.child_w(paragraph, "pPr")?;
    let list = lists.get(&tree.attr(tree.child_w(properties, "pStyle")?, "val")?)?;
    let own = tree.child_w(properties, "numPr");
    own.and_then(|own| tree.child_w(own, "numId")).is_none().then_some((properties, own, list))
}

/// The level that a `w:numPr` states.
fn stated(tree: &Tree, own: Option<NodeId>) -> Option<u32> {
    tree.attr(tree.child_w(own?, "ilvl")?, "val")?.parse().ok()
}

/// The list of its style, by its id, that a paragraph is in, and its level there.
pub(super) fn list_of(lists: &StyleLists, tree: &Tree, paragraph: NodeId) -> Option<(String, u32)> {
    let (_, own, of_style) = find(lists, tree, paragraph)?;
    Some((of_style.list.clone(), stated(tree, own).unwrap_or(of_style.level)))
}

/// Gives a paragraph the list that stands for that of its style; `renamed` has it by the id of that.
pub(super) fn give(
    lists: &StyleLists,
    tree: &Tree,
    paragraph: NodeId,
    renamed: &HashMap<String, u32>,
    changes: &mut Changes,
) {
    let Some((properties, own, of_style)) = find(lists, tree, paragraph) else { return };
    let Some(list) = renamed.get(&of_style.list) else { return };
    let list = format!("<w:numId w:val=\"{list}\"/>");
    let level = format!("<w:ilvl w:val=\"{}\"/>", of_style.level);
    match own {
        Some(own) => match tree.child_w(own, "ilvl") {
            Some(level) => changes.push((tree.range(level).end..tree.range(level).end, list)),
            None => insert(tree, own, start(tree, own), &format!("{level}{list}"), changes),
        },
        None => {
            let at = place(tree, properties, "numPr", &PARAGRAPH);
            changes.push((at..at, format!("<w:numPr>{level}{list}</w:numPr>")));
        }
    }
    let own = tree.child_w(properties, "ind");
    let attributes = of_style.indents_beside(tree, own);
    if attributes.is_empty() {
        return;
    }
    match own {
        Some(own) => {
            let at = tree.range(own).start + "<w:ind".len();
            changes.push((at..at, attributes));
        }
        None => {
            let at = place(tree, properties, "ind", &PARAGRAPH);
            changes.push((at..at, format!("<w:ind{attributes}/>")));
        }
    }
}
