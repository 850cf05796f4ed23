//! Forms that people made in Word, filled and looked at with other programs: LibreOffice and pdftotext tell what a reader
//! sees, Python what the XML holds that controls are bound to. Cases of our own are filled, and forms that others made.

#![expect(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use platen_docx::discover::{ContentControl, ControlKind};
use platen_docx::{Limits, RenderOptions, Template};
use serde_json::{Value, json};

#[expect(dead_code, reason = "what other tests need")]
#[path = "../language/fixture.rs"]
mod fixture;
#[path = "../../../../tests/src/others.rs"]
mod others;
#[expect(dead_code, reason = "what other tests need")]
#[path = "../language/pack.rs"]
mod pack;

/// A form with the data that it was filled with.
struct Filled {
    name: String,
    controls: Vec<ContentControl>,
    data: Value,
    /// What a reader of the document must see.
    words: Vec<String>,
    document: Vec<u8>,
}

/// LibreOffice leaves the cover page of this form out, filled or not: there the XML has to do.
const COVER_PAGE: (&str, [&str; 4]) = ("strict-ooxml", ["Author", "Abstract", "Title", "Subtitle"]);

/// Cases of our own that are forms like these.
const OWN: [&str; 5] =
    ["bound-to-custom-xml", "by-title", "combo-box", "paragraph-level", "plain-text-in-a-run"];

fn fill((name, bytes): (String, Vec<u8>)) -> Filled {
    let template =
        Template::compile(bytes, &Limits::default()).unwrap_or_else(|error| panic!("{name}:\n{error}"));
    let discovery = template.discovery();
    let model = discovery.model();
    assert!(discovery.schema["type"] == "object", "{name}: {}", discovery.schema);
    template
        .render(&model, &RenderOptions::default())
        .unwrap_or_else(|error| panic!("{name}: its model:\n{error}"));
    let (mut data, mut words) = (model, Vec::new());
    mark(&mut data, String::new(), &discovery.content_controls, &mut words);
    let document = template
        .render(&data, &RenderOptions::default())
        .unwrap_or_else(|error| panic!("{name}: {data}\n{error}"));
    Filled { name, controls: discovery.content_controls.clone(), data, words, document }
}

/// Makes each value of a model one that is nowhere else, and of each list two elements.
fn mark(value: &mut Value, path: String, controls: &[ContentControl], words: &mut Vec<String>) {
    let control = controls.iter().find(|control| control.path == path);
    match value {
        Value::Object(members) if members.contains_key("$image") => {}
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                mark(member, path, controls, words);
            }
        }
        Value::Array(elements) => {
            elements.extend(elements.first().cloned());
            for element in elements {
                mark(element, format!("{path}[]"), controls, words);
            }
        }
        Value::Bool(_) | Value::Null => {}
        _ => match control.map(|control| control.r#type) {
            Some(ControlKind::DropDownList) => {
                let options = &control.unwrap().options;
                words.extend(options.iter().find(|o| *value == o.value).map(|o| o.display_text.clone()));
            }
            Some(ControlKind::Date) => {
                *value = json!(format!("20{}-03-07", 30 + words.len() % 60));
                words.push("7".to_owned());
            }
            _ => {
                let word = format!("Qz{}x", words.len());
                *value = json!(word);
                words.push(word);
            }
        },
    }
}

/// What the PDFs of LibreOffice say, by form.
fn shown(forms: &[Filled]) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let mut office = Command::new("soffice");
    office
        .arg(format!("-env:UserInstallation=file://{}/profile", folder.path().display()))
        .args(["--headless", "--norestore", "--convert-to", "pdf", "--outdir"])
        .arg(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    for form in forms {
        let path = folder.path().join(format!("{}.docx", form.name));
        fs::write(&path, &form.document).unwrap();
        office.arg(path);
    }
    assert!(office.status().unwrap().success(), "LibreOffice failed");
    let text = |form: &Filled| {
        let pdf = folder.path().join(format!("{}.pdf", form.name));
        let output = Command::new("pdftotext").arg("-layout").arg(pdf).arg("-").output().unwrap();
        assert!(output.status.success(), "{}: LibreOffice made no PDF", form.name);
        String::from_utf8(output.stdout).unwrap()
    };
    forms.iter().map(|form| (form.name.clone(), text(form))).collect()
}

/// The main part of a document.
fn body(document: &[u8]) -> String {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(document)).unwrap();
    std::io::read_to_string(archive.by_name("word/document.xml").unwrap()).unwrap()
}

