//! What a reader sees of a document, as lines by facet, so that documents of different programs can be compared.

use std::collections::BTreeMap;

use crate::pack::{Entry, entries};
use crate::xml::{Element, Node};

/// Lines by facet: `word/document.xml text`.
pub type Shown = BTreeMap<String, Vec<String>>;

/// Text, formatting, tables, pictures and link targets of the parts that hold text, and the document's properties.
pub fn shown(document: &[u8]) -> Shown {
    let entries = entries(document);
    let mut shown = Shown::new();
    for entry in &entries {
        let stem = entry.name.trim_end_matches(".xml").trim_end_matches(char::is_numeric);
        let part = stem.strip_prefix("word/").unwrap_or_default();
        if ["document", "header", "footer", "footnotes", "endnotes", "comments"].contains(&part) {
            let root = parse(entry);
            let mut add = |facet: &str, lines: Vec<String>| {
                shown.insert(format!("{} {facet}", entry.name), lines);
            };
            add("text", root.paragraphs());
            add("runs", paragraphs(&root).into_iter().map(runs).collect());
            add("tables", tables(&root));
            add("pictures", pictures(&root, &entry.name, &entries));
            add("links", links(&root, &entry.name, &entries));
        } else if stem.starts_with("docProps/") && entry.name.ends_with(".xml") {
            shown.insert(entry.name.clone(), properties(&parse(entry)));
        }
    }
    shown
}

/// Lines of the second that the first has not, and the other way round, by facet; formatting only of paragraphs whose
/// text is the same.
pub fn differences(ours: &Shown, theirs: &Shown) -> BTreeMap<String, Vec<String>> {
    let mut differences = BTreeMap::new();
    for facet in ours.keys().chain(theirs.keys()) {
        let empty = Vec::new();
        let (mut a, mut b) =
            (ours.get(facet).unwrap_or(&empty).clone(), theirs.get(facet).unwrap_or(&empty).clone());
        if let Some(part) = facet.strip_suffix(" runs") {
            let text = format!("{part} text");
            let (x, y) = (&ours[&text], theirs.get(&text).unwrap_or(&empty));
            let same: Vec<(usize, usize)> = aligned(x, y);
            (a, b) = same.iter().map(|(i, j)| (a[*i].clone(), b[*j].clone())).unzip();
        }
        let same = aligned(&a, &b);
        let mut lines = Vec::new();
        lines.extend(
            (0..a.len()).filter(|i| !same.iter().any(|(x, _)| x == i)).map(|i| format!("+ {:?}", a[i])),
        );
        lines.extend(
            (0..b.len()).filter(|i| !same.iter().any(|(_, y)| y == i)).map(|i| format!("- {:?}", b[i])),
        );
        if !lines.is_empty() {
            differences.insert(facet.clone(), lines);
        }
    }
    differences
}

