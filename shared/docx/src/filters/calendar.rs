//! Counting with dates: `date_add` and `date_diff`.

use jiff::civil::{DateTime, DateTimeDifference};
use jiff::tz::Offset;
use jiff::{Span, Unit};
use minijinja::{Error, State, Value};

use super::arguments::{Arguments, Given};
use super::dates::{Moment, read};
use crate::expression::fault::misused;
use crate::expression::wrong;

/// What can be added, in the order of the positions.
const PARTS: [&str; 6] = ["days", "weeks", "months", "years", "hours", "minutes"];

/// More of any unit leads out of the years that dates have.
const MOST: i64 = 200_000_000;

/// `date_add(days=0, weeks=0, months=0, years=0, hours=0, minutes=0)`: a date again, as ISO 8601 writes it. A month after
/// the 31st of January is the last day of February. A date without a time keeps having none unless hours or minutes are
/// added; an offset stays as it is.
pub(super) fn add(_: &State, value: &Value, args: Given) -> Result<Value, Error> {
    let args = Arguments::of(args, &PARTS)?;
    if !args.any() {
        return Err(misused("say how much to add, as in `date_add(days=30)` or `date_add(months=1)`"));
    }
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let mut span = Span::new();
    for name in PARTS {
        // A term that is missing or null makes no date.
        let count = match args.given(name) {
            None => continue,
            Some(absent) if absent.is_undefined() || absent.is_none() => return Ok(absent.clone()),
            Some(count) => count,
        };
        let number = count.as_i64().filter(|_| count.is_integer()).filter(|count| count.abs() <= MOST);
        let number =
            number.ok_or_else(|| wrong(count, &format!("count of {name}"), "a whole number such as 30"))?;
        span = match name {
            "days" => span.try_days(number),
            "weeks" => span.try_weeks(number),
            "months" => span.try_months(number),
            "years" => span.try_years(number),
            "hours" => span.try_hours(number),
            _ => span.try_minutes(number),
        }
        .map_err(|_| out_of_range(count))?;
    }
    let moment = read(value)?;
    let at = moment.at.checked_add(span).map_err(|_| out_of_range(value))?;
    let timed = moment.timed || span.get_hours() != 0 || span.get_minutes() != 0;
    Ok(Value::from(Moment { at, timed, ..moment }.to_string()))
}

/// `date_diff(other, unit="days")`: how much later than `other` the value is, in whole units; less than nothing when it is
/// earlier. Two times with offsets are compared as points in time.
pub(super) fn diff(_: &State, value: &Value, args: Given) -> Result<Value, Error> {
    let args = Arguments::of(args, &["other", "unit"])?;
    let unit = match args.get("unit") {
        None => Unit::Day,
        Some(name) => unit(name)?,
    };
    let Some(other) = args.given("other") else {
        return Err(misused("say from which date to count, as in `due|date_diff(ordered, \"days\")`"));
    };
    if let Some(absent) = [value, other].into_iter().find(|date| date.is_undefined() || date.is_none()) {
        return Ok(absent.clone());
    }
    let (later, earlier) = (read(value)?, read(other)?);
    let shift = |moment: &Moment, offset: Option<Offset>| -> Option<DateTime> {
        match (moment.offset, offset) {
            (Some(own), Some(to)) => Some(to.to_datetime(own.to_timestamp(moment.at).ok()?)),
            _ => Some(moment.at),
        }
    };
    let mut from = shift(&earlier, later.offset).ok_or_else(|| out_of_range(other))?;
    let mut to = later.at;
    // A day without a time is the whole day: the other one's time does not count either.
    let counts_times = matches!(unit, Unit::Hour | Unit::Minute) || later.timed && earlier.timed;
    if !counts_times {
        (from, to) = (from.date().into(), to.date().into());
    }
    let span = to.since(DateTimeDifference::new(from).largest(unit)).map_err(|_| out_of_range(value))?;
    Ok(Value::from(match unit {
        Unit::Year => i64::from(span.get_years()),
        Unit::Month => i64::from(span.get_months()),
        Unit::Week => i64::from(span.get_weeks()),
        Unit::Day => i64::from(span.get_days()),
        Unit::Hour => i64::from(span.get_hours()),
        _ => span.get_minutes(),
    }))
}

fn unit(name: &Value) -> Result<Unit, Error> {
    Ok(match name.to_string().trim_end_matches('s') {
        "day" => Unit::Day,
        "week" => Unit::Week,
        "month" => Unit::Month,
        "year" => Unit::Year,
        "hour" => Unit::Hour,
        "minute" => Unit::Minute,
        _ => return Err(wrong(name, "unit", "one of days, weeks, months, years, hours and minutes")),
    })
}

fn out_of_range(value: &Value) -> Error {
    wrong(value, "date to count with", "a date between the years -9999 and 9999")
}
