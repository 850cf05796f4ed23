//! Dates and times in a language: the filters `date`, `time` and `datetime`, and what content controls write.

use std::fmt;

use icu_calendar::Gregorian;
use icu_datetime::FixedCalendarDateTimeFormatter;
use icu_datetime::fieldsets::enums::{
    CompositeDateTimeFieldSet, DateAndTimeFieldSet, DateFieldSet, TimeFieldSet,
};
use icu_datetime::fieldsets::{T, YMD, YMDE};
use jiff::civil;
use jiff::fmt::temporal::Pieces;
use jiff::tz::Offset;
use minijinja::value::from_args;
use minijinja::{Error, State, Value};

use super::arguments::{Arguments, Given};
use super::zone::zone;
use crate::expression::fault::misused;
use crate::expression::wrong;
use platen_locale::date_pattern::{gregorian, with_pattern};
use platen_locale::{Kept, Locale};

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
    let locale = args.locale(state)?;
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

type Formatter = FixedCalendarDateTimeFormatter<Gregorian, CompositeDateTimeFieldSet>;

thread_local! {
    static FORMATTERS: Kept<(icu_locale_core::Locale, CompositeDateTimeFieldSet), Formatter> = const { Kept::new() };
}

fn with_style(
    at: civil::DateTime,
    style: CompositeDateTimeFieldSet,
    locale: &Locale,
) -> Result<String, String> {
    let create = || Formatter::try_new((&locale.tag).into(), style).map_err(|error| error.to_string());
    let formatter = FORMATTERS.with(|formatters| formatters.get(&(locale.tag.clone(), style), create))?;
    Ok(formatter.format(&gregorian(at).ok_or("the date is out of range")?).to_string())
}
