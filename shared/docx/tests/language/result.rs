//! What came of a fixture, as text for its snapshot.

use platen_docx::{Budget, Template};

use crate::fixture::Fixture;
use crate::pack::{self, Entry, entries};
use crate::rules;
use crate::xml::Element;

/// The document's changed parts, or the errors' exact words; warnings either way. Every document is checked by
/// [`rules`] on its way.
pub fn of(fixture: &Fixture) -> String {
    let template = match Template::compile(fixture.package.clone(), &fixture.limits) {
        Ok(template) => template,
        Err(error) => return format!("template refused\n\n{error}\n"),
    };
    let mut out = String::new();
    for warning in template.warnings() {
        out.push_str(&format!("warning: {warning}\n\n"));
    }
    let budget = Budget::of(&fixture.limits);
    let rendered = match template.render_within(&fixture.data, &fixture.options, &budget) {
        Ok(rendered) => rendered,
        Err(error) => return format!("{out}render failed\n\n{error}\n"),
    };
    for warning in &rendered.warnings {
        out.push_str(&format!("told: {warning}\n\n"));
    }
    let document = rendered.docx;
    rules::check(&fixture.package, &document, &fixture.folder.display().to_string());
    assert_eq!(
        document,
        template.render(&fixture.data, &fixture.options).unwrap(),
        "a second render differs"
    );
    push_changed(&mut out, "", &fixture.package, &document);
    if out.is_empty() {
        out.push_str("nothing changed\n");
    }
    out
}

/// The parts that differ, and new charts; those of the workbooks behind charts as well.
fn push_changed(out: &mut String, folder: &str, before: &[u8], after: &[u8]) {
    let before = entries(before);
    for Entry { name, content, .. } in entries(after) {
        let old = before.iter().find(|entry| entry.name == name);
        if old.is_some_and(|old| old.content == content) {
            continue;
        }
        if name.ends_with(".xlsx") {
            let none = pack::zip(&[] as &[(&str, &str)]);
            push_changed(out, &format!("{folder}{name}/"), old.map_or(&none, |old| &old.content), &content);
            continue;
        }
        // Media and notes that the data brought are looked at elsewhere.
        if old.is_none() && !name.starts_with("word/charts/") {
            continue;
        }
        let text = std::str::from_utf8(&content).unwrap();
        let root = Element::parse(text).unwrap();
        let body = root.elements().find(|e| e.local() == "body").unwrap_or(&root);
        out.push_str(&format!("{folder}{name}\n\n{}\n", body.pretty()));
    }
}
