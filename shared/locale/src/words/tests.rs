//! Tables of numbers whose words are known.

use super::*;

fn words(locale: &str, form: Form, number: u64) -> String {
    let locale = Locale::parse(locale).unwrap();
    let language = LANGUAGES.iter().find(|known| known.code == locale.language()).unwrap();
    (language.cardinal)(number, form, &locale)
}

fn check(locale: &str, form: Form, table: &[(u64, &str)]) {
    for (number, expected) in table {
        assert_eq!(words(locale, form, *number), *expected, "{number} in {locale}");
    }
}

#[test]
fn german() {
    check(
        "de",
        Form::Alone,
        &[
            (0, "null"),
            (1, "eins"),
            (16, "sechzehn"),
            (17, "siebzehn"),
            (21, "einundzwanzig"),
            (30, "dreißig"),
            (66, "sechsundsechzig"),
            (77, "siebenundsiebzig"),
            (100, "einhundert"),
            (101, "einhunderteins"),
            (999, "neunhundertneunundneunzig"),
            (1_000, "eintausend"),
            (1_001, "eintausendeins"),
            (21_000, "einundzwanzigtausend"),
            (101_101, "einhunderteintausendeinhunderteins"),
            (1_000_000, "eine Million"),
            (2_000_001, "zwei Millionen eins"),
            (1_234_567, "eine Million zweihundertvierunddreißigtausendfünfhundertsiebenundsechzig"),
            (101_000_000, "einhunderteine Millionen"),
            (1_000_000_000, "eine Milliarde"),
            (3_000_000_000_000, "drei Billionen"),
            (1_000_000_000_000_000, "eine Billiarde"),
        ],
    );
    check("de", Form::Masculine, &[(1, "ein"), (101, "einhundertein"), (21, "einundzwanzig")]);
    check("de", Form::Feminine, &[(1, "eine")]);
    check("de-CH", Form::Alone, &[(33, "dreiunddreissig")]);
}

#[test]
fn french() {
    check(
        "fr",
        Form::Alone,
        &[
            (0, "zéro"),
            (16, "seize"),
            (17, "dix-sept"),
            (21, "vingt et un"),
            (22, "vingt-deux"),
            (61, "soixante et un"),
            (70, "soixante-dix"),
            (71, "soixante et onze"),
            (72, "soixante-douze"),
            (77, "soixante-dix-sept"),
            (80, "quatre-vingts"),
            (81, "quatre-vingt-un"),
            (90, "quatre-vingt-dix"),
            (91, "quatre-vingt-onze"),
            (99, "quatre-vingt-dix-neuf"),
            (100, "cent"),
            (101, "cent un"),
            (180, "cent quatre-vingts"),
            (200, "deux cents"),
            (201, "deux cent un"),
            (1_000, "mille"),
            (1_001, "mille un"),
            (80_000, "quatre-vingt mille"),
            (200_000, "deux cent mille"),
            (1_000_000, "un million"),
            (80_000_000, "quatre-vingts millions"),
            (200_000_000, "deux cents millions"),
            (2_000_000_000, "deux milliards"),
            (1_000_000_000_000_000, "un billiard"),
        ],
    );
    check(
        "fr",
        Form::Feminine,
        &[(1, "une"), (21, "vingt et une"), (81, "quatre-vingt-une"), (21_000, "vingt et un mille")],
    );
    check(
        "fr-CH",
        Form::Alone,
        &[(71, "septante et un"), (80, "quatre-vingts"), (91, "nonante et un"), (99, "nonante-neuf")],
    );
}

#[test]
fn spanish() {
    check(
        "es",
        Form::Alone,
        &[
            (0, "cero"),
            (16, "dieciséis"),
            (21, "veintiuno"),
            (22, "veintidós"),
            (26, "veintiséis"),
            (31, "treinta y uno"),
            (100, "cien"),
            (101, "ciento uno"),
            (121, "ciento veintiuno"),
            (200, "doscientos"),
            (500, "quinientos"),
            (700, "setecientos"),
            (900, "novecientos"),
            (1_000, "mil"),
            (1_001, "mil uno"),
            (2_000, "dos mil"),
            (21_000, "veintiún mil"),
            (31_000, "treinta y un mil"),
            (100_000, "cien mil"),
            (101_000, "ciento un mil"),
            (1_000_000, "un millón"),
            (21_000_000, "veintiún millones"),
            (1_000_000_000, "mil millones"),
            (1_000_000_000_000, "un billón"),
            (1_000_000_000_000_000, "mil billones"),
        ],
    );
    check("es", Form::Masculine, &[(1, "un"), (21, "veintiún"), (101, "ciento un")]);
    check(
        "es",
        Form::Feminine,
        &[
            (1, "una"),
            (31, "treinta y una"),
            (200, "doscientas"),
            (500, "quinientas"),
            (200_000_000, "doscientos millones"),
        ],
    );
}

