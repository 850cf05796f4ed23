//! Where the template's charts with points from data are drawn.

use super::{Splicer, drawing};
use crate::chart::CHART;
use crate::marker::pieces;
use crate::value::Kind;
use platen_ooxml::xml::NodeId;

/// The drawing of a chart, with the value of its alternative text noted; `None` when no mark there is a chart's points.
pub(super) fn placed(splicer: &mut Splicer<'_, '_>, node: NodeId) -> Option<String> {
    let tree = splicer.tree;
    let named = |local: &'static str| tree.descendants(node).find(move |n| tree.local(*n) == local);
    let (chart, properties) = (named(CHART)?, named("docPr")?);
    let mut marks = Vec::new();
    for name in ["descr", "title"] {
        marks.extend(tree.attr_range(properties, name));
    }
    let value =
        marks.iter().flat_map(|range| pieces(&tree.source()[range.clone()])).find_map(|(_, value)| {
            value.filter(|value| splicer.values.rich(*value).is_some_and(|rich| rich.kind == Kind::Chart))
        })?;
    let range = tree.attr_range(chart, "id")?;
    let mut changes = Vec::new();
    if let Some(name) = splicer.charts.place(&tree.source()[range.clone()], value) {
        changes.push((range, splicer.resources.relationship(CHART, &format!("/{name}"), false)));
    }
    Some(drawing::with_changes(splicer, node, changes))
}
