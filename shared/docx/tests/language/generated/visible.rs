//! What a reader sees of a part: its paragraphs, and its tables with their rows and cells.

use crate::xml::Element;

/// One line for each paragraph, table, row and cell. A table without rows, a row without cells and a cell without a paragraph
/// are told apart from what Word takes: docxtpl leaves them.
pub fn visible(root: &Element) -> Vec<String> {
    let mut lines = Vec::new();
    blocks(root, 0, &mut lines);
    lines
}

fn blocks(holder: &Element, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    for element in holder.elements() {
        match element.local() {
            "p" => lines.push(format!("{indent}{:?}", element.words())),
            "tbl" => table(element, depth, lines),
            "sdt" | "sdtContent" | "body" => blocks(element, depth, lines),
            _ => {}
        }
    }
}

fn table(table: &Element, depth: usize, lines: &mut Vec<String>) {
    let rows: Vec<&Element> = table
        .elements()
        .filter(|e| e.local() == "tr" && e.elements().any(|cell| cell.local() == "tc"))
        .collect();
    // Word calls a table without rows corrupt: Platen leaves it out.
    if rows.is_empty() {
        return;
    }
    let indent = "  ".repeat(depth);
    lines.push(format!("{indent}table"));
    for row in rows {
        lines.push(format!("{indent} row"));
        for cell in row.elements().filter(|e| e.local() == "tc") {
            let property = |name: &str| {
                let found =
                    cell.elements().find(|e| e.local() == "tcPr")?.elements().find(|e| e.local() == name)?;
                Some(found.attribute("val").unwrap_or("continue").to_owned())
            };
            let span = property("gridSpan").filter(|span| span != "1").unwrap_or_default();
            lines.push(format!("{indent}  cell {span} {}", property("vMerge").unwrap_or_default()));
            let before = lines.len();
            blocks(cell, depth + 2, lines);
            // A cell ends with a paragraph: Platen adds an empty one where a loop has written none.
            let ends_with_paragraph = cell.elements().last().is_some_and(|e| e.local() == "p");
            if !ends_with_paragraph || lines.len() == before {
                lines.push(format!("{indent}    \"\""));
            }
        }
    }
}
