//! Dates and times in a language: the filters `date`, `time` and `datetime`, and what content controls write.

use std::fmt;

use icu_calendar::{Date, Gregorian};
use icu_datetime::FixedCalendarDateTimeFormatter;
use icu_datetime::fieldsets::enums::{
    CompositeDateTimeFieldSet, DateAndTimeFieldSet, DateFieldSet, TimeFieldSet,
};
use icu_datetime::fieldsets::{T, YMD, YMDE};
use icu_datetime::pattern::{
    DateTimePattern, DayPeriodNameLength, FixedCalendarDateTimeNames, MonthNameLength, WeekdayNameLength,
    YearNameLength,
};
use icu_time::{DateTime, Time};
use jiff::civil;
use jiff::fmt::temporal::Pieces;
use jiff::tz::Offset;
use minijinja::value::from_args;
use minijinja::{Error, State, Value};
use writeable::TryWriteable;

use super::arguments::{Arguments, Given};
use super::date_fields::fields;
use super::weeks;
use super::zone::zone;
use crate::expression::fault::misused;
use crate::expression::{Locale, wrong};

type Names = FixedCalendarDateTimeNames<Gregorian, CompositeDateTimeFieldSet>;

/// Letters of the longest pattern that is read.
const LONGEST: usize = 200;

/// A date or a point in time, as ISO 8601 writes it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    /// As it is written, without regard to the offset.
    pub at: civil::DateTime,
    /// `Z` or `+02:00`.
    pub offset: Option<Offset>,
    /// It is written with a time.
    pub timed: bool,
}

impl Moment {
    /// Reads a date, or a date and time with or without an offset.
    pub fn parse(text: &str) -> Option<Moment> {
        let pieces = Pieces::parse(text.trim()).ok()?;
        let at = civil::DateTime::from_parts(pieces.date(), pieces.time().unwrap_or(civil::Time::midnight()));
        Some(Moment { at, offset: pieces.to_numeric_offset(), timed: pieces.time().is_some() })
    }
}

/// As ISO 8601 writes it, and the data has it.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.at.date())?;
        if self.timed {
            write!(f, "T{}", self.at.time())?;
        }
        match self.offset.map(Offset::seconds) {
            None => Ok(()),
            Some(0) => f.write_str("Z"),
            Some(seconds) => {
                let sign = if seconds < 0 { '-' } else { '+' };
                write!(f, "{sign}{:02}:{:02}", seconds.abs() / 3600, seconds.abs() / 60 % 60)
            }
        }
    }
}

/// The date that a value is.
pub(super) fn read(value: &Value) -> Result<Moment, Error> {
    let moment = value.as_str().and_then(Moment::parse);
    moment.ok_or_else(|| wrong(value, "date", "a date such as 2026-01-31"))
}

/// How much of a moment a filter writes.
#[derive(Clone, Copy)]
enum Shown {
    Date,
    Time,
    Both,
}

/// `date(format="medium", tz=None, locale=None)`
pub(super) fn date(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    filter(state, value, args, Shown::Date)
}

/// `time(format="short", tz=None, locale=None)`
pub(super) fn time(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    filter(state, value, args, Shown::Time)
}

/// `datetime(format="medium", tz=None, locale=None)`
pub(super) fn date_time(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    filter(state, value, args, Shown::Both)
}

fn filter(state: &State, value: &Value, args: Given, shown: Shown) -> Result<Value, Error> {
    // What is missing stays missing, so that it is reported as such.
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let args = Arguments::of(args, &["format", "tz", "locale"])?;
    let locale = Locale::asked(state, &args)?;
    let moment = read(value)?;
    let at = match args.get("tz") {
        None => moment.at,
        Some(name) => {
            let zone = zone(name)?;
            let offset = moment.offset.ok_or_else(|| {
                wrong(value, "point in time", "a time with its offset, such as 2026-01-31T10:00:00Z")
            })?;
            let instant = offset.to_timestamp(moment.at);
            let instant =
                instant.map_err(|_| wrong(value, "date", "a date between the years -9999 and 9999"))?;
            zone.to_datetime(instant)
        }
    };
    let format = args.get("format").cloned().unwrap_or_else(|| match shown {
        Shown::Time => Value::from("short"),
        _ => Value::from("medium"),
    });
    let written = match style(shown, format.as_str().unwrap_or_default()) {
        Some(style) => with_style(at, style, &locale),
        None => with_pattern(at, &format.to_string(), &locale),
    };
    written.map(Value::from).map_err(|why| {
        let wanted = format!("a pattern such as \"d MMMM yyyy\" or short, medium, long or full ({why})");
        wrong(&format, "date pattern", &wanted)
    })
}

