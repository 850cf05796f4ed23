//! The languages that numbers are written in.

use super::language::Language;
use super::{de, en, es, fr, it, nl, pl, pt};

const NOTHING: fn(&str) -> &'static str = |_| " ";

/// All that are known.
pub const LANGUAGES: [Language; 8] = [
    Language { code: "en", minus: "minus", point: "point", and: "and", of: NOTHING, cardinal: en::cardinal },
    Language { code: "de", minus: "minus", point: "Komma", and: "und", of: NOTHING, cardinal: de::cardinal },
    Language {
        code: "fr",
        minus: "moins",
        point: "virgule",
        and: "et",
        of: |noun| if noun.starts_with(['e', 'o']) { " d’" } else { " de " },
        cardinal: fr::cardinal,
    },
    Language {
        code: "es",
        minus: "menos",
        point: "coma",
        and: "con",
        of: |_| " de ",
        cardinal: es::cardinal,
    },
    Language {
        code: "it",
        minus: "meno",
        point: "virgola",
        and: "e",
        of: |_| " di ",
        cardinal: it::cardinal,
    },
    Language { code: "nl", minus: "min", point: "komma", and: "en", of: NOTHING, cardinal: nl::cardinal },
    Language {
        code: "pt",
        minus: "menos",
        point: "vírgula",
        and: "e",
        of: |_| " de ",
        cardinal: pt::cardinal,
    },
    Language {
        code: "pl",
        minus: "minus",
        point: "przecinek",
        and: "i",
        of: NOTHING,
        cardinal: pl::cardinal,
    },
];
