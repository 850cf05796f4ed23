use std::fmt::Write;

use minijinja::machinery::parse;
use proptest::prelude::*;

use super::super::scan::{Found, scan};
use super::*;

fn tag(text: &str) -> Tag {
    let [Found::Tag(tag)] = <[Found; 1]>::try_from(scan(text).collect::<Vec<_>>()).unwrap() else {
        panic!("{text}")
    };
    tag
}

fn written(text: &str) -> String {
    match read(&tag(text)) {
        Ok((syntax, _)) => code(&syntax),
        Err(fault) => format!("fault: {}", fault.message),
    }
}

fn bounded(text: &str) -> String {
    let (mut syntax, _) = read(&tag(text)).unwrap();
    bound(&mut syntax);
    code(&syntax)
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
        ("{{ x is defined and a ~ b }}", "x is defined() and a|__concat(b)"),
        ("{{ x[1:] }}", "x|__slice(1, none, none)"),
        ("{{ x[::-1][i][0] }}", "(x|__slice(none, none, -1)|__at(i))[0]"),
        ("{{ x['a'][0].b }}", "x['a'][0].b"),
        ("{{ x[-1] }}", "x|__at(-1)"),
        ("{{ a == b }}", "a == b|__read"),
        ("{{ a == 'b' }}", "a == 'b'"),
        ("{{ a == b|lower }}", "a == b|lower|__read"),
        ("{{ a not in b }}", "a|__compare('not in', b)"),
        ("{{ a in ['x', 'y'] }}", "a|__compare('in', ['x', 'y'])"),
        ("{{ 'a' in b }}", "'a'|__compare('in', b)"),
        ("{{ 'a' == b }}", "'a' == b"),
        ("{{ a < 18 }}", "a|__compare('<', 18)"),
        ("{{ 1 < a <= b }}", "1|__compare('<', a, '<=', b)"),
        ("{{ xs|length > 0 }}", "xs|length > 0"),
        (
            "{{ f(*xs, a=[x], b=\"it's\" ~ y, **d) }}",
            "f(*xs|__read, a=[x]|__keep, b='it\\'s'|__concat(y), **d|__read)",
        ),
        ("{{ {'a': b ~ c, 'd': (1,)} }}", "{'a': b|__concat(c), 'd': (1,)}"),
        ("{% if a ~ b == 'c' %}", "if a|__concat(b) == 'c'"),
        ("{% elif a ~ b == 'c' %}", "elif a|__concat(b) == 'c'"),
        ("{% for x in xs %}", "for x in __each(xs)"),
        ("{% for x in o.xs %}", "for x in __each(o.xs)"),
        ("{% for x in o.xs|sort %}", "for x in __each(o.xs|sort|__keep)"),
        (
            "{% for k, (v, w) in xs + ys if k ~ v recursive %}",
            "for k, (v, w) in __each(xs|__add(ys)) if k|__concat(v) recursive",
        ),
        ("{% for x in (xs if a) %}", "for x in __each((xs if a else [])|__keep)"),
        ("{% for x in [1, 'a'] %}", "for x in __each([1, 'a']|__keep)"),
        ("{% for x in range(n) %}", "for x in __each(range(n)|__keep)"),
        ("{% set x = [x] %}", "set x = [x]|__keep"),
        ("{% set x = 1, y %}", "set x = (1, y)|__keep"),
        ("{% set ns.x = ns %}", "set ns.x = ns|__member"),
        ("{% set x|upper|replace('a', b ~ c) %}", "set x|upper|replace('a', b|__concat(c))"),
        ("{% set x = 'a' ~ b %}", "set x = 'a'|__concat(b)"),
        ("{% with a = b ~ c, d = 2 %}", "with a = b|__concat(c),\nd = 2"),
        ("{% macro m(a, b=c ~ d) %}", "macro m(a,\nb = c|__concat(d))"),
        ("{% call(x) m(a ~ b) %}", "call(x) m(a|__concat(b))"),
        ("{% filter indent(a * b) %}", "filter indent(a|__mul(b))"),
        ("{% do f(a ~ b) %}", "do f(a|__concat(b))"),
        ("{{ a }}", "a"),
        ("{{ a if b }}", "a if b else ''"),
        ("{{ (a if b)|currency('EUR') }}", "(a if b else none)|currency('EUR')"),
        ("{{ (a if b)|default('c') }}", "(a if b)|default('c')"),
    ] {
        assert_eq!(bounded(text), code, "{text}");
    }
}

