//! What holds for every template: our own cases, and files that nobody of this project made.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use platen_docx::{Limits, Missing, RenderOptions, Template};
use serde_json::Value;

use crate::fixture::Fixture;
use crate::others;
use crate::pack::entries;
use crate::rules;
use crate::xml::Element;

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
    are_filled(forms);
}

#[test]
fn forms_of_others_are_filled_from_their_own_model() {
    let Some(folder) = others::folder("cases/content-controls") else { return };
    are_filled(FORMS.map(|form| (form.to_owned(), fs::read(folder.join(form)).unwrap())).into());
}

fn are_filled(forms: Vec<(String, Vec<u8>)>) {
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

#[test]
fn rules_hold_for_our_cases_and_renders_agree_across_threads() {
    let kinds = ["blocks", "controls", "parts", "placeholders", "tables"];
    let rendered = rules_hold(kinds.into_iter().flat_map(own).collect());
    assert!(rendered > 60, "only {rendered} files could be rendered");
}

#[test]
fn rules_hold_for_templates_of_others_and_renders_agree_across_threads() {
    for folder in ["cases/content-controls", "cases/docxtpl"] {
        let Some(folder) = others::folder(folder) else { continue };
        let mut templates = others::documents(&folder);
        // Beside a template of docxtpl stands what docxtpl made of it.
        templates.retain(|(name, _)| name.contains("content-controls") || name.ends_with("/template.docx"));
        assert!(rules_hold(templates) > 5, "only few files could be rendered");
    }
}

/// Gives how many could be rendered.
fn rules_hold(templates: Vec<(String, Vec<u8>)>) -> usize {
    let mut rendered = 0;
    for (name, bytes) in templates {
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
        let again = compile(&name, bytes).render(&model, &options).unwrap();
        assert!(again == document, "{name}: compiled again it differs");
    }
    rendered
}

/// A package as it is after opening: without what opening takes out (a template's type, links to the outside).
fn opened(bytes: &[u8]) -> Vec<u8> {
    let package = platen_ooxml::package::Package::open(bytes.to_vec(), &Limits::default()).unwrap();
    package.write(&[], &[]).unwrap()
}
