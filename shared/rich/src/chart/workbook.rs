//! The workbook behind a chart, which Word opens for "Edit Data" (SpreadsheetML, ECMA-376 part 1, 18).

use bytes::Bytes;

use super::cells::{quoted, sheet_name};
use super::grid::Grid;
use super::sheet;
use platen_ooxml::Bounds;
use platen_ooxml::package::{Change, Package};
use platen_ooxml::xml::{Changes, NodeId, Tree, changed};

/// The workbook with the points of a grid in it. The grid learns where they stand: a table keeps its corner, and has a name
/// of its own for each column.
///
/// # Errors
/// The workbook cannot be read, in words for its author.
pub(super) fn filled(bytes: &Bytes, grid: &mut Grid<'_>, bounds: Bounds<'_>) -> Result<Vec<u8>, String> {
    let broken = |error: &dyn std::fmt::Display| format!("has a workbook that cannot be read: {error}");
    let package = Package::open_embedded(bytes, bounds).map_err(|e| broken(&e))?;
    let tree = |name: &str| -> Result<Tree, String> {
        let part = package.part(name).ok_or_else(|| broken(&format!("it lacks the part {name}")))?;
        let source = package.read_within(part, bounds.budget).map_err(|e| broken(&e))?;
        Tree::parse(source, bounds).map_err(|e| broken(&e))
    };
    let relationships =
        |name: &str| package.relationships_within(name, bounds.budget).map_err(|e| broken(&e));

    let main = package.main_document();
    let book = tree(main)?;
    let of_book = relationships(main)?;
    let (name, id) = sheet_of(&book, grid).ok_or_else(|| broken(&"it has no sheet"))?;
    if grid.old.is_none() {
        grid.sheet = quoted(&name);
    }
    let part = of_book.by_id(&id).and_then(|r| r.part()).ok_or_else(|| broken(&"a sheet is missing"))?;
    let sheet = tree(part)?;

    let mut changed_parts: Vec<(String, String)> = Vec::new();
    let mut old = grid.old.unwrap_or_else(|| grid.area());
    for relationship in relationships(part)?.of_kind("table") {
        let Some(name) = relationship.part() else { continue };
        let table = tree(name)?;
        let Some(area) = sheet::table_area(&table).filter(|area| area.contains(grid.corner.0, grid.corner.1))
        else {
            continue;
        };
        grid.corner = (area.top, area.left);
        old = old.around(area);
        grid.tell_apart(&sheet::first_heading(&table));
        let text = sheet::table(&table, grid.area(), &grid.headings());
        if text != table.source() {
            changed_parts.push((name.to_owned(), text));
        }
    }
    changed_parts.push((part.to_owned(), sheet::written(&sheet, old, grid.area(), &grid.rows())?));

    // The order in which formulas were computed, which may name cells that no longer have one. Excel makes it again.
    let chain = of_book.iter().find(|r| r.kind() == "calcChain").and_then(|r| Some((&r.id, r.part()?)));
    let mut removed = None;
    if let Some((id, chain)) = chain {
        removed = package.index(chain);
        for (name, attribute, value) in [
            (package.relationships_part(main), "Id", id.clone()),
            ("[Content_Types].xml".to_owned(), "PartName", format!("/{chain}")),
        ] {
            changed_parts.push((name.clone(), without(&tree(&name)?, attribute, &value)));
        }
    }
    let mut changes: Vec<(usize, Change<'_>)> = Vec::new();
    for (name, text) in &changed_parts {
        changes.extend(package.index(name).map(|index| (index, Change::Replace(text.as_bytes()))));
    }
    changes.extend(removed.map(|index| (index, Change::Remove)));
    package.write(&changes, &[]).map_err(|e| broken(&e))
}

/// Name and relationship of the sheet that a grid's formulas name, else of the first one.
fn sheet_of(book: &Tree, grid: &Grid<'_>) -> Option<(String, String)> {
    let wanted = sheet_name(&grid.sheet);
    let sheets: Vec<NodeId> = book.nodes().filter(|n| book.local(*n) == "sheet").collect();
    let named = |n: &&NodeId| book.attr(**n, "name").is_some_and(|name| name.eq_ignore_ascii_case(&wanted));
    let sheet = *sheets.iter().find(named).or(sheets.first().filter(|_| grid.old.is_none()))?;
    Some((book.attr(sheet, "name")?, book.attr(sheet, "id")?))
}

/// A part without the elements of the root that have this attribute.
fn without(tree: &Tree, attribute: &str, value: &str) -> String {
    let named = tree.nodes().filter(|n| {
        tree.is_element(*n) && tree.attr(*n, attribute).is_some_and(|v| v.eq_ignore_ascii_case(value))
    });
    changed(tree.source(), named.map(|n| (tree.range(n), String::new())).collect::<Changes>())
}
