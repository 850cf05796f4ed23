//! A table after its loops have run: without rows it is left out, cells continue only existing cells, and its grid has as
//! many columns as its widest row (`w:tblGrid`, ECMA-376 part 1, 17.4.48). Word lays out columns by the grid.

use std::collections::BTreeSet;

use minijinja::{Error, State, Value};

use crate::expression::{Exceeded, RenderState};
use platen_ooxml::Bounds;
use platen_ooxml::xml::{Changes, NodeId, Tree, XmlError, changed};

/// Corrects the XML of one table. `fit` says that its columns may vary: reading a table again costs more than making it.
pub(super) fn settle(state: &State, table: &Value, prefix: &str, fit: bool) -> Result<Value, Error> {
    let xml = table.as_str().unwrap_or_default();
    let has_row = xml.contains(&format!("<{prefix}tr>")) || xml.contains(&format!("<{prefix}tr "));
    if !has_row {
        return Ok(Value::from_safe_string(String::new()));
    }
    let Some(render) = RenderState::of(state).filter(|_| fit) else { return Ok(table.clone()) };
    let steps = [without_empty_rows, begin_merges, fit_grid];
    let settled = steps.into_iter().try_fold(None, |settled: Option<String>, step| {
        let now = step(settled.as_deref().unwrap_or(xml), render.bounds())?;
        Ok::<_, Error>(now.or(settled))
    })?;
    Ok(settled.map_or_else(|| table.clone(), Value::from_safe_string))
}

/// The table as a tree; `None` for one that cannot be read, which stays as it is.
fn read(xml: &str, bounds: Bounds<'_>) -> Result<Option<Tree>, Error> {
    match Tree::parse_piece(xml, bounds) {
        Err(XmlError::Exhausted(exhausted)) => Err(Exceeded::Budget(exhausted).into()),
        tree => Ok(tree.ok()),
    }
}

/// The table without the rows that have no cells left; `None` when there are none.
fn without_empty_rows(xml: &str, bounds: Bounds<'_>) -> Result<Option<String>, Error> {
    let Some(tree) = read(xml, bounds)? else { return Ok(None) };
    let Some(table) = tree.top_level().find(|n| tree.local(*n) == "tbl") else { return Ok(None) };
    let has_cells = |row: NodeId| inside(&tree, row, "tc").next().is_some();
    let mut out = String::with_capacity(xml.len());
    let mut at = 0;
    for row in inside(&tree, table, "tr").filter(|row| !has_cells(*row)) {
        let range = tree.range(row);
        out.push_str(&tree.source()[at..range.start]);
        at = range.end;
    }
    out.push_str(&tree.source()[at..]);
    // All of them empty: no table is left.
    let is_empty = at > 0 && !inside(&tree, table, "tr").any(has_cells);
    Ok((at > 0).then_some(if is_empty { String::new() } else { out }))
}

