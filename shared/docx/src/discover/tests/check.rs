//! Data against fields: each fault with its pointer, and nothing else.

use serde_json::{Value, json};

use super::*;

fn faults(source: &str, controls: &[ControlSite], data: Value) -> Vec<String> {
    of(source, controls).check(&data, true).iter().map(ToString::to_string).collect()
}

#[test]
fn data_must_be_an_object() {
    assert_eq!(faults("{{ a }}", &[], json!([1])), ["is an array; the data must be an object"]);
    assert_eq!(faults("no tags", &[], json!(null)), ["is null; the data must be an object"]);
    assert_eq!(faults("no tags", &[], json!({ "more": 1 })), [""; 0]);
}

#[test]
fn each_missing_field_is_named_in_the_templates_order() {
    let source =
        "{{ z }}{{ customer.name }}{{ customer.city }}{% for i in items %}{{ i.price }}{% endfor %}{{ a }}";
    assert_eq!(
        faults(source, &[], json!({ "items": [{ "price": 1 }, {}], "a": "x" })),
        [
            "/z: is missing; it must be a text, a number or a boolean",
            "/customer/name: is missing; it must be a text, a number or a boolean",
            "/customer/city: is missing; it must be a text, a number or a boolean",
            "/items/1/price: is missing; it must be a text, a number or a boolean",
        ]
    );
    assert_eq!(
        faults("{% for i in items %}x{% endfor %}", &[], json!({})),
        ["/items: is missing; it must be an array"]
    );
}

#[test]
fn a_member_spelt_almost_alike_is_named() {
    for (data, near) in
        [(json!({ "customer": { "Name": "x" } }), "Name"), (json!({ "customer": { "nmae": "x" } }), "nmae")]
    {
        let found = faults("{{ customer.name }}", &[], data);
        assert!(found[0].contains(&format!("(the data has {near:?}; did you mean that?)")), "{found:?}");
    }
    assert!(!faults("{{ z }}", &[], json!({ "a": 1 }))[0].contains("did you mean"));
}

#[test]
fn missing_fields_pass_when_they_are_not_asked_for_but_wrong_ones_do_not() {
    let found = of("{{ a }}{{ b.c }}", &[]);
    assert_eq!(found.check(&json!({}), false), []);
    let errors = found.check(&json!({ "b": "text" }), false);
    assert_eq!(errors[0].to_string(), "/b: is \"text\"; it must be an object");
}

#[test]
fn pointers_escape_tildes_and_slashes() {
    let source = r#"{{ data["a/b~c"].d }}"#;
    assert_eq!(
        faults(source, &[], json!({ "data": { "a/b~c": {} } })),
        ["/data/a~1b~0c/d: is missing; it must be a text, a number or a boolean"]
    );
}

#[test]
fn types_are_checked_where_the_template_cannot_do_without() {
    let source = "{{ text }}{{ n * 2 }}{{ o.m }}{% for x in xs %}{{ x.y }}{% endfor %}";
    let fits = json!({ "text": null, "n": 2.5, "o": { "m": true }, "xs": [] });
    assert_eq!(faults(source, &[], fits), [""; 0]);
    let wrong = json!({ "text": [], "n": "two", "o": 1, "xs": { "y": 1 } });
    assert_eq!(
        faults(source, &[], wrong),
        [
            "/text: is an array; it must be a text, a number or a boolean",
            "/n: is \"two\"; it must be a number",
            "/o: is a number; it must be an object",
            "/xs: is an object; it must be an array",
        ]
    );
    let elements = json!({ "text": {}, "n": true, "o": {}, "xs": [{ "y": [] }, 7] });
    assert_eq!(
        faults(source, &[], elements),
        [
            "/text: is an object; it must be a text, a number or a boolean",
            "/n: is a boolean; it must be a number",
            "/o/m: is missing; it must be a text, a number or a boolean",
            "/xs/0/y: is an array; it must be a text, a number or a boolean",
            "/xs/1: is a number; it must be an object",
        ]
    );
}

#[test]
fn null_is_an_empty_text_but_no_array() {
    let source = "{{ a }}{% for x in xs %}{{ x }}{% endfor %}{{ o.m }}";
    assert_eq!(
        faults(source, &[], json!({ "a": null, "xs": null, "o": null })),
        ["/xs: is null; it must be an array", "/o/m: is missing; it must be a text, a number or a boolean"]
    );
}

