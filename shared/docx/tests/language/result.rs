//! What came of a fixture, as text for its snapshot.

use platen_docx::Template;

use crate::fixture::Fixture;
use crate::pack::entries;
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
    let document = match template.render(&fixture.data, &fixture.options) {
        Ok(document) => document,
        Err(error) => return format!("{out}render failed\n\n{error}\n"),
    };
    rules::check(&fixture.package, &document, &fixture.folder.display().to_string());
    assert_eq!(
        document,
        template.render(&fixture.data, &fixture.options).unwrap(),
        "a second render differs"
    );
    for (before, after) in entries(&fixture.package).iter().zip(entries(&document)) {
        if before.content == after.content {
            continue;
        }
        let root = Element::parse(std::str::from_utf8(&after.content).unwrap()).unwrap();
        let body = root.elements().find(|e| e.local() == "body").unwrap_or(&root);
        out.push_str(&format!("{}\n\n{}\n", after.name, body.pretty()));
    }
    if out.is_empty() {
        out.push_str("nothing changed\n");
    }
    out
}
