//! `guide/recipes.json` says what is so, and `docs/recipes.md` is written from it: each recipe gives what it says, or stands in
//! the fixture that it names. With `PLATEN_BLESS` set, the page is written again.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use platen_docx::{Limits, Template};
use serde_json::Value;

use crate::fixture;
use crate::pack::{document, entries, package};
use crate::xml::Element;

const RECIPES: &str = include_str!("../../guide/recipes.json");

fn groups() -> Vec<Value> {
    let recipes: Value = serde_json::from_str(RECIPES).unwrap();
    recipes["groups"].as_array().unwrap().clone()
}

fn recipes_of(group: &Value) -> &[Value] {
    group["recipes"].as_array().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// What is written, or given: paragraphs, and tables as lists of rows.
fn blocks(recipe: &Value, name: &str) -> Vec<Value> {
    recipe[name].as_array().unwrap().clone()
}

fn body(blocks: &[Value]) -> String {
    let paragraph = |text: &str| {
        let text = quick_xml::escape::escape(text);
        format!("<w:p><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>")
    };
    let cell = |cell: &Value| format!("<w:tc><w:tcPr/>{}</w:tc>", paragraph(text(cell)));
    let row = |row: &Value| {
        format!("<w:tr>{}</w:tr>", row.as_array().unwrap().iter().map(cell).collect::<String>())
    };
    let block = |block: &Value| match block.as_array() {
        None => paragraph(text(block)),
        Some(rows) => {
            let columns = rows.iter().map(|row| row.as_array().unwrap().len()).max().unwrap_or_default();
            let grid = "<w:gridCol w:w=\"1000\"/>".repeat(columns);
            let rows: String = rows.iter().map(row).collect();
            format!("<w:tbl><w:tblPr/><w:tblGrid>{grid}</w:tblGrid>{rows}</w:tbl>")
        }
    };
    // A paragraph behind the recipe keeps the body from being empty.
    blocks.iter().map(block).collect::<String>() + &paragraph("END")
}

/// The blocks of a document's body.
fn given(root: &Element) -> Vec<Value> {
    let named = |around: &Element, name: &'static str| -> Vec<Element> {
        around.elements().filter(|e| e.local() == name).cloned().collect()
    };
    let body = named(root, "body").remove(0);
    let cells = |row: &Element| named(row, "tc").iter().map(|cell| cell.words().into()).collect();
    let block = |block: &Element| match block.local() {
        "tbl" => named(block, "tr").iter().map(|row| Value::Array(cells(row))).collect(),
        // A page break is no text of its paragraph.
        _ => Value::from(block.words().replace('\u{c}', "")),
    };
    body.elements().filter(|e| e.local() != "sectPr").map(block).collect()
}

/// What is wrong with a recipe that stands on the page itself.
fn fault(recipe: &Value) -> Option<String> {
    let template =
        match Template::compile(package(&document(&body(&blocks(recipe, "write"))), &[]), &Limits::default())
        {
            Ok(template) => template,
            Err(error) => return Some(error.to_string()),
        };
    let made = match template.render(&recipe["data"], &fixture::options(&recipe["options"])) {
        Ok(made) => made,
        Err(error) => return Some(error.to_string()),
    };
    let part = entries(&made).into_iter().find(|entry| entry.name == "word/document.xml").unwrap();
    let xml = String::from_utf8(part.content).unwrap();
    let mut given = given(&Element::parse(&xml).unwrap());
    assert_eq!(given.pop(), Some(Value::from("END")));
    let expected = blocks(recipe, "gives");
    if given != expected {
        return Some(format!("gives {given:?}, not {expected:?}"));
    }
    let holds = recipe["holds"].as_str().unwrap_or_default();
    (!xml.contains(holds)).then(|| format!("has no {holds}: {xml}"))
}

/// The fixture or test that a recipe names, below `tests`.
fn elsewhere(recipe: &Value) -> Option<PathBuf> {
    let case = recipe["case"].as_str().map(|name| format!("cases/{name}"));
    Some(PathBuf::from(case.or_else(|| recipe["test"].as_str().map(str::to_owned))?))
}