/// The table whose cells go on with those above them (`w:vMerge`, 17.4.84) where there are such: a cell of which the one
/// above is left out begins a merge of its own. `None` when none has to.
fn begin_merges(xml: &str, bounds: Bounds<'_>) -> Result<Option<String>, Error> {
    if !xml.contains("vMerge") {
        return Ok(None);
    }
    let Some(tree) = read(xml, bounds)? else { return Ok(None) };
    let Some(table) = tree.top_level().find(|n| tree.local(*n) == "tbl") else { return Ok(None) };
    let mut changes = Changes::new();
    let mut above = BTreeSet::new();
    for row in inside(&tree, table, "tr") {
        let skipped = number(&tree, row, "trPr", "gridBefore").unwrap_or(0);
        let mut column = skipped;
        let mut columns = BTreeSet::new();
        for cell in inside(&tree, row, "tc") {
            let merge = property(&tree, cell, "tcPr", "vMerge")
                .filter(|n| tree.attr(*n, "val").is_none_or(|kind| kind != "restart"));
            if let Some(merge) = merge.filter(|_| !above.contains(&column)) {
                let prefix = tree.prefix(merge);
                changes.push((tree.range(merge), format!("<{prefix}vMerge {prefix}val=\"restart\"/>")));
            }
            columns.insert(column);
            column = column.saturating_add(span(&tree, cell));
        }
        above = columns;
    }
    Ok((!changes.is_empty()).then(|| changed(xml, changes)))
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
    let wanted = inside(tree, table, "tr")
        .map(|row| inside(tree, row, "tc").map(|cell| span(tree, cell)).sum::<usize>())
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

/// Rows of a table or cells of a row, in controls or not.
fn inside<'t>(tree: &'t Tree, parent: NodeId, name: &'static str) -> impl Iterator<Item = NodeId> + 't {
    let mut waiting: Vec<NodeId> = tree.children(parent).collect();
    waiting.reverse();
    std::iter::from_fn(move || {
        while let Some(node) = waiting.pop() {
            match tree.local(node) {
                local if local == name => return Some(node),
                "sdt" | "sdtContent" | "customXml" => {
                    let from = waiting.len();
                    waiting.extend(tree.children(node));
                    waiting[from..].reverse();
                }
                _ => {}
            }
        }
        None
    })
}

/// A property of a row or cell.
fn property(tree: &Tree, of: NodeId, properties: &'static str, name: &'static str) -> Option<NodeId> {
    named(tree, named(tree, of, properties).next()?, name).next()
}

fn number(tree: &Tree, of: NodeId, properties: &'static str, name: &'static str) -> Option<usize> {
    tree.attr(property(tree, of, properties, name)?, "val")?.parse().ok()
}

/// Columns of the grid that a cell spans.
fn span(tree: &Tree, cell: NodeId) -> usize {
    number(tree, cell, "tcPr", "gridSpan").unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use minijinja::Environment;

    use super::*;
    use crate::expression::{Locale, context};
    use crate::options::Missing;
    use platen_ooxml::{Budget, Limits};
    use platen_rich::FreeIds;

    const CELL: &str = "<w:tc><w:p/></w:tc>";

    fn table(grid: &[u64], cells: usize) -> String {
        let grid: String = grid.iter().map(|w| format!("<w:gridCol w:w=\"{w}\"/>")).collect();
        format!("<w:tbl><w:tblGrid>{grid}</w:tblGrid><w:tr>{}</w:tr></w:tbl>", CELL.repeat(cells))
    }

    fn settled(xml: &str) -> String {
        let limits = Limits::default();
        let bounds = Bounds { limits: &limits, budget: &Budget::of(&limits) };
        let state = Arc::new(RenderState::new(Missing::Error, FreeIds::default(), Locale::default(), bounds));
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
        let marked = "<w:tbl><w:tr><w:tc><w:p>\u{2}0\u{2}</w:p></w:tc></w:tr></w:tbl>";
        assert_eq!(settled(&marked.replace("<w:tbl>", "<w:tbl><w:tr></w:tr>")), marked, "a rich value in it");
    }

    #[test]
    fn a_cell_without_one_above_begins_its_merge() {
        let cell = |merge: &str| format!("<w:tc><w:tcPr>{merge}</w:tcPr><w:p/></w:tc>");
        let rows = |rows: &[&[&str]]| {
            let row = |cells: &&[&str]| {
                let cells: String = cells.iter().map(|merge| cell(merge)).collect();
                format!("<w:tr>{cells}</w:tr>")
            };
            format!("<w:tbl>{}</w:tbl>", rows.iter().map(row).collect::<String>())
        };
        let (begins, goes_on) = ("<w:vMerge w:val=\"restart\"/>", "<w:vMerge/>");
        let settle = |before: &[&[&str]]| settled(&rows(before));
        assert_eq!(settle(&[&[goes_on], &[goes_on]]), rows(&[&[begins], &[goes_on]]));
        assert_eq!(settle(&[&[""], &["", goes_on]]), rows(&[&[""], &["", begins]]));
        assert_eq!(settle(&[&[begins], &[goes_on]]), rows(&[&[begins], &[goes_on]]));
    }
}
