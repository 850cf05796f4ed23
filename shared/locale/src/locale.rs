//! The language and region that values are written for.

use icu_calendar::{Date, Gregorian};
use icu_datetime::fieldsets::enums::CompositeDateTimeFieldSet;
use icu_datetime::pattern::{DateTimePattern, FixedCalendarDateTimeNames, MonthNameLength};
use icu_time::{DateTime, Time};
use writeable::TryWriteable;

use crate::Kept;

/// What a language tag must look like, in words.
pub const WANTED: &str = "a language tag such as en-US or de-CH";

/// Letters of the longest tag that is read.
const LONGEST: usize = 64;

/// A language that Unicode's data (CLDR) knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Locale {
    /// Its tag.
    pub tag: icu_locale_core::Locale,
}

thread_local! {
    /// Languages by their tags: to tell whether one is known takes as long as to write a date.
    static KNOWN: Kept<String, Locale> = const { Kept::new() };
}

impl Default for Locale {
    /// American English, Word's own default.
    fn default() -> Locale {
        Locale { tag: icu_locale_core::locale!("en-US") }
    }
}

impl Locale {
    /// Reads a BCP 47 tag, such as `de-CH`; an underscore may stand for the hyphen. `None` for what is no tag, and
    /// for a language that is not known, which would write months as `M03`.
    pub fn parse(tag: &str) -> Option<Locale> {
        if tag.len() > LONGEST {
            return None;
        }
        KNOWN.with(|known| known.get(tag, || Locale::known(tag).ok_or(()))).ok().map(|known| (*known).clone())
    }

    fn known(tag: &str) -> Option<Locale> {
        let tag: icu_locale_core::Locale = tag.trim().replace('_', "-").parse().ok()?;
        type Names = FixedCalendarDateTimeNames<Gregorian, CompositeDateTimeFieldSet>;
        let mut names = Names::new_without_number_formatting((&tag).into());
        names.include_month_names(MonthNameLength::Wide).ok()?;
        let march = month_name(&names)?;
        (march != "M03").then_some(Locale { tag })
    }

    /// The same language with the digits 0 to 9.
    pub fn with_latin_digits(&self) -> Locale {
        let tag = format!("{}-u-nu-latn", self.tag.id);
        Locale { tag: tag.parse().unwrap_or_else(|_| self.tag.clone()) }
    }

    /// Whether it is a language or below it, as `de-AT` is below `de` (RFC 4647, 3.3.1: basic filtering).
    pub fn is_below(&self, range: &str) -> bool {
        let tag = self.tag.id.to_string();
        let begins = tag.get(..range.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(range));
        begins && matches!(tag.as_bytes().get(range.len()), None | Some(b'-'))
    }

    /// `en`, `de`, ...
    pub fn language(&self) -> &str {
        self.tag.id.language.as_str()
    }

    /// `US`, `CH`, ...; empty where the tag names none.
    pub fn region(&self) -> &str {
        self.tag.id.region.as_ref().map_or("", |region| region.as_str())
    }
}

/// What a caller is told of a tag that cannot be used.
pub fn unknown(tag: &str) -> String {
    let shown: String = tag.chars().take(LONGEST).collect();
    format!("the option locale is {shown:?}; it must be {WANTED}")
}

/// The name of March, by which a language is known.
fn month_name(names: &FixedCalendarDateTimeNames<Gregorian, CompositeDateTimeFieldSet>) -> Option<String> {
    let pattern = DateTimePattern::try_from_pattern_str("MMMM").ok()?;
    let march = DateTime { date: Date::try_new_gregorian(2026, 3, 1).ok()?, time: Time::start_of_day() };
    let formatter = names.with_pattern_unchecked(&pattern);
    let written = formatter.format(&march);
    written.try_write_to_string().ok().map(|name| name.into_owned())
}