/// What `bound.py` reads in a document.
fn bound(form: &Filled) -> Value {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), &form.document).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/forms/bound.py");
    let output = Command::new("python3").arg(script).arg(file.path()).output().unwrap();
    assert!(output.status.success(), "{}: {}", form.name, String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn our_forms_show_and_keep_what_they_are_filled_with() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/controls");
    let own = |name: &str| (name.to_owned(), fixture::Fixture::read(&cases.join(name)).package);
    show_and_keep(OWN.map(own).into());
}

#[test]
fn forms_of_others_show_and_keep_what_they_are_filled_with() {
    let Some(folder) = others::folder("cases/content-controls") else { return };
    let named = |(path, bytes): (String, Vec<u8>)| {
        (Path::new(&path).file_stem().unwrap().to_string_lossy().into_owned(), bytes)
    };
    show_and_keep(others::documents(&folder).into_iter().map(named).collect());
}

/// Fills forms, by name.
fn show_and_keep(forms: Vec<(String, Vec<u8>)>) {
    let forms: Vec<Filled> = forms.into_iter().map(fill).collect();
    let seen = shown(&forms);
    let mut table =
        format!("\n{:28} {:>8} {:>6} {:>6} {:>6}\n", "form", "controls", "values", "shown", "bound");
    let mut faults = Vec::new();
    for form in &forms {
        let text: String = seen[&form.name].split_whitespace().collect::<Vec<_>>().join(" ");
        // A style may show capitals.
        let lower = text.to_lowercase();
        let is_shown = |word: &String| lower.contains(&word.to_lowercase());
        let body = body(&form.document);
        let on_cover = |word: &String| {
            let named = |name: &&str| form.data[*name] == **word;
            form.name == COVER_PAGE.0 && COVER_PAGE.1.iter().any(named) && body.contains(word.as_str())
        };
        let unseen: Vec<&String> = form.words.iter().filter(|word| !is_shown(word)).collect();
        let missing: Vec<&String> = unseen.iter().copied().filter(|word| !on_cover(word)).collect();
        if !missing.is_empty() {
            faults.push(format!("{}: not shown: {missing:?} of {}\n{text}", form.name, form.data));
        }
        let stores = bound(form);
        let controls = stores["bound"].as_array().unwrap();
        for control in controls {
            let (stored, shown) = (control["stored"].as_str(), control["shown"].as_str().unwrap());
            let is = |kind: &str| control["kind"].as_array().unwrap().contains(&json!(kind));
            let agrees = match stored {
                // A box holds a glyph and a date its own form; a picture shows no text; a list has many elements, whose
                // controls are looked at by themselves.
                Some(_) if is("checkbox") || is("picture") || is("repeatingSection") => true,
                Some(stored) if is("date") => {
                    shown.is_empty() || stored.starts_with("20") && stored.contains("-03-07")
                }
                Some(stored) => stored == shown || is("dropDownList"),
                None => false,
            };
            if !agrees {
                faults.push(format!("{}: {control}", form.name));
            }
        }
        // Rows of bound lists: the XML has them all.
        let of_lists = form
            .controls
            .iter()
            .filter(|c| c.path.contains("[]") && c.title.as_deref().is_some_and(|t| t.starts_with('/')));
        for control in of_lists.filter(|c| c.r#type == ControlKind::PlainText) {
            for value in values(&form.data, &control.path) {
                if !stores["stores"].as_str().unwrap().contains(value) {
                    faults.push(format!("{}: {value} of {} is in no store", form.name, control.path));
                }
            }
        }
        let shown = form.words.len() - unseen.len();
        let (controls_, bound) = (form.controls.len(), controls.len());
        let _ =
            writeln!(table, "{:28} {controls_:>8} {:>6} {shown:>6} {bound:>6}", form.name, form.words.len());
    }
    println!("{table}");
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// All texts at a path such as `lines.lineitem[].price`.
fn values<'v>(data: &'v Value, path: &str) -> Vec<&'v str> {
    let mut found = vec![data];
    for step in path.split('.') {
        let name = step.trim_end_matches("[]");
        found = found.into_iter().filter_map(|value| value.get(name)).collect();
        if name != step {
            found = found.into_iter().filter_map(Value::as_array).flatten().collect();
        }
    }
    found.into_iter().filter_map(Value::as_str).collect()
}
