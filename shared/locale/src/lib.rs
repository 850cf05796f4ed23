//! Numbers and dates as languages write them (Unicode CLDR, by ICU4X): for the filters of templates and the fields of Word.

mod date_fields;
pub mod date_pattern;
mod digits;
mod kept;
mod locale;
mod number_pattern;
mod roman;
mod weeks;
pub mod words;

pub use digits::{digits_of, separators};
pub use kept::Kept;
pub use locale::{Locale, WANTED, unknown};
pub use number_pattern::NumberPattern;
pub use roman::roman;

/// Writes a moment in a pattern of Unicode (UTS 35), such as `d MMMM yyyy`, with the names of a language (BCP 47; those of
/// English where it is none). `None` for a pattern that means nothing.
#[must_use]
pub fn date_by_pattern(at: jiff::civil::DateTime, pattern: &str, language: &str) -> Option<String> {
    let locale = Locale::parse(language).or_else(|| Locale::parse("en"))?;
    date_pattern::with_pattern(at, pattern, &locale).ok()
}