#[test]
fn italian() {
    check(
        "it",
        Form::Alone,
        &[
            (0, "zero"),
            (1, "uno"),
            (3, "tre"),
            (17, "diciassette"),
            (21, "ventuno"),
            (23, "ventitré"),
            (28, "ventotto"),
            (33, "trentatré"),
            (38, "trentotto"),
            (81, "ottantuno"),
            (100, "cento"),
            (101, "centouno"),
            (103, "centotré"),
            (108, "centotto"),
            (180, "centottanta"),
            (200, "duecento"),
            (288, "duecentottantotto"),
            (1_000, "mille"),
            (1_001, "milleuno"),
            (2_000, "duemila"),
            (23_000, "ventitremila"),
            (100_000, "centomila"),
            (1_000_000, "un milione"),
            (2_000_003, "due milioni tre"),
            (1_000_000_000, "un miliardo"),
            (1_000_000_000_000_000, "un biliardo"),
        ],
    );
    check("it", Form::Masculine, &[(1, "un"), (21, "ventuno")]);
}

#[test]
fn dutch() {
    check(
        "nl",
        Form::Alone,
        &[
            (0, "nul"),
            (1, "één"),
            (8, "acht"),
            (14, "veertien"),
            (18, "achttien"),
            (21, "eenentwintig"),
            (22, "tweeëntwintig"),
            (23, "drieëntwintig"),
            (28, "achtentwintig"),
            (80, "tachtig"),
            (100, "honderd"),
            (101, "honderdeen"),
            (133, "honderddrieëndertig"),
            (1_000, "duizend"),
            (1_001, "duizend een"),
            (1_100, "elfhonderd"),
            (1_999, "negentienhonderdnegenennegentig"),
            (2_300, "tweeduizend driehonderd"),
            (100_000, "honderdduizend"),
            (101_100, "honderdeenduizend honderd"),
            (1_000_000, "een miljoen"),
            (2_000_000, "twee miljoen"),
            (1_000_000_000_000_000, "een biljard"),
        ],
    );
    check("nl", Form::Masculine, &[(1, "een")]);
}

#[test]
fn portuguese() {
    check(
        "pt-BR",
        Form::Alone,
        &[
            (0, "zero"),
            (16, "dezesseis"),
            (19, "dezenove"),
            (21, "vinte e um"),
            (100, "cem"),
            (101, "cento e um"),
            (200, "duzentos"),
            (999, "novecentos e noventa e nove"),
            (1_000, "mil"),
            (1_001, "mil e um"),
            (1_100, "mil e cem"),
            (1_234, "mil duzentos e trinta e quatro"),
            (2_200, "dois mil e duzentos"),
            (100_000, "cem mil"),
            (1_000_000, "um milhão"),
            (1_000_001, "um milhão e um"),
            (2_500_000, "dois milhões e quinhentos mil"),
            (1_000_000_000, "um bilhão"),
            (1_000_000_000_000_000, "um quatrilhão"),
        ],
    );
    check(
        "pt-PT",
        Form::Alone,
        &[
            (16, "dezasseis"),
            (17, "dezassete"),
            (19, "dezanove"),
            (1_234, "mil duzentos e trinta e quatro"),
            (1_000_000_000, "mil milhões"),
            (1_000_000_000_000, "um bilião"),
        ],
    );
    check(
        "pt",
        Form::Feminine,
        &[(1, "uma"), (2, "duas"), (200, "duzentas"), (2_000, "duas mil"), (2_000_000, "dois milhões")],
    );
}

#[test]
fn polish() {
    check(
        "pl",
        Form::Alone,
        &[
            (0, "zero"),
            (11, "jedenaście"),
            (19, "dziewiętnaście"),
            (21, "dwadzieścia jeden"),
            (100, "sto"),
            (200, "dwieście"),
            (555, "pięćset pięćdziesiąt pięć"),
            (1_000, "tysiąc"),
            (2_000, "dwa tysiące"),
            (5_000, "pięć tysięcy"),
            (12_000, "dwanaście tysięcy"),
            (21_000, "dwadzieścia jeden tysięcy"),
            (22_000, "dwadzieścia dwa tysiące"),
            (112_000, "sto dwanaście tysięcy"),
            (1_000_000, "milion"),
            (3_000_000, "trzy miliony"),
            (5_000_000_000, "pięć miliardów"),
            (1_000_000_000_000_000, "biliard"),
        ],
    );
    check(
        "pl",
        Form::Feminine,
        &[(1, "jedna"), (2, "dwie"), (22, "dwadzieścia dwie"), (2_000, "dwa tysiące")],
    );
}

/// Every number below a quintillion has words, and no two numbers the same.
#[test]
fn numbers_do_not_share_words() {
    for language in &LANGUAGES {
        let mut seen = std::collections::HashMap::new();
        let numbers = (0..3_000)
            .chain((1..600).map(|n| n * 1_009 + 99_000))
            .chain((1..400).map(|n| n * 2_500_000_037_123));
        for number in numbers.chain([10u64.pow(18) - 1]) {
            let written = words(language.code, Form::Alone, number);
            assert!(
                !written.contains("  ") && written.trim() == written && !written.is_empty(),
                "{number}: {written:?}"
            );
            if let Some(other) = seen.insert(written.clone(), number) {
                panic!("{number} and {other} are both {written:?}");
            }
        }
    }
}
