//! What a language needs to write numbers.

use super::{de, en, es, fr, it, nl, pl, pt};
use crate::filters::Locale;

/// How the number stands in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Alone, as when people count.
    Alone,
    /// Before a masculine or neuter noun: `ein Euro`, `veintiún euros`.
    Masculine,
    /// Before a feminine noun: `eine`, `doscientas libras`.
    Feminine,
}

/// The words around numbers, and how those below a quintillion are written.
pub(super) struct Language {
    pub code: &'static str,
    pub minus: &'static str,
    /// Between a number and its decimals, which are read digit by digit.
    pub point: &'static str,
    /// Between an amount and its hundredths.
    pub and: &'static str,
    /// Between whole millions and what they are of: `un million d'euros`. A noun follows.
    pub of: fn(&str) -> &'static str,
    pub cardinal: fn(u64, Form, &Locale) -> String,
}

const NOTHING: fn(&str) -> &'static str = |_| " ";

/// All that are known.
pub(super) const LANGUAGES: [Language; 8] = [
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

/// The groups of so many digits, the largest first, each with its place; those of nothing are left out.
pub(super) fn groups(number: u64, size: u64) -> impl Iterator<Item = (usize, u64)> {
    let places = 18 / size.ilog10() as usize;
    (0..places)
        .rev()
        .map(move |place| (place, number / size.pow(place as u32) % size))
        .filter(|(_, group)| *group > 0)
}
