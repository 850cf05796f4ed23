//! The guide for authors says what is so: each example gives what it says, and no statement or filter is left out.

use std::collections::BTreeSet;

use platen_docx::{GUIDE, Limits, RenderOptions, Template, known_filters, known_statements};
use serde_json::Value;

use crate::pack::{document, entries, package};
use crate::xml::Element;

/// Written like others, and told beside them: `|count`.
const OTHER_NAMES: [&str; 1] = ["e"];

fn guide() -> Value {
    serde_json::from_str(GUIDE).unwrap()
}

fn entries_of(guide: &Value) -> impl Iterator<Item = &Value> {
    guide["groups"].as_array().unwrap().iter().flat_map(|group| group["entries"].as_array().unwrap())
}

/// A text, or one for each paragraph.
fn lines(value: &Value) -> Vec<String> {
    match value {
        Value::Array(lines) => lines.iter().map(|line| line.as_str().unwrap().to_owned()).collect(),
        line => vec![line.as_str().unwrap().to_owned()],
    }
}

#[test]
fn every_example_gives_what_it_says() {
    let guide = guide();
    let mut wrong = Vec::new();
    for entry in entries_of(&guide).filter(|entry| entry.get("shows").is_none()) {
        let written = lines(&entry["write"]);
        let paragraph = |line: &String| {
            let line = line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            format!("<w:p><w:r><w:t xml:space=\"preserve\">{line}</w:t></w:r></w:p>")
        };
        // A paragraph after the example keeps the body from being empty.
        let body: String = written.iter().chain([&"END".to_owned()]).map(paragraph).collect();
        let template = match Template::compile(package(&document(&body), &[]), &Limits::default()) {
            Ok(template) => template,
            Err(error) => {
                wrong.push(format!("{written:?}: {error}"));
                continue;
            }
        };
        let made = match template.render(&guide["data"], &RenderOptions::default()) {
            Ok(made) => made,
            Err(error) => {
                wrong.push(format!("{written:?}: {error}"));
                continue;
            }
        };
        let part = entries(&made).into_iter().find(|entry| entry.name == "word/document.xml").unwrap();
        let root = Element::parse(std::str::from_utf8(&part.content).unwrap()).unwrap();
        let mut given = root.paragraphs();
        assert_eq!(given.pop().as_deref(), Some("END"));
        let expected = lines(&entry["gives"]);
        if given != expected {
            wrong.push(format!("{written:?} gives {given:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_example_has_a_result_and_words() {
    let guide = guide();
    for entry in entries_of(&guide) {
        assert!(entry["about"].as_str().unwrap().ends_with('.'), "{entry}");
        assert!(entry.get("gives").is_some() != entry.get("shows").is_some(), "{entry}");
    }
}

#[test]
fn no_statement_and_no_filter_is_left_out() {
    let guide = guide();
    let words: BTreeSet<String> = entries_of(&guide)
        .flat_map(|entry| {
            let mut lines = lines(&entry["write"]);
            lines.push(entry["about"].as_str().unwrap().to_owned());
            lines
        })
        .flat_map(|line| {
            line.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    let known = known_filters().chain(known_statements()).filter(|name| !OTHER_NAMES.contains(name));
    let missing: Vec<_> = known.filter(|name| !words.contains(*name)).collect();
    assert!(missing.is_empty(), "the guide does not tell of {missing:?}");
}
