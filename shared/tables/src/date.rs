//! Dates as people write them.

use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::Pieces;

use crate::fault::quoted;
use crate::unfit::Unfit;
use crate::writing::{Order, Writing};

/// A date or a date and time in the forms of ISO 8601.
///
/// Without a language, a date whose day and month may be either number is refused.
pub(crate) fn date(text: &str, writing: Option<&Writing>) -> Result<String, Unfit> {
    // A sheet's own `2026-01-31 10:00` is a moment as well.
    if let Ok(pieces) = Pieces::parse(text) {
        let is_whole = pieces.time().is_none() || text.contains(['T', 't']);
        return Ok(if is_whole { text.to_owned() } else { text.replacen(' ', "T", 1) });
    }
    let unfit = || match writing {
        Some(Writing { tag, date, .. }) => Unfit(format!(
            "is {}; a date such as 2026-01-31, or {date} as {tag} writes it, is required",
            quoted(text)
        )),
        None => Unfit(format!("is {}; a date such as 2026-01-31 is required", quoted(text))),
    };
    let (numbers, has_points) = numbers(text).ok_or_else(unfit)?;
    let [first, second, third] = numbers;
    let (year, month, day) = if first.length == 4 {
        (first, second, third)
    } else if third.length != 4 {
        return Err(match third.length {
            // 26 may be 1926.
            2 => Unfit(format!("is {}; write the year with four digits, as in 2026-01-31", quoted(text))),
            _ => unfit(),
        });
    } else {
        let order = match writing.map(|writing| writing.order) {
            // With points the day comes first everywhere.
            _ if has_points => Order::DayMonth,
            Some(order) => order,
            None if first.value > 12 || first.value == second.value => Order::DayMonth,
            None if second.value > 12 => Order::MonthDay,
            None => {
                let year = third.value;
                let (a, b) = (first.value, second.value);
                return Err(Unfit(format!(
                    "is {}, where it is not clear which number is the month; set the locale that the rows are written in (such as \
                     \"en-US\" or \"en-GB\"), or write it as {year}-{a:02}-{b:02} or {year}-{b:02}-{a:02}",
                    quoted(text)
                )));
            }
        };
        match order {
            Order::MonthDay => (third, first, second),
            Order::DayMonth | Order::YearFirst => (third, second, first),
        }
    };
    let date = Date::new(year.value, small(month.value), small(day.value)).map_err(|_| unfit())?;
    Ok(date.to_string())
}

/// A moment of a workbook, which has no time zone: as a point in time it is taken for UTC.
pub(crate) fn moment(at: DateTime, time: bool) -> String {
    if time { format!("{at}Z") } else { at.date().to_string() }
}

#[derive(Clone, Copy)]
struct Number {
    value: i16,
    length: usize,
}

/// Three numbers with the same sign between them, and whether that is a point; space may follow it.
fn numbers(text: &str) -> Option<([Number; 3], bool)> {
    let sign = text.chars().find(|c| !c.is_ascii_digit()).filter(|sign| ['.', '/', '-'].contains(sign))?;
    let mut parts = text.trim_end_matches('.').split(sign).map(str::trim_start);
    let mut next = || {
        let digits = parts.next().filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()))?;
        Some(Number { value: digits.parse().ok()?, length: digits.len() })
    };
    let numbers = [next()?, next()?, next()?];
    parts.next().is_none().then_some((numbers, sign == '.'))
}

fn small(number: i16) -> i8 {
    i8::try_from(number).unwrap_or_default()
}
