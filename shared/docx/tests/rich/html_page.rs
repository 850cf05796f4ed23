//! `guide/html.json` says which HTML documents take, and `docs/html.md` is written from it: each row becomes what it says. With
//! `PLATEN_BLESS` set, the page is written again.

use std::fmt::Write;
use std::path::Path;

use platen_docx::{Budget, Limits, RenderOptions, Template};
use serde_json::{Value, json};

use crate::{WORDS, pack};

const ROWS: &str = include_str!("../../guide/html.json");

fn groups() -> Vec<Value> {
    let guide: Value = serde_json::from_str(ROWS).unwrap();
    guide["groups"].as_array().unwrap().clone()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn texts<'v>(row: &'v Value, name: &str) -> impl Iterator<Item = &'v str> {
    row[name].as_array().into_iter().flatten().map(text)
}

/// The text of each paragraph of a document's body.
fn paragraphs(xml: &str) -> Vec<String> {
    let inner = |paragraph: &str| {
        let runs =
            paragraph.split("<w:t").skip(1).filter_map(|run| run.split_once('>')?.1.split_once("</w:t>"));
        runs.map(|(text, _)| text.replace("&lt;", "<")).collect::<String>()
    };
    let paragraphs = xml.split("<w:p>").skip(1).map(inner);
    paragraphs.filter(|text| !text.is_empty()).collect()
}

/// What a row does not do of what it says.
fn fault(row: &Value) -> Option<String> {
    let kind = if row["markdown"] == true { "$markdown" } else { "$html" };
    let template = Template::compile(pack::package(&pack::document(WORDS), &[]), &Limits::default()).unwrap();
    let data = json!({ "x": { (kind): row["write"] } });
    let rendered = template.render_within(&data, &RenderOptions::default(), &Budget::of(&Limits::default()));
    let rendered = match rendered {
        Ok(rendered) => rendered,
        Err(error) => return Some(error.to_string()),
    };
    let parts = pack::entries(&rendered.docx).into_iter().filter(|entry| entry.name.starts_with("word/"));
    let parts = parts.filter(|entry| entry.name.ends_with(".xml"));
    let parts: Vec<(String, String)> =
        parts.map(|entry| (entry.name, String::from_utf8(entry.content).unwrap())).collect();
    let main =
        parts.iter().find(|(name, _)| name == "word/document.xml").map(|(_, xml)| xml.clone()).unwrap();
    let all: String = parts.into_iter().map(|(_, xml)| xml).collect();
    if let Some(lacking) = texts(row, "holds").find(|held| !all.contains(held)) {
        return Some(format!("has no {lacking}: {main}"));
    }
    let gives: Vec<&str> = texts(row, "gives").collect();
    if !gives.is_empty() && paragraphs(&main) != gives {
        return Some(format!("gives {:?}", paragraphs(&main)));
    }
    let warnings: Vec<String> = rendered.warnings.into_iter().map(|warning| warning.to_string()).collect();
    let told = row["told"].as_str();
    let is_right = match told {
        Some(told) => warnings.iter().any(|warning| warning.starts_with(told)),
        None => warnings.is_empty(),
    };
    (!is_right).then(|| format!("tells {warnings:?}"))
}

#[test]
fn every_row_becomes_what_it_says() {
    let groups = groups();
    let rows = groups.iter().flat_map(|group| group["rows"].as_array().unwrap());
    let wrong: Vec<String> =
        rows.filter_map(|row| Some(format!("{}: {}", text(&row["write"]), fault(row)?))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn page() -> String {
    let mut page = String::from(
        "# HTML and Markdown\n\nA value `{\"$html\": \"...\"}`, or `{{ text|html }}`, is HTML, read as browsers read it, even with missing or wrong end tags. \
         `{\"$markdown\": \"...\"}` is CommonMark\nwith tables, task lists, strikethrough and footnotes, converted to the same HTML. Platen warns once for each kind of \
         element that the\ndocument cannot show (`html-left-out`). It removes scripts, styles and comments without a warning, and fetches nothing.\n\nThis page is generated from \
         `shared/docx/guide/html.json`. A test creates a document from each row.\n",
    );
    for group in groups() {
        let (title, about) = (text(&group["title"]), text(&group["about"]));
        write!(page, "\n## {title}\n\n{about}\n\n| Write | In the document |\n|---|---|\n").unwrap();
        for row in group["rows"].as_array().unwrap() {
            let mut written = text(&row["write"]).replace('\n', "⏎");
            if let Some((before, rest)) = written.split_once("base64,") {
                written = format!("{before}base64,...{}", &rest[rest.find('"').unwrap()..]);
            }
            writeln!(page, "| `{}` | {} |", written.replace('|', "\\|"), text(&row["becomes"])).unwrap();
        }
    }
    page
}

#[test]
fn the_page_is_what_the_rows_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/html.md");
    if std::env::var_os("PLATEN_BLESS").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page(),
        "docs/html.md is not what guide/html.json says: run this test with PLATEN_BLESS=1"
    );
}
