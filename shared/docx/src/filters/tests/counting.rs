//! Counting with dates, and numbers in letters and words.

use super::{refused, shown, written};

#[test]
fn dates_are_counted_with() {
    for (template, text) in [
        (
            "{{ day|date_add(days=30) }} {{ day|date_add(-7) }} {{ day|date_add(weeks=2) }}",
            "2026-04-06 2026-02-28 2026-03-21",
        ),
        (
            "{{ '2026-01-31'|date_add(months=1) }} {{ '2024-01-31'|date_add(months=1) }}",
            "2026-02-28 2024-02-29",
        ),
        (
            "{{ '2024-02-29'|date_add(years=1) }} {{ '2026-03-31'|date_add(months=-1) }}",
            "2025-02-28 2026-02-28",
        ),
        // All of them at once: years and months first.
        ("{{ '2026-01-31'|date_add(days=1, months=1) }}", "2026-03-01"),
        (
            "{{ at|date_add(hours=10) }} {{ local|date_add(minutes=-5) }} {{ day|date_add(hours=25) }}",
            "2026-03-08T01:04:09Z 2026-03-07T14:59:09 2026-03-08T01:00:00",
        ),
        ("{{ '2026-07-01T12:00:00-03:30'|date_add(days=1) }}", "2026-07-02T12:00:00-03:30"),
        (
            "{{ day|date_add(days=30)|date('long') }} {{ at|date_add(days=1)|datetime('short') }}",
            "April 6, 2026 3/8/26, 3:04\u{202f}PM",
        ),
        ("[{{ none|date_add(days=1) }}{{ day|date_add(days=none) }}{{ day|date_add(days=gone) }}]", "[]"),
        (
            "{{ '2026-12-31'|date_diff(day) }} {{ day|date_diff('2026-12-31') }} {{ day|date_diff(day) }}",
            "299 -299 0",
        ),
        ("{{ '2026-05-06'|date_diff(day, 'months') }} {{ '2026-05-07'|date_diff(day, 'months') }}", "1 2"),
        (
            "{{ '2026-03-06'|date_diff('2000-03-07', 'years') }} {{ '2026-03-07'|date_diff('2000-03-07', unit='year') }}",
            "25 26",
        ),
        ("{{ '2026-03-20'|date_diff(day, 'weeks') }} {{ '2026-03-21'|date_diff(day, 'weeks') }}", "1 2"),
        (
            "{{ '2026-03-07T10:00:00+02:00'|date_diff('2026-03-07T10:00:00Z', 'hours') }} {{ at|date_diff(day, 'hours') }}",
            "-2 15",
        ),
        (
            "{{ '2026-03-08T01:00:00'|date_diff('2026-03-07T23:00:00') }} {{ '2026-03-08T01:00:00'|date_diff(day) }}",
            "0 1",
        ),
        (
            "{{ 'late' if '2026-03-01'|date_diff(day) < 0 }}{{ ' soon' if day|date_add(days=30) > '2026-04-01' }}",
            "late soon",
        ),
    ] {
        assert_eq!(written(template, Some("en-US")), text, "{template}");
    }
    for (template, message) in [
        ("{{ day|date_add }}", "say how much to add"),
        ("{{ day|date_add(days=1.5) }}", "1.5 is not a valid count of days; use a whole number such as 30"),
        ("{{ day|date_add(years=99999) }}", "not a valid date to count with"),
        ("{{ day|date_add(fortnights=1) }}", "fortnights"),
        ("{{ s|date_add(days=1) }}", "\"hello world\" is not a valid date"),
        ("{{ day|date_diff }}", "say from which date to count"),
        (
            "{{ day|date_diff(day, 'decades') }}",
            "\"decades\" is not a valid unit; use one of days, weeks, months, years, hours and minutes",
        ),
    ] {
        assert!(
            refused(template, Some("en-US")).contains(message),
            "{template}: {}",
            refused(template, Some("en-US"))
        );
    }
}

#[test]
fn patterns_have_weeks_and_quarters() {
    let forms = "{{ '2026-12-31'|date(\"w ww Y Q QQ QQQ QQQQ 'week' w\") }}";
    for (locale, text) in [
        ("en-US", "1 01 2027 4 04 Q4 4th quarter week 1"),
        ("de-DE", "53 53 2026 4 04 Q4 4. Quartal week 53"),
        ("fr-FR", "53 53 2026 4 04 T4 4e trimestre week 53"),
        ("es-ES", "53 53 2026 4 04 T4 4.º trimestre week 53"),
        ("it-IT", "53 53 2026 4 04 T4 4º trimestre week 53"),
        ("nl-NL", "53 53 2026 4 04 K4 4e kwartaal week 53"),
        ("pl-PL", "53 53 2026 4 04 IV kw. IV kwartał week 53"),
    ] {
        assert_eq!(shown(forms, locale), text, "{locale}");
    }
    assert!(refused("{{ day|date('QQQQ') }}", Some("ja-JP")).contains("write `QQQ`"));
    assert!(refused("{{ day|date('QQQQQQ') }}", Some("en-US")).contains("a quarter is"));
    assert!(refused("{{ day|date('dd.MM.YYYY') }}", Some("en-US")).contains("the year is `y`"));
}

