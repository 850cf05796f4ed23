//! Random data and random tags.

use platen_docx::{Limits, RenderOptions, Template};
use proptest::prelude::*;
use serde_json::json;

use crate::pack::{document, entries, package};
use crate::rules;
use crate::xml::Element;

fn paragraph(text: &str) -> String {
    format!("<w:p>{}</w:p>", run(text))
}

fn run(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{}</w:t></w:r>", quick_xml::escape::escape(text))
}

/// What a reader must see of a text: without the characters that XML forbids, lines ended in one way.
fn seen(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let keeps = |c: &char| {
        *c >= ' ' && !matches!(c, '\u{FFFE}' | '\u{FFFF}') || matches!(c, '\u{7}' | '\t' | '\n' | '\u{C}')
    };
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
        // The same text as paragraphs of a body and cells of a row, or as the runs of one paragraph in each.
        let inside = match runs {
            true => vec![format!("<w:p>{}</w:p>", texts.iter().map(|t| run(t)).collect::<String>())],
            false => texts.iter().map(|t| paragraph(t)).collect(),
        };
        let grid = "<w:gridCol w:w=\"100\"/>".repeat(inside.len());
        let cells: String = inside.iter().map(|p| format!("<w:tc><w:tcPr/>{p}</w:tc>")).collect();
        let table = format!("<w:tbl><w:tblPr/><w:tblGrid>{grid}</w:tblGrid><w:tr>{cells}</w:tr></w:tbl>");
        let body = format!("{}{table}", inside.concat());
        let template = package(&document(&body), &[]);
        let Ok(compiled) = Template::compile(template.clone(), &Limits::default()) else { return Ok(()) };
        let data = json!({"a": "x", "n": 1, "xs": [1, 2], "x": "y"});
        let options = RenderOptions { missing: platen_docx::Missing::Empty, ..RenderOptions::default() };
        if let Ok(out) = compiled.render(&data, &options) {
            rules::check(&template, &out, "random tags");
        }
    }

    #[test]
    fn kept_tags_stay_as_they_were_written(
        pieces in prop::collection::vec(prop_oneof![
            "[a-z é<&\"'#]{0,6}",
            prop::sample::select(vec!["{{ a }}", "{{a.b}}", "{{ First Name }}", "{{ c[0] }}", "{{\u{A0}d-e }}"]).prop_map(str::to_owned),
        ], 0..8),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let text: Vec<char> = pieces.concat().chars().collect();
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        let runs: String = cuts.windows(2).map(|c| run(&text[c[0]..c[1]].iter().collect::<String>())).collect();
        let template = package(&document(&format!("<w:p>{runs}</w:p>")), &[]);
        let compiled = Template::compile(template.clone(), &Limits::default()).unwrap();
        let options = RenderOptions { missing: platen_docx::Missing::Keep, ..RenderOptions::default() };
        let out = compiled.render(&json!({}), &options).unwrap();
        rules::check(&template, &out, "kept tags");
        let part = entries(&out).into_iter().find(|e| e.name == "word/document.xml").unwrap();
        let root = Element::parse(std::str::from_utf8(&part.content).unwrap()).unwrap();
        prop_assert_eq!(root.paragraphs(), [text.iter().collect::<String>()]);
    }
}
