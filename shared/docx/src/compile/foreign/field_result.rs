//! The result of a field.

use std::ops::Range;

use crate::text::flow::Flow;
use crate::text::word_fields::Field;
use platen_ooxml::xml::Tree;

/// Where a field's result stands: the flow and the range of its text. `None` when it is not in one paragraph.
pub(super) fn shown(tree: &Tree, flows: &[Flow], field: &Field) -> Option<(usize, Range<usize>)> {
    let paragraph = tree.ancestor_w(field.start, "p")?;
    let paragraphs = flows.partition_point(|flow| flow.plain.is_none());
    let flow = flows[..paragraphs].binary_search_by_key(&paragraph, |flow| flow.paragraph).ok()?;
    let segments = &flows[flow].segments;
    let (from, to) = if field.is_simple(tree) {
        let inside = flows[flow].inside(tree, field.start);
        let from = segments.partition_point(|s| s.node < field.start);
        (from, from + inside.len())
    } else {
        let (separator, end) = (field.separator?, field.end?);
        if tree.ancestor_w(end, "p") != Some(paragraph) {
            return None;
        }
        (segments.partition_point(|s| s.node < separator), segments.partition_point(|s| s.node < end))
    };
    let (first, last) = (segments.get(from)?, segments.get(to.checked_sub(1)?)?);
    (from < to).then_some((flow, first.text.start..last.text.end))
}
