//! Paragraphs that are in a list by their style. One of a later document would go on counting the list of the documents before:
//! it gets a list of its own, at the indents that its style gives it (17.9.23, 17.3.1.12).

use std::collections::HashMap;

use crate::order::PARAGRAPH;
use crate::style_lists::{ByStyle, StyleLists};
use crate::xml::properties::{insert, place, start};
use crate::xml::{Changes, NodeId, Tree};

/// The list of its style, by its id, that a paragraph is in, and its level there.
pub(super) fn list_of(lists: &StyleLists, tree: &Tree, paragraph: NodeId) -> Option<(String, u32)> {
    let by_style = lists.of_paragraph(tree, tree.child_w(paragraph, "pPr")?)?;
    Some((by_style.list.id.clone(), by_style.level))
}

/// Gives a paragraph the list that stands for that of its style; `renamed` has it by the id of that.
pub(super) fn give(
    lists: &StyleLists,
    tree: &Tree,
    paragraph: NodeId,
    renamed: &HashMap<String, u32>,
    changes: &mut Changes,
) {
    let Some(properties) = tree.child_w(paragraph, "pPr") else { return };
    let Some(ByStyle { list: of_style, level, numbering }) = lists.of_paragraph(tree, properties) else {
        return;
    };
    let Some(list) = renamed.get(&of_style.id) else { return };
    let list = format!("<w:numId w:val=\"{list}\"/>");
    let level = format!("<w:ilvl w:val=\"{level}\"/>");
    match numbering {
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
