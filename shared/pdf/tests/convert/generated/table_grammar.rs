//! Random tables.

use super::page_grammar::{Writer, paragraph, run};

const EDGES: [&str; 6] = ["top", "left", "bottom", "right", "insideH", "insideV"];

/// A table and a paragraph, which parts it from the next table.
pub(super) fn between(w: &mut Writer) -> String {
    let table = table(w);
    let text = w.plain(20);
    format!("{table}{text}")
}

fn table(w: &mut Writer) -> String {
    // As wide as the narrower page at most; no letter too narrow or too wide by a hair, spans included.
    let columns = 1 + w.chance.below(2);
    let widths: Vec<i64> = (0..columns).map(|_| w.chance.step(1_600, 2_080, 120)).collect();
    let rows = 1 + w.chance.below(4);
    let lines: String = EDGES.map(|edge| format!("<w:{edge} w:val=\"single\" w:sz=\"4\"/>")).concat();
    let borders = w.chance.maybe(2, &format!("<w:tblBorders>{lines}</w:tblBorders>"));
    // At the sides only: in Word a row's least height is one of its content, to which margins above and below are added.
    let side = w.chance.step(0, 240, 60);
    let margins = w.chance.maybe(
        3,
        &format!(
            "<w:tblCellMar><w:left w:w=\"{side}\" w:type=\"dxa\"/><w:right w:w=\"{side}\" w:type=\"dxa\"/></w:tblCellMar>"
        ),
    );
    let align = w.chance.one(&["", "<w:jc w:val=\"center\"/>", "<w:jc w:val=\"right\"/>"]);
    let indent = format!("<w:tblInd w:w=\"{}\" w:type=\"dxa\"/>", w.chance.step(0, 600, 100));
    let indent = if align.is_empty() { w.chance.maybe(3, &indent) } else { String::new() };
    let sum: i64 = widths.iter().sum();
    let grid: String = widths.iter().map(|width| format!("<w:gridCol w:w=\"{width}\"/>")).collect();
    let merged = (rows > 1 && w.chance.once_in(3)).then(|| w.chance.below(columns));
    let body: String = (0..rows).map(|row| row_of(w, &widths, row, merged)).collect();
    format!(
        "<w:tbl><w:tblPr><w:tblW w:w=\"{sum}\" w:type=\"dxa\"/>{align}{indent}{borders}<w:tblLayout w:type=\"fixed\"/>{margins}</w:tblPr><w:tblGrid>{grid}</w:tblGrid>{body}</w:tbl>"
    )
}

fn row_of(w: &mut Writer, widths: &[i64], row: usize, merged: Option<usize>) -> String {
    let mut properties = w.chance.maybe(4, "<w:cantSplit/>");
    // Rows of an exact height are left out: what they cut off is in one PDF only.
    let height = w.chance.step(480, 1_560, 120);
    properties.push_str(&w.chance.maybe(4, &format!("<w:trHeight w:val=\"{height}\" w:hRule=\"atLeast\"/>")));
    if row == 0 {
        properties.push_str(&w.chance.maybe(4, "<w:tblHeader/>"));
    }
    // Margins of single cells count for their whole row, where its height is that of its text.
    let has_margins = merged.is_none() && !properties.contains("w:trHeight") && w.chance.once_in(4);
    let mut cells = String::new();
    let mut at = 0;
    while at < widths.len() {
        let can_span = at + 1 < widths.len() && merged.is_none();
        let span = if can_span && w.chance.once_in(5) { 2 } else { 1 };
        let width: i64 = widths[at..at + span].iter().sum();
        let mut own = format!("<w:tcW w:w=\"{width}\" w:type=\"dxa\"/>");
        if span > 1 {
            own.push_str(&format!("<w:gridSpan w:val=\"{span}\"/>"));
        }
        let is_merged = merged == Some(at);
        if is_merged {
            own.push_str(if row == 0 { "<w:vMerge w:val=\"restart\"/>" } else { "<w:vMerge/>" });
        }
        if has_margins && w.chance.once_in(2) {
            let side = w.chance.one(&["top", "bottom"]);
            let width = w.chance.step(60, 300, 120);
            own.push_str(&format!("<w:tcMar><w:{side} w:w=\"{width}\" w:type=\"dxa\"/></w:tcMar>"));
        }
        let stands = w.chance.one(&["center", "bottom"]);
        own.push_str(&w.chance.maybe(4, &format!("<w:vAlign w:val=\"{stands}\"/>")));
        let content = if is_merged && row > 0 {
            "<w:p/>".to_owned()
        } else {
            (0..1 + w.chance.below(2)).map(|_| cell_text(w)).collect()
        };
        cells.push_str(&format!("<w:tc><w:tcPr>{own}</w:tcPr>{content}</w:tc>"));
        at += span;
    }
    format!("<w:tr><w:trPr>{properties}</w:trPr>{cells}</w:tr>")
}

fn cell_text(w: &mut Writer) -> String {
    let own = w.chance.maybe(4, "<w:spacing w:before=\"120\" w:after=\"240\"/>");
    let align = w.chance.one(&["left", "left", "center", "right"]);
    let count = w.chance.below(5);
    let text = w.words(count);
    paragraph(&format!("{own}<w:jc w:val=\"{align}\"/>"), &run("", &text))
}
