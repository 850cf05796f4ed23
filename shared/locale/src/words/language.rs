//! What a language needs to write numbers.

use crate::Locale;

/// How the number stands in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Alone, as when people count.
    Alone,
    /// Before a masculine or neuter noun: `ein Euro`, `veintiún euros`.
    Masculine,
    /// Before a feminine noun: `eine`, `doscientas libras`.
    Feminine,
}

/// The words around numbers, and how those below a quintillion are written.
pub struct Language {
    /// The language: `de`.
    pub code: &'static str,
    /// The word before a negative number.
    pub minus: &'static str,
    /// Between a number and its decimals, which are read digit by digit.
    pub point: &'static str,
    /// Between an amount and its hundredths.
    pub and: &'static str,
    /// Between whole millions and what they are of: `un million d'euros`. A noun follows.
    pub of: fn(&str) -> &'static str,
    /// Writes a whole number.
    pub cardinal: fn(u64, Form, &Locale) -> String,
}

/// The groups of so many digits, the largest first, each with its place; those of nothing are left out.
pub fn groups(number: u64, size: u64) -> impl Iterator<Item = (usize, u64)> {
    let places = 18 / size.ilog10() as usize;
    (0..places)
        .rev()
        .map(move |place| (place, number / size.pow(place as u32) % size))
        .filter(|(_, group)| *group > 0)
}