#[test]
fn numbers_are_written_with_letters() {
    for (template, text) in [
        (
            "{{ 4|roman }} {{ 1999|roman }} {{ 3999|roman(upper=false) }} {{ '14'|roman }}",
            "IV MCMXCIX mmmcmxcix XIV",
        ),
        (
            "{{ 1|letters }} {{ 26|letters }} {{ 27|letters }} {{ 702|letters }} {{ 703|letters(true) }}",
            "a z aa zz AAA",
        ),
        ("[{{ none|roman }}{{ gone|letters }}]", "[]"),
    ] {
        assert_eq!(written(template, None), text, "{template}");
    }
    for template in
        ["{{ 0|roman }}", "{{ 4000|roman }}", "{{ -1|letters }}", "{{ 1.5|roman }}", "{{ s|letters }}"]
    {
        assert!(refused(template, None).contains("a whole number from 1"), "{template}");
    }
}

#[test]
fn amounts_are_written_in_words() {
    for (template, locale, text) in [
        (
            "{{ 1.01|words('EUR') }} | {{ 21.21|words('EUR') }} | {{ -3|words }}",
            "de-DE",
            "ein Euro und ein Cent | einundzwanzig Euro und einundzwanzig Cent | minus drei",
        ),
        (
            "{{ 12.5|words }} | {{ 1000000|words('EUR') }} | {{ 2|words('GBP') }}",
            "fr-FR",
            "douze virgule cinq | un million d’euros | deux livres sterling",
        ),
        (
            "{{ 0.5|words('EUR') }} | {{ 1500000|words('EUR') }}",
            "fr-FR",
            "zéro euro et cinquante centimes | un million cinq cent mille euros",
        ),
        (
            "{{ 21|words('EUR') }} | {{ 201.05|words('GBP') }} | {{ 2000000|words('USD') }}",
            "es-ES",
            "veintiún euros | doscientas una libras esterlinas con cinco peniques | dos millones de dólares",
        ),
        (
            "{{ 1|words('EUR') }} | {{ 1000000.01|words('EUR') }} | {{ 3.5|words }}",
            "it-IT",
            "un euro | un milione di euro e un centesimo | tre virgola cinque",
        ),
        ("{{ 1.22|words('EUR') }} | {{ 1|words }}", "nl-NL", "een euro en tweeëntwintig cent | één"),
        (
            "{{ 1.02|words('BRL') }} | {{ 2|words('GBP') }} | {{ 2|words(feminine=true) }}",
            "pt-BR",
            "um real e dois centavos | duas libras esterlinas | duas",
        ),
        (
            "{{ 1.01|words('PLN') }} | {{ 22.12|words('PLN') }} | {{ 5|words('PLN') }} | {{ 1|words('EUR') }}",
            "pl-PL",
            "jeden złoty i jeden grosz | dwadzieścia dwa złote i dwanaście groszy | pięć złotych | jeden euro",
        ),
        ("{{ -0.001|words('EUR') }}", "en-GB", "zero euros"),
    ] {
        assert_eq!(shown(template, locale), text, "{template}");
    }
    assert!(refused("{{ 1|words('PLN') }}", Some("de-DE")).contains("use one of CHF, EUR, GBP, JPY, USD"));
    assert!(refused("{{ 1|words }}", Some("ja-JP")).contains("use one of en, de, fr, es, it, nl, pt, pl"));
}

#[test]
fn numbers_follow_patterns() {
    for (template, locale, text) in [
        (
            "{{ amount|number('#,##0.00') }} | {{ amount|number('0') }} | {{ 0.5|number('#,##0.##') }} | {{ 7|number('000') }}",
            "en-US",
            "1,234,567.50 | 1234568 | 0.5 | 007",
        ),
        (
            "{{ amount|number('#,##0.00') }} | {{ -5|number('#,##0.00 €') }} | {{ -5|number('€ 0.00;(€ 0.00)') }}",
            "de-DE",
            "1.234.567,50 | -5,00 € | (€ 5,00)",
        ),
        (
            "{{ 0.256|number('0.0%') }} | {{ 0.0125|number('0.0‰') }} | {{ 3|number(\"0 'Stück'\") }} | {{ 1.005|number('0.00') }}",
            "de-DE",
            "25,6% | 12,5‰ | 3 Stück | 1,01",
        ),
        (
            "{{ amount|number('#,##0') }} | {{ -0.001|number('0.00') }} | {{ '12.5'|number('#.##') }}",
            "de-CH",
            "1'234'568 | 0.00 | 12.5",
        ),
        (
            "{{ amount|currency('EUR', decimals=0) }} | {{ 5|currency('JPY', decimals=2) }} | {{ -0.4|currency('USD', decimals=0) }}",
            "en-US",
            "€1,234,568 | ¥5.00 | $0",
        ),
        (
            "{{ -1234.567|currency('EUR', decimals=3) }} | {{ 5|currency('EUR', display='code') }}",
            "de-DE",
            "-1.234,567~€ | 5,00~EUR",
        ),
        (
            "{{ 5|currency('EUR', display='code', decimals=0) }} | {{ 5|currency('CAD') }} {{ 5|currency('CAD', display='narrow') }}",
            "en-US",
            "EUR~5 | CA$5.00 $5.00",
        ),
    ] {
        assert_eq!(shown(template, locale), text, "{template}");
    }
    for (template, message) in [
        ("{{ 1|number('#,#0') }}", "digits are grouped by three"),
        ("{{ 1|number('0#') }}", "write digits like"),
        ("{{ 1|number('abc') }}", "it has no digits"),
        ("{{ 1|number(\"0 'x\") }}", "a quote is not closed"),
        ("{{ 1|number('0 x 0') }}", "text between digits"),
        ("{{ 1|number('¤ 0') }}", "use `currency` for an amount"),
        ("{{ 1|currency('EUR', display='word') }}", "use one of symbol, narrow and code"),
        ("{{ 1|currency('EUR', decimals=99) }}", "not a valid count of decimals"),
    ] {
        let error = refused(template, Some("en-US"));
        assert!(error.contains(message), "{template}: {error}");
    }
}

