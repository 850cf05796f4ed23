//! Dates, numbers and lists in languages; expected are the forms of CLDR 48.

use serde_json::json;

use super::{data, refused, render, shown, written};
use crate::RenderError;

#[test]
fn dates() {
    let lengths =
        "{{ day|date('short') }} | {{ day|date }} | {{ day|date('long') }} | {{ day|date('full') }}";
    for (locale, text) in [
        ("en-US", "3/7/26 | Mar 7, 2026 | March 7, 2026 | Saturday, March 7, 2026"),
        ("en-GB", "07/03/2026 | 7 Mar 2026 | 7 March 2026 | Saturday, 7 March 2026"),
        ("de-DE", "07.03.26 | 07.03.2026 | 7. März 2026 | Samstag, 7. März 2026"),
        ("de-CH", "07.03.26 | 07.03.2026 | 7. März 2026 | Samstag, 7. März 2026"),
        ("fr-FR", "07/03/2026 | 7 mars 2026 | 7 mars 2026 | samedi 7 mars 2026"),
        ("tr-TR", "7.03.2026 | 7 Mar 2026 | 7 Mart 2026 | 7 Mart 2026 Cumartesi"),
        ("ja-JP", "2026/03/07 | 2026/03/07 | 2026年3月7日 | 2026年3月7日土曜日"),
        ("ar-EG", "٧/٣/٢٠٢٦ | ٠٧/٠٣/٢٠٢٦ | ٧ مارس ٢٠٢٦ | السبت، ٧ مارس ٢٠٢٦"),
    ] {
        assert_eq!(shown(lengths, locale), text, "{locale}");
    }
    for (template, locale, text) in [
        ("{{ day|date('d MMMM yyyy') }}", "de-DE", "7 März 2026"),
        ("{{ day|date('EEE, d. MMM yy') }}", "de-DE", "Sa., 7. März 26"),
        ("{{ day|date('MMMM d') }} {{ day|date('LLLL') }}", "pl-PL", "marca 7 marzec"),
        ("{{ day|date(\"'le' d/MM\") }}", "fr-FR", "le 7/03"),
        ("{{ day|date('dd.MM.yyyy') }}", "ar-EG", "٠٧.٠٣.٢٠٢٦"),
        ("{{ day|date(format='long', locale='fr-FR') }}", "de-DE", "7 mars 2026"),
        ("{{ day|date('long', locale='de_CH') }}", "en-US", "7. März 2026"),
        ("{{ none|date }}{{ missing|date }}{{ none|number }}{{ none|currency('EUR') }}", "en-US", ""),
        ("{{ at|date('yyyy-MM-dd', tz='Pacific/Auckland') }}", "en-US", "2026-03-08"),
    ] {
        assert_eq!(shown(template, locale), text, "{template}");
    }
}

#[test]
fn times() {
    let lengths =
        "{{ at|time }} | {{ at|time('medium') }} | {{ at|datetime('short') }} | {{ at|datetime('long') }}";
    for (locale, text) in [
        ("en-US", "3:04^PM | 3:04:09^PM | 3/7/26, 3:04^PM | March 7, 2026 at 3:04^PM"),
        ("en-GB", "15:04 | 15:04:09 | 07/03/2026, 15:04 | 7 March 2026 at 15:04"),
        ("de-DE", "15:04 | 15:04:09 | 07.03.26, 15:04 | 7. März 2026 um 15:04"),
        ("de-CH", "15:04 | 15:04:09 | 07.03.26, 15:04 | 7. März 2026 um 15:04"),
        ("fr-FR", "15:04 | 15:04:09 | 07/03/2026 15:04 | 7 mars 2026 à 15:04"),
        ("tr-TR", "15:04 | 15:04:09 | 7.03.2026 15:04 | 7 Mart 2026 15:04"),
        ("ja-JP", "15:04 | 15:04:09 | 2026/03/07 15:04 | 2026年3月7日 15:04"),
        ("ar-EG", "٣:٠٤ م | ٣:٠٤:٠٩ م | ٧/٣/٢٠٢٦، ٣:٠٤ م | ٧ مارس ٢٠٢٦ في ٣:٠٤ م"),
    ] {
        assert_eq!(shown(lengths, locale), text, "{locale}");
    }
    for (template, text) in [
        ("{{ at|datetime('yyyy-MM-dd HH:mm', tz='Europe/Zurich') }}", "2026-03-07 16:04"),
        ("{{ '2026-07-01T00:30:00+02:00'|datetime('yyyy-MM-dd HH:mm', tz='UTC') }}", "2026-06-30 22:30"),
        ("{{ '2026-07-01T12:00:00Z'|time('HH:mm', tz='Europe/Zurich') }}", "14:00"),
        ("{{ '2026-07-01T12:00:00+05:00'|time('HH:mm') }} {{ local|time('h:mm a') }}", "12:00 3:04 PM"),
        ("{{ day|datetime('yyyy HH:mm') }}", "2026 00:00"),
    ] {
        assert_eq!(written(template, Some("en-US")), text, "{template}");
    }
}

