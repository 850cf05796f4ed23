//! Pictures that a template holds as placeholders: a picture control, or a picture whose alt text is one tag. The new
//! one is fitted into the old one's box, its proportions kept.

use std::ops::Range;

use super::marker::pieces;
use super::splice::Splicer;
use crate::xml::text::escape;
use crate::xml::{NodeId, Tree};

/// The drawing with the picture of its mark in it; `None` when no mark of it asks for a picture.
pub(super) fn replaced(splicer: &mut Splicer<'_, '_>, drawing: NodeId) -> Option<String> {
    let tree = splicer.tree;
    let named = |local: &'static str| tree.descendants(drawing).filter(move |n| tree.local(*n) == local);
    let blip = named("blip").next()?;
    let embed = tree.attr_range(blip, "embed")?;
    let description = named("docPr").next().and_then(|n| tree.attr_range(n, "descr"));
    let index = marked(tree, &embed).or_else(|| marked(tree, &description.clone()?))?;
    let picture = splicer.values.picture(index, splicer.resources)?;
    let id = splicer.resources.media(&picture.bytes, picture.extension);

    let extent = named("extent").next()?;
    let length = |node: NodeId, name: &str| tree.attr(node, name).and_then(|v| v.parse::<u64>().ok());
    let (box_width, box_height) = (length(extent, "cx")?, length(extent, "cy")?);
    let (width, height) = picture.fitted(box_width, box_height);
    let mut edits = vec![(embed, id)];
    for node in named("extent").chain(named("ext")) {
        for (name, length) in [("cx", width), ("cy", height)] {
            if let Some(range) = tree.attr_range(node, name) {
                edits.push((range, length.to_string()));
            }
        }
    }
    if let Some(range) = description.filter(|range| splicer.is_marked(range)) {
        edits.push((range, escape(&splicer.values.plain(index)).into_owned()));
    }
    // What was cut off the old picture, and its vector form, would go over the new one.
    for node in named("srcRect").chain(tree.children(blip).filter(|n| tree.local(*n) == "extLst")) {
        edits.push((tree.range(node), String::new()));
    }
    edits.sort_by_key(|(range, _)| range.start);
    let whole = tree.range(drawing);
    let mut out = String::with_capacity(whole.len() + 64);
    let mut at = whole.start;
    for (range, text) in edits {
        if range.start >= at {
            out.push_str(&splicer.without_marks(&(at..range.start)));
            out.push_str(&text);
            at = range.end;
        }
    }
    out.push_str(&splicer.without_marks(&(at..whole.end)));
    Some(out)
}

/// The value whose mark is all of an attribute.
fn marked(tree: &Tree, range: &Range<usize>) -> Option<usize> {
    let mut found = pieces(tree.source()[range.clone()].trim());
    match (found.next()?, found.next(), found.next()) {
        (("", Some(index)), Some(("", None)), None) => Some(index),
        _ => None,
    }
}
