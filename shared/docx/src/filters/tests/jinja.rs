//! What Jinja2 3.1.6 makes of the same templates; where it differs, COMPATIBILITY.md says so.

use super::{refused, written};
use crate::pattern::Pattern;

#[expect(clippy::too_many_lines, reason = "a table")]
#[test]
fn filters_and_methods_give_what_jinja2_gives() {
    for (template, text) in [
        // Python's formatting.
        (r#"{{ "%.2f" % f }}"#, "3.15"),
        (r#"{{ "%s is %d" % (s, n) }}"#, "hello world is 42"),
        (r#"{{ "%05d" % n }}"#, "00042"),
        (r#"{{ n % 5 }}"#, "2"),
        (r#"{{ "%s" % s|upper }}"#, "HELLO WORLD"),
        (r#"{{ "%d%%" % n }}"#, "42%"),
        (r#"{{ "%(a)s" % {'a': 1} }}"#, "1"),
        (r#"{{ "%-15s|" % s }}"#, "hello world    |"),
        (r#"{{ "%10.3f|" % f }}"#, "     3.146|"),
        (r#"{{ "%x" % 255 }} {{ "%e" % f }} {{ "%5s" % none }}"#, "ff 3.145900e+00  None"),
        (r#"{% set p = (1, 2) %}{{ "%s-%s" % p }}"#, "1-2"),
        (r#"{{ "%.2f"|format(f) }} {{ "%(a)s"|format(a=1) }}"#, "3.15 1"),
        (r#"{{ '{} {:>5}|{x:.2f}'.format(1, 'a', x=f) }}"#, "1     a|3.15"),
        (
            "{{ '{:.1%} {:%}|{:>9.1%}|{:08.1%}|{:<8.0%}|{:^+8.0%}'.format(0.256, 1, 0.5, -0.256, 0.5, 0.5) }}",
            "25.6% 100.000000%|    50.0%|-0025.6%|50%     |  +50%  ",
        ),
        ("{{ '{0:.0%} {{%}} {a:,.1%} {0}'.format(0.5, a=12.5) }}", "50% {%} 1,250.0% 0.5"),
        (r#"{{ "{:,.2f}".format(1234567.891) }} {{ "{0}{1}{0}".format('a', 'b') }}"#, "1,234,567.89 aba"),
        (
            r#"{{ "{:05d}".format(42) }} {{ "{:+d}".format(5) }} {{ "{:^9}|".format('mid') }}"#,
            "00042 +5    mid   |",
        ),
        // Conversions.
        (r#"{{ "abc"|int }} {{ "12.7"|int }} {{ "abc"|int(5) }} {{ " 42 "|int }}"#, "0 12 5 42"),
        (r#"{{ "1_000"|int }} {{ xs|int }} {{ none|int }} {{ "z"|int(default=-1) }}"#, "1000 0 0 -1"),
        (r#"{{ "0x1f"|int(base=16) }} {{ "1f"|int(0, 16) }}"#, "31 31"),
        (r#"{{ "abc"|float }} {{ xs|float }} {{ "abc"|float(1.5) }} {{ " 2.5 "|float }}"#, "0.0 0.0 1.5 2.5"),
        (
            r#"{{ 100|filesizeformat }} {{ 1|filesizeformat }} {{ 1000|filesizeformat }}"#,
            "100 Bytes 1 Byte 1.0 kB",
        ),
        (r#"{{ 123456|filesizeformat }} {{ 123456|filesizeformat(true) }}"#, "123.5 kB 120.6 KiB"),
        // Methods of text.
        ("{{ s.upper() }}|{{ s.title() }}|{{ s.capitalize() }}", "HELLO WORLD|Hello World|Hello world"),
        ("{{ s.zfill(15) }} {{ '-5'.zfill(4) }} {{ '+5'.zfill(1) }}", "0000hello world -005 +5"),
        (
            "{{ s.center(15, '*') }}|{{ s.ljust(13) }}|{{ s.rjust(13, '.') }}",
            "**hello world**|hello world  |..hello world",
        ),
        ("{{ 'ab'.center(5, '.') }} {{ 'abc'.center(6, '.') }}", "..ab. .abc.."),
        (
            "{{ s.index('wor') }} {{ s.rindex('o') }} {{ s.find('o', 5) }} {{ s.find('q') }} {{ s.count('o') }}",
            "6 7 7 -1 2",
        ),
        ("{{ s.rfind('o', 0, 6) }} {{ s.find('d', -1) }} {{ 'äöü'.index('ü') }}", "4 10 2"),
        ("{{ s.partition(' ') }} {{ s.rpartition('o') }}", "('hello', ' ', 'world') ('hello w', 'o', 'rld')"),
        ("{{ s.partition('q') }} {{ s.rpartition('q') }}", "('hello world', '', '') ('', '', 'hello world')"),
        (
            "{{ s.rsplit('o', 1) }} {{ 'a b  c'.rsplit(none, 1) }} {{ 'a b'.rsplit() }}",
            "['hello w', 'rld'] ['a b', 'c'] ['a', 'b']",
        ),
        (
            "{{ s.swapcase() }} {{ s.removeprefix('hello ') }} {{ s.removesuffix(' world') }}",
            "HELLO WORLD world hello",
        ),
        (
            "{{ 'a b c'.split(maxsplit=1) }}{{ 'a,b,c'.split(',', 1) }} {{ s.split() }} {{ 'a\\nb'.splitlines() }}",
            "['a', 'b c']['a', 'b,c'] ['hello', 'world'] ['a', 'b']",
        ),
        ("{{ '  Ann  '.split(maxsplit=1) }}{{ ' a b  c '.split(none, 1) }}", "['Ann']['a', 'b  c ']"),
        ("{{ ', '.join(['a', 'b']) }} {{ ''.join([1, 2]) }}", "a, b 12"),
        (
            "{{ s.startswith('he') }} {{ s.endswith(('x', 'ld')) }} {{ '12'.isdigit() }} {{ 'x'.isdigit() }}",
            "True True True False",
        ),
        (
            "{{ '12'.isdecimal() }} {{ s.casefold() }} {{ 'Ab Cd'.istitle() }} {{ 'AB'.istitle() }}",
            "True hello world True False",
        ),
        ("{{ 'a\\tb'.expandtabs(4) }}", "a   b"),
        (
            "{{ s.strip('hd') }} {{ s.replace('l', 'L', 1) }} {{ s.replace('l', 'L') }}",
            "ello worl heLlo world heLLo worLd",
        ),
        // Methods of objects, lists and numbers.
        (
            "{{ d.items()|list }} {{ d.keys()|list }} {{ d.values()|list }}",
            "[('z', 1), ('a', 2), ('m', 3)] ['z', 'a', 'm'] [1, 2, 3]",
        ),
        ("{{ d.get('z') }} {{ d.get('q', 9) }}", "1 9"),
        ("{% for key, value in d.items() %}{{ key }}={{ value }},{% endfor %}", "z=1,a=2,m=3,"),
        (
            "{{ d }} {{ d|dictsort }} {{ d|dictsort(by='value', reverse=true) }}",
            "{'z': 1, 'a': 2, 'm': 3} [('a', 2), ('m', 3), ('z', 1)] [('m', 3), ('a', 2), ('z', 1)]",
        ),
        (
            "{{ xs.index(1) }} {{ xs.count(3) }} {{ (1, 2).index(2) }} {{ xs.copy() }} {{ 2.0.is_integer() }}",
            "1 1 1 [3, 1, 2] True",
        ),
        // Filters on text.
        ("{{ s|center(21) }}|", "     hello world     |"),
        ("{{ html|forceescape }}", "&lt;b&gt;x &amp; y&lt;/b&gt;"),
        ("{{ {'class': 'x', 'id': none, 'n': n}|xmlattr }}", " class=\"x\" n=\"42\""),
        ("{{ {'class': '<'}|xmlattr(false) }}", "class=\"&lt;\""),
        ("{{ long|wordwrap(20) }}", "The quick brown fox\njumps over the lazy\ndog and runs away"),
        (
            "{{ long|wordwrap(width=20, wrapstring='|') }}",
            "The quick brown fox|jumps over the lazy|dog and runs away",
        ),
        ("{{ 'abcdefghijkl mnop'|wordwrap(5, false) }}", "abcdefghijkl\nmnop"),
        ("{{ 'a abcdefghijkl-mn'|wordwrap(5) }}", "a abc\ndefgh\nijkl-\nmn"),
        ("{{ 'e-mail--or well-known'|wordwrap(6) }}", "e-mail\n--or\nwell-\nknown"),
        ("{{ +n }} {{ -+n }} {{ 2 - +n|abs }} {{+n }}", "42 -42 -40 42"),
        ("{{ 'a b-c, d_e'|wordcount }} {{ long|wordcount }} {{ n|wordcount }}", "4 12 1"),
        (
            "{{ long|truncate(20) }}|{{ long|truncate(20, true) }}|{{ long|truncate(20, false, '') }}",
            "The quick brown...|The quick brown f...|The quick brown fox",
        ),
        (
            "{{ 'foo bar baz qux'|truncate(11) }}|{{ 'foo bar baz qux'|truncate(11, False, '...', 0) }}",
            "foo bar baz qux|foo bar...",
        ),
        ("{{ '<p>a <b>c</b>  &amp; d</p><!-- x --> e &eacute;'|striptags }}", "a c & d e é"),
        (
            "{{ s|replace('o', '0') }} {{ s|replace('o', '0', 1) }} {{ n|replace('4', 'x') }}",
            "hell0 w0rld hell0 world x2",
        ),
        (
            "{{ 'a\\nb'|indent(2) }}|{{ 'a\\nb'|indent(2, true) }}|{{ 'a\\n\\nb'|indent('> ') }}",
            "a\n  b|  a\n  b|a\n\n> b",
        ),
        ("{{ 'a\\n\\nb'|indent(1, blank=true) }}", "a\n \n b"),
        ("{{ ' x '|trim }} {{ 'it\\'s'|title }} {{ 'HELLO'|capitalize }} {{ 'ß'|upper }}", "x It's Hello SS"),
        (
            "{{ 'a b&c'|urlencode }} {{ html|tojson }}",
            "a%20b%26c \"\\u003cb\\u003ex \\u0026 y\\u003c/b\\u003e\"",
        ),
        // Filters on lists.
        (
            "{{ people|sum(attribute='age') }} {{ xs|sum(start=10) }} {{ [[1], [2]]|sum(start=[]) }}",
            "85 16 [1, 2]",
        ),
        (
            "{% for g in people|groupby('city') %}{{ g.grouper }}:{{ g.list|map(attribute='name')|join(',') }};{% endfor %}",
            "Bern:Bob,Cy;Zug:Ann;",
        ),
        ("{% for age, all in people|groupby('age') %}{{ age }}={{ all|length }} {% endfor %}", "25=1 30=2 "),
        ("{{ people|map(attribute='zip', default='-')|join }} {{ ['a', 'b']|map('upper')|join }}", "--- AB"),
        ("{{ xs|batch(2)|list }} {{ xs|batch(2, 0)|list }}", "[[3, 1], [2]] [[3, 1], [2, 0]]"),
        (
            "{{ xs|slice(2)|list }} {{ xs|slice(2, 'x')|list }} {{ xs|slice(4)|list }}",
            "[[3, 1], [2]] [[3, 1], [2, 'x']] [[3], [1], [2], []]",
        ),
        (
            "{{ people|join(', ', attribute='name') }} {{ xs|join }} {{ xs|join(d='-') }} {{ [1, none, true]|join('-') }}",
            "Bob, Ann, Cy 312 3-1-2 1--True",
        ),
        (
            "{{ people|sort(attribute='age,name')|map(attribute='name')|join }} {{ ['b', 'A']|sort }}",
            "AnnBobCy ['A', 'b']",
        ),
        ("{{ people|selectattr('age', 'gt', 26)|map(attribute='name')|join(',') }}", "Bob,Cy"),
        // Numbers.
        (
            "{{ 42.55|round(1, 'ceil') }} {{ 42.55|round(method='floor') }} {{ 42.5|round }} {{ 1250|round(-2) }}",
            "42.6 42.0 42.0 1200",
        ),
        (
            "{{ 1/2 }} {{ 4/2 }} {{ 7//2 }} {{ 2**3 }} {{ -7//2 }} {{ 1.0 }} {{ 0.1+0.2 }} {{ true }}",
            "0.5 2.0 3 8 -4 1.0 0.30000000000000004 True",
        ),
        // Loops and helpers.
        ("{% for x in xs %}{% if x == 1 %}{% continue %}{% endif %}{{ x }}{% break %}{% endfor %}", "3"),
        (
            "{% for x in xs %}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.changed(x) }}{{ loop.cycle('a', 'b') }} {% endfor %}",
            "1Truea 32Trueb 1Truea ",
        ),
        (
            "{% set ns = namespace(t=0) %}{% for x in xs %}{% set ns.t = ns.t + x %}{% endfor %}{{ ns.t }}",
            "6",
        ),
        (
            "{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.next() }}{{ c.next() }}{{ c.current }}{% do c.reset() %}{{ c.current }}",
            "ababa",
        ),
        ("{% set j = joiner(', ') %}{% for x in xs %}{{ j() }}{{ x }}{% endfor %}", "3, 1, 2"),
        (
            "{% filter upper %}abc{% endfilter %} {% macro m(a, b='x') %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }}{{ m(1, b=2) }}",
            "ABC 1x12",
        ),
    ] {
        assert_eq!(written(template, None), text, "{template}");
    }
}

#[test]
fn where_we_differ() {
    for (template, text) in [
        // Nothing, not the word None.
        ("a{{ none }}b{{ none|default('x') }}c", "abc"),
        // Digits, not an exponent.
        ("{{ 1e20 }} {{ 1e-7 }}", "100000000000000000000.0 0.0000001"),
        // In the data's order.
        ("{{ d|tojson }} {{ {'b': 'x y'}|urlencode }}", "{\"z\": 1, \"a\": 2, \"m\": 3} b=x%20y"),
        (
            "{{ range(3) }} {{ people|first|attr('name') }} {{ people|max(attribute='age')|attr('name') }}",
            "[0, 1, 2] Bob Cy",
        ),
        // In docxtpl's templates dates are objects.
        (
            "{{ day.strftime('%d.%m.%Y') }} {{ at.strftime('%H:%M') }} {{ day.isoformat() }}",
            "07.03.2026 15:04 2026-03-07",
        ),
    ] {
        assert_eq!(written(template, None), text, "{template}");
    }
}

#[test]
fn errors_say_what_to_do() {
    for (template, message) in [
        ("{{ s.index('zzz') }}", "the text does not contain \"zzz\""),
        ("{{ xs.index(9) }}", "the list does not contain 9"),
        ("{% do xs.append(6) %}", "`{% set xs = xs + [x] %}`"),
        ("{% do d.update({'a': 1}) %}", "a member of a namespace()"),
        ("{{ s.nonsense() }}", "no method named nonsense"),
        ("{{ xs|batch(0) }}", "a count of 1 or more"),
        ("{{ xs|slice(0) }}", "a count of 1 or more"),
        ("{{ s|wordwrap(0) }}", "a width of 1 or more"),
        ("{{ n|join(',') }}", "a list is joined, not number"),
        ("{{ s|xmlattr }}", "from an object, not from string"),
        ("{{ {'a b': 1}|xmlattr }}", "cannot be the name of an attribute"),
        ("{{ s|filesizeformat }}", "use a number of bytes"),
        ("{{ s|center('wide') }}", "the argument `width` cannot be wide"),
        ("{{ s|center(1, 2) }}", "too many arguments"),
        ("{{ s|center(columns=2) }}", "unknown keyword argument 'columns'"),
        ("{{ xs|format(1) }}", "expected a text, not sequence"),
        ("{{ \"%d\" % s }}", "'string' cannot be formatted in decimal format"),
        ("{{ cycler() }}", "at least one value"),
        ("{{ s.strftime('%d') }}", "\"hello world\" is not a valid date"),
        ("{{ day.strftime('%Q') }}", "is not a valid date format"),
    ] {
        let error = refused(template, None);
        assert!(error.contains(message), "{template}: {error}");
    }
}

#[test]
fn what_is_not_there_is_an_error() {
    for (template, message) in [
        ("{% set p = '%d' %}{{ p % n }}", "tried to use % operator"),
        ("{{ xs|random }}", "filter random is unknown"),
        ("{{ s|urlize }}", "filter urlize is unknown"),
        ("{{ s is callable }}", "test callable is unknown"),
        ("{{ lipsum() }}", "lipsum"),
        ("{{ s.translate({}) }}", "no method named translate"),
        ("{{ s.isidentifier() }}", "no method named isidentifier"),
        ("{{ debug() }}", "debug"),
        ("{{ s.encode() }}", "no method named encode"),
        ("{{ n.bit_length() }}", "no method named bit_length"),
        ("{{ dict([('a', 1)]) }}", "invalid operation"),
        ("{% include 'x' %}", "template"),
        ("{% extends 'x' %}", "template"),
        ("{% import 'x' as y %}{{ y.z() }}", "template"),
    ] {
        let error = match Pattern::compile(template, &platen_ooxml::Limits::default()) {
            Ok(_) => refused(template, None),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(message), "{template}: {error}");
    }
}