#[test]
fn numbers() {
    let forms =
        "{{ amount|number(2) }} | {{ amount|currency('EUR') }} | {{ 0.256|percent(1) }} | {{ -3|number }}";
    for (locale, text) in [
        ("en-US", "1,234,567.50 | €1,234,567.50 | 25.6% | -3"),
        ("en-GB", "1,234,567.50 | €1,234,567.50 | 25.6% | -3"),
        ("de-DE", "1.234.567,50 | 1.234.567,50~€ | 25,6~% | -3"),
        ("de-CH", "1'234'567.50 | €~1'234'567.50 | 25.6% | -3"),
        ("fr-FR", "1^234^567,50 | 1^234^567,50~€ | 25,6~% | -3"),
        ("tr-TR", "1.234.567,50 | €1.234.567,50 | %25,6 | -3"),
        ("ja-JP", "1,234,567.50 | €1,234,567.50 | 25.6% | -3"),
        ("ar-EG", "١٬٢٣٤٬٥٦٧٫٥٠ | ١٬٢٣٤٬٥٦٧٫٥٠~€ | ٢٥٫٦% | -٣"),
    ] {
        assert_eq!(shown(forms, locale), text, "{locale}");
    }
    for (template, locale, text) in [
        ("{{ text|number(1) }} {{ text|number }} {{ n|number(2) }}", "en-US", "1,234.5 1,234.5 42.00"),
        (
            "{{ (0.1 + 0.2)|number }} {{ 3.14159|number }} {{ 1e21|number }}",
            "en-US",
            "0.3 3.142 1,000,000,000,000,000,000,000",
        ),
        (
            "{{ 2.675|number(2) }} {{ 0.5|number(0) }} {{ -0.004|number(2) }} {{ 1.005|number(2) }}",
            "en-US",
            "2.68 1 0.00 1.01",
        ),
        (
            "{{ amount|number(0, grouping=false) }} {{ amount|number(decimals=1, locale='de-DE') }}",
            "en-US",
            "1234568 1.234.567,5",
        ),
        ("{{ 0.2|percent }} {{ 1|percent }} {{ '0.125'|percent(decimals=2) }}", "en-US", "20% 100% 12.50%"),
        (
            "{{ text|currency('USD') }} {{ text|currency('usd') }} {{ 1234.5|currency('JPY') }}",
            "en-US",
            "$1,234.50 $1,234.50 ¥1,235",
        ),
        (
            "{{ -5|currency('USD') }} {{ 5|currency('CHF') }} {{ -0.001|currency('USD') }}",
            "en-US",
            "-$5.00 CHF~5.00 $0.00",
        ),
        ("{{ 5|currency('CHF') }} {{ 5|currency('KWD') }}", "de-CH", "CHF~5.00 KWD~5.000"),
        (
            "{{ 5|currency(code='USD', locale='fr-FR') }} {{ 1234567|number(locale='hi-IN') }}",
            "en-US",
            "5,00~$US 12,34,567",
        ),
    ] {
        assert_eq!(shown(template, locale), text, "{template}");
    }
}

