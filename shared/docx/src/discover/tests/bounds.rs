//! Sources made to exhaust stack, time or memory are refused, on a test's 2 MiB stack.

use super::*;
use platen_ooxml::Limits;

#[track_caller]
fn refused(source: &str, because: &str) {
    let error = try_of(source, &[]).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains(because), "{error}");
}

#[test]
fn syntax_errors_name_the_part_and_line() {
    let error = try_of("one\n{% for x %}", &[]).map(|_| ()).unwrap_err();
    assert_eq!((error.name(), error.line()), (Some("body"), Some(2)));
}

#[test]
fn long_chains_do_not_overflow_the_stack() {
    for link in ["|abs", ".a", "[0]", "()", "+1", " ~ a", "|default(b)", "[1:]", " is defined"] {
        refused(&format!("{{{{ a{} }}}}", link.repeat(600)), "deep");
    }
    refused(&format!("{{{{ {}a }}}}", "not ".repeat(400)), "deep");
    // As many as fit into a tag of 2,000 bytes.
    of(&format!("{{{{ a {} }}}}", "if b else a ".repeat(160)), &[]);
}

#[test]
fn a_chain_of_branches_is_walked_without_recursion() {
    let found = of(&format!("{{% if a %}}{}{{% endif %}}", "{% elif b %}x".repeat(140)), &[]);
    assert_eq!(found.placeholders.len(), 2);
}

#[test]
fn ever_longer_paths_are_refused() {
    refused(&"{% set a = a.x %}".repeat(100), "steps deep");
    refused(&format!("{{{{ a{} }}}}", ".b".repeat(80)), "steps deep");
}

#[test]
fn ever_wider_values_end() {
    of(&format!("{}{{{{ a.x }}}}", "{% set a = [a, a, b] %}".repeat(500)), &[]);
    of(&format!("{}{{{{ a.x }}}}", "{% set a = a or b or c.a %}".repeat(500)), &[]);
}

#[test]
fn macros_that_double_are_refused() {
    let mut source = String::from("{% macro m0() %}{{ a }}{% endmacro %}");
    for n in 1..30 {
        let inner = n - 1;
        source.push_str(&format!(
            "{{% macro m{n}() %}}{{{{ m{inner}() }}}}{{{{ m{inner}() }}}}{{% endmacro %}}"
        ));
    }
    refused(&format!("{source}{{{{ m29() }}}}"), "macros call each other too often");
}

#[test]
fn a_macro_that_calls_itself_is_walked_twice() {
    let found = of("{% macro m(x) %}{{ x.a }}{{ m(x.b) }}{% endmacro %}{{ m(root) }}", &[]);
    assert_eq!(found.placeholders.len(), 2);
}

#[test]
fn a_template_may_not_name_fields_without_end() {
    let limits = Limits { fields: 50, ..Limits::default() };
    let names: String = (0..60).map(|n| format!("{{{{ x{n} }}}}")).collect();
    let parts = [PartSource { name: "body", source: &names, tags: &[] }];
    let error =
        discover(&parts, &[], &SyntaxConfig::default(), Bounds { limits: &limits, ..crate::tests::bounds() })
            .map(|_| ())
            .unwrap_err();
    assert!(error.to_string().contains("more than 50 fields"), "{error}");
}

#[test]
fn models_of_nested_loops_stay_small() {
    let (mut open, mut close) = (String::new(), String::new());
    for n in 0..25 {
        open.push_str(&format!("{{% for x{} in x{n}.xs %}}", n + 1));
        close.push_str("{% endfor %}");
    }
    let found = of(&format!("{open}{{{{ x25.a }}}}{close}"), &[]);
    assert!(found.model().to_string().len() < 2_000);
}
