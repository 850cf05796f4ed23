//! Files that nobody of this project made, with what other programs make of them. They lie beside the project, not in it:
//! without them these tests say so, and run on the cases of this crate alone.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use platen_docx::{Limits, Missing, RenderOptions, Template};
use serde_json::Value;

use crate::fixture::Fixture;
use crate::pack::entries;
use crate::rules;
use crate::xml::Element;

/// A folder of cases, if it is there.
pub fn folder(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases").join(name);
    if !path.is_dir() {
        say(&format!("ABSENT: {}: not checked with it", path.display()));
        return None;
    }
    Some(path)
}

/// Writes a line that is seen also when the test passes.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn compile(name: &str, bytes: Vec<u8>) -> Template {
    Template::compile(bytes, &Limits::default()).unwrap_or_else(|e| panic!("{name}:\n{e}"))
}

/// The cases of one kind (`controls`), by name.
fn own(kind: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(kind);
    let mut folders: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    folders.sort();
    let named = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    folders.iter().map(|path| (format!("{kind}/{}", named(path)), Fixture::read(path).package)).collect()
}

/// Paragraphs of all parts that a reader sees, by part.
fn texts(document: &[u8]) -> BTreeMap<String, Vec<String>> {
    let mut texts = BTreeMap::new();
    for entry in entries(document) {
        let part = entry
            .name
            .trim_start_matches("word/")
            .trim_end_matches(".xml")
            .trim_end_matches(char::is_numeric);
        if entry.name.starts_with("word/")
            && ["document", "header", "footer", "footnotes", "endnotes"].contains(&part)
        {
            let root = Element::parse(std::str::from_utf8(&entry.content).unwrap()).unwrap();
            texts.insert(entry.name, root.paragraphs());
        }
    }
    texts
}

/// Forms that people made in Word.
const FORMS: [&str; 9] = [
    "invoice.dotx",
    "purchase-order.dotx",
    "fax.dotx",
    "cover-letter.dotx",
    "form.docx",
    "median-fax.dotx",
    "resume-repeating.docx",
    "strict-ooxml.docx",
    "invoice-bound-repeating.docx",
];

/// Those of our own cases that are forms like these.
const OWN_FORMS: [&str; 6] = [
    "controls/bound-to-custom-xml",
    "controls/by-title",
    "controls/combo-box",
    "controls/drop-down",
    "controls/paragraph-level",
    "controls/plain-text-in-a-run",
];

#[test]
fn forms_are_filled_from_their_own_model() {
    let mut forms = own("controls");
    forms.retain(|(name, _)| OWN_FORMS.contains(&name.as_str()));
    assert_eq!(forms.len(), OWN_FORMS.len());
    if let Some(folder) = folder("content-controls") {
        forms.extend(FORMS.map(|form| (form.to_owned(), fs::read(folder.join(form)).unwrap())));
    }
    for (form, bytes) in forms {
        let template = compile(&form, bytes);
        let model = template.discovery().model();
        let document =
            template.render(&model, &RenderOptions::default()).unwrap_or_else(|e| panic!("{form}:\n{e}"));
        let text: String = texts(&document).into_values().flatten().collect::<Vec<_>>().join("\n");
        for control in &template.discovery().content_controls {
            let value = at(&model, &control.path)
                .unwrap_or_else(|| panic!("{form}: no {} in the model", control.path));
            if let Value::String(value) = value
                && control.date_format.is_none()
            {
                let shown =
                    control.options.iter().find(|o| o.value == *value).map_or(value, |o| &o.display_text);
                assert!(
                    text.contains(shown.as_str()),
                    "{form}: {} = {shown:?} is not in\n{text}",
                    control.path
                );
            }
        }
        let types = entries(&document).into_iter().find(|e| e.name == "[Content_Types].xml").unwrap();
        assert!(
            !String::from_utf8(types.content).unwrap().contains("template.main+xml"),
            "{form}: still a template"
        );
    }
}

/// The value of a discovered path, in the first element of each array.
fn at<'v>(model: &'v Value, path: &str) -> Option<&'v Value> {
    if let Some(value) = model.get(path) {
        return Some(value);
    }
    let mut value = model;
    for step in path.split('.') {
        let name = step.trim_end_matches("[]");
        value = value.get(name)?;
        if name != step {
            value = value.get(0)?;
        }
    }
    Some(value)
}

/// Every template of both collections, as far as it is one, and our own cases.
fn all() -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for collection in [folder("content-controls"), folder("docxtpl")].into_iter().flatten() {
        for entry in fs::read_dir(collection).unwrap() {
            let path = entry.unwrap().path();
            let path = if path.is_dir() { path.join("template.docx") } else { path };
            if path.extension().is_some_and(|e| e == "docx" || e == "dotx") && path.is_file() {
                all.push((path.display().to_string(), fs::read(path).unwrap()));
            }
        }
    }
    all.sort();
    for kind in ["blocks", "controls", "parts", "placeholders", "tables"] {
        all.extend(own(kind));
    }
    all
}

#[test]
fn rules_hold_for_real_files_and_renders_agree_across_threads() {
    let mut rendered = 0;
    for (name, bytes) in all() {
        // Some need functions or filters of their host program.
        let Ok(template) = Template::compile(bytes.clone(), &Limits::default()) else { continue };
        let model = template.discovery().model();
        let options = RenderOptions { missing: Missing::Empty, ..RenderOptions::default() };
        let Ok(document) = template.render(&model, &options) else { continue };
        rendered += 1;
        rules::check(&opened(&bytes), &document, &name);
        let again: Vec<Vec<u8>> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..4).map(|_| scope.spawn(|| template.render(&model, &options).unwrap())).collect();
            threads.into_iter().map(|t| t.join().unwrap()).collect()
        });
        assert!(again.iter().all(|other| *other == document), "{name}: threads disagree");
        let anew = compile(&name, bytes).render(&model, &options).unwrap();
        assert!(anew == document, "{name}: compiled anew it differs");
    }
    assert!(rendered > 60, "only {rendered} files could be rendered");
}

/// A package as it is after opening: without what opening takes out (a template's type, links to the outside).
fn opened(bytes: &[u8]) -> Vec<u8> {
    let package = platen_docx::package::Package::open(bytes.to_vec(), &Limits::default()).unwrap();
    package.write(&[], &[]).unwrap()
}
