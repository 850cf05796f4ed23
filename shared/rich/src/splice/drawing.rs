//! Placeholder pictures in a template: a picture control, or a picture whose alternative text is a single tag. The new picture is fitted
//! into the old one's box without distortion. Both of Word's forms are supported: DrawingML (`w:drawing`) and VML (`w:pict`, ECMA-376
//! part 4, 19.1), which older files have.

use std::ops::Range;

use super::Splicer;
use crate::marker::pieces;
use crate::picture::Picture;
use crate::{picture_drawing, vml};
use platen_ooxml::xml::characters::escape;
use platen_ooxml::xml::{Changes, Kind, NodeId, Tree};

/// The drawing with the picture of its mark in it; `None` when no mark of it asks for a picture.
pub(super) fn replaced(splicer: &mut Splicer<'_, '_>, drawing: NodeId) -> Option<String> {
    let tree = splicer.tree;
    let named = |local: &'static str| tree.descendants(drawing).find(move |n| tree.local(*n) == local);
    let (embed, described, attribute) = match named("blip") {
        Some(blip) => (tree.attr_range(blip, "embed")?, named("docPr"), "descr"),
        None => {
            let data = named("imagedata")?;
            (tree.attr_range(data, "id")?, tree.parent(data), "alt")
        }
    };
    let description = described.and_then(|node| tree.attr_range(node, attribute));
    let index = marked(tree, &embed).or_else(|| marked(tree, &description.clone()?))?;
    let picture = splicer.values.picture(index, splicer.resources)?;
    let id = splicer.resources.media(&picture.bytes, picture.extension);
    let mut edits = match named("blip") {
        Some(blip) => drawn(splicer, drawing, blip, &picture)?,
        None => vml::resized(tree, tree.parent(named("imagedata")?)?, &picture)?,
    };
    edits.push((embed, id));
    // Without a text of its own it keeps the old one's, which says what belongs there.
    let alt = escape(splicer.values.plain(index)).into_owned();
    match description {
        Some(range) if !alt.is_empty() || splicer.is_marked(&range) => edits.push((range, alt)),
        None if !alt.is_empty() => {
            edits.extend(described.and_then(|node| added(tree, node, attribute, &alt)))
        }
        _ => {}
    }
    Some(with_changes(splicer, drawing, edits))
}

/// An attribute that an element does not have yet.
fn added(tree: &Tree, node: NodeId, name: &str, value: &str) -> Option<(Range<usize>, String)> {
    let Kind::Element { open, .. } = tree.kind(node) else { return None };
    let end = open.end - if tree.source()[open.clone()].ends_with("/>") { 2 } else { 1 };
    Some((end..end, format!(" {name}=\"{value}\"")))
}

/// The drawing with changes in it, and text in the place of all other marks.
pub(super) fn with_changes(splicer: &Splicer<'_, '_>, drawing: NodeId, mut edits: Changes) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let whole = splicer.tree.range(drawing);
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
    out
}

/// The new size in a DrawingML picture, and its vector form.
fn drawn(splicer: &mut Splicer<'_, '_>, drawing: NodeId, blip: NodeId, picture: &Picture) -> Option<Changes> {
    let tree = splicer.tree;
    let named = |local: &'static str| tree.descendants(drawing).filter(move |n| tree.local(*n) == local);
    let extent = named("extent").next()?;
    let length = |node: NodeId, name: &str| tree.attr(node, name).and_then(|v| v.parse::<u64>().ok());
    let (width, height) = picture.fitted(length(extent, "cx")?, length(extent, "cy")?);
    let mut edits = Changes::new();
    for node in named("extent").chain(named("ext")) {
        for (name, length) in [("cx", width), ("cy", height)] {
            if let Some(range) = tree.attr_range(node, name) {
                edits.push((range, length.to_string()));
            }
        }
    }
    // What was cut off the old picture, and its vector form, would go over the new one.
    for node in named("srcRect").chain(tree.children(blip).filter(|n| tree.local(*n) == "extLst")) {
        edits.push((tree.range(node), String::new()));
    }
    let vector = picture_drawing::vector(splicer.resources, picture);
    if let (false, Kind::Element { open, close, .. }) = (vector.is_empty(), tree.kind(blip)) {
        let is_empty = tree.source()[open.clone()].ends_with("/>");
        edits.push(if is_empty {
            let name = format!("{}{}", tree.prefix(blip), tree.local(blip));
            (open.end - 2..open.end, format!(">{vector}</{name}>"))
        } else {
            (close.start..close.start, vector)
        });
    }
    Some(edits)
}

/// The value whose mark is all of an attribute.
fn marked(tree: &Tree, range: &Range<usize>) -> Option<usize> {
    let mut found = pieces(tree.source()[range.clone()].trim());
    match (found.next()?, found.next(), found.next()) {
        (("", Some(index)), Some(("", None)), None) => Some(index),
        _ => None,
    }
}