#[test]
fn names_that_are_no_expressions_are_taken_as_they_stand() {
    for (text, code) in [
        ("{{ First Name }}", "__name('First Name')"),
        ("{{ First Name|upper }}", "__name('First Name')|upper"),
        ("{{ the customer's name }}", "__name('the customer\\'s name')"),
        ("{{ 2nd line }}", "__name('2nd line')"),
        ("{{ customer-no }}", "__name('customer-no') if __has('customer-no') else (customer - no)"),
        ("{{ a - b }}", "a - b"),
        ("{{ customer.name }}", "customer.name"),
        ("{{ 1-2 }}", "1 - 2"),
        ("{{ 1e-7 }}", "1e-7"),
        ("{{ >> Loop1 }}", "__name('>> Loop1')"),
        ("{{ << }}", "__name('<<')"),
        ("{{ Mr. Smith Jr }}", "__name('Mr. Smith Jr')"),
        ("{{ line.Unit Price|upper }}", "line['Unit Price']|upper"),
        ("{% for x in Line Items %}", "for x in __name('Line Items')"),
        ("{% for x in xs if x.a %}", "for x in xs if x.a"),
        ("{% if Is Paid %}", "if __name('Is Paid')"),
        ("{% elif not Is Paid %}", "elif not __name('Is Paid')"),
    ] {
        assert_eq!(written(text), code, "{text}");
    }
    for text in [
        "{{ a not b }}",
        "{{ a + }}",
        "{% for k, v in a b if c %}",
        "{% if a = b %}",
        "{{ > a }}",
        "{{ >> a + b }}",
    ] {
        assert!(written(text).starts_with("fault: "), "{text}: {}", written(text));
    }
}

#[test]
fn a_percent_sign_behind_a_text_formats() {
    for (text, code) in [
        ("{{ '%.2f' % price }}", "'%.2f'|format(price)"),
        ("{{ '%s %s' % (a, b.c) }}", "'%s %s'|format(a, b.c)"),
        ("{{ '%s' % (a) }}", "'%s'|format(a)"),
        ("{{ '%(a)s' % {'a': 1, 'b': 2} }}", "'%(a)s'|format({'a': 1, 'b': 2})"),
        ("{{ '%s' % name|upper ~ '!' }}", "'%s'|format(name|upper) ~ '!'"),
        ("{{ '%d' % -x + 1 }}", "'%d'|format(-x) + 1"),
        ("{{ x ~ '%d' % n ~ '%s' % m }}", "x ~ '%d'|format(n) ~ '%s'|format(m)"),
        ("{% set x = '%05d' % n %}", "set x = '%05d'|format(n)"),
        ("{{ 10 % 3 }}", "10 % 3"),
        ("{{ n * '%d' % 3 }}", "n * '%d' % 3"),
        ("{{ '100%' }}", "'100%'"),
    ] {
        assert_eq!(written(text), code, "{text}");
    }
}

#[test]
fn reserved_names_are_found_wherever_code_may_name_them() {
    for (text, found) in [
        ("{{ __id() }}", true),
        ("{{ 'a\\\\' ~ __id() }}", true),
        ("{{ ('\\\\' and payload)|__block('w:') }}", true),
        ("{{ x.__class__ }}", true),
        ("{{ x is __y }}", true),
        ("{{ f(__a=1) }}", true),
        ("{{ x|f(__a=1) }}", true),
        ("{{ {'a': {'b': 1}} ~ __id() }}", true),
        ("{% set __x = 1 %}", true),
        ("{% set x.__y = 1 %}", true),
        ("{% for a, __x in xs %}", true),
        ("{% macro __m() %}", true),
        ("{% macro m(__a) %}", true),
        ("{% with __x = 1 %}", true),
        ("{{ '__id' }}", false),
        ("{{ \"it's __id\" }}", false),
        ("{{ a__b }}", false),
    ] {
        let (syntax, _) = read(&tag(text)).unwrap();
        assert_eq!(reserved(&syntax).is_some(), found, "{text}");
    }
}

