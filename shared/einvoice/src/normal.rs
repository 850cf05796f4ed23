//! What data say, in the forms that an invoice has: amounts, days and codes.

use crate::amount::Amount;
use crate::fault::quoted;
use crate::filled::{At, Row, TermFaults};
use crate::presence::is_day;
use crate::terms::{Group, INVOICE, Kind};

/// Bytes of one text of an invoice.
///
/// Attack: a note of a hundred megabytes, which XML and PDF would hold as well.
const TEXT_BYTES: usize = 10_000;

/// Amounts of money, and the rule that gives them two digits.
const DECIMALS: [(&str, &str); 17] = [
    ("BT-92", "BR-DEC-01"),
    ("BT-93", "BR-DEC-02"),
    ("BT-99", "BR-DEC-05"),
    ("BT-100", "BR-DEC-06"),
    ("BT-106", "BR-DEC-09"),
    ("BT-107", "BR-DEC-10"),
    ("BT-108", "BR-DEC-11"),
    ("BT-109", "BR-DEC-12"),
    ("BT-110", "BR-DEC-13"),
    ("BT-112", "BR-DEC-14"),
    ("BT-113", "BR-DEC-16"),
    ("BT-114", "BR-DEC-17"),
    ("BT-115", "BR-DEC-18"),
    ("BT-116", "BR-DEC-19"),
    ("BT-117", "BR-DEC-20"),
    ("BT-131", "BR-DEC-23"),
    ("BT-136", "BR-DEC-24"),
];

/// Brings each text of a row into the form of its term. What has none is noted, and left out.
pub(crate) fn normal(row: &mut Row, of: Option<(Group, usize)>, faults: &mut TermFaults) {
    let terms = of.map_or(INVOICE, |(group, _)| group.terms());
    for (place, term) in terms.iter().enumerate() {
        let Some(text) = row.get_mut(place).and_then(Option::take) else { continue };
        let at = At { row: of, term: Some(place) };
        let mut wrong = |rule: &str, what: &str| {
            faults.add(rule, at, format!("{} is {}; it must be {what}", term.told(), quoted(&text)));
            None
        };
        let written = match term.kind {
            _ if text.len() > TEXT_BYTES => wrong("", "a text of at most 10,000 bytes"),
            Kind::Money | Kind::Number => match Amount::read(&text) {
                Some((_, digits)) if digits > 2 && term.kind == Kind::Money => {
                    let rule = DECIMALS.iter().find(|(number, _)| *number == term.number);
                    let rule = rule.map_or("", |(_, rule)| rule);
                    wrong(
                        rule,
                        "an amount with at most two digits behind the point; the filter `round(2)` makes one",
                    )
                }
                Some((amount, _)) => Some(amount.to_string()),
                None => wrong(
                    "",
                    "a decimal number such as `12.50`, with at most twelve digits before the point and eight behind it",
                ),
            },
            Kind::Date | Kind::FormattedDate => match day(&text) {
                Some(day) => Some(day),
                None => wrong(
                    if term.number == "BT-2" { "BR-03" } else { "" },
                    "a date such as `2026-01-31`; the filter `date(\"yyyy-MM-dd\")` makes one of others",
                ),
            },
            Kind::Code(list) if !list.has(&text) => {
                let (rule, what) = list.rule();
                wrong(rule, &format!("a code of a {what}"))
            }
            _ => Some(text.clone()),
        };
        row[place] = written;
    }
}

/// A day as CII writes it, of an ISO date, with a time or without.
fn day(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let is_iso = bytes.len() >= 10 && bytes[4] == b'-' && bytes[7] == b'-';
    let is_alone = bytes.len() == 10 || matches!(bytes.get(10), Some(b'T' | b' '));
    let digits = if is_iso && is_alone { text.get(..10)?.replace('-', "") } else { text.to_owned() };
    is_day(&digits).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days_come_from_dates_with_and_without_a_time() {
        for text in ["2026-11-21", "20261121", "2026-11-21T08:00:00Z", "2026-11-21 08:00"] {
            assert_eq!(day(text).as_deref(), Some("20261121"), "{text}");
        }
        for text in ["21.11.2026", "2026-11-31", "2026-1-1", "2026-11-211", "", "2026-11-2é"] {
            assert_eq!(day(text), None, "{text}");
        }
    }
}
