//! Repeating sections (`w15:repeatingSection`, [MS-DOCX] 2.5.3), and other controls that are written once for each element.

use super::control_properties::is_field;
use crate::text::Marks;
use crate::text::marks::Piece;
use platen_ooxml::xml::{NodeId, Ns, Tree};

/// Writes the first item of a repeating section, which is returned, once per element of its array; no element, no section.
pub(super) fn repeat(
    tree: &Tree,
    sdt: NodeId,
    content: NodeId,
    id: usize,
    marks: &mut Marks,
) -> Option<NodeId> {
    let is_item = |n: &NodeId| {
        tree.is_w(*n, "sdt")
            && tree
                .child_w(*n, "sdtPr")
                .is_some_and(|p| tree.child(p, Ns::W15, "repeatingSectionItem").is_some())
    };
    let mut items = tree.children(content).filter(is_item);
    let pattern = items.next()?;
    for other in items {
        marks.drop(other);
    }
    write_each(sdt, pattern, id, tree, marks);
    Some(pattern)
}

/// Writes a pattern in a control once per element of an array; no element, no control.
pub(super) fn write_each(sdt: NodeId, pattern: NodeId, id: usize, tree: &Tree, marks: &mut Marks) {
    marks.before(sdt, Piece::statement(format!("if __kept({id})")));
    marks.before(sdt, Piece::Source(tree.range(sdt)));
    marks.before(sdt, Piece::statement(format!("elif __repeat({id})")));
    marks.after(sdt, Piece::statement("endif"));
    marks.around(
        pattern,
        Piece::statement(format!("for __scope in __repeat({id})")),
        Piece::statement("endfor"),
    );
}

/// Whether a repeating section with a name is around a node.
pub(crate) fn in_section(tree: &Tree, node: NodeId) -> bool {
    tree.ancestors(node).filter(|n| tree.is_w(*n, "sdt")).any(|sdt| {
        let properties = tree.child_w(sdt, "sdtPr");
        properties.is_some_and(|p| tree.child(p, Ns::W15, "repeatingSection").is_some())
            && is_field(tree, sdt)
    })
}