#[test]
fn lists_are_summed_and_averaged() {
    for (template, text) in [
        (
            "{{ rows|sum('qty * price') }} {{ rows|sum(attribute='qty*price') }} {{ rows|sum('qty') }}",
            "30.3 30.3 6",
        ),
        (
            "{{ rows|sum('qty * price * (1 - off / 100)') }} {{ rows|sum('-qty + 1') }} {{ rows|sum('qty', start=10) }}",
            "27.27 -3 16",
        ),
        (
            "{{ [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]|sum }} {{ [0.1, 0.2]|sum }} {{ [1, 2]|sum }} {{ [1.0, 2]|sum }}",
            "1.0 0.3 3 3.0",
        ),
        ("{{ []|sum }} {{ []|sum('a * b') }} [{{ []|avg }}] {{ []|avg|default('-') }}", "0 0 [] -"),
        ("{{ rows|avg('price') }} {{ [1, 2]|avg }} {{ rows|avg('qty * price') }}", "5.05 1.5 10.1"),
        (
            "{{ [1, none, 3]|sum }} {{ [1, none, 3]|avg }} {{ holes|sum('a * b') }} [{{ none|sum }}{{ none|avg }}]",
            "4 2.0 6 []",
        ),
        ("{{ [9007199254740993, 1]|sum }} {{ [1e300, 1e300]|sum > 1e300 }}", "9007199254740994 True"),
    ] {
        let data = serde_json::json!({
            "rows": [{"qty": 1, "price": 5.05, "off": 10}, {"qty": 2, "price": 5.05, "off": 10}, {"qty": 3, "price": 5.05, "off": 10}],
            "holes": [{"a": 2, "b": 3}, {"a": null, "b": 1}],
        });
        assert_eq!(super::render(template, &data, None).unwrap(), text, "{template}");
    }
    for (template, message) in [
        ("{{ ['x']|sum }}", "\"x\" is not a valid number"),
        ("{{ people|avg('age / (age - age)') }}", "whose divisor is not 0"),
    ] {
        let error = refused(template, None);
        assert!(error.contains(message), "{template}: {error}");
    }
}

#[test]
fn regular_expressions_replace_and_ask() {
    for (template, text) in [
        (
            "{{ 'CH93 0076 2011'|regex_replace('[^0-9A-Z]') }} {{ 'a1b22'|regex_replace('[0-9]+', '#') }}",
            "CH9300762011 a#b#",
        ),
        (
            "{{ '2026-03-07'|regex_replace('^(\\\\d+)-(\\\\d+)-(\\\\d+)$', '$3.$2.$1') }} {{ 'ÄÖ x'|regex_replace('(?i)äö', 'u') }}",
            "07.03.2026 u x",
        ),
        (
            "{{ 'AB-12' is matching('^[A-Z]+-[0-9]+$') }} {{ 's' is matching('x') }} {{ none is matching('x') }}",
            "True False False",
        ),
        ("{{ ['a1', 'b']|select('matching', '[0-9]')|join(',') }} [{{ none|regex_replace('x') }}]", "a1 []"),
    ] {
        assert_eq!(written(template, None), text, "{template}");
    }
    for (template, message) in [
        (
            "{{ s|regex_replace('(') }}",
            "is not a valid regular expression; use one such as \"[0-9]+\" (unclosed group)",
        ),
        ("{{ s|regex_replace }}", "say what to replace"),
        ("{{ s is matching('a{1000}{1000}') }}", "is not a valid regular expression"),
        ("{{ s|regex_replace(long * 10) }}", "at most 500 bytes"),
    ] {
        let error = refused(template, None);
        assert!(error.contains(message), "{template}: {error}");
    }
    let grown = refused("{{ ('a' * 100000)|regex_replace('a', 'b' * 100000) }}", None);
    assert!(grown.contains("value_bytes"), "{grown}");
}
