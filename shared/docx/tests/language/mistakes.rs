//! What authors are told of their slips: each line of `mistakes.txt` is a template.

use platen_docx::{Limits, Template};

use crate::pack::{document, package};

#[test]
fn each_slip_is_told_with_its_place_and_what_to_write() {
    let mut told = String::new();
    for line in include_str!("../mistakes.txt").lines().skip(1) {
        let paragraph = |text: &str| {
            let text = quick_xml::escape::escape(text);
            format!("<w:p><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>")
        };
        let body: String = line.split("\\n").map(paragraph).collect();
        let error = match Template::compile(package(&document(&body), &[]), &Limits::default()) {
            Ok(template) => match template.warnings() {
                [] => "accepted".to_owned(),
                warnings => warnings.iter().map(|w| format!("warning: {w}")).collect::<Vec<_>>().join("\n"),
            },
            Err(error) => error.to_string(),
        };
        assert!(!error.contains("cannot be read"), "{line}: {error}");
        told.push_str(&format!("{line}\n\n{error}\n\n\n"));
    }
    insta::assert_snapshot!(told);
}