#[test]
fn what_a_condition_guards_is_needed_only_behind_it() {
    let source = "{% if customer %}{{ customer.name }}{% endif %}{% if a == 1 %}{{ b }}{% endif %}";
    for data in [
        json!({}),
        json!({ "customer": {} }),
        json!({ "customer": null }),
        json!({ "customer": false, "a": 1 }),
    ] {
        assert_eq!(faults(source, &[], data), [""; 0]);
    }
    assert_eq!(
        faults(source, &[], json!({ "customer": { "city": "x" } })),
        ["/customer/name: is missing; it must be a text, a number or a boolean"]
    );
}

#[test]
fn controls_check_their_own_kinds() {
    let controls = [
        control(ControlKind::CheckBox, "ok"),
        list(ControlKind::DropDownList, "size", &[("s", "Small"), ("2", "2")]),
        control(ControlKind::Date, "day"),
        control(ControlKind::Picture, "logo"),
        list(ControlKind::ComboBox, "free", &[("a", "A")]),
    ];
    let source = "{{ __control(0,'t') }}{{ __control(1,'t') }}{{ __control(2,'t') }}{{ __control(3,'t') }}{{ __control(4,'t') }}";
    for (size, day) in
        [("s", "2026-01-31"), ("Small", "2026-01-31T10:00:00"), ("2", "2026-01-31T10:00:00+02:00")]
    {
        let data =
            json!({ "ok": false, "size": size, "day": day, "logo": { "$image": "x" }, "free": "other" });
        assert_eq!(faults(source, &controls, data), [""; 0]);
    }
    let data = json!({ "ok": null, "size": 2, "day": "2026-01-31T10:00:00Z", "free": null });
    assert_eq!(faults(source, &controls, data), [""; 0]);
    let data = json!({ "ok": "yes", "size": "XL", "day": "31.01.2026", "logo": "x.png", "free": [] });
    assert_eq!(
        faults(source, &controls, data),
        [
            "/ok: is \"yes\"; it must be true or false",
            "/size: is \"XL\"; it must be one of \"s\" (Small), \"2\"",
            "/day: is \"31.01.2026\"; it must be a date such as 2026-01-31",
            "/logo: is \"x.png\"; it must be an object with the member $image",
            "/free: is an array; it must be a text",
        ]
    );
}

#[test]
fn a_controls_name_is_found_literally_and_further_out() {
    let controls = [control(ControlKind::PlainText, "customer.name")];
    let source = "{{ __control(0, 'text') }}";
    assert_eq!(faults(source, &controls, json!({ "customer.name": "literal" })), [""; 0]);
    assert_eq!(faults(source, &controls, json!({ "customer": { "name": "dotted" } })), [""; 0]);
    assert_eq!(
        faults(source, &controls, json!({})),
        ["/customer/name: is missing; it must be a text, a number or a boolean"]
    );

    let controls =
        [control(ControlKind::RepeatingSection, "items"), control(ControlKind::PlainText, "company.name")];
    let source = "{% for __scope in __repeat(0) %}{{ __control(1, 'text') }}{% endfor %}";
    let outside = json!({ "items": [{}, { "company": { "name": "in" } }], "company": { "name": "out" } });
    assert_eq!(faults(source, &controls, outside), [""; 0]);
    assert_eq!(
        faults(source, &controls, json!({ "items": [{}] })),
        ["/items/0/company/name: is missing; it must be a text, a number or a boolean"]
    );
}

#[test]
fn a_template_that_takes_several_types_gets_any() {
    let source = "{% if v is string %}{{ v }}{% else %}{% for x in v %}{{ x }}{% endfor %}{% endif %}";
    for data in [json!({ "v": "a" }), json!({ "v": ["a"] })] {
        assert_eq!(faults(source, &[], data), [""; 0]);
    }
}

#[test]
fn errors_are_counted_beyond_the_first_hundred() {
    let rows: Vec<Value> = (0..250).map(|_| json!({})).collect();
    let errors = of("{% for r in rows %}{{ r.a }}{% endfor %}", &[]).check(&json!({ "rows": rows }), true);
    assert_eq!(errors.len(), 101);
    assert_eq!(errors[99].pointer, "/rows/99/a");
    assert_eq!(errors[100].to_string(), "150 more values do not fit; these are the first 100");
}

#[test]
fn what_is_searched_is_a_text_a_list_or_an_object() {
    for source in
        ["{{ 'a' in words }}", "{% if name not in words %}x{% endif %}", "{{ 1 < 2 and name in words }}"]
    {
        for words in [json!(["a", "b"]), json!("a b"), json!({ "a": 1 })] {
            let data = json!({ "name": "a", "words": words });
            assert_eq!(faults(source, &[], data), [""; 0], "{source} with {words}");
        }
        assert_eq!(faults(source, &[], json!({ "name": "a", "words": 1 })).len(), 1, "{source}");
    }
}
