//! The model of every template fits its own schema's check, and renders.

use std::fs;
use std::path::Path;

use platen_docx::{RenderOptions, Template};

use crate::fixture::Fixture;

/// Cases that no data renders, or none that can be told: they are about what fails at any rate, print what the first turn of a
/// loop has not, or use one field as a number and as a date.
pub const NEVER: [&str; 14] = [
    "blocks/loop-words",
    "errors/endless-range",
    "errors/fault-in-a-macro",
    "errors/filter-block-over-runs",
    "errors/infinite-text",
    "errors/loop-word-outside-a-loop",
    "errors/out-of-fuel",
    "errors/output-too-large",
    "errors/page-of-two-minds",
    "errors/page-without-room-in-columns",
    "errors/wrong-argument-of-a-filter",
    "languages/error-value-too-large",
    "rich/error-filters-name-the-text",
    "values/null-prints-nothing",
];

#[test]
fn every_model_renders() {
    let mut failed = Vec::new();
    let mut count = 0;
    for group in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")).unwrap() {
        for case in fs::read_dir(group.unwrap().path()).unwrap() {
            let folder = case.unwrap().path();
            let fixture = Fixture::read(&folder);
            let Ok(template) = Template::compile(fixture.package.clone(), &fixture.limits) else { continue };
            count += 1;
            let model = template.discovery().model();
            let rendered = template.render(&model, &RenderOptions::default());
            if let Err(error) = rendered
                && !NEVER.iter().any(|never| folder.ends_with(never))
            {
                failed.push(format!("{}: {error}\n{model}", folder.display()));
            }
        }
    }
    assert!(count > 100, "{count}");
    assert!(failed.is_empty(), "{} of {count} models fail:\n{}", failed.len(), failed.join("\n\n"));
}