/// Pairs of equal lines in order: a longest common subsequence.
fn aligned(a: &[String], b: &[String]) -> Vec<(usize, usize)> {
    let mut length = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            length[i][j] =
                if a[i] == b[j] { length[i + 1][j + 1] + 1 } else { length[i + 1][j].max(length[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if length[i + 1][j] >= length[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

pub fn parse(entry: &Entry) -> Element {
    Element::parse(std::str::from_utf8(&entry.content).unwrap())
        .unwrap_or_else(|e| panic!("{}: {e}", entry.name))
}

fn paragraphs(root: &Element) -> Vec<&Element> {
    root.all().into_iter().filter(|e| e.name == "w:p").collect()
}

/// A paragraph's style and runs; neighbours that look the same are one.
fn runs(paragraph: &Element) -> String {
    let style = paragraph.all().into_iter().find(|e| e.name == "w:pStyle").and_then(|e| e.attribute("val"));
    let mut out = format!("<{}>", style.unwrap_or_default());
    let mut last = None;
    for run in paragraph.all().into_iter().filter(|e| e.name == "w:r") {
        let text = run.words();
        if text.is_empty() {
            continue;
        }
        let format = format(run);
        if last.as_ref() != Some(&format) {
            out.push_str(&format!("{{{}}}", format.join(" ")));
            last = Some(format);
        }
        out.push_str(&text);
    }
    out
}

/// A run's properties in a fixed order; what is switched off is left out.
fn format(run: &Element) -> Vec<String> {
    let Some(properties) = run.elements().find(|e| e.name == "w:rPr") else { return Vec::new() };
    let mut list: Vec<String> = Vec::new();
    for property in properties.elements() {
        let value = |name| property.attribute(name).unwrap_or_default().to_lowercase();
        let on = !["0", "false", "off"].contains(&value("val").as_str());
        match property.local() {
            name @ ("b" | "i" | "strike" | "caps") if on => list.push(name.to_owned()),
            name @ ("u" | "color" | "sz" | "rStyle" | "vertAlign" | "highlight") => {
                list.push(format!("{name}={}", value("val")));
            }
            "shd" => list.push(format!("fill={}", value("fill"))),
            "rFonts" => list.push(format!("font={}/{}", value("ascii"), value("eastAsia"))),
            _ => {}
        }
    }
    list.sort();
    list
}

/// Each row with its cells: span, merge, fill.
fn tables(root: &Element) -> Vec<String> {
    let mut rows = Vec::new();
    for table in root.all().into_iter().filter(|e| e.name == "w:tbl") {
        rows.push("table".to_owned());
        for row in table.elements().filter(|e| e.name == "w:tr") {
            let cells = row.elements().filter(|e| e.name == "w:tc").map(|cell| {
                let properties = cell.elements().find(|e| e.name == "w:tcPr");
                let property = |name: &str, attribute: &str| {
                    let found = properties.and_then(|p| p.elements().find(|e| e.local() == name));
                    found.map(|e| e.attribute(attribute).unwrap_or("continue").to_owned())
                };
                let span = property("gridSpan", "val").filter(|span| span != "1").unwrap_or_default();
                let merge = property("vMerge", "val").unwrap_or_default();
                format!("[{span} {merge} {}]", property("shd", "fill").unwrap_or_default())
            });
            rows.push(cells.collect());
        }
    }
    rows
}

/// Size on the page and in bytes of each picture.
fn pictures(root: &Element, part: &str, entries: &[Entry]) -> Vec<String> {
    let mut list = Vec::new();
    for drawing in root.all().into_iter().filter(|e| e.name == "w:drawing") {
        let find = |name: &str| drawing.all().into_iter().find(|e| e.local() == name);
        let Some(id) = find("blip").and_then(|e| e.attribute("embed")) else { continue };
        let extent = |name| find("extent").and_then(|e| e.attribute(name)).unwrap_or_default();
        let bytes = media(part, id, entries).map_or(0, <[u8]>::len);
        list.push(format!("{} x {} EMU, {bytes} bytes", extent("cx"), extent("cy")));
    }
    list
}

/// Text and target of each link.
fn links(root: &Element, part: &str, entries: &[Entry]) -> Vec<String> {
    let mut list = Vec::new();
    for link in root.all().into_iter().filter(|e| e.name == "w:hyperlink") {
        if let Some(id) = link.attribute("id") {
            list.push(format!("{} -> {}", link.words(), target(part, id, entries).unwrap_or_default()));
        }
    }
    list
}

/// The target of a part's relationship.
pub fn target(part: &str, id: &str, entries: &[Entry]) -> Option<String> {
    let (folder, file) = part.rsplit_once('/')?;
    let relationships = entries.iter().find(|e| e.name == format!("{folder}/_rels/{file}.rels"))?;
    let relationships = parse(relationships);
    let found = relationships.elements().find(|e| e.attribute("Id") == Some(id))?;
    found.attribute("Target").map(str::to_owned)
}

/// The bytes of a picture that a part relates to.
pub fn media<'e>(part: &str, id: &str, entries: &'e [Entry]) -> Option<&'e [u8]> {
    let target = target(part, id, entries)?;
    let name = target.strip_prefix('/').map_or_else(|| format!("word/{target}"), str::to_owned);
    entries.iter().find(|e| e.name == name).map(|e| e.content.as_slice())
}

/// Properties that say something: docxtpl adds empty ones.
fn properties(root: &Element) -> Vec<String> {
    let text = |e: &Element| -> String {
        let texts = e.children.iter().filter_map(|c| match c {
            Node::Text(text) => Some(text.as_str()),
            Node::Element(_) => None,
        });
        texts.collect()
    };
    let values = root.all().into_iter().map(|e| (e.local(), text(e).trim().to_owned()));
    values.filter(|(_, value)| !value.is_empty()).map(|(name, value)| format!("{name} = {value}")).collect()
}