#[test]
fn every_recipe_gives_what_it_says() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut wrong = Vec::new();
    for recipe in groups().iter().flat_map(recipes_of) {
        let fault = match elsewhere(recipe).map(|path| tests.join(path)) {
            None => fault(recipe),
            Some(path) => {
                let tag = recipe["tag"].as_str().unwrap_or_default();
                let files = match path.is_dir() {
                    true => fs::read_dir(&path).unwrap().map(|file| file.unwrap().path()).collect(),
                    false => vec![path.clone()],
                };
                let holds = |file: &PathBuf| {
                    fs::read_to_string(file).is_ok_and(|text| text.replace("&quot;", "\"").contains(tag))
                };
                (!files.iter().any(holds)).then(|| format!("{tag} does not stand in {}", path.display()))
            }
        };
        wrong.extend(fault.map(|fault| format!("{}: {fault}", text(&recipe["title"]))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A paragraph a line; a table a line for each row, its cells between bars.
fn lines(blocks: &[Value]) -> String {
    let row = |row: &Value| {
        let cells: Vec<&str> = row.as_array().unwrap().iter().map(text).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let block = |block: &Value| match block.as_array() {
        None => format!("{}\n", text(block)),
        Some(rows) => rows.iter().map(row).collect(),
    };
    blocks.iter().map(block).collect()
}

/// Data on the page, without the bytes of pictures.
fn data(recipe: &Value) -> String {
    let data = recipe["data"].to_string();
    match data.split_once("base64,") {
        Some((before, bytes)) => {
            format!("{before}base64,...{}", &bytes[bytes.find('"').unwrap_or_default()..])
        }
        None => data,
    }
}

fn page() -> String {
    let mut page = String::from(
        "# Recipes\n\nEach recipe shows what to type into a template, the data, and the result. A line is a paragraph; bars separate the \
         cells of a table.\n[authoring.md](authoring.md) explains tags, and the console's guide lists every filter with its \
         result.\n\nThis page is generated from `shared/docx/guide/recipes.json`. A test creates a document from each recipe.\n",
    );
    for group in groups() {
        write!(page, "\n## {}\n", text(&group["title"])).unwrap();
        for recipe in recipes_of(&group) {
            write!(page, "\n### {}\n\n{}\n", text(&recipe["title"]), text(&recipe["about"])).unwrap();
            if let Some(path) = elsewhere(recipe) {
                if let Some(tag) =
                    recipe["tag"].as_str().filter(|tag| tag.ends_with("%}") || tag.ends_with("}}"))
                {
                    write!(page, "\n<!-- not run: has its place in a document -->\n\n```jinja\n{tag}\n```\n")
                        .unwrap();
                }
                let path = path.display();
                write!(page, "\nAn example: [{path}](../shared/docx/tests/{path})\n").unwrap();
                continue;
            }
            let write = blocks(recipe, "write");
            if write.iter().any(Value::is_array) {
                page.push_str("\n<!-- not run: stands in a table -->\n");
            }
            write!(page, "\n```jinja\n{}```\n", lines(&write)).unwrap();
            write!(page, "\n```json\n{}\n```\n", data(recipe)).unwrap();
            if let Some(options) = recipe["options"].as_object() {
                let options: Vec<String> =
                    options.iter().map(|(name, value)| format!("`{name}: {value}`")).collect();
                write!(page, "\nWith the option {}:\n", options.join(", ")).unwrap();
            }
            let gives = lines(&blocks(recipe, "gives"));
            match gives.trim() {
                "" => page.push_str("\nThe result is drawn where the tag stands.\n"),
                _ => write!(page, "\n```text\n{gives}```\n").unwrap(),
            }
        }
    }
    page
}

#[test]
fn the_page_of_recipes_is_written_from_them() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/recipes.md");
    if std::env::var_os("PLATEN_BLESS").is_some() {
        fs::write(&path, page()).unwrap();
    }
    let written = fs::read_to_string(path).unwrap_or_default();
    assert!(written == page(), "docs/recipes.md is another: run this test with PLATEN_BLESS=1");
    assert!(groups().iter().map(|group| recipes_of(group).len()).sum::<usize>() >= 40);
}
