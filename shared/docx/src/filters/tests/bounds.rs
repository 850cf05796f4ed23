//! A short template cannot ask for a large value. Without the bounds these tests run out of memory.

use serde_json::json;

use super::{refused, render, written};

#[test]
fn widths_and_counts_are_bounded() {
    for template in [
        "{{ s|center(huge) }}",
        "{{ s.center(huge) }}",
        "{{ s.ljust(huge) }}",
        "{{ s.rjust(huge) }}",
        "{{ s.zfill(huge) }}",
        "{{ s|indent(huge) }}",
        "{{ '\\t'.expandtabs(huge) }}",
        "{{ '%2000000000d'|format(n) }}",
        "{{ '%.2000000000f'|format(f) }}",
        "{{ '%*d'|format(huge, n) }}",
        "{{ '%2000000000d' % n }}",
        "{{ '{:2000000000}'.format(n) }}",
        "{{ '{:>{}}'.format(n, huge) }}",
        "{{ '{:.2000000000f}'.format(f) }}",
    ] {
        let error = refused(template, None);
        assert!(error.contains("10000 allowed") || error.contains("format"), "{template}: {error}");
    }
    assert_eq!(written("{{ s|center(10000)|length }}", None), "10000");
}

#[test]
fn values_are_bounded() {
    let data = json!({"big": "x".repeat(100_000), "many": vec![1; 50_000], "huge": 2_000_000_000});
    for (template, limit) in [
        ("{{ big|replace('x', big) }}", "8388608 bytes"),
        ("{{ big|replace('', big) }}", "8388608 bytes"),
        ("{{ big.replace('x', big) }}", "8388608 bytes"),
        ("{{ many|join(big) }}", "8388608 bytes"),
        ("{{ big.join(many) }}", "8388608 bytes"),
        ("{{ big|wordwrap(1, wrapstring=big) }}", "8388608 bytes"),
        ("{{ big|replace('x', '\\n')|indent(10000) }}", "8388608 bytes"),
        ("{{ ('%s' * 1000)|format(big) }}", "8388608 bytes"),
        ("{{ ('%(a)s' * 1000)|format(a=big) }}", "8388608 bytes"),
        ("{{ ('{0}' * 1000).format(big) }}", "8388608 bytes"),
        ("{{ many|batch(huge, 0) }}", "8388608 bytes"),
        ("{{ many|slice(huge) }}", "8388608 bytes"),
        ("{{ (many * 10)|batch(2) }}", "8388608 bytes"),
        ("{{ (many * 10)|join_and }}", "8388608 bytes"),
        ("{{ [big] * 200|join_and }}", ""),
        ("{{ ([big] * 200)|join_and }}", "8388608 bytes"),
        ("{{ many|tojson(indent=huge) }}", "0 to 16 spaces"),
        ("{{ '2026-01-01'|date(big) }}", "at most 200 letters"),
        ("{{ '2026-01-01'.strftime(big) }}", "at most 200 bytes"),
        ("{{ big|number }}", "a number such as"),
        ("{{ '1e30000'|number }}", "a number such as"),
        ("{{ 1|number(5000) }}", "one from 0 to 20"),
        ("{{ 1|number(locale=big) }}", "a language tag such as"),
    ] {
        match render(template, &data, None) {
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains(limit), "{template}: {}", error.lines().next().unwrap_or_default());
            }
            Ok(text) => panic!("{template}: {} bytes", text.len()),
        }
    }
}

#[test]
fn methods_of_loops_are_counted() {
    let many = vec![1; 100_000];
    let data = json!({"a": many, "b": many, "empty": []});
    let turns = |code: &str| format!("{{% for i in range(3000) %}}{{% set x = {code} %}}{{% endfor %}}");
    for code in
        ["loop.changed(a if loop.index is odd else b)", "loop.changed(*(a if loop.index is odd else b))"]
    {
        let error = render(&turns(code), &data, None).unwrap_err().to_string();
        assert!(error.contains("work_bytes"), "{code}: {error}");
    }
    for code in ["loop.cycle()", "loop.cycle(*empty)", "loop.cycle(*none)", "loop.cycle(**{})"] {
        let error = render(&turns(code), &data, None).unwrap_err().to_string();
        assert!(error.contains("`cycle` has no values"), "{code}: {error}");
    }
    let few = "{% for x in [1, 1, 2] %}{{ loop.changed(x) }}{{ loop.cycle(*['a', 'b']) }} {% endfor %}";
    assert_eq!(written(few, None), "Truea Falseb Truea ");
}
