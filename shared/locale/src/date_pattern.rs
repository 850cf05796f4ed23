//! Dates and times in patterns of Unicode (UTS 35, part 4).

use icu_calendar::{Date, Gregorian};
use icu_datetime::fieldsets::enums::CompositeDateTimeFieldSet;
use icu_datetime::pattern::{
    DateTimePattern, DayPeriodNameLength, FixedCalendarDateTimeNames, MonthNameLength, WeekdayNameLength,
    YearNameLength,
};
use icu_time::{DateTime, Time};
use jiff::civil;
use writeable::TryWriteable;

use crate::date_fields::fields;
use crate::{Kept, Locale, weeks};

type Names = FixedCalendarDateTimeNames<Gregorian, CompositeDateTimeFieldSet>;

/// Letters of the longest pattern that is read.
const LONGEST: usize = 200;

/// Writes a moment in a pattern of Unicode (UTS 35), with the names of a language.
///
/// # Errors
/// What is wrong with the pattern.
pub fn with_pattern(at: civil::DateTime, pattern: &str, locale: &Locale) -> Result<String, String> {
    if pattern.len() > LONGEST {
        return Err(format!("at most {LONGEST} letters"));
    }
    let with_weeks;
    let pattern = match pattern.contains(['w', 'Q', 'q']) {
        true => {
            with_weeks = weeks::written(at.date(), pattern, locale)?;
            &with_weeks
        }
        false => pattern,
    };
    let key = (locale.tag.clone(), pattern.to_owned());
    let read = PATTERNS.with(|patterns| patterns.get(&key, || Pattern::read(pattern, locale)))?;
    let at = gregorian(at).ok_or("the date is out of range")?;
    let formatter = read.names.with_pattern_unchecked(&read.pattern);
    let written = formatter.format(&at);
    written.try_write_to_string().map(|text| text.into_owned()).map_err(|(error, _)| error.to_string())
}

/// A pattern that was read, with the names that it needs of a language.
struct Pattern {
    pattern: DateTimePattern,
    names: Names,
}

thread_local! {
    static PATTERNS: Kept<(icu_locale_core::Locale, String), Pattern> = const { Kept::new() };
}

impl Pattern {
    fn read(pattern: &str, locale: &Locale) -> Result<Pattern, String> {
        let mut names = Names::new_without_number_formatting((&locale.tag).into());
        names.include_decimal_formatter().map_err(|error| error.to_string())?;
        for (letter, count) in fields(pattern) {
            include(&mut names, letter, count)?;
        }
        let pattern = DateTimePattern::try_from_pattern_str(pattern).map_err(|error| error.to_string())?;
        Ok(Pattern { pattern, names })
    }
}

/// Loads the names that a field needs.
fn include(names: &mut Names, letter: char, count: usize) -> Result<(), String> {
    let by_count = |short: bool| if short { 3 } else { count };
    let loaded = match (letter, count) {
        ('y' | 'd' | 'h' | 'H' | 'K' | 'k' | 'm' | 's' | 'S', _) => return Ok(()),
        ('M', _) => names.include_month_names(match count {
            1 | 2 => MonthNameLength::Numeric,
            3 => MonthNameLength::Abbreviated,
            4 => MonthNameLength::Wide,
            _ => MonthNameLength::Narrow,
        }),
        ('L', _) => names.include_month_names(match count {
            1 | 2 => MonthNameLength::StandaloneNumeric,
            3 => MonthNameLength::StandaloneAbbreviated,
            4 => MonthNameLength::StandaloneWide,
            _ => MonthNameLength::StandaloneNarrow,
        }),
        ('E', _) => names.include_weekday_names(match by_count(count < 4) {
            3 => WeekdayNameLength::Abbreviated,
            4 => WeekdayNameLength::Wide,
            5 => WeekdayNameLength::Narrow,
            _ => WeekdayNameLength::Short,
        }),
        ('a' | 'b', _) => names.include_day_period_names(match by_count(count < 4) {
            3 => DayPeriodNameLength::Abbreviated,
            4 => DayPeriodNameLength::Wide,
            _ => DayPeriodNameLength::Narrow,
        }),
        ('G', _) => names.include_year_names(match by_count(count < 4) {
            3 => YearNameLength::Abbreviated,
            4 => YearNameLength::Wide,
            _ => YearNameLength::Narrow,
        }),
        ('Y', _) => return Err("the year is `y`: `Y` is the year of the week".to_owned()),
        ('D', _) => return Err("the day of the month is `d`".to_owned()),
        ('%', _) => return Err("write letters without `%`: `dd.MM.yyyy`".to_owned()),
        (letter, _) => return Err(format!("`{letter}` has no meaning here; quote text as in 'on' d MMMM")),
    };
    loaded.map(|_| ()).map_err(|_| format!("`{letter}` has only one length"))
}

/// A moment of the proleptic calendar; `None` for a year that is out of range.
#[must_use]
pub fn gregorian(at: civil::DateTime) -> Option<DateTime<Gregorian>> {
    let number = |n: i8| u8::try_from(n).ok();
    let date = Date::try_new_gregorian(at.year().into(), number(at.month())?, number(at.day())?).ok()?;
    let nanosecond = u32::try_from(at.subsec_nanosecond()).ok()?;
    let time =
        Time::try_new(number(at.hour())?, number(at.minute())?, number(at.second())?, nanosecond).ok()?;
    Some(DateTime { date, time })
}
