//! Tags that give a chart its points: they are in the alternative text of a chart that can be filled.

use super::site::Site;
use crate::CompileError;
use crate::filters::IN_PAIRS;
use crate::text::flow::{Flow, Plain};
use crate::text::report::Remarks;
use crate::text::syntax::{Argument, Expr, How, Syntax};
use platen_ooxml::Bounds;
use platen_ooxml::package::Package;
use platen_ooxml::xml::{NodeId, Tree};
use platen_rich::{Points, filled};

/// Finds the charts of a package.
pub(crate) struct Charts<'a> {
    package: &'a Package,
    bounds: Bounds<'a>,
}

/// Whether a tag gives points to a chart.
impl<'a> Charts<'a> {
    pub fn new(package: &'a Package, bounds: Bounds<'a>) -> Charts<'a> {
        Charts { package, bounds }
    }

    /// Remarks on tags that no chart takes points of, and on charts that cannot take any.
    ///
    /// # Errors
    /// The budget has ended.
    pub fn check(
        &self,
        tree: &Tree,
        part: &str,
        flows: &[Flow],
        sites: &mut [Site],
        remarks: &mut Remarks<'_>,
    ) -> Result<(), CompileError> {
        for site in sites.iter_mut().filter(|site| site.syntax.is_chart()) {
            let flow = &flows[site.flow];
            let chart = (flow.plain == Some(Plain::Text)).then(|| chart_of(tree, flow.paragraph)).flatten();
            let (message, hint) = match chart {
                None => (
                    "sets the points of a chart, but this is not the alternative text of a chart".to_owned(),
                    "insert a chart, open its alternative text (right-click its border), and put the tag there",
                ),
                Some(id) => match self.try_out(part, &id)? {
                    Ok(in_pairs) => {
                        if let (true, Syntax::Value(Expr::Filter { arguments, .. })) =
                            (in_pairs, &mut site.syntax)
                        {
                            let how = How::Named(IN_PAIRS.to_owned());
                            arguments.push(Argument { how, value: Expr::Word("true") });
                        }
                        continue;
                    }
                    Err(fault) => (
                        format!("stands in a chart that {fault}"),
                        "make the chart with Insert, Chart, and keep its sample data as Word shows it",
                    ),
                },
            };
            let message = format!("{} {message}", site.tag.original);
            remarks.add(site.flow, &site.tag.range, message, Some(hint.to_owned()));
        }
        Ok(())
    }

    /// Whether the chart of a relationship places its points by numbers; or why it cannot be filled.
    fn try_out(&self, part: &str, id: &str) -> Result<Result<bool, String>, CompileError> {
        let relationships = self.package.relationships_within(part, self.bounds.budget)?;
        let found = relationships.by_id(id);
        if found.is_some_and(|r| !r.is("chart")) {
            let newer = "is of a newer kind (waterfall, treemap and the like), which cannot be filled";
            return Ok(Err(newer.to_owned()));
        }
        let Some(chart) = found.and_then(|r| self.package.part(r.part()?)) else {
            return Ok(Err("is missing in the file".to_owned()));
        };
        let text = self.package.read_within(chart, self.bounds.budget)?;
        let filled = filled(self.package, chart.name(), text, &Points::NONE, self.bounds);
        self.bounds.budget.check()?;
        Ok(filled.map(|filled| filled.in_pairs))
    }
}

/// The relationship of the chart that properties of a drawing belong to.
fn chart_of(tree: &Tree, properties: NodeId) -> Option<String> {
    let frame = tree.parent(properties).filter(|_| tree.local(properties) == "docPr")?;
    let chart = tree.descendants(frame).find(|n| tree.local(*n) == "chart")?;
    tree.attr(chart, "id")
}
