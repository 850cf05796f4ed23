//! Content controls of a finished document: kept, removed with their content kept, or locked (ECMA-376 part 1, 17.5.2).

use crate::RenderError;
use crate::options::Controls;
use platen_ooxml::Bounds;
use platen_ooxml::structure::HOLDERS;
use platen_ooxml::xml::{Changes, Kind, NodeId, Tree, changed};
use platen_rich::{Edit, unreadable};

/// What stands before `w:lock` in a control's properties.
const BEFORE_LOCK: [&str; 4] = ["rPr", "alias", "tag", "id"];

/// Changes the controls of these parts.
///
/// # Errors
/// A part has grown over a limit, or the budget has ended.
pub(crate) fn controls<'p>(
    edit: &mut Edit<'_>,
    parts: impl Iterator<Item = &'p str>,
    controls: Controls,
    bounds: Bounds<'_>,
) -> Result<(), RenderError> {
    for part in parts {
        let Some(source) = edit.read(part).filter(|source| has_controls(source)) else { continue };
        bounds.budget.spend(source.len() as u64)?;
        let tree = Tree::parse(source.into_owned(), bounds).map_err(unreadable)?;
        let changes = match controls {
            Controls::Keep => continue,
            Controls::Remove => removed(&tree),
            Controls::Lock => locked(&tree),
        };
        tree.check()?;
        edit.write(part, changed(tree.source(), changes).into_bytes());
    }
    Ok(())
}

fn has_controls(source: &[u8]) -> bool {
    source.windows(5).any(|five| five == b"sdtPr") || source.windows(10).any(|ten| ten == b"sdtContent")
}

/// Everything but the content of the controls goes.
fn removed(tree: &Tree) -> Changes {
    let mut changes = Changes::new();
    for node in tree.nodes() {
        if tree.is_w(node, "sdt") {
            let whole = tree.range(node);
            match tree.child_w(node, "sdtContent").map(|content| tree.kind(content)) {
                Some(Kind::Element { open, close, .. }) if !close.is_empty() => {
                    changes.push((whole.start..open.end, String::new()));
                    changes.push((close.start..whole.end, String::new()));
                }
                _ => changes.push((whole, String::new())),
            }
        } else if HOLDERS.iter().any(|holder| tree.is_w(node, holder))
            && !ends_with_paragraph(tree, node)
            && let Kind::Element { close, .. } = tree.kind(node)
            && !close.is_empty()
        {
            let paragraph = format!("<{}p/>", tree.prefix(node));
            changes.push((close.start..close.start, paragraph));
        }
    }
    changes
}

/// Whether a paragraph comes last, in a control or not.
fn ends_with_paragraph(tree: &Tree, holder: NodeId) -> bool {
    let mut at = Some(holder);
    while let Some(node) = at {
        let last = tree.children(node).filter(|n| tree.is_element(*n)).last();
        let Some(last) = last else { return false };
        if tree.is_w(last, "p") {
            return true;
        }
        at = if tree.is_w(last, "sdt") { tree.child_w(last, "sdtContent") } else { None };
    }
    false
}

/// Neither a control nor its content can be changed (`sdtContentLocked`, 17.18.54).
fn locked(tree: &Tree) -> Changes {
    const LOCKED: &str = "sdtContentLocked";
    let mut changes = Changes::new();
    for control in tree.nodes().filter(|n| tree.is_w(*n, "sdt")) {
        let prefix = tree.prefix(control);
        let lock = format!("<{prefix}lock {prefix}val=\"{LOCKED}\"/>");
        let Some(properties) = tree.child_w(control, "sdtPr") else {
            if let Kind::Element { open, .. } = tree.kind(control) {
                changes.push((open.end..open.end, format!("<{prefix}sdtPr>{lock}</{prefix}sdtPr>")));
            }
            continue;
        };
        if let Some(old) = tree.child_w(properties, "lock") {
            changes.push((tree.range(old), lock));
            continue;
        }
        let before = |n: &NodeId| BEFORE_LOCK.iter().any(|name| tree.is_w(*n, name));
        match (tree.children(properties).filter(before).last(), tree.kind(properties)) {
            (Some(last), _) => changes.push((tree.range(last).end..tree.range(last).end, lock)),
            (None, Kind::Element { open, close, .. }) if !close.is_empty() => {
                changes.push((open.end..open.end, lock));
            }
            _ => changes.push((tree.range(properties), format!("<{prefix}sdtPr>{lock}</{prefix}sdtPr>"))),
        }
    }
    changes
}
