//! What every document keeps, whatever its template: well-formed parts, WordprocessingML's own order (ECMA-376 part 1,
//! as far as templates touch it), unique ids, and the template's other parts byte for byte.

use std::collections::BTreeSet;

use crate::pack::{Entry, entries};
use crate::xml::{Element, Node};

/// Compares a document with its template. What the template itself did wrong is not held against the document.
pub fn check(template: &[u8], document: &[u8], name: &str) {
    let broken = broken(template, document);
    assert!(broken.is_empty(), "{name}: {}", broken.join("\n"));
}

/// What a document does wrong that its template does not.
pub fn broken(template: &[u8], document: &[u8]) -> Vec<String> {
    let (mut before, after) = (entries(template), entries(document));
    // Folders are no parts.
    before.retain(|entry| !entry.name.ends_with('/'));
    let names = |list: &[Entry]| list.iter().map(|e| e.name.clone()).collect::<Vec<_>>();
    // Pictures of the data follow the template's own parts.
    let kept = &after[..before.len().min(after.len())];
    if names(&before) != names(kept) {
        return vec![format!("other parts than the template: {:?} for {:?}", names(kept), names(&before))];
    }
    let mut broken = Vec::new();
    for (before, after) in before.iter().zip(&after) {
        let part = &after.name;
        if before.content == after.content {
            let has_fields = [&b"{"[..], b"sdt>"]
                .iter()
                .any(|mark| before.content.windows(mark.len()).any(|w| w == *mark));
            if !has_fields && before.packed != after.packed {
                broken.push(format!("{part}: deflated again without need"));
            }
            continue;
        }
        if part.ends_with(".xlsx") {
            broken
                .extend(self::broken(&before.content, &after.content).iter().map(|b| format!("{part}, {b}")));
            continue;
        }
        let text = std::str::from_utf8(&after.content).unwrap();
        let root = match Element::parse(text) {
            Ok(root) => root,
            Err(error) => {
                broken.push(format!("{part}: {error}\n{text}"));
                continue;
            }
        };
        let old = Element::parse(std::str::from_utf8(&before.content).unwrap()).unwrap();
        let known: BTreeSet<String> = faults(&old).into_iter().collect();
        let new: Vec<String> = faults(&root).into_iter().filter(|fault| !known.contains(fault)).collect();
        if !new.is_empty() {
            broken.push(format!("{part}:\n{}\n{text}", new.join("\n")));
        }
    }
    broken
}

/// Everything that a part of a document does wrong.
pub fn faults(root: &Element) -> Vec<String> {
    let mut faults = Vec::new();
    for element in root.all() {
        content(element, &mut faults);
    }
    for (kind, ids) in ids(root) {
        let mut seen = BTreeSet::new();
        let twice: BTreeSet<&String> = ids.iter().filter(|id| !seen.insert(*id)).collect();
        faults.extend(twice.into_iter().map(|id| format!("{kind} {id} occurs twice")));
    }
    faults
}

/// Elements that blocks (paragraphs, tables) stand in.
const BLOCK_HOLDERS: [&str; 10] = [
    "body",
    "tc",
    "txbxContent",
    "hdr",
    "ftr",
    "footnote",
    "endnote",
    "comment",
    "docPartBody",
    "sdtContent",
];
/// Those of them that end with a paragraph.
const END_WITH_PARAGRAPH: [&str; 7] = ["tc", "txbxContent", "hdr", "ftr", "footnote", "endnote", "comment"];
/// Wrappers that stand between a holder and what it holds.
const WRAPPERS: [&str; 6] = ["ins", "moveTo", "customXml", "smartTag", "sdtContent", "hyperlink"];

fn is_word(element: &Element) -> bool {
    // Fixtures and real files write `w:`; one fixture writes another prefix on purpose.
    element.name.starts_with("w:") || element.name.starts_with("x:")
}

