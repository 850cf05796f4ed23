//! A worksheet and its table (ECMA-376 part 1, 18.3.1 and 18.5.1): the chart's cells are written, all others stay.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::cells::{Area, Cell, letters, place};
use platen_ooxml::xml::characters::escape;
use platen_ooxml::xml::{Changes, Kind, NodeId, Tree, changed};

/// Attributes of a row that stay; others tell what no longer holds (`spans`) or would hide points (`hidden`).
const ROW: [&str; 5] = ["s", "customFormat", "ht", "customHeight", "outlineLevel"];

/// A row's attributes, and its cells by their columns as they stand in the part.
#[derive(Default)]
struct Row {
    attributes: String,
    cells: BTreeMap<u32, String>,
}

/// The sheet with `rows` at `area` in the place of what `old` held. The corner stays.
///
/// # Errors
/// It has no place for cells.
pub(super) fn written(tree: &Tree, old: Area, area: Area, rows: &[Vec<Cell>]) -> Result<String, String> {
    let data = tree.nodes().find(|n| tree.local(*n) == "sheetData");
    let data = data.ok_or_else(|| "has a workbook whose sheet has no cells".to_owned())?;
    let x = tree.prefix(data);
    let (mut sheet, looks) = read(tree, data, area);
    let corner = sheet.get_mut(&area.top).and_then(|row| row.cells.remove(&area.left));
    for (_, row) in sheet.range_mut(old.top..=old.bottom) {
        row.cells.retain(|column, _| !(old.left..=old.right).contains(column));
    }
    for (number, cells) in (area.top..).zip(rows) {
        let row = sheet.entry(number).or_default();
        for (column, cell) in (area.left..).zip(cells) {
            let looks = looks.get(&column).filter(|_| number > area.top).map_or("", String::as_str);
            match self::cell(x, number, column, looks, cell) {
                Some(xml) => row.cells.insert(column, xml),
                None => row.cells.remove(&column),
            };
        }
    }
    if let (Some(corner), Some(row)) = (corner, sheet.get_mut(&area.top)) {
        row.cells.insert(area.left, corner);
    }
    let mut out = format!("<{x}sheetData>");
    let mut used: Option<Area> = None;
    for (number, row) in sheet.iter().filter(|(_, row)| !row.cells.is_empty() || !row.attributes.is_empty()) {
        let _ = write!(out, "<{x}row r=\"{number}\"{}>", row.attributes);
        for (column, cell) in &row.cells {
            out.push_str(cell);
            let cell = Area { top: *number, left: *column, bottom: *number, right: *column };
            used = Some(used.map_or(cell, |used| used.around(cell)));
        }
        let _ = write!(out, "</{x}row>");
    }
    let _ = write!(out, "</{x}sheetData>");
    let mut changes: Changes = vec![(tree.range(data), out)];
    let dimension = tree.nodes().find(|n| tree.local(*n) == "dimension");
    if let Some(range) = dimension.and_then(|n| tree.attr_range(n, "ref")) {
        changes.push((range, used.unwrap_or(area).to_string()));
    }
    Ok(changed(tree.source(), changes))
}

/// All rows, and the formats of the cells below the heads of `area`, by column.
fn read(tree: &Tree, data: NodeId, area: Area) -> (BTreeMap<u32, Row>, BTreeMap<u32, String>) {
    let (mut sheet, mut looks) = (BTreeMap::<u32, Row>::new(), BTreeMap::new());
    let mut number = 0;
    for node in tree.children(data).filter(|n| tree.local(*n) == "row") {
        // Places may be left out; then each follows the one before.
        number = tree.attr(node, "r").and_then(|r| r.parse().ok()).unwrap_or(number + 1);
        let row = sheet.entry(number).or_default();
        for (name, value) in tree.attrs(node) {
            if ROW.contains(&name) || name == "hidden" && !(area.top..=area.bottom).contains(&number) {
                let _ = write!(row.attributes, " {name}=\"{}\"", &tree.source()[value]);
            }
        }
        let mut column = 0;
        for cell in tree.children(node).filter(|n| tree.local(*n) == "c") {
            let place = tree.attr(cell, "r").and_then(|r| place(&r));
            column = place.map_or(column + 1, |(_, column)| column);
            if number == area.top + 1
                && let Some(format) = tree.attr_range(cell, "s")
            {
                looks.insert(column, format!(" s=\"{}\"", &tree.source()[format]));
            }
            row.cells.insert(column, tree.outer(cell).to_owned());
        }
    }
    (sheet, looks)
}

/// A cell; texts stand in it, so that the workbook's shared ones need not change.
fn cell(x: &str, row: u32, column: u32, looks: &str, cell: &Cell) -> Option<String> {
    let at = format!("r=\"{}{row}\"{looks}", letters(column));
    Some(match cell {
        Cell::Empty => return None,
        Cell::Number(number) => format!("<{x}c {at}><{x}v>{number}</{x}v></{x}c>"),
        Cell::Text(text) => {
            let text = escape(text);
            format!(
                "<{x}c {at} t=\"inlineStr\"><{x}is><{x}t xml:space=\"preserve\">{text}</{x}t></{x}is></{x}c>"
            )
        }
    })
}

/// Where a table lies.
pub(super) fn table_area(tree: &Tree) -> Option<Area> {
    Area::parse(&tree.attr(root(tree)?, "ref")?)
}

/// The name of the table's first column, which is what its corner says.
pub(super) fn first_heading(tree: &Tree) -> String {
    let column = tree.nodes().find(|n| tree.local(*n) == "tableColumn");
    column.and_then(|n| tree.attr(n, "name")).unwrap_or_default()
}

/// The table over other cells; `names` are those of the columns behind the first.
pub(super) fn table(tree: &Tree, area: Area, names: &[String]) -> String {
    let Some(root) = root(tree) else { return tree.source().to_owned() };
    let x = tree.prefix(root);
    let mut changes = Changes::new();
    changes.extend(tree.attr_range(root, "ref").map(|range| (range, area.to_string())));
    // A row of totals would be a point.
    changes.extend(tree.attr_range(root, "totalsRowCount").map(|range| (range, "0".to_owned())));
    for node in tree.children(root) {
        match tree.local(node) {
            "autoFilter" => {
                changes.push((tree.range(node), format!("<{x}autoFilter ref=\"{area}\"/>")));
            }
            "sortState" => changes.push((tree.range(node), String::new())),
            "tableColumns" => {
                let first = first_heading(tree);
                let mut out = format!("<{x}tableColumns count=\"{}\">", names.len() + 1);
                for (id, name) in (1..).zip(std::iter::once(&first).chain(names)) {
                    let name = escape(name);
                    let _ = write!(out, "<{x}tableColumn id=\"{id}\" name=\"{name}\"/>");
                }
                let _ = write!(out, "</{x}tableColumns>");
                changes.push((tree.range(node), out));
            }
            _ => {}
        }
    }
    changed(tree.source(), changes)
}

fn root(tree: &Tree) -> Option<NodeId> {
    tree.top_level().find(|n| matches!(tree.kind(*n), Kind::Element { .. }))
}