/// `strftime(format)` and `isoformat()` of a text that is a date: in docxtpl templates dates are objects.
pub(super) fn method(text: &str, method: &str, args: &[Value]) -> Result<Value, Error> {
    let at = read(&Value::from(text))?.at;
    if method == "isoformat" {
        let () = from_args(args)?;
        return Ok(Value::from(text));
    }
    let (format,): (&str,) = from_args(args)?;
    // A directive's width is a number of one byte, so that the text grows by less than 256 for each.
    if format.len() > LONGEST {
        return Err(misused(format!("a date format has at most {LONGEST} bytes")));
    }
    let written = jiff::fmt::strtime::format(format, at).map_err(|error| {
        wrong(&Value::from(format), "date format", &format!("one such as \"%d.%m.%Y\" ({error})"))
    })?;
    Ok(Value::from(written))
}

/// CLDR's four lengths. Times come without seconds, but for the medium length of a time alone.
fn style(shown: Shown, name: &str) -> Option<CompositeDateTimeFieldSet> {
    use CompositeDateTimeFieldSet::{Date, DateTime, Time};
    Some(match (shown, name) {
        (Shown::Date, "short") => Date(DateFieldSet::YMD(YMD::short())),
        (Shown::Date, "medium") => Date(DateFieldSet::YMD(YMD::medium())),
        (Shown::Date, "long") => Date(DateFieldSet::YMD(YMD::long())),
        (Shown::Date, "full") => Date(DateFieldSet::YMDE(YMDE::long())),
        (Shown::Time, "short") => Time(TimeFieldSet::T(T::hm())),
        (Shown::Time, "medium" | "long" | "full") => Time(TimeFieldSet::T(T::hms())),
        (Shown::Both, "short") => DateTime(DateAndTimeFieldSet::YMDT(YMD::short().with_time_hm())),
        (Shown::Both, "medium") => DateTime(DateAndTimeFieldSet::YMDT(YMD::medium().with_time_hm())),
        (Shown::Both, "long") => DateTime(DateAndTimeFieldSet::YMDT(YMD::long().with_time_hm())),
        (Shown::Both, "full") => DateTime(DateAndTimeFieldSet::YMDET(YMDE::long().with_time_hm())),
        _ => return None,
    })
}

fn with_style(
    at: civil::DateTime,
    style: CompositeDateTimeFieldSet,
    locale: &Locale,
) -> Result<String, String> {
    type Formatter = FixedCalendarDateTimeFormatter<Gregorian, CompositeDateTimeFieldSet>;
    let formatter = Formatter::try_new((&locale.tag).into(), style).map_err(|error| error.to_string())?;
    Ok(formatter.format(&gregorian(at).ok_or("the date is out of range")?).to_string())
}

/// Writes a moment in a pattern of Unicode (UTS 35), with the names of a language.
///
/// # Errors
/// What is wrong with the pattern.
pub(crate) fn with_pattern(at: civil::DateTime, pattern: &str, locale: &Locale) -> Result<String, String> {
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
    let mut names = Names::new_without_number_formatting((&locale.tag).into());
    names.include_decimal_formatter().map_err(|error| error.to_string())?;
    for (letter, count) in fields(pattern) {
        include(&mut names, letter, count)?;
    }
    let pattern = DateTimePattern::try_from_pattern_str(pattern).map_err(|error| error.to_string())?;
    let at = gregorian(at).ok_or("the date is out of range")?;
    let formatter = names.with_pattern_unchecked(&pattern);
    let written = formatter.format(&at);
    written.try_write_to_string().map(|text| text.into_owned()).map_err(|(error, _)| error.to_string())
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

fn gregorian(at: civil::DateTime) -> Option<DateTime<Gregorian>> {
    let number = |n: i8| u8::try_from(n).ok();
    let date = Date::try_new_gregorian(at.year().into(), number(at.month())?, number(at.day())?).ok()?;
    let nanosecond = u32::try_from(at.subsec_nanosecond()).ok()?;
    let time =
        Time::try_new(number(at.hour())?, number(at.minute())?, number(at.second())?, nanosecond).ok()?;
    Some(DateTime { date, time })
}
