//! A date control's format (`w:dateFormat`, ECMA-376 part 1, 17.5.2.7: the date pictures of 17.16.4.1).

use jiff::civil::{Date, DateTime, Time};
use jiff::fmt::temporal::Pieces;

/// Reads an ISO 8601 date or date-time; an offset is dropped: the control shows the sender's own calendar day.
pub(crate) fn parse(text: &str) -> Option<DateTime> {
    let pieces = Pieces::parse(text.trim()).ok()?;
    Some(DateTime::from_parts(pieces.date(), pieces.time().unwrap_or(Time::midnight())))
}

/// Writes a date in a date picture. Letters that are no picture items, and text in quotes, are copied.
pub(crate) fn write(at: DateTime, picture: &str) -> String {
    let mut out = String::new();
    let mut rest = picture;
    while let Some(c) = rest.chars().next() {
        if c == '\'' {
            let text = &rest[1..];
            let end = text.find('\'').unwrap_or(text.len());
            out.push_str(&text[..end]);
            rest = text.get(end + 1..).unwrap_or("");
            continue;
        }
        if let Some(after) = strip_am_pm(rest) {
            out.push_str(if at.hour() < 12 { "AM" } else { "PM" });
            rest = after;
            continue;
        }
        let length = rest.chars().take_while(|other| *other == c).count() * c.len_utf8();
        let (item, after) = rest.split_at(length);
        rest = after;
        item_to(&mut out, at, c, item);
    }
    out
}

fn strip_am_pm(rest: &str) -> Option<&str> {
    let head = rest.get(..5)?;
    head.eq_ignore_ascii_case("am/pm").then(|| &rest[5..])
}

fn item_to(out: &mut String, at: DateTime, c: char, item: &str) {
    let date: Date = at.date();
    let padded = |n: i64| if item.len() > 1 { format!("{n:02}") } else { n.to_string() };
    let twelve = |hour: i8| if hour % 12 == 0 { 12 } else { i64::from(hour % 12) };
    let text = match (c, item.len()) {
        ('d', 1 | 2) => padded(date.day().into()),
        ('d', 3) => date.strftime("%a").to_string(),
        ('d', _) => date.strftime("%A").to_string(),
        ('M', 1 | 2) => padded(date.month().into()),
        ('M', 3) => date.strftime("%b").to_string(),
        ('M', _) => date.strftime("%B").to_string(),
        ('y', 1 | 2) => format!("{:02}", date.year().rem_euclid(100)),
        ('y', _) => date.year().to_string(),
        ('H', _) => padded(at.hour().into()),
        ('h', _) => padded(twelve(at.hour())),
        ('m', _) => padded(at.minute().into()),
        ('s', _) => padded(at.second().into()),
        _ => item.to_owned(),
    };
    out.push_str(&text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_words() {
        let at = parse("2026-03-07T15:04:09+02:00").unwrap();
        for (picture, text) in [
            ("d MMMM yyyy", "7 March 2026"),
            ("dd/MM/yy", "07/03/26"),
            ("dddd, MMM d", "Saturday, Mar 7"),
            ("M/d/yyyy h:mm am/pm", "3/7/2026 3:04 PM"),
            ("HH:mm:ss", "15:04:09"),
            ("'on' d", "on 7"),
        ] {
            assert_eq!(write(at, picture), text);
        }
        assert_eq!(write(parse("2026-01-31").unwrap(), "h am/pm"), "12 AM");
        assert_eq!(parse("31.01.2026"), None);
    }
}
