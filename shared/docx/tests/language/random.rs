//! Random data and random tags.

use platen_docx::{Limits, RenderOptions, Template};
use proptest::prelude::*;
use serde_json::json;

use crate::pack::{document, entries, package};
use crate::rules;
use crate::xml::Element;

fn paragraph(text: &str) -> String {
    let escaped = quick_xml::escape::escape(text);
    format!("<w:p><w:r><w:t xml:space=\"preserve\">{escaped}</w:t></w:r></w:p>")
}

/// What a reader shall see of a text: without the characters that XML forbids, lines ended in one way.
fn seen(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let keeps =
        |c: &char| *c >= ' ' && !matches!(c, '\u{FFFE}' | '\u{FFFF}') || matches!(c, '\u{7}' | '\t' | '\n' | '\u{C}');
    text.chars().filter(keeps).collect()
}

/// Text with all that is special in XML, in Word and in templates more often than chance would have it.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<String>(),
        "[\\x00-\\x20<>&\"'\\]{}%#\\u{FFFD}-\\u{FFFF}]{0,8}",
        Just("\r\n".to_owned()),
        Just("]]>".to_owned()),
        Just("{{ a }}".to_owned()),
        Just("&amp;".to_owned()),
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// Pieces of tags in any order.
fn tags() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z_.|()\\[\\]'\"{}%# =+-]{0,6}",
        prop::sample::select(vec![
            "{{",
            "}}",
            "{%",
            "%}",
            "{#",
            "#}",
            "{_{",
            "}_}",
            "{_%",
            "%_}",
            "{{ a }}",
            "{% if a %}",
            "{% else %}",
            "{% endif %}",
            "{% for x in xs %}",
            "{% endfor %}",
            "{%p if a %}",
            "{%p endif %}",
            "{%tr for x in xs %}",
            "{%tr endfor %}",
            "{%tc if a %}",
            "{%tc endif %}",
            "{%r if a %}",
            "{%r endif %}",
            "{% raw %}",
            "{% endraw %}",
            "{% cellbg a %}",
            "{% colspan n %}",
            "{% vm %}",
            "{% hm %}",
            "\u{201C}",
            "\u{2019}",
            "\u{A0}",
            " text ",
            "é",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 1..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_arrives_as_it_is(value in text()) {
        let template = package(&document(&paragraph("<{{ a }}>")), &[]);
        let compiled = Template::compile(template.clone(), &Limits::default()).unwrap();
        let out = compiled.render(&json!({ "a": value }), &RenderOptions::default()).unwrap();
        rules::check(&template, &out, "random text");
        let part = entries(&out).into_iter().find(|e| e.name == "word/document.xml").unwrap();
        let root = Element::parse(std::str::from_utf8(&part.content).unwrap()).unwrap();
        // A bell begins a paragraph, as in docxtpl's listings.
        prop_assert_eq!(root.paragraphs().join("\u{7}"), format!("<{}>", seen(&value)));
    }

    #[test]
    fn any_tags_are_compiled_or_refused(texts in prop::collection::vec(tags(), 1..7), runs in any::<bool>()) {
        let texts: Vec<String> = if runs {
            vec![texts.iter().map(|t| format!("<w:r><w:t>{}</w:t></w:r>", quick_xml::escape::escape(t.as_str()))).collect()]
        } else {
            texts.iter().map(|t| paragraph(t)).collect()
        };
        let inside = if runs { format!("<w:p>{}</w:p>", texts[0]) } else { texts.concat() };
        let cells: String = if runs { format!("<w:tc><w:tcPr/>{inside}</w:tc>") } else { texts.iter().map(|t| format!("<w:tc>{t}</w:tc>")).collect() };
        let body = format!("{inside}<w:tbl><w:tblPr/><w:tblGrid>{}</w:tblGrid><w:tr>{cells}</w:tr></w:tbl>", "<w:gridCol w:w=\"100\"/>".repeat(texts.len()));
        let template = package(&document(&body), &[]);
        let Ok(compiled) = Template::compile(template.clone(), &Limits::default()) else { return Ok(()) };
        let data = json!({"a": "x", "n": 1, "xs": [1, 2], "x": "y"});
        let options = RenderOptions { missing: platen_docx::Missing::Empty, locale: None };
        if let Ok(out) = compiled.render(&data, &options) {
            rules::check(&template, &out, "random tags");
        }
    }
}
