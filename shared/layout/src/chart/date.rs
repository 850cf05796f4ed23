//! Spreadsheet days: serial numbers and their dates in the calendar.

use crate::model::story::charted::DateUnit;
use crate::units::SECONDS_PER_DAY;

/// A day of the calendar, and the second in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Date {
    pub year: i64,
    /// 1 to 12.
    pub month: i64,
    pub day: i64,
    /// 0 for Sunday.
    pub weekday: i64,
    pub second: i64,
}

/// The day after the last one that Excel knows, in the year 9999, counted from 1900.
const LAST: f64 = 2_958_466.0;

/// The date of a serial number; none where Excel has none.
pub(super) fn date(serial: f64, is_1904: bool) -> Option<Date> {
    if !(0.0..LAST).contains(&serial) {
        return None;
    }
    let seconds = (serial.fract() * SECONDS_PER_DAY).round() as i64;
    let day = serial.floor() as i64 + seconds / 86_400;
    // Days since the first of January 1970. Excel's 1900 has a 29th of February, which moves the days before it.
    let since = match is_1904 {
        true => day - 24_107,
        false if day < 60 => day - 25_568,
        false => day - 25_569,
    };
    // Civil from days: eras of 400 years that begin in March.
    let shifted = since + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    Some(Date {
        year: year_of_era + era * 400 + i64::from(month <= 2),
        month,
        day: day_of_year - (153 * from_march + 2) / 5 + 1,
        weekday: (since + 4).rem_euclid(7),
        second: seconds % 86_400,
    })
}

/// The serial number of the first day of a month that is counted from year 0.
fn serial_of_month(months: i64, is_1904: bool) -> f64 {
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
    let (year, shifted) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * shifted + 2) / 5 - 719_468;
    (day + if is_1904 { 24_107 } else { 25_569 }) as f64
}

impl DateUnit {
    /// How many units lie before a date.
    pub(super) fn count(self, serial: f64, is_1904: bool) -> f64 {
        let months = || date(serial, is_1904).map_or(0, |date| date.year * 12 + date.month - 1);
        match self {
            DateUnit::Days => serial.floor(),
            DateUnit::Months => months() as f64,
            DateUnit::Years => months().div_euclid(12) as f64,
        }
    }

    /// The first day of a unit.
    pub(super) fn serial(self, count: f64, is_1904: bool) -> f64 {
        let count = count.clamp(0.0, LAST);
        match self {
            DateUnit::Days => count,
            DateUnit::Months => serial_of_month(count as i64, is_1904),
            DateUnit::Years => serial_of_month(count as i64 * 12, is_1904),
        }
    }

    /// The longest unit that distinguishes the dates.
    pub(super) fn of(serials: &[f64], is_1904: bool) -> DateUnit {
        let dates: Vec<Date> = serials.iter().filter_map(|serial| date(*serial, is_1904)).collect();
        let same = |pick: fn(&Date) -> i64| {
            dates.first().is_some_and(|first| dates.iter().all(|date| pick(date) == pick(first)))
        };
        if dates.len() < 2 || !same(|date| date.day) {
            DateUnit::Days
        } else if same(|date| date.month) {
            DateUnit::Years
        } else {
            DateUnit::Months
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serial_numbers_are_days_of_the_calendar() {
        let of =
            |serial: f64| date(serial, false).map(|date| (date.year, date.month, date.day, date.weekday));
        assert_eq!(of(1.0), Some((1900, 1, 1, 1)));
        assert_eq!(of(44_562.0), Some((2022, 1, 1, 6)));
        assert_eq!(of(45_351.0), Some((2024, 2, 29, 4)));
        assert_eq!([of(-1.0), of(1e9), of(f64::NAN)], [None; 3]);
        assert_eq!(date(0.0, true).map(|date| (date.year, date.month, date.day)), Some((1904, 1, 1)));
        for serial in [44_562.0, 45_351.0, 61.0] {
            let months = DateUnit::Months.count(serial, false);
            let first = DateUnit::Months.serial(months, false);
            assert_eq!(
                of(first).map(|(year, month, day, _)| (year, month, day)),
                of(serial).map(|d| (d.0, d.1, 1))
            );
        }
    }
}
