use super::*;
use crate::compile::scan::{Found, scan};

fn bounded(text: &str) -> String {
    let [Found::Tag(mut tag)] = <[Found; 1]>::try_from(scan(text).collect::<Vec<_>>()).unwrap() else {
        panic!("{text}")
    };
    bound(&mut tag);
    tag.code
}

#[test]
fn operators_that_make_values_become_filters() {
    for (text, code) in [
        ("{{ a + b }}", "a|__add(b)"),
        ("{{ a + 1 }}", "a + 1"),
        ("{{ 2 * 3 }}", "2 * 3"),
        ("{{ a * b }}", "a|__mul(b)"),
        ("{{ a * 1.19 }}", "a * 1.19"),
        ("{{ 'x' * 100000000 }}", "'x'|__mul(100000000)"),
        ("{{ [1, 2] * n }}", "[1, 2]|__mul(n)"),
        ("{{ a ~ b ~ 'c' }}", "a|__concat(b)|__concat('c')"),
        ("{{ a + b * c }}", "a|__add(b|__mul(c))"),
        ("{{ (a + b) * c }}", "a|__add(b)|__mul(c)"),
        ("{{ (a - b) * c }}", "(a - b)|__mul(c)"),
        ("{{ a - b - c + d * e }}", "a - b - c + d|__mul(e)"),
        ("{{ a - (b - c) + x[i] }}", "a - (b - c) + x|__at(i)"),
        ("{{ -a * b }}", "-a|__mul(b)"),
        ("{{ -(a * b) }}", "-(a|__mul(b))"),
        ("{{ -(x|int) ~ '' }}", "-(x|int)|__concat('')"),
        ("{{ --a ~ '' }}", "--a|__concat('')"),
        ("{{ (a ~ b).upper() }}", "(a|__concat(b)).upper()"),
        ("{{ (a ~ b)|upper }}", "a|__concat(b)|upper"),
        ("{{ a ~ b if c else d }}", "a|__concat(b) if c else d"),
        ("{{ (a if b else c) ~ d }}", "(a if b else c)|__concat(d)"),
        ("{{ a ~ (b if c else d) }}", "a|__concat(b if c else d)"),
        ("{{ x is defined and a ~ b }}", "x is defined and a|__concat(b)"),
        ("{{ a ~ b is not none }}", "a|__concat(not b is none)"),
        ("{{ x[1:] }}", "x|__slice(1, none, none)"),
        ("{{ x[::-1][i][0] }}", "(x|__slice(none, none, -1)|__at(i))[0]"),
        ("{{ x['a'][0].b }}", "x['a'][0].b"),
        ("{{ x[-1] }}", "x|__at(-1)"),
        ("{{ a == b }}", "a == b|__read"),
        ("{{ a == 'b' }}", "a == 'b'"),
        ("{{ a == b|lower }}", "a == b|lower|__read"),
        ("{{ a not in b }}", "not a|__read in b|__read"),
        ("{{ a in ['x', 'y'] }}", "a|__read in ['x', 'y']"),
        ("{{ 'a' in b }}", "'a' in b|__read"),
        ("{{ 'a' == b }}", "'a' == b"),
        ("{{ 1 < a <= b }}", "1 < a|__read <= b|__read"),
        (
            "{{ f(*xs, a=[x], b=\"it's\" ~ y, **d) }}",
            "f(*xs|__read, a=[x]|__keep, b=\"it's\"|__concat(y), **d|__read)",
        ),
        ("{{ {'a': b ~ c, 'd': (1,)} }}", "{'a': b|__concat(c), 'd': (1,)}"),
        ("{% if a ~ b == 'c' %}", "if a|__concat(b) == 'c'"),
        ("{% elif a ~ b == 'c' %}", "elif a|__concat(b) == 'c'"),
        ("{% for x in xs %}", "for x in xs"),
        ("{% for x in o.xs %}", "for x in o.xs"),
        ("{% for x in o.xs|sort %}", "for x in o.xs|sort|__keep"),
        (
            "{% for k, (v, w) in xs + ys if k ~ v recursive %}",
            "for k, (v, w) in xs|__add(ys) if k|__concat(v) recursive",
        ),
        ("{% set x = [x] %}", "set x = [x]|__keep"),
        ("{% set x = 1, y %}", "set x = (1, y)|__keep"),
        ("{% set ns.x = ns %}", "set ns.x = ns|__member"),
        ("{% set x|upper|replace('a', b ~ c) %}", "set x|upper|replace('a', b|__concat(c))"),
        ("{% set x = 'a' ~ b %}", "set x = 'a'|__concat(b)"),
        ("{% with a = b ~ c, d = 2 %}", "with a = b|__concat(c), d = 2"),
        ("{% macro m(a, b=c ~ d) %}", "macro m(a, b=c|__concat(d))"),
        ("{% call(x) m(a ~ b) %}", "call(x) m(a|__concat(b))"),
        ("{% filter indent(a * b) %}", "filter indent(a|__mul(b))"),
        ("{% do f(a ~ b) %}", "do f(a|__concat(b))"),
        ("{{ a }}", "a"),
        ("{{ a + }}", "a +"),
    ] {
        assert_eq!(bounded(text), code, "{text}");
    }
}
