//! docxtpl's statements about the table cell that they stand in: background, spans and merges.

use std::collections::BTreeMap;

use super::flow::Flow;
use super::marks::{Marks, Piece};
use super::scope::Site;
use super::syntax::{Expr, Syntax};
use crate::xml::{NodeId, Tree};

/// What a statement does to its cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// `{% cellbg colour %}`: the fill of its shading.
    Background,
    /// `{% colspan n %}`: how many columns of the grid it spans.
    Span,
    /// `{% hm %}`: one cell as wide as all turns of the loop.
    MergeAcross,
    /// `{% vm %}`: one cell as high as all turns of the loop.
    MergeDown,
}

impl Effect {
    /// The effect of a tag, which becomes the value to be written, or nothing.
    pub fn of(syntax: &mut Syntax) -> Option<Effect> {
        let Syntax::Cell(effect, value) = syntax else { return None };
        let (effect, value) = (*effect, value.take());
        *syntax = match (effect, value) {
            (Effect::Background, Some(colour)) => Syntax::Value(Expr::call("__fill", vec![colour])),
            (Effect::Span, Some(columns)) => Syntax::Value(Expr::call("__span", vec![columns])),
            _ => Syntax::Nothing,
        };
        Some(effect)
    }
}

/// Order of a cell's properties (`CT_TcPr`, ECMA-376 part 1, 17.4.70) as far as new ones are put among them.
const BEFORE_SPAN: [&str; 2] = ["cnfStyle", "tcW"];
const BEFORE_MERGE: [&str; 4] = ["cnfStyle", "tcW", "gridSpan", "hMerge"];
const BEFORE_SHADING: [&str; 6] = ["cnfStyle", "tcW", "gridSpan", "hMerge", "vMerge", "tcBorders"];

/// Marks the cells of all effects.
pub(super) fn apply(tree: &Tree, flows: &[Flow], sites: &[Site], marks: &mut Marks) {
    // Of two statements of one kind in a cell the later counts.
    let mut cells: BTreeMap<NodeId, BTreeMap<Effect, usize>> = BTreeMap::new();
    for (index, site) in sites.iter().enumerate() {
        if let Some(effect) = site.effect
            && let Some(cell) = tree.ancestor_w(flows[site.flow].paragraph, "tc")
        {
            cells.entry(cell).or_default().insert(effect, index);
        }
    }
    for (cell, tags) in cells {
        let properties = tree.child_w(cell, "tcPr");
        let mut list: Vec<(&str, Vec<Piece>)> = Vec::new();
        for node in properties.into_iter().flat_map(|p| tree.children(p)).filter(|n| tree.is_element(*n)) {
            list.push((tree.local(node), vec![Piece::xml(tree.outer(node))]));
        }
        for (effect, tag) in tags {
            match effect {
                Effect::Background => {
                    let open = "<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"";
                    put(&mut list, "shd", &BEFORE_SHADING, attribute(open, given(tag, "auto")));
                }
                Effect::Span => {
                    put(
                        &mut list,
                        "gridSpan",
                        &BEFORE_SPAN,
                        attribute("<w:gridSpan w:val=\"", given(tag, "1")),
                    );
                }
                Effect::MergeAcross => {
                    let span = properties.and_then(|p| tree.child_w(p, "gridSpan"));
                    let span = span
                        .and_then(|s| tree.attr(s, "val"))
                        .and_then(|v| v.parse::<u32>().ok())
                        .unwrap_or(1);
                    let value = Piece::value(format!("{span} * loop.length"));
                    put(&mut list, "gridSpan", &BEFORE_SPAN, attribute("<w:gridSpan w:val=\"", vec![value]));
                    marks.around(cell, Piece::statement("if loop.first"), Piece::statement("endif"));
                }
                Effect::MergeDown => {
                    let value = Piece::value("'restart' if loop.first else 'continue'");
                    put(&mut list, "vMerge", &BEFORE_MERGE, attribute("<w:vMerge w:val=\"", vec![value]));
                    // The text up to the tag shows once; Word hides what merged cells hold, other programs may not.
                    let flow = &flows[sites[tag].flow];
                    let mut texts: Vec<NodeId> = flow
                        .segments
                        .iter()
                        .filter(|s| s.text.start <= sites[tag].tag.range.start)
                        .map(|s| s.node)
                        .collect();
                    texts.dedup();
                    for text in texts {
                        marks.around(text, Piece::statement("if loop.first"), Piece::statement("endif"));
                    }
                }
            }
        }
        let mut pieces = vec![Piece::xml("<w:tcPr>")];
        pieces.extend(list.into_iter().flat_map(|(_, pieces)| pieces));
        pieces.push(Piece::xml("</w:tcPr>"));
        match (properties, tree.first_child(cell)) {
            (Some(node), _) => marks.replace(node, pieces),
            (None, Some(first)) => pieces.into_iter().for_each(|piece| marks.before(first, piece)),
            (None, None) => {}
        }
    }
}

/// An author's value, or what stands for none.
fn given(tag: usize, default: &str) -> Vec<Piece> {
    vec![
        Piece::statement(format!("filter __or(\"{default}\")")),
        Piece::Tag(tag),
        Piece::statement("endfilter"),
    ]
}

fn attribute(open: &str, value: Vec<Piece>) -> Vec<Piece> {
    let mut pieces = vec![Piece::xml(open)];
    pieces.extend(value);
    pieces.push(Piece::xml("\"/>"));
    pieces
}

/// Puts a property in its place in the sequence, instead of one of its name.
fn put<'n>(list: &mut Vec<(&'n str, Vec<Piece>)>, name: &'n str, before: &[&str], pieces: Vec<Piece>) {
    list.retain(|(other, _)| *other != name);
    let at = list.iter().take_while(|(other, _)| before.contains(other)).count();
    list.insert(at, (name, pieces));
}
