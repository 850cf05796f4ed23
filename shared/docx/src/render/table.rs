//! A table after its loops have run: without rows it is left out, and its grid has as many columns as its widest row
//! (`w:tblGrid`, ECMA-376 part 1, 17.4.48). Word lays out columns by the grid.

use minijinja::{Error, State, Value};

use crate::Bounds;
use crate::expression::{Exceeded, RenderState};
use crate::xml::{NodeId, Tree, XmlError};

/// Corrects the XML of one table. `fit` says that its columns may vary: reading a table again costs more than making it.
pub(super) fn settle(state: &State, table: &Value, prefix: &str, fit: bool) -> Result<Value, Error> {
    let xml = table.as_str().unwrap_or_default();
    let has_row = xml.contains(&format!("<{prefix}tr>")) || xml.contains(&format!("<{prefix}tr "));
    if !has_row {
        return Ok(Value::from_safe_string(String::new()));
    }
    let Some(render) = RenderState::of(state).filter(|_| fit) else { return Ok(table.clone()) };
    let shorter = without_empty_rows(xml, render.bounds())?;
    let fitted = fit_grid(shorter.as_deref().unwrap_or(xml), render.bounds())?;
    Ok(fitted.or(shorter).map_or_else(|| table.clone(), Value::from_safe_string))
}

/// The table as a tree; `None` for one that cannot be read, which stays as it is.
fn read(xml: &str, bounds: Bounds<'_>) -> Result<Option<Tree>, Error> {
    match Tree::parse(xml.as_bytes().to_vec(), bounds) {
        Err(XmlError::Exhausted(exhausted)) => Err(Exceeded::Budget(exhausted).into()),
        tree => Ok(tree.ok()),
    }
}

/// The table without the rows that have no cells left; `None` when there are none.
fn without_empty_rows(xml: &str, bounds: Bounds<'_>) -> Result<Option<String>, Error> {
    let Some(tree) = read(xml, bounds)? else { return Ok(None) };
    let Some(table) = tree.top_level().find(|n| tree.local(*n) == "tbl") else { return Ok(None) };
    let has_cells =
        |row: NodeId| tree.children(row).any(|n| matches!(tree.local(n), "tc" | "sdt" | "customXml"));
    let mut out = String::with_capacity(xml.len());
    let mut at = 0;
    for row in named(&tree, table, "tr").filter(|row| !has_cells(*row)) {
        let range = tree.range(row);
        out.push_str(&tree.source()[at..range.start]);
        at = range.end;
    }
    out.push_str(&tree.source()[at..]);
    // All of them empty: no table is left.
    let is_empty = at > 0 && !named(&tree, table, "tr").any(has_cells);
    Ok((at > 0).then_some(if is_empty { String::new() } else { out }))
}

/// The table with a grid that fits; `None` when it fits already.
fn fit_grid(xml: &str, bounds: Bounds<'_>) -> Result<Option<String>, Error> {
    Ok(read(xml, bounds)?.and_then(|tree| fitted(&tree)))
}

fn fitted(tree: &Tree) -> Option<String> {
    let table = tree.top_level().find(|n| tree.local(*n) == "tbl")?;
    let grid = named(tree, table, "tblGrid").next()?;
    let columns: Vec<u64> = named(tree, grid, "gridCol")
        .map(|c| tree.attr(c, "w").and_then(|w| w.parse().ok()).unwrap_or(0))
        .collect();
    let wanted = named(tree, table, "tr")
        .map(|row| named(tree, row, "tc").map(|cell| span(tree, cell)).sum::<usize>())
        .max()?;
    // A grid wider than Word allows (63 columns) stays with Word to refuse.
    if wanted == columns.len() || columns.is_empty() || !(1..=63).contains(&wanted) {
        return None;
    }
    let prefix = tree.prefix(table);
    let width: u64 = columns.iter().sum();
    let mut fitted: Vec<u64> = if wanted > columns.len() {
        let added = wanted - columns.len();
        let average = width / wanted as u64;
        let kept = columns.iter().map(|w| w * columns.len() as u64 / wanted as u64);
        kept.chain(std::iter::repeat_n(average, added)).collect()
    } else {
        let kept = &columns[..wanted];
        let sum: u64 = kept.iter().sum();
        kept.iter().map(|w| (w * width).checked_div(sum).unwrap_or(*w)).collect()
    };
    // What rounding lost goes to the last column: the table stays as wide as it was.
    let rest = width.saturating_sub(fitted.iter().sum());
    if let Some(last) = fitted.last_mut() {
        *last += rest;
    }
    let range = tree.range(grid);
    let mut out = String::with_capacity(tree.source().len() + 64);
    out.push_str(&tree.source()[..range.start]);
    out.push_str(&format!("<{prefix}tblGrid>"));
    for column in fitted {
        out.push_str(&format!("<{prefix}gridCol {prefix}w=\"{column}\"/>"));
    }
    out.push_str(&format!("</{prefix}tblGrid>"));
    out.push_str(&tree.source()[range.end..]);
    Some(out)
}

/// Children of a name; a fragment declares no namespaces.
fn named<'t>(tree: &'t Tree, parent: NodeId, name: &'static str) -> impl Iterator<Item = NodeId> + 't {
    tree.children(parent).filter(move |n| tree.local(*n) == name)
}

/// Columns of the grid that a cell spans.
fn span(tree: &Tree, cell: NodeId) -> usize {
    let properties = named(tree, cell, "tcPr").next();
    let span = properties.and_then(|p| named(tree, p, "gridSpan").next());
    span.and_then(|s| tree.attr(s, "val")).and_then(|v| v.parse().ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use minijinja::Environment;

    use super::*;
    use crate::expression::{Locale, context};
    use crate::options::Missing;
    use crate::{Budget, Limits};

    const CELL: &str = "<w:tc><w:p/></w:tc>";

    fn table(grid: &[u64], cells: usize) -> String {
        let grid: String = grid.iter().map(|w| format!("<w:gridCol w:w=\"{w}\"/>")).collect();
        format!("<w:tbl><w:tblGrid>{grid}</w:tblGrid><w:tr>{}</w:tr></w:tbl>", CELL.repeat(cells))
    }

    fn settled(xml: &str) -> String {
        let limits = Limits::default();
        let bounds = Bounds { limits: &limits, budget: &Budget::of(&limits) };
        let state = Arc::new(RenderState::new(Missing::Error, 1, Locale::default(), bounds));
        let mut env = Environment::new();
        env.add_filter("__table", settle);
        let data = Value::from_pairs([("xml", xml)]);
        env.render_str("{{ xml|__table('w:', true) }}", context(&data, &state)).unwrap()
    }

    #[test]
    fn the_grid_follows_the_widest_row_and_keeps_the_width() {
        assert_eq!(settled(&table(&[300, 300], 3)), table(&[200, 200, 200], 3));
        assert_eq!(settled(&table(&[100, 200, 300], 2)), table(&[200, 400], 2));
        assert_eq!(settled(&table(&[100, 200], 2)), table(&[100, 200], 2));
    }

    #[test]
    fn rows_without_cells_go() {
        let whole = table(&[300], 1);
        assert_eq!(settled(&whole.replace("<w:tr>", "<w:tr><w:trPr/></w:tr><w:tr>")), whole);
        assert_eq!(settled("<w:tbl><w:tblGrid><w:gridCol w:w=\"1\"/></w:tblGrid><w:tr></w:tr></w:tbl>"), "");
    }

    #[test]
    fn a_table_without_rows_is_no_table() {
        assert_eq!(settled("<w:tbl><w:tblPr/></w:tbl>"), "");
    }
}
