//! Documents of other products, each written for the purpose: what is told of them, what they are rewritten to, and what a
//! document made from that says.

use std::fs;

use platen_docx::{Budget, Limits, RenderOptions, Template, migrate};

use crate::fixture::{Fixture, recorded_beside};
use crate::pack::entries;
use crate::rules;
use crate::xml::Element;

/// The folders of `tests/migrating`: a document like those of `tests/cases`, and the data for the migrated one.
#[test]
fn documents_of_other_products_become_templates() {
    insta::glob!("../migrating", "*/body.xml", |path| {
        let folder = path.parent().unwrap();
        let fixture = Fixture::read(folder);
        let mut out = String::from("recognised\n\n");
        match Template::compile(fixture.package.clone(), &fixture.limits) {
            Ok(template) => {
                template.warnings().iter().for_each(|w| out.push_str(&format!("warning: {w}\n\n")))
            }
            Err(error) => out.push_str(&format!("error: {error}\n\n")),
        }
        let limits = Limits::default();
        let migrated = migrate(fixture.package.clone(), &limits, &Budget::of(&limits)).unwrap();
        out.push_str(&format!("rewritten: {}\n\n", migrated.rewritten_count));
        for line in &migrated.rewritten {
            let note = line.note.map_or(String::new(), |note| format!(" ({note})"));
            out.push_str(&format!("{} x {} -> {}, {}{note}\n", line.count, line.from, line.to, line.place));
        }
        out.push_str(&format!("\nuntouched: {}\n\n", migrated.untouched_count));
        for line in &migrated.untouched {
            out.push_str(&format!("{} x {}, {}: {}\n", line.count, line.mark, line.place, line.reason));
        }
        out.push_str("\ndocument\n\n");
        rules::check(&fixture.package, &migrated.docx, &folder.display().to_string());
        out.push_str(&match Template::compile(migrated.docx, &limits) {
            Err(error) => format!("{error}\n"),
            Ok(template) => {
                let mut text: String =
                    template.warnings().iter().map(|w| format!("warning: {w}\n\n")).collect();
                text.push_str(&match template.render(&fixture.data, &RenderOptions::default()) {
                    Ok(document) => read(&document),
                    Err(error) => format!("{error}\n"),
                });
                text
            }
        });
        recorded_beside(folder).bind(|| insta::assert_snapshot!("expected", out));
    });
}

/// The document's text, a line for each paragraph; bold text stands in stars, alternative texts in angle brackets.
fn read(document: &[u8]) -> String {
    let mut out = String::new();
    for entry in entries(document).iter().filter(|entry| entry.name == "word/document.xml") {
        let root = Element::parse(std::str::from_utf8(&entry.content).unwrap()).unwrap();
        for paragraph in root.all().into_iter().filter(|e| e.local() == "p") {
            for run in paragraph.all().into_iter().filter(|e| e.local() == "r") {
                let text: String = run.all().iter().filter(|e| e.local() == "t").map(|e| e.words()).collect();
                let is_bold = run.all().iter().any(|e| e.local() == "b") && !text.is_empty();
                out.push_str(&if is_bold { format!("*{text}*") } else { text });
                for picture in run.all().into_iter().filter(|e| e.local() == "docPr") {
                    let texts = ["descr", "title"].map(|name| picture.attribute(name).unwrap_or_default());
                    out.push_str(&format!("<{}>", texts.join("|")));
                }
            }
            out.push('\n');
        }
    }
    out
}

#[test]
fn a_migrated_document_is_not_changed_again() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/migrating");
    let limits = Limits::default();
    for folder in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let package = Fixture::read(&folder).package;
        let once = migrate(package, &limits, &Budget::of(&limits)).unwrap();
        let twice = migrate(once.docx.clone(), &limits, &Budget::of(&limits)).unwrap();
        assert_eq!(twice.rewritten, [], "{}", folder.display());
        assert!(once.docx == twice.docx, "{}", folder.display());
    }
}