fn content(element: &Element, faults: &mut Vec<String>) {
    if !is_word(element) {
        return;
    }
    let name = element.local();
    for child in element.elements().filter(|c| is_word(c)) {
        let allowed = match child.local() {
            "p" | "tbl" => BLOCK_HOLDERS.contains(&name) || WRAPPERS.contains(&name) && name != "hyperlink",
            "r" => {
                WRAPPERS.contains(&name)
                    || ["p", "del", "moveFrom", "fldSimple", "rt", "rubyBase", "dir", "bdo"].contains(&name)
            }
            "t" | "tab" | "br" if child.attribute("pos").is_none() => name == "r",
            "tr" => name == "tbl" || WRAPPERS.contains(&name),
            "tc" => name == "tr" || WRAPPERS.contains(&name),
            _ => true,
        };
        if !allowed {
            faults.push(format!("<{}> in <{}>", child.name, element.name));
        }
    }
    let text = element.children.iter().any(|c| matches!(c, Node::Text(t) if !t.trim().is_empty()));
    if text
        && !["t", "instrText", "delText", "delInstrText"].contains(&name)
        && !element.name.contains("docProps")
    {
        faults.push(format!("text in <{}>", element.name));
    }
    for (i, child) in element.elements().enumerate() {
        let leads = [("p", "pPr"), ("r", "rPr"), ("tc", "tcPr"), ("tbl", "tblPr")];
        if i > 0 && leads.contains(&(name, child.local())) {
            faults.push(format!("<{}> is not first in <{}>", child.name, element.name));
        }
    }
    // Marks of ranges may stand behind it.
    let last = element.elements().filter(|e| !["bookmarkStart", "bookmarkEnd"].contains(&e.local())).last();
    if END_WITH_PARAGRAPH.contains(&name) && last.is_none_or(|e| !["p", "sdt"].contains(&e.local())) {
        faults.push(format!("<{}> does not end with a paragraph", element.name));
    }
    if name == "sdt" && element.elements().all(|e| e.local() != "sdtContent") {
        faults.push("<w:sdt> without content".to_owned());
    }
    match name {
        "tbl" => grid(element, faults),
        "tcPr" => order(element, &TC_PR, faults),
        "rPr" => order(element, &R_PR, faults),
        "shd" => {
            let fill = element.attribute("fill").unwrap_or("auto");
            if fill != "auto" && !(fill.len() == 6 && fill.chars().all(|c| c.is_ascii_hexdigit())) {
                faults.push(format!("fill={fill:?}"));
            }
        }
        "date" if element.attribute("fullDate").is_some_and(|d| d.len() < 10) => {
            faults.push("an empty fullDate".to_owned());
        }
        _ => {}
    }
}

/// Order of a cell's properties (`CT_TcPr`).
const TC_PR: [&str; 13] = [
    "cnfStyle",
    "tcW",
    "gridSpan",
    "hMerge",
    "vMerge",
    "tcBorders",
    "shd",
    "noWrap",
    "tcMar",
    "textDirection",
    "tcFitText",
    "vAlign",
    "hideMark",
];
/// Order of a run's properties as far as the compiler writes them.
const R_PR: [&str; 6] = ["rStyle", "rFonts", "b", "i", "color", "sz"];

fn order(element: &Element, wanted: &[&str], faults: &mut Vec<String>) {
    let places: Vec<usize> =
        element.elements().filter_map(|e| wanted.iter().position(|name| *name == e.local())).collect();
    if !places.is_sorted() || places.windows(2).any(|p| p[0] == p[1]) {
        faults.push(format!("<{}> is not in the schema's order", element.name));
    }
}

/// A table has rows, and no row more columns than the grid.
fn grid(table: &Element, faults: &mut Vec<String>) {
    let rows: Vec<&Element> = flat(table, "tr");
    if rows.is_empty() {
        faults.push("a table without rows".to_owned());
    }
    let Some(grid) = table.elements().find(|e| e.local() == "tblGrid") else { return };
    let columns = grid.elements().count();
    for row in rows {
        let cells = flat(row, "tc");
        let number = |e: &Element, local: &str| e.attribute(local).and_then(|v| v.parse::<usize>().ok());
        let span = |cell: &&Element| {
            let span = cell.all().into_iter().find(|e| e.local() == "gridSpan");
            span.map_or(1, |s| number(s, "val").unwrap_or(0))
        };
        let wide: usize = cells.iter().map(span).sum();
        if cells.is_empty() {
            faults.push("a row without cells".to_owned());
        }
        if wide > columns {
            faults.push(format!("a row of {wide} columns in a grid of {columns}"));
        }
    }
}

/// Rows of a table or cells of a row, also those in content controls.
fn flat<'e>(element: &'e Element, name: &str) -> Vec<&'e Element> {
    let mut found = Vec::new();
    for child in element.elements() {
        match child.local() {
            local if local == name => found.push(child),
            "sdt" | "sdtContent" | "customXml" | "ins" => found.extend(flat(child, name)),
            _ => {}
        }
    }
    found
}

/// Ids that are unique in a part, by kind.
fn ids(root: &Element) -> [(&'static str, Vec<String>); 5] {
    let all = root.all();
    let of = |name: &str, attribute: &str| -> Vec<String> {
        let elements = all.iter().filter(|e| e.local() == name);
        elements.filter_map(|e| e.attribute(attribute).map(str::to_owned)).collect()
    };
    let controls = all.iter().filter(|e| e.local() == "sdtPr").flat_map(|e| e.elements());
    let paragraphs =
        all.iter().filter(|e| ["p", "tr"].contains(&e.local())).filter_map(|e| e.attribute("paraId"));
    [
        ("drawing id", of("docPr", "id")),
        ("bookmark id", of("bookmarkStart", "id")),
        ("bookmark name", of("bookmarkStart", "name")),
        (
            "control id",
            controls
                .filter(|e| e.local() == "id")
                .filter_map(|e| e.attribute("val"))
                .map(str::to_owned)
                .collect(),
        ),
        ("paragraph id", paragraphs.map(str::to_owned).collect()),
    ]
}
