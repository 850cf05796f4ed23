//! Indexes (17.16.5.27): the entries that `XE` fields mark, with their pages.

use std::collections::BTreeMap;

use platen_ooxml::field::Instruction;

use super::edit::escaped;
use super::evaluate::{Known, Part, page_text};
use super::write::run;

/// Levels of entries: `animals:cats` has two.
const LEVELS: usize = 9;

/// Facts about an entry.
#[derive(Default)]
struct Entry {
    /// As it is written.
    text: String,
    /// Pages by their order, as they are written.
    pages: BTreeMap<(i64, i64), Page>,
    /// The entry to see instead.
    see: Option<String>,
}

struct Page {
    text: String,
    is_bold: bool,
    is_italic: bool,
}

/// The paragraphs of an index: their properties, and their content. None if no entry is marked.
pub(super) fn paragraphs(
    known: &Known<'_>,
    part: &Part<'_>,
    instruction: &Instruction,
    w: &str,
) -> Vec<(String, String)> {
    let separator = instruction.value("\\e").unwrap_or(", ");
    let between = instruction.value("\\l").unwrap_or(", ");
    let letters = instruction.value("\\h");
    let mut out = Vec::new();
    let mut letter = None;
    for (path, entry) in entries(known, part, instruction) {
        let first =
            path.first().and_then(|word| word.chars().next()).map(|c| c.to_uppercase().next().unwrap_or(c));
        if letters.is_some() && path.len() == 1 && first != letter {
            letter = first;
            let text = letters.unwrap_or_default();
            // `A` stands for the letter itself.
            let text = if text.eq_ignore_ascii_case("a") {
                first.map(String::from).unwrap_or_default()
            } else {
                text.to_owned()
            };
            out.push((properties(known, "index heading", w), run(&text, "", w)));
        }
        let mut content = run(&entry.text, "", w);
        for (at, page) in entry.pages.values().enumerate() {
            content.push_str(&run(if at == 0 { separator } else { between }, "", w));
            let bold = if page.is_bold { format!("<{w}b/>") } else { String::new() };
            let italic = if page.is_italic { format!("<{w}i/>") } else { String::new() };
            let look = if page.is_bold || page.is_italic {
                format!("<{w}rPr>{bold}{italic}</{w}rPr>")
            } else {
                String::new()
            };
            content.push_str(&run(&page.text, &look, w));
        }
        if let Some(see) = &entry.see {
            content.push_str(&run(&format!("{separator}{see}"), "", w));
        }
        out.push((properties(known, &format!("index {}", path.len()), w), content));
    }
    out
}

/// The entries with those that they belong to, in alphabetical order.
fn entries(known: &Known<'_>, part: &Part<'_>, index: &Instruction) -> BTreeMap<Vec<String>, Entry> {
    let mut entries: BTreeMap<Vec<String>, Entry> = BTreeMap::new();
    for (place, field) in part.scan.fields.iter().enumerate() {
        let mark = part.scan.instruction(place, |_| String::new());
        let Some(text) =
            mark.argument().filter(|_| mark.name() == "XE" && mark.value("\\f") == index.value("\\f"))
        else {
            continue;
        };
        let mut path: Vec<String> = Vec::new();
        for word in text.split(':').map(str::trim).filter(|word| !word.is_empty()).take(LEVELS) {
            path.push(word.to_lowercase());
            let entry = entries.entry(path.clone()).or_default();
            if entry.text.is_empty() {
                entry.text = word.to_owned();
            }
        }
        let Some(entry) = entries.get_mut(&path) else { continue };
        if let Some(see) = mark.value("\\t") {
            entry.see = Some(see.to_owned());
            continue;
        }
        let page = known.facts.pages.as_ref().and_then(|pages| pages.of_field(field.offset(part.tree)));
        if let Some(page) = page {
            let (is_bold, is_italic) = (mark.has("\\b"), mark.has("\\i"));
            let text = page_text(page, &Instruction::default());
            entry.pages.entry((page.section, page.number)).or_insert(Page { text, is_bold, is_italic });
        }
    }
    entries
}

fn properties(known: &Known<'_>, style: &str, w: &str) -> String {
    match known.styles.id(style) {
        Some(id) => format!("<{w}pPr><{w}pStyle {w}val=\"{}\"/></{w}pPr>", escaped(id)),
        None => String::new(),
    }
}
