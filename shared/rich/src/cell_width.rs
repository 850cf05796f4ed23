//! The text width of a table cell (`w:tcW`, ECMA-376 part 1, 17.4.71; `w:tblGrid`, 17.4.48).

use super::length::EMU_PER_TWIP;
use platen_ooxml::xml::{NodeId, Tree};

/// Word's own margins of a cell, left and right, in twips.
const MARGINS: u64 = 2 * 108;

/// Columns that a table of Word has at most, and as many elements as a row may have besides.
const COLUMNS: usize = 2 * 63;

/// Width of the text where a node stands, in EMU: of the innermost cell whose width the table tells, else of `around`.
pub(super) fn text_width(tree: &Tree, node: NodeId, around: u64) -> u64 {
    // From the outermost table in: a share is one of what is around the table.
    let mut cells: Vec<NodeId> = tree.ancestors(node).filter(|n| tree.is_w(*n, "tc")).collect();
    cells.reverse();
    cells.into_iter().fold(around, |around, cell| {
        let width = own(tree, cell, around / EMU_PER_TWIP).or_else(|| of_grid(tree, cell));
        let text = width.and_then(|twips| twips.checked_sub(MARGINS)).filter(|twips| *twips > MARGINS);
        text.map_or(around, |twips| twips * EMU_PER_TWIP)
    })
}

/// The cell's width as it says, in twips; `around` is what a percentage is of.
fn own(tree: &Tree, cell: NodeId, around: u64) -> Option<u64> {
    let width = tree.child_w(tree.child_w(cell, "tcPr")?, "tcW")?;
    let text = tree.attr(width, "w")?;
    let share =
        |share: f64| ((0.0..=100.0).contains(&share)).then_some((around as f64 * share / 100.0) as u64);
    match (tree.attr(width, "type").as_deref(), text.strip_suffix('%')) {
        (_, Some(percent)) => share(percent.parse().ok()?),
        // Fiftieths of a percent.
        (Some("pct"), None) => share(text.parse::<f64>().ok()? / 50.0),
        (None | Some("dxa"), None) => text.parse().ok().filter(|twips| *twips > 0),
        _ => None,
    }
}

/// Width of the columns that the cell takes, in twips.
fn of_grid(tree: &Tree, cell: NodeId) -> Option<u64> {
    let row = tree.ancestor_w(cell, "tr")?;
    let grid = tree.child_w(tree.ancestor_w(row, "tbl")?, "tblGrid")?;
    let number = |node: Option<NodeId>| node.and_then(|n| tree.attr(n, "val")?.parse::<usize>().ok());
    let span = |cell: NodeId| {
        let properties = tree.child_w(cell, "tcPr");
        number(properties.and_then(|p| tree.child_w(p, "gridSpan"))).unwrap_or(1)
    };
    let skipped = number(tree.child_w(row, "trPr").and_then(|p| tree.child_w(p, "gridBefore"))).unwrap_or(0);
    // Each paragraph of each cell asks: no table of Word is wider.
    let before = tree.children(row).take(COLUMNS).take_while(|n| *n != cell).filter(|n| tree.is_w(*n, "tc"));
    let first = before.map(span).fold(skipped, usize::saturating_add);
    let columns =
        tree.children(grid).filter(|n| tree.is_w(*n, "gridCol")).take(COLUMNS).skip(first).take(span(cell));
    columns.map(|column| tree.attr(column, "w")?.parse::<u64>().ok()).sum()
}