#[test]
fn an_expression_wants_what_it_names() {
    let wanted = |text: &str| {
        let conditions = wanted(&read(&tag(text)).unwrap().0);
        conditions.into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(wanted("{{ b.c * a + 2 }}"), "a is defined and b.c is defined");
    assert_eq!(wanted("{{ a|upper }}"), "a is defined");
    assert_eq!(wanted("{{ a.b.upper() }}"), "a.b is defined");
    assert_eq!(wanted("{{ d-e }}"), "(__has('d-e') or d is defined and e is defined)");
    // A name that only looks as if it cared.
    assert_eq!(wanted("{{ defaultRate * 2 }}"), "defaultRate is defined");
    assert_eq!(wanted("{% for x in a|sort %}"), "a is defined");
    assert_eq!(wanted("{% set x = a|sum %}"), "a is defined");
    assert_eq!(wanted("{% set n.x = a|sum %}"), "a is defined");
    assert_eq!(wanted("{% with x = a|sum, y = b, z = c + 1 %}"), "a is defined; ; c is defined");
    assert_eq!(wanted("{% macro m(x, y=a|sum, z=1) %}"), "; a is defined; ");
    assert_eq!(wanted("{{ m(a, b + 1) }}"), "b is defined");
    assert_eq!(wanted("{{ range(a)|list }}"), "a is defined");
    assert_eq!(wanted("{% call m(a, b|sum, x=c + 1) %}"), "b is defined and c is defined");
    for text in [
        "{% call m(a, b|default(1)) %}",
        "{{ a.b }}",
        "{{ 1 + 2 }}",
        "{{ a|default(1) }}",
        "{{ a or b }}",
        "{{ a if b }}",
        "{{ a == b }}",
        "{{ not a }}",
        "{% for x in a %}",
        "{% if a|trim %}",
    ] {
        assert_eq!(wanted(text), "", "{text}");
    }
}

/// The tree that MiniJinja's own parser makes of an expression, without places.
fn minijinjas(code: &str) -> Option<String> {
    let source = format!("{{{{ {code} }}}}");
    let tree = parse(&source, "tag", Default::default()).ok()?;
    let mut out = String::new();
    write!(out, "{tree:?}").unwrap();
    let mut parts = out.split(" @ ");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ':' && c != '-').unwrap_or(part.len());
        plain.push_str(&part[end..]);
    }
    Some(plain)
}

/// Words of expressions in any order, as often right as wrong.
fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "a",
        "b.c",
        "1",
        "2.5",
        "'x'",
        "-",
        "+",
        "*",
        "/",
        "//",
        "**",
        "~",
        "(",
        ")",
        "[",
        "]",
        "[1:2]",
        "[i]",
        "{'a': b}",
        "|upper",
        "|default(1)",
        "|join(', ', attribute='n')",
        " is defined",
        " is not none",
        " is divisibleby 3",
        " and ",
        " or ",
        " not ",
        " in ",
        " not in ",
        " if ",
        " else ",
        "==",
        "!=",
        "<",
        ">=",
        ",",
        "f(a, b=1)",
        ".m()",
        "none",
        "true",
    ]);
    prop::collection::vec(word, 1..9).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn code_is_read_as_minijinja_reads_it(source in words()) {
        let mut parser = Parser::new(&source);
        let ours = parser.expr().and_then(|expr| grammar::ended(&parser, expr));
        let theirs = minijinjas(&source);
        // To MiniJinja `if` and the like may be names, where nothing else fits.
        let odd = theirs.as_ref().is_some_and(|tree| {
            ["and", "else", "if", "in", "is", "not", "or"].iter().any(|word| tree.contains(&format!("id: \"{word}\"")))
        });
        if !odd {
            let written = ours.as_ref().ok().map(|ours| minijinjas(&code(&Syntax::Value(ours.clone()))));
            match theirs {
                Some(theirs) => prop_assert_eq!(written, Some(Some(theirs)), "{:?}", ours),
                // `a is defined + b`: more is read than by MiniJinja, but only what it reads again.
                None => prop_assert_ne!(written, Some(None), "{:?}", ours),
            }
        }
    }
}
