//! Writes a field's result into the text of its part. The code and the formatting of the old result stay.

use std::ops::Range;

use platen_ooxml::field::Instruction;
use platen_ooxml::xml::{Kind, NodeId, Ns, Tree};

use super::edit::{Edits, run_text};
use super::scan::Place;

/// Elements without text that stay if a result is replaced; those that begin something before it, the others after it.
const KEPT_BEFORE: [&str; 2] = ["bookmarkStart", "commentRangeStart"];
const KEPT_BEHIND: [&str; 2] = ["bookmarkEnd", "commentRangeEnd"];

/// The properties of a run, as they are in the part.
pub(super) fn properties_of(tree: &Tree, run: NodeId) -> &str {
    tree.child_w(run, "rPr").map_or("", |own| tree.outer(own))
}

/// A run of a text.
pub(super) fn run(text: &str, properties: &str, w: &str) -> String {
    format!("<{w}r>{properties}{}</{w}r>", run_text(text, w))
}

/// Replaces the result of a field.
///
/// # Errors
/// The result cannot be told from what stands around it.
pub(super) fn replace(
    tree: &Tree,
    place: Place,
    value: &str,
    instruction: &Instruction,
    edits: &mut Edits,
) -> Result<(), ()> {
    match place {
        Place::Simple(node) => {
            let Kind::Element { open, close, .. } = tree.kind(node) else { return Err(()) };
            let w = tree.prefix(node);
            let first = tree.descendants(node).find(|own| tree.is_w(*own, "r"));
            let text = run(value, first.map_or("", |own| properties_of(tree, own)), w);
            if close.is_empty() {
                let tag = tree.source().get(open.clone()).unwrap_or_default();
                let tag = tag.trim_end_matches('>').trim_end_matches('/');
                edits.replace(open, format!("{tag}>{text}</{w}fldSimple>"));
            } else {
                let (before, behind) = kept(tree, tree.descendants(node));
                edits.replace(open.end..close.start, format!("{before}{text}{behind}"));
            }
            Ok(())
        }
        Place::Complex { begin, separate, end } => {
            let w = tree.prefix(begin);
            let run_of = |mark: NodeId| tree.parent(mark).filter(|own| tree.is_w(*own, "r")).ok_or(());
            let (begin_run, end_run) = (run_of(begin)?, run_of(end)?);
            let end_properties = properties_of(tree, end_run);
            let Some(separate) = separate else {
                let properties = properties_of(tree, begin_run);
                let text = run(value, properties, w);
                let at = tree.range(end).start;
                let mark =
                    format!("<{w}fldChar {w}fldCharType=\"separate\"/></{w}r>{text}<{w}r>{end_properties}");
                edits.replace(at..at, mark);
                return Ok(());
            };
            let separate_run = run_of(separate)?;
            let result = tree.range(separate).end..tree.range(end).start;
            if separate_run == end_run {
                edits.replace(result, run_text(value, w));
                return Ok(());
            }
            if tree.parent(separate_run) != tree.parent(end_run) {
                return Err(());
            }
            // As the code is formatted, where the field asks for that; else as the result was.
            let by_code = instruction.values("\\*").any(|name| name.eq_ignore_ascii_case("charformat"));
            let has_text = |run: &NodeId| tree.is_w(*run, "r") && tree.child_w(*run, "t").is_some();
            let shown =
                Some(separate_run).filter(has_text).or_else(|| tree.between(separate, end).find(has_text));
            let from = shown.filter(|_| !by_code).unwrap_or(begin_run);
            let (before, behind) = kept(tree, tree.between(separate, end));
            let text = run(value, properties_of(tree, from), w);
            edits.replace(result, format!("</{w}r>{before}{text}{behind}<{w}r>{end_properties}"));
            Ok(())
        }
    }
}

/// The parts of a result that stay, as source: before the new one, and after it.
fn kept(tree: &Tree, nodes: impl Iterator<Item = NodeId>) -> (String, String) {
    let (mut before, mut behind) = (String::new(), String::new());
    for node in nodes.filter(|node| tree.ns(*node) == Ns::W) {
        let name = tree.local(node);
        if KEPT_BEFORE.contains(&name) {
            before.push_str(tree.outer(node));
        } else if KEPT_BEHIND.contains(&name) {
            behind.push_str(tree.outer(node));
        }
    }
    (before, behind)
}

/// An attribute of an element with its name and the space before it.
pub(super) fn attribute(tree: &Tree, node: NodeId, name: &str) -> Option<Range<usize>> {
    let value = tree.attr_range(node, name)?;
    let tag = tree.range(node).start;
    let before = tree.source().get(tag..value.start)?;
    Some(tag + before.rfind(char::is_whitespace)?..value.end + 1)
}
