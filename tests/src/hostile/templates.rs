//! Templates that ask for more stack, memory or time than any host has, one trap each.

use super::document::Document;
use super::{Case, Expected};

/// Times that a value is doubled: the result has more than a billion parts.
const DOUBLINGS: usize = 31;

/// All of them.
pub fn all() -> Vec<Case> {
    let mut cases = chains();
    cases.extend(operators());
    cases.extend(captures());
    cases.extend(nests());
    cases.extend(filters());
    cases.extend(work());
    cases.extend(loops());
    cases
}

fn case(name: &str, lines: &[&str], data: &str) -> Case {
    let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    Case::refused(name, Document::of_texts(&lines).docx()).with_data(data)
}

fn harmless(name: &str, lines: &[&str], data: &str) -> Case {
    Case { expected: Expected::Any, ..case(name, lines, data) }
}

/// The first line, then the second one so many times, then the third.
fn repeated(name: &str, first: &str, again: &str, times: usize, last: &str) -> Case {
    let mut lines = vec![first];
    lines.extend(std::iter::repeat_n(again, times));
    lines.push(last);
    case(name, &lines, "{}")
}

/// Chains that parsers and compilers follow recursively: some at the longest that a tag may be, some longer.
fn chains() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, begins, link, ends) in [
        ("minus signs", "", "-", "1"),
        ("nots", "", "not ", "x"),
        ("parentheses", "", "(", "1"),
        ("brackets", "", "[", "1"),
        ("braces", "", "{'a':", "1"),
        ("filters", "x", "|abs", ""),
        ("filters with arguments", "x", "|default(1)", ""),
        ("attributes", "x", ".a", ""),
        ("sums", "1", "+1", ""),
        ("sums of texts", "x", "+x", ""),
        ("products", "1", "*1", ""),
        ("powers", "1", "**1", ""),
        ("concatenations", "x", "~x", ""),
        ("calls", "x", "()", ""),
        ("calls in calls", "", "range(", "1"),
        ("indices", "x", "[0]", ""),
        ("dynamic indices", "x", "[x]", ""),
        ("slices", "x", "[1:]", ""),
        ("ands", "x", " and x", ""),
        ("ors", "x", " or x", ""),
        ("comparisons", "1", "<x", ""),
        ("tests", "x", " is defined", ""),
        ("choices", "", "1 if x else ", "1"),
        ("choices in front", "1", " if x", ""),
        ("texts", "", "'a'", ""),
        ("tuples", "", "(1,", "1"),
    ] {
        for (size, most) in [("short", 950), ("as long as allowed", 1_980), ("much too long", 1_000_000)] {
            let count = (most - begins.len() - ends.len()) / link.len();
            let closing = match link {
                "(" | "range(" | "(1," => ")",
                "[" => "]",
                "{'a':" => "}",
                _ => "",
            };
            let count = if closing.is_empty() { count } else { count / 2 };
            let code = format!("{begins}{}{ends}{}", link.repeat(count), closing.repeat(count));
            let text = format!("{{{{ {code} }}}}");
            cases.push(harmless(&format!("chain of {name}, {size}"), &[&text], r#"{"x": [[1]]}"#));
            if size != "much too long" {
                let text = format!("{{% if {code} %}}a{{% endif %}}");
                cases.push(harmless(&format!("chain of {name} in an if, {size}"), &[&text], r#"{"x": 1}"#));
            }
        }
    }
    let branches = |count: usize| {
        let mut lines = vec!["{% if x == 1 %}a"];
        lines.extend(std::iter::repeat_n("{% elif x == 2 %}b", count));
        lines.push("{% endif %}");
        lines.join("")
    };
    cases.push(harmless("chain of elif", &[&branches(2_000)], r#"{"x": 3}"#));
    cases.push(harmless("longest chain of elif", &[&branches(19_000)], r#"{"x": 3}"#));
    cases.push(case("chain of elif, too long", &[&branches(30_000)], r#"{"x": 3}"#));
    let nested =
        |open: &str, close: &str, count: usize| format!("{}x{}", open.repeat(count), close.repeat(count));
    for (name, open, close) in [
        ("loops", "{% for a in [1] %}", "{% endfor %}"),
        ("ifs", "{% if 1 %}", "{% endif %}"),
        ("withs", "{% with a = 1 %}", "{% endwith %}"),
        ("filter blocks", "{% filter upper %}", "{% endfilter %}"),
        ("set blocks", "{% set x %}", "{% endset %}"),
        ("macros", "{% macro m() %}", "{% endmacro %}"),
        ("calls", "{% call m() %}", "{% endcall %}"),
    ] {
        cases.push(case(&format!("nested {name}"), &[&nested(open, close, 5_000)], "{}"));
    }
    cases.push(case("very many tags", &["{{ 1 }}".repeat(25_000).as_str()], "{}"));
    cases.push(case(
        "a quoted text that never ends",
        &[&format!("{{{{ '{} }}}}", "a".repeat(1_000_000))],
        "{}",
    ));
    cases.push(harmless("very many opening braces", &["{{".repeat(500_000).as_str()], "{}"));
    cases.push(harmless("very many opening statements", &["{%".repeat(500_000).as_str()], "{}"));
    cases
}

/// MiniJinja's own operators.
fn operators() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, value, again, last) in [
        ("~", "'ab'", "{% set a = a ~ a %}", "{{ a }}"),
        ("+ of texts", "'ab'", "{% set a = a + a %}", "{{ a }}"),
        ("+ of lists", "[1, 2]", "{% set a = a + a %}", "{{ a|length }}{{ a|sum }}"),
        ("+ of tuples", "(1, 2)", "{% set a = a + a %}", "{{ a|length }}"),
        ("* of texts", "'ab'", "{% set a = a * 2 %}", "{{ a }}"),
        ("* of lists", "[1, 2]", "{% set a = 2 * a %}", "{{ a|sum }}"),
        ("~ of lists", "[1, 2]", "{% set a = a ~ a %}", "{{ a }}"),
        ("lists in lists, printed", "[1]", "{% set a = [a, a] %}", "{{ a }}"),
        ("lists in lists, compared", "[1]", "{% set a = [a, a] %}", "{% if a == [a[0], a[1]] %}x{% endif %}"),
        ("lists in lists, ordered", "[1]", "{% set a = [a, a] %}", "{% if a < [a[0], a[1]] %}x{% endif %}"),
        (
            "lists in lists, searched",
            "[1]",
            "{% set a = [a, a] %}",
            "{% if 7 in a or a in [a[0]] %}x{% endif %}",
        ),
        ("lists in lists, as JSON", "[1]", "{% set a = [a, a] %}", "{{ a|tojson }}"),
        ("lists in lists, pretty", "[1]", "{% set a = [a, a] %}", "{{ a|pprint }}"),
        ("lists in lists, as text", "[1]", "{% set a = [a, a] %}", "{{ a|string|length }}"),
        ("lists in lists, joined", "[1]", "{% set a = [a, a] %}", "{{ a|join(',')|length }}"),
        ("lists in lists, sorted", "[1]", "{% set a = [a, a] %}", "{{ a|sort|length }}"),
        ("lists in lists, unique", "[1]", "{% set a = [a, a] %}", "{{ a|unique|length }}"),
        ("lists in lists, formatted", "[1]", "{% set a = [a, a] %}", "{{ '%s'|format(a)|length }}"),
        (
            "lists in lists, replaced",
            "[1]",
            "{% set a = [a, a] %}",
            "{{ 'x'|replace('x', a|string)|length }}",
        ),
        ("objects in objects", "{'x': 1}", "{% set a = {'x': a, 'y': a} %}", "{{ a }}"),
        ("dicts in dicts", "{'x': 1}", "{% set a = dict(x=a, y=a) %}", "{{ a }}"),
        ("tuples in tuples", "(1, 2)", "{% set a = (a, a) %}", "{{ a }}"),
    ] {
        let first = format!("{{% set a = {value} %}}");
        cases.push(repeated(&format!("doubling by {name}"), &first, again, DOUBLINGS, last));
    }
    for (name, line) in [
        ("'x' * 100000000", "{{ 'x' * 100000000 }}"),
        ("100000000 * 'x'", "{{ 100000000 * 'x' }}"),
        ("'x' * n", "{{ 'x' * n }}"),
        ("[0] * n", "{{ ([0] * n)|length }}"),
        ("(0,) * n", "{{ ((0,) * n)|length }}"),
        ("constants folded in a list", "{{ ['x' * 100000000, 1]|length }}"),
        ("constants folded in a condition", "{% if 'x' * 100000000 == 'y' %}a{% endif %}"),
        (
            "constants folded in a macro's default",
            "{% macro m(a='x' * 100000000) %}{{ a }}{% endmacro %}{{ m() }}",
        ),
        ("[0] * n, summed", "{{ ([0] * n)|sum }}"),
        ("[0] * n in a loop", "{% for x in [0] * n %}{% endfor %}"),
        (
            "repeated in a loop",
            "{% set ns = namespace(a='x') %}{% for i in range(40) %}{% set ns.a = ns.a * 2 %}{% endfor %}{{ ns.a }}",
        ),
        (
            "doubled in a namespace",
            "{% set ns = namespace(a='x') %}{% for i in range(40) %}{% set ns.a = ns.a ~ ns.a %}{% endfor %}{{ ns.a }}",
        ),
        (
            "kept one by one",
            "{% set ns = namespace(a=[]) %}{% for i in range(100000) %}{% set ns.a = ns.a + ['x' * 10000] %}{% endfor %}",
        ),
        (
            "kept texts",
            "{% set ns = namespace(a='') %}{% for i in range(100000) %}{% set ns.a = ns.a ~ 'xxxxxxxxxxxxxxxxxxxxxxxx' %}{% endfor %}{{ ns.a }}",
        ),
        (
            "spread",
            "{% set a = range(100000)|list %}{{ dict(a=[a, a]) }}{{ cycler(*a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a) is defined }}",
        ),
    ] {
        cases.push(case(name, &[line], r#"{"n": 99999999}"#));
    }
    cases
}

/// What MiniJinja captures before anybody sees it.
fn captures() -> Vec<Case> {
    let text = "lorem ipsum ".repeat(40);
    let mut cases = Vec::new();
    for (name, line) in [
        (
            "set block",
            "{% set a %}{% for i in range(100000) %}{% for j in range(100000) %}TEXT{% endfor %}{% endfor %}{% endset %}{{ a|length }}",
        ),
        (
            "set block of values",
            "{% set a %}{% for i in range(100000) %}{% for j in range(100000) %}{{ t }}{% endfor %}{% endfor %}{% endset %}{{ a|length }}",
        ),
        (
            "filter block",
            "{% filter upper %}{% for i in range(100000) %}{% for j in range(100000) %}TEXT{% endfor %}{% endfor %}{% endfilter %}",
        ),
        (
            "macro",
            "{% macro m() %}{% for i in range(100000) %}{% for j in range(100000) %}TEXT{% endfor %}{% endfor %}{% endmacro %}{{ m()|length }}",
        ),
        (
            "call block",
            "{% macro m() %}{{ caller()|length }}{% endmacro %}{% call m() %}{% for i in range(100000) %}{% for j in range(100000) %}TEXT{% endfor %}{% endfor %}{% endcall %}",
        ),
        (
            "captures doubled",
            "{% set a %}TEXT{% endset %}{% set ns = namespace(a=a) %}{% for i in range(40) %}{% set a %}{{ ns.a }}{{ ns.a }}{% endset %}{% set ns.a = a %}{% endfor %}",
        ),
        (
            "macros that call macros",
            "{% macro a() %}TEXT{% endmacro %}{% macro b() %}{{ a() }}{{ a() }}{{ a() }}{{ a() }}{{ a() }}{{ a() }}{{ a() }}{{ a() }}{{ a() }}{{ a() }}{% endmacro %}{% macro c() %}{{ b() }}{{ b() }}{{ b() }}{{ b() }}{{ b() }}{{ b() }}{{ b() }}{{ b() }}{{ b() }}{{ b() }}{% endmacro %}{% macro d() %}{{ c() }}{{ c() }}{{ c() }}{{ c() }}{{ c() }}{{ c() }}{{ c() }}{{ c() }}{{ c() }}{{ c() }}{% endmacro %}{% macro e() %}{{ d() }}{{ d() }}{{ d() }}{{ d() }}{{ d() }}{{ d() }}{{ d() }}{{ d() }}{{ d() }}{{ d() }}{% endmacro %}{% macro f() %}{{ e() }}{{ e() }}{{ e() }}{{ e() }}{{ e() }}{{ e() }}{{ e() }}{{ e() }}{{ e() }}{{ e() }}{% endmacro %}{{ f()|length }}",
        ),
        (
            "a recursive loop",
            "{% for x in range(1000) recursive %}TEXT{% set y = loop(range(1000)) %}{% endfor %}",
        ),
        (
            "macros made in a loop",
            "{% for i in range(100000) %}{% for j in range(100000) %}{% macro m() %}{{ i }}{{ j }}{% endmacro %}{% endfor %}{% endfor %}",
        ),
        (
            "calls made in a loop",
            "{% macro m() %}{{ caller() }}{% endmacro %}{% for i in range(100000) %}{% for j in range(100000) %}{% call m() %}{% endcall %}{% endfor %}{% endfor %}",
        ),
        (
            "line feeds in a capture",
            "{% set a %}{% for i in range(100000) %}{% for j in range(100000) %}{{ n }}{% endfor %}{% endfor %}{% endset %}{{ a|length }}",
        ),
        (
            "numbers in a capture",
            "{% set a %}{% for i in range(100000) %}{% for j in range(100000) %}{{ j }}{% endfor %}{% endfor %}{% endset %}{{ a|length }}",
        ),
    ] {
        let data = format!(r#"{{"t": "{text}", "n": "{}"}}"#, "\\n".repeat(60));
        cases.push(case(&format!("captured by a {name}"), &[&line.replace("TEXT", &text)], &data));
    }
    let row = format!(
        "<w:tbl><w:tr><w:tc>{}</w:tc></w:tr><w:tr><w:tc>{}</w:tc></w:tr><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
        super::document::paragraph("{%tr for i in range(100000) %}"),
        super::document::paragraph(&format!("{{{{ i }}}}{text}")),
        super::document::paragraph("{%tr endfor %}"),
    );
    cases.push(Case::refused("a table without end", Document::of_body(&row).docx()));
    cases
}

/// Values inside values: they are freed, printed and compared recursively.
fn nests() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, made) in [
        ("lists", "[ns.a]"),
        ("two lists", "[[[[ns.a]]]]"),
        ("objects", "{'a': ns.a}"),
        ("dicts", "dict(a=ns.a)"),
        ("tuples", "(ns.a,)"),
        ("namespaces", "namespace(a=ns.a)"),
        ("cyclers", "cycler(ns.a)"),
        ("joiners", "joiner(ns.a)"),
        ("batches", "ns.a|batch(1)"),
        ("slices by filter", "ns.a|slice(1)"),
        ("slices", "ns.a[0:]"),
        ("reversed", "ns.a|reverse"),
        ("chained", "ns.a|chain([1])"),
        ("zipped", "ns.a|zip([1])"),
        ("grouped", "[ns.a]|groupby(0)"),
        ("mapped", "[ns.a]|map('list')"),
        ("selected", "[ns.a]|select"),
        ("listed", "[ns.a|list]"),
        ("sums", "ns.a + [ns.a]"),
        ("itself", "ns"),
        ("itself in a list", "[ns]"),
        ("its loop", "loop"),
        ("its loop in a list", "[loop]"),
    ] {
        let line = format!(
            "{{% set ns = namespace(a=[1]) %}}{{% for i in range(100000) %}}{{% for j in [ns.a] %}}{{% set ns.a = {made} %}}{{% endfor %}}{{% endfor %}}{{{{ ns.a }}}}"
        );
        let expected = if matches!(name, "slices" | "reversed") { harmless } else { case };
        cases.push(expected(&format!("nested without end: {name}"), &[&line], "{}"));
    }
    for (name, made) in [
        ("lists", "[a]"),
        ("objects", "{'a': a}"),
        ("tuples", "(a,)"),
        ("namespaces", "namespace(a=a)"),
        ("cyclers", "cycler(a)"),
        ("groups", "[a]|groupby(0)"),
        ("slices", "a[0:]"),
        ("batches", "[a]|batch(1)"),
        ("chains", "a|chain([1])"),
    ] {
        let again = format!("{{% set a = {made} %}}");
        let mut made = repeated(
            &format!("nested by many tags: {name}"),
            "{% set a = [1] %}",
            &again,
            9_000,
            "{{ a|string|length }}",
        );
        made.expected = Expected::Any;
        cases.push(made);
    }
    for (name, call) in [
        ("m(x)", "m(x)"),
        ("m([x])", "m([x])"),
        ("m([[[[[[[[[[x]]]]]]]]]])", "m([[[[[[[[[[x]]]]]]]]]])"),
        ("m(x|batch(1)|batch(1))", "m(x|batch(1)|batch(1)|batch(1)|batch(1)|batch(1)|batch(1)|batch(1))"),
        ("m(x=[x])", "m(x=[x])"),
        ("m(x ~ x)", "m(x ~ x)"),
    ] {
        let line = format!("{{% macro m(x) %}}{{{{ {call} }}}}{{% endmacro %}}{{{{ m([1]) }}}}");
        cases.push(case(&format!("a macro that calls itself: {name}"), &[&line], "{}"));
    }
    cases.push(case(
        "two macros that call each other",
        &["{% macro a(x) %}{{ b(x) }}{{ b(x) }}{% endmacro %}{% macro b(x) %}{{ a(x) }}{{ a(x) }}{% endmacro %}{{ a(1) }}"],
        "{}",
    ));
    cases.push(case(
        "a loop that calls itself",
        &["{% for x in [1] recursive %}{{ loop([x]) }}{% endfor %}"],
        "{}",
    ));
    cases.push(case("caller() that calls its caller", &["{% macro m() %}{{ caller() }}{% endmacro %}{% macro n() %}{% call m() %}{{ n() }}{% endcall %}{% endmacro %}{{ n() }}"], "{}"));
    let deep = format!(r#"{{"a": {}1{}}}"#, "[".repeat(120), "]".repeat(120));
    cases.push(harmless(
        "data as deep as JSON may be",
        &["{{ a }}{{ a == a }}{{ a|tojson }}{{ a|string|length }}"],
        &deep,
    ));
    cases
}

/// Filters, functions and methods whose result an argument decides on; the argument is in the data.
fn filters() -> Vec<Case> {
    let mut cases = Vec::new();
    for code in [
        "t|indent(n)",
        "t|indent(n, true, true)",
        "o|tojson(indent=n)",
        "t|center(n)",
        "'%*d'|format(n, 1)",
        "'%999999999d'|format(1)",
        "'%.999999999f'|format(1.5)",
        "('%' ~ n ~ 'd')|format(1)",
        "l|batch(n, 0)",
        "l|slice(n)",
        "l|slice(n, 0)",
        "t|replace('', t)",
        "t|replace('a', t)",
        "(t|replace('a', t))|replace('a', t)",
        "l|join(t * 100)",
        "t.ljust(n)",
        "t.rjust(n)",
        "t.zfill(n)",
        "t.center(n)",
        "t.expandtabs(n)",
        "t.join(t)",
        "t.replace('a', t)",
        "'{:>999999999}'.format(1)",
        "'{:{}}'.format(1, n)",
        "range(n)|list",
        "range(n)|sum",
        "range(0, n, 1)",
        "t|wordwrap(1, wrapstring=t)",
        "t|truncate(n, end=t * 200)",
        "l|map('replace', 'a', t)|list|length ~ t * 9999",
        "range(99999)|map('string')|map('indent', 9999)|join",
        "range(99999)|map('center', 9999)|list|length",
        "range(99999)|batch(1)|map('list')|list|batch(1)|map('string')|join(t)|length",
        "lipsum(n)",
        "n|string * n",
        "l|zip(range(n))|list",
        "2 ** n ** n",
        "n * n * n * n * n * n * n * n",
        "t|urlencode * 999999",
        "(t * 9999)|urlencode|length ~ (t * 9999)",
        "t|forceescape * 99999",
        "t.split('a')|join(t)|replace('b', t)",
        "o|xmlattr * 999999",
        "t|list * 99999",
        "t|title * 99999",
        "t.partition('b')|list * 9999999",
        "(t * 8000).splitlines() * 99999",
        "t|format(*l) * 99999",
        "(t * 99999)|upper ~ (t * 99999)|lower",
    ] {
        let data = format!(
            r#"{{"n": 999999999, "t": "{}", "l": [1, 2, 3], "o": {{"a": [1, {{"b": 2}}]}}}}"#,
            "a b\\n\\t".repeat(1_000)
        );
        cases.push(harmless(code, &[&format!("{{{{ {code} }}}}")], &data));
    }
    cases
}

/// One instruction that goes through much, again and again.
#[expect(clippy::too_many_lines, reason = "a table")]
fn work() -> Vec<Case> {
    let mut cases = Vec::new();
    let list: Vec<String> = (0..50_000).map(|i| format!("\"value {i}\"")).collect();
    let data = format!(
        r#"{{"l": [{}], "m": [{}], "t": "{}", "u": "{}"}}"#,
        list.join(","),
        list.join(","),
        "x".repeat(1_000_000),
        "x".repeat(1_000_000)
    );
    for code in [
        "l|sort",
        "l|unique|list",
        "l|list",
        "l|reverse|list",
        "l|groupby(0)",
        "l|map('upper')|list",
        "l|select('eq', 'x')|list",
        "l|min",
        "l|max",
        "l|join|length",
        "l|string|length",
        "l|tojson|length",
        "l|batch(2)|list",
        "l|length",
        "l|first",
        "l|last",
        "l|sum",
        "l|pprint|length",
        "l == m",
        "l < m",
        "'x' in l",
        "l in [m]",
        "l is eq(m)",
        "l is in([m])",
        "'x' is in(l)",
        "l[1:]|length",
        "l[::-1]|length",
        "l[i]",
        "l[-1]",
        "t == u",
        "t < u",
        "'y' in t",
        "t in l",
        "t is eq(u)",
        "t[1:]|length",
        "t[::-1]|length",
        "t[999999]",
        "t[-1]",
        "t[i]",
        "t|upper|length",
        "t|length",
        "t|reverse|length",
        "t|list|length",
        "t|replace('x', 'y')|length",
        "t.find('y')",
        "t.count('y')",
        "t.upper()|length",
        "t|trim|length",
        "t.startswith(u)",
        "t is startingwith(u)",
        "t|wordcount",
        "t|truncate(5)",
        "t|int",
        "t|float(0)",
        "t|urlencode|length",
        "t|striptags|length",
        "l.count('x')",
        "l.index('value 49999')",
        "l|zip(m)|list|length",
        "(l + m)|length",
        "dict(a=l, b=m)|length",
        "namespace(a=l) is defined",
        "(l, m) == (m, l)",
        "[t, t, t, t, t, t, t, t] == [u, u, u, u, u, u, u, u]",
        "l|map('default', t)|list == m",
        "cycler(*l) is defined",
        "l|slice(3)|list",
        "not l",
        "l is iterable",
        "t|escape|length",
        "t|capitalize|length",
        "t|title|length",
        "t|center(9)|length",
        "t|indent|length",
        "t|wordwrap|length",
        "t|lower is lower",
        "t is upper",
        "l|dictsort",
        "{'a': l}|dictsort|list",
        "{'a': l}|items|list",
        "l|chain(m)|list|length",
        "l|reject('eq', 'x')|list|length",
    ] {
        let line = format!(
            "{{% for i in range(100000) %}}{{% for j in range(100) %}}{{% set x = {code} %}}{{% endfor %}}{{% endfor %}}"
        );
        cases.push(harmless(&format!("ten million times {code}"), &[&line], &data));
    }
    let mut members: Vec<String> = (0..50_000).map(|i| format!("\"k{i}\": {i}")).collect();
    members.push("\"l\": [1]".to_owned());
    let data = format!("{{\"o\": {{{}}}}}", members.join(","));
    for code in [
        "{% for k in o %}{% break %}{% endfor %}",
        "{{ o.k49999 }}",
        "{{ o|length }}",
        "{% for k, v in o|items %}{% break %}{% endfor %}",
        "{{ o == o }}",
        "{{ o.keys()|first }}",
        "{{ o['l'] }}",
        "{{ 'k' in o }}",
        "{{ o|dictsort|first }}",
    ] {
        let line = format!(
            "{{% for i in range(100000) %}}{{% for j in range(100) %}}{code}{{% endfor %}}{{% endfor %}}"
        );
        cases.push(harmless(&format!("a wide object: {code}"), &[&line], &data));
    }
    cases
}

/// Loops that only fuel ends, and text without end.
fn loops() -> Vec<Case> {
    let mut cases = Vec::new();
    let six = "{% for a in r %}{% for b in r %}{% for c in r %}{% for d in r %}{% for e in r %}{% for f in r %}BODY{% endfor %}{% endfor %}{% endfor %}{% endfor %}{% endfor %}{% endfor %}";
    for (name, body) in [
        ("nothing", ""),
        ("a text", "lorem ipsum dolor sit amet"),
        ("a value", "{{ a }}"),
        ("a set", "{% set x = a %}"),
        ("an if", "{% if a == b %}{% endif %}"),
        ("a sum", "{{ a + b * c }}"),
        ("a filter", "{{ a|abs }}"),
        ("loop.changed", "{{ loop.changed(a) }}"),
        ("loop.cycle", "{{ loop.cycle('a', 'b') }}"),
        ("a link", "{{ {'$link': 'https://a.example'} }}"),
    ] {
        let line = format!("{{% set r = range(1000) %}}{}", six.replace("BODY", body));
        cases.push(case(&format!("six loops around {name}"), &[&line], "{}"));
    }
    let rich = "{% for a in range(100000) %}{{ x }}{% endfor %}";
    cases.push(harmless("a hundred thousand codes", &[rich], r#"{"x": {"$qr": "https://a.example"}}"#));
    cases.push(harmless(
        "a hundred thousand links",
        &[rich],
        r#"{"x": {"$link": "https://a.example", "text": "a"}}"#,
    ));
    cases.push(harmless("a hundred thousand page breaks", &[rich], r#"{"x": {"$pageBreak": true}}"#));
    cases.push(harmless("a hundred thousand paragraphs", &[rich], r#"{"x": {"$html": "<p>a</p><p>b</p>"}}"#));
    cases
}
