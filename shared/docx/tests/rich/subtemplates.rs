//! Templates inside of templates: filled with data of their own, or included before anything is compiled.

use std::collections::BTreeMap;

use bytes::Bytes;
use platen_docx::{
    Budget, CompileError, Includes, Limits, OpenedTemplate, RenderError, RenderOptions, Template,
};
use serde_json::{Value, json};

use crate::{base64, pack, part, render};

fn template(texts: &[&str]) -> Vec<u8> {
    let paragraph = |text: &&str| format!("<w:p><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>");
    pack::package(&pack::document(&texts.iter().map(paragraph).collect::<String>()), &[])
}

fn refusal(rendered: Result<Vec<u8>, RenderError>) -> String {
    rendered.err().map_or_else(String::new, |error| error.to_string())
}

fn filled(template: &[u8], data: Value) -> Value {
    json!({"$docx": base64(template), "data": data})
}

#[test]
fn a_template_in_the_data_is_filled_with_its_own_data() {
    let line = template(&[
        "{{ name }}: {{ price|currency('EUR') }}",
        "{%p if extra %}",
        "{{ extra }}",
        "{%p endif %}",
    ]);
    let host = template(&["{%p for l in lines %}", "{{ l }}", "{%p endfor %}"]);
    let lines = json!({"lines": [filled(&line, json!({"name": "a", "price": 1})), filled(&line, json!({"name": "b", "price": 2, "extra": "x"}))]});
    let text = part(&render(host, &lines).unwrap(), "word/document.xml");
    let at = |word: &str| text.find(word).unwrap_or_else(|| panic!("{word}: {text}"));
    assert!(at("a: €1.00") < at("b: €2.00") && at("b: €2.00") < at(">x<"), "{text}");
    assert!(!text.contains("{{"), "{text}");
}

#[test]
fn what_is_wrong_inside_is_told_with_its_place() {
    let host = template(&["{{ x }}"]);
    let sub = template(&["{{ a }} {{ b.c }}"]);
    let error = refusal(render(host.clone(), &json!({"x": filled(&sub, json!({"a": [1]}))})));
    assert!(error.contains("/x/data/a: is an array") && error.contains("/x/data/b/c: is missing"), "{error}");
    let wrong = template(&["{% if a %}"]);
    let error = refusal(render(host.clone(), &json!({"x": filled(&wrong, json!({}))})));
    assert!(error.contains("/x/$docx: in the template, body, paragraph 1"), "{error}");
    let misspelt = json!({"x": {"$docx": base64(&sub), "date": {}}});
    assert!(refusal(render(host, &misspelt)).contains("did you mean \"data\"?"));
}

#[test]
fn templates_in_templates_end_somewhere() {
    let host = template(&["{{ x }}"]);
    let mut data = json!({"x": "deep"});
    for _ in 0..5 {
        data = json!({"x": filled(&host, data)});
    }
    let error = refusal(render(host.clone(), &data));
    assert!(error.contains("limit subdocument_depth"), "{error}");
    let shallow = json!({"x": filled(&host, json!({"x": filled(&host, json!({"x": "deep"}))}))});
    assert!(part(&render(host, &shallow).unwrap(), "word/document.xml").contains("deep"));
}

struct Shelf(BTreeMap<&'static str, Vec<u8>>);

impl Includes for Shelf {
    fn package(&self, name: &str) -> Result<Bytes, String> {
        self.0.get(name).cloned().map(Bytes::from).ok_or_else(|| "is not registered".to_owned())
    }
}

fn compiled(host: Vec<u8>, shelf: &Shelf) -> Result<Template, CompileError> {
    let limits = Limits::default();
    let budget = Budget::of(&limits);
    let source = OpenedTemplate::open(host, &limits, &budget)?.with_includes(shelf, &limits, &budget)?;
    Template::compile_opened(source, &limits, &budget)
}

/// Looking for what a template includes opens and parses its parts; compiling it goes on from there.
#[test]
fn looking_for_includes_reads_nothing_twice() {
    let (host, limits) = (template(&["{%p if a %}", "{{ b }}", "{%p endif %}"]), Limits::default());
    let [alone, opened] = [Budget::of(&limits), Budget::of(&limits)];
    Template::compile_within(host.clone(), &limits, &alone).unwrap();
    let host = OpenedTemplate::open(host, &limits, &opened).unwrap();
    Template::compile_opened(host, &limits, &opened).unwrap();
    // The search itself.
    assert!(opened.spent() < alone.spent() * 105 / 100, "{} and {}", opened.spent(), alone.spent());
}

#[test]
fn an_included_template_sees_the_loop_around_it() {
    let shelf = Shelf(BTreeMap::from([
        ("line", template(&["{{ l.name }} of {{ company }}", "{% include 'sign' %}"])),
        ("sign", template(&["Signed: {{ l.by }}"])),
    ]));
    let host =
        template(&["{%p for l in lines %}", "{% include \u{201C}line\u{201D} %}", "{%p endfor %}", "end"]);
    let limits = Limits::default();
    let source = OpenedTemplate::open(host.clone(), &limits, &Budget::of(&limits)).unwrap();
    assert_eq!(source.included_names(), ["line"]);
    let template = compiled(host, &shelf).unwrap();
    let paths: Vec<&str> = template.discovery().placeholders.iter().map(|p| p.path.as_str()).collect();
    assert_eq!(paths, ["lines", "lines[].name", "company", "lines[].by"]);
    let data = json!({"company": "C", "lines": [{"name": "a", "by": "x"}, {"name": "b", "by": "y"}]});
    let text = part(&template.render(&data, &RenderOptions::default()).unwrap(), "word/document.xml");
    let order = ["a of C", "Signed: x", "b of C", "Signed: y", "end"].map(|word| text.find(word).unwrap());
    assert!(order.is_sorted(), "{text}");
    assert!(template.render(&template.discovery().model(), &RenderOptions::default()).is_ok());
}

#[test]
fn what_cannot_be_included_is_told_at_its_tag() {
    let shelf = Shelf(BTreeMap::from([
        ("a", template(&["{% include 'b' %}"])),
        ("b", template(&["{% include 'a' %}"])),
        ("deep", template(&["{% include 'c1' %}"])),
        ("c1", template(&["{% include 'c2' %}"])),
        ("c2", template(&["{% include 'c3' %}"])),
        ("c3", template(&["{% include 'c4' %}"])),
        ("c4", template(&["x"])),
        ("file", b"no document".to_vec()),
    ]));
    for (tag, told) in [
        ("gone", "the template \"gone\" is not registered"),
        ("a", "includes itself: a includes b includes a"),
        ("deep", "limit subdocument_depth"),
        ("file", "cannot be included"),
    ] {
        let host = template(&["first", &format!("{{% include '{tag}' %}}")]);
        let error = compiled(host, &shelf).err().unwrap().to_string();
        assert!(error.contains(told) && error.contains("body, paragraph 2"), "{error}");
    }
    for code in ["terms", "'a' 'b'", "''", "name if x else other"] {
        let error = compiled(template(&[&format!("{{% include {code} %}}")]), &shelf).err().unwrap();
        assert!(error.to_string().contains("names one template, in quotes"), "{error}");
    }
}
