//! How a language writes numbers and dates (Unicode CLDR, by ICU4X).

use icu_calendar::{Date, Gregorian};
use icu_datetime::FixedCalendarDateTimeFormatter;
use icu_datetime::fieldsets::YMD;
use icu_datetime::options::YearStyle;
use icu_decimal::DecimalFormatter;
use icu_locale_core::Locale;

use crate::date;
use crate::writing::{Order, Writing};

/// Letters of the longest tag that is read.
const LONGEST: usize = 64;

impl Writing {
    /// Reads a BCP 47 tag, such as `de-CH`; an underscore may stand for the hyphen. `None` for what is no tag.
    pub fn of(tag: &str) -> Option<Writing> {
        if tag.len() > LONGEST {
            return None;
        }
        let locale: Locale = tag.trim().replace('_', "-").parse().ok()?;
        // Sheets have the digits 0 to 9, whatever a language writes in letters.
        let locale: Locale = format!("{}-u-nu-latn", locale.id).parse().ok()?;
        let numbers = DecimalFormatter::try_new((&locale).into(), Default::default()).ok()?;
        let written = |number: &str| Some(numbers.format(&number.parse().ok()?).to_string());
        let long = written("123456789.5")?;
        let mut signs = long.chars().filter(|c| !c.is_ascii_digit()).rev();
        let decimal = signs.next()?;
        let group = signs.next();
        let groups: Vec<&str> = long.split(|c: char| !c.is_ascii_digit()).collect();
        type Dates = FixedCalendarDateTimeFormatter<Gregorian, YMD>;
        let dates = Dates::try_new((&locale).into(), YMD::short().with_year_style(YearStyle::Full)).ok()?;
        let date = |year, month, day| {
            Some(dates.format(&Date::try_new_gregorian(year, month, day).ok()?).to_string())
        };
        let sample = date(2033, 11, 22)?;
        let (year, month, day) = (sample.find("33")?, sample.find("11")?, sample.find("22")?);
        let order = if year < month && year < day {
            Order::YearFirst
        } else if month < day {
            Order::MonthDay
        } else {
            Order::DayMonth
        };
        let example = match order {
            Order::DayMonth => "31/01/2026",
            Order::MonthDay => "01/31/2026",
            Order::YearFirst => "2026-01-31",
        };
        let writing = Writing {
            tag: tag.to_owned(),
            decimal,
            group,
            small_groups: groups.len() > 2
                && groups.iter().rev().nth(2).is_some_and(|group| group.len() == 2),
            order,
            number: written("1234.5")?,
            date: example.to_owned(),
        };
        // As the language writes it, unless that has words or marks of direction, which are not read.
        let own = date(2026, 1, 31)?;
        let is_read = date::date(&own, Some(&writing)).is_ok_and(|read| read == "2026-01-31");
        Some(if is_read { Writing { date: own, ..writing } } else { writing })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_write_as_unicode_says() {
        let of = |tag: &str| Writing::of(tag).map(|w| (w.decimal, w.group, w.small_groups, w.order));
        assert_eq!(of("de"), Some((',', Some('.'), false, Order::DayMonth)));
        assert_eq!(of("de-CH"), Some(('.', Some('\''), false, Order::DayMonth)));
        assert_eq!(of("de_AT").map(|(decimal, ..)| decimal), Some(','));
        assert_eq!(of("en"), Some(('.', Some(','), false, Order::MonthDay)));
        assert_eq!(of("en-GB").map(|(.., order)| order), Some(Order::DayMonth));
        assert_eq!(of("en-IN").map(|(.., small, order)| (small, order)), Some((true, Order::DayMonth)));
        assert_eq!(of("fr"), Some((',', Some('\u{202f}'), false, Order::DayMonth)));
        assert_eq!(of("es"), Some((',', Some('.'), false, Order::DayMonth)));
        assert_eq!(of("ja").map(|(.., order)| order), Some(Order::YearFirst));
        assert_eq!(of("fa").map(|(.., order)| order), Some(Order::YearFirst));
        assert_eq!(of("no language"), None);
        let date = |tag: &str| Writing::of(tag).map(|writing| writing.date);
        assert_eq!(date("de").as_deref(), Some("31.01.2026"));
        assert_eq!(date("en-US").as_deref(), Some("1/31/2026"));
        assert_eq!(date("nl").as_deref(), Some("31-01-2026"));
        assert_eq!(date("ar").as_deref(), Some("31/01/2026"));
    }
}