#[test]
fn ordinals_words_and_lists() {
    for (template, locale, text) in [
        (
            "{% for i in [1, 2, 3, 4, 11, 12, 13, 21, 102, 113] %}{{ i|ordinal }} {% endfor %}",
            "en-US",
            "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 113th ",
        ),
        ("{{ 1|ordinal }} {{ 22|ordinal }}", "de-DE", "1. 22."),
        ("{{ 1|ordinal }} {{ 2|ordinal }}", "fr-FR", "1er 2e"),
        ("{{ 1|ordinal }} {{ 3|ordinal }} {{ 11|ordinal }}", "sv-SE", "1:a 3:e 11:e"),
        ("{{ 1|ordinal }} {{ 2|ordinal(locale='ja') }} {{ '3'|ordinal(locale='it') }}", "tr-TR", "1. 第2 3º"),
        (
            "{{ 123|words }} | {{ 0|words }} | {{ 1001|words }} | {{ -20|words }}",
            "en-US",
            "one hundred twenty-three | zero | one thousand one | minus twenty",
        ),
        (
            "{{ 123|words }} | {{ 1001|words }} | {{ 1100123|words }}",
            "en-GB",
            "one hundred and twenty-three | one thousand and one | one million one hundred thousand one hundred and twenty-three",
        ),
        (
            "{{ 12.5|words }} | {{ '3.05'|words }} | {{ 2000000000000015|words(locale='en') }}",
            "en-US",
            "twelve point five | three point zero five | two quadrillion fifteen",
        ),
        (
            "{{ 123.45|words('USD') }} | {{ 1.01|words('GBP') }} | {{ 2|words(currency='EUR') }}",
            "en-US",
            "one hundred twenty-three dollars and forty-five cents | one pound and one penny | two euros",
        ),
        ("{{ 1000|words('JPY') }} | {{ 0.995|words('usd') }}", "en-US", "one thousand yen | one dollar"),
        (
            "{{ ['a', 'b', 'c']|join_and }} | {{ ['a', 'b']|join_and }} | {{ ['a']|join_and }} | {{ []|join_and }}|",
            "en-US",
            "a, b, and c | a and b | a | |",
        ),
        ("{{ ['a', 'b', 'c']|join_and }}", "en-GB", "a, b and c"),
        (
            "{{ people|join_and(attribute='name') }} {{ xs|join_and('0', locale='fr-FR') }}",
            "de-DE",
            "Bob, Ann und Cy ,  et ",
        ),
        ("{{ ['a', 'b', 'c']|join_and }}", "ja-JP", "a、b、c"),
        ("{{ ['a', 'b', 'c']|join_and }}", "ar-EG", "a وb وc"),
        ("{{ ['a', 'b', 'c']|join_and }}", "tr-TR", "a, b ve c"),
        ("{{ ['a', 'b', 'c']|join_and }}", "de-CH", "a, b und c"),
        ("{{ 'istanbul ılık'|upper }} {{ 'ISPARTA İZMİR'|lower }}", "tr-TR", "İSTANBUL ILIK ısparta izmir"),
        ("{{ 'istanbul'|upper }} {{ 'IZMIR'|lower }}", "de-DE", "ISTANBUL izmir"),
    ] {
        assert_eq!(shown(template, locale), text, "{template}");
    }
}

#[test]
fn errors_say_what_to_use() {
    for (template, locale, message) in [
        (
            "{{ '31.12.2026'|date }}",
            "en-US",
            "\"31.12.2026\" is not a valid date; use a date such as 2026-01-31",
        ),
        ("{{ n|date }}", "en-US", "42 is not a valid date"),
        ("{{ day|date('YYYY') }}", "en-US", "the year is `y`"),
        ("{{ day|date('DD.MM.yyyy') }}", "en-US", "the day of the month is `d`"),
        ("{{ day|date('%d.%m.%Y') }}", "en-US", "write letters without `%`"),
        ("{{ day|date('on d') }}", "en-US", "`o` has no meaning here; quote text"),
        ("{{ day|date(\"d 'of\") }}", "en-US", "is not a valid date pattern"),
        ("{{ day|date('MMM MMMM') }}", "en-US", "`M` has only one length"),
        (
            "{{ day|date(locale='english') }}",
            "en-US",
            "\"english\" is not a valid language; use a language tag such as en-US or de-CH",
        ),
        ("{{ at|time(tz='Zurich') }}", "en-US", "use a name such as Europe/Zurich or UTC"),
        ("{{ local|time(tz='UTC') }}", "en-US", "use a time with its offset, such as 2026-01-31T10:00:00Z"),
        ("{{ s|number }}", "en-US", "\"hello world\" is not a valid number; use a number such as 1234.5"),
        ("{{ t|number }}", "en-US", "True is not a valid number"),
        ("{{ 1|currency }}", "en-US", "say which currency"),
        (
            "{{ 1|currency('Euro') }}",
            "en-US",
            "\"Euro\" is not a valid currency; use a code of ISO 4217 such as EUR",
        ),
        ("{{ 1|currency(code) }}", "en-US", "\"XYZ\" is not a valid currency"),
        ("{{ 1|number(-1) }}", "en-US", "-1 is not a valid count of decimals; use one from 0 to 20"),
        ("{{ 1|ordinal }}", "ar-EG", "\"ar\" is not a valid language for ordinals"),
        ("{{ -1|ordinal }}", "en-US", "use a whole number such as 1"),
        ("{{ 1|words('XAU') }}", "en-US", "one of AUD, CAD,"),
        ("{{ 1000000000000000000|words }}", "en-US", "use one below a quintillion"),
        ("{{ n|join_and }}", "en-US", "a list is joined, not number"),
    ] {
        let error = refused(template, Some(locale));
        assert!(error.contains(message), "{template}: {error}");
    }
}

#[test]
fn the_option_locale_is_checked_before_anything_is_written() {
    for tag in ["english", "de-", "x-none", "", "zz"] {
        let error = render("{{ n }}", &data(), Some(tag));
        let Err(RenderError::Data(errors)) = error else { panic!("{tag}: {error:?}") };
        assert!(errors[0].detail.contains("it must be a language tag such as en-US or de-CH"), "{errors:?}");
    }
    assert_eq!(written("{{ 1.5|number }}", None), "1.5");
    assert_eq!(render("{{ x|number }}", &json!({"x": 1.5}), Some("de_DE")).unwrap(), "1,5");
}
