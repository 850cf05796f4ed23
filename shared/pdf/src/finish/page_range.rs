//! Which pages of a PDF are meant.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// Bytes of a text of ranges.
const MOST_BYTES: usize = 500;

/// Pages of a PDF, such as `1-3,5,-1`: counted from one, or from the end with a minus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PageRange {
    text: String,
    parts: Vec<Part>,
}

/// A page and the pages up to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    from: End,
    to: End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// Counted from 1.
    Front(usize),
    /// 1 is the last page.
    Back(usize),
}

impl PageRange {
    /// What it must be, as a predicate.
    pub const RULE: &str = "must name pages, such as `1-3,5` for four of them, `4-` for all from page 4 on, or `-1` for the last one; \
                            at most 500 characters";

    /// Takes a text.
    ///
    /// # Errors
    /// [`PageRange::RULE`].
    pub fn new(text: &str) -> Result<PageRange, &'static str> {
        if text.len() > MOST_BYTES {
            return Err(PageRange::RULE);
        }
        let parts: Option<Vec<Part>> = text.split(',').map(|part| Part::read(part.trim())).collect();
        Ok(PageRange { text: text.to_owned(), parts: parts.ok_or(PageRange::RULE)? })
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Of `count` pages, which are meant. Pages that are not there are passed over.
    pub(crate) fn chosen(&self, count: usize) -> Vec<bool> {
        let mut chosen = vec![false; count];
        for part in &self.parts {
            let places = part.places(count);
            if let Some(pages) = chosen.get_mut(places) {
                pages.fill(true);
            }
        }
        chosen
    }
}

impl Part {
    fn read(text: &str) -> Option<Part> {
        // A minus in front counts from the end, one behind it stands between two pages.
        let between = text.char_indices().skip(1).find(|(_, sign)| *sign == '-');
        let Some((at, _)) = between else {
            let page = End::read(text)?;
            return Some(Part { from: page, to: page });
        };
        let to = match &text[at + 1..] {
            "" => End::Back(1),
            to => End::read(to)?,
        };
        Some(Part { from: End::read(&text[..at])?, to })
    }

    /// The places of its pages, counted from zero; an empty range where there are none.
    fn places(self, count: usize) -> RangeInclusive<usize> {
        #[expect(clippy::reversed_empty_ranges, reason = "no pages")]
        let none = 1..=0;
        let (Some(from), Some(to)) = (self.from.place(count), self.to.place(count)) else {
            // The end of a range lies before the first page, or its start before it: what is there counts.
            return match (self.from, self.to.place(count)) {
                (End::Back(_), Some(to)) if to < count => 0..=to,
                _ => none,
            };
        };
        if from >= count || from > to { none } else { from..=to.min(count - 1) }
    }
}

impl End {
    fn read(text: &str) -> Option<End> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let number = digits.parse().ok().filter(|number| *number > 0)?;
        Some(if digits.len() < text.len() { End::Back(number) } else { End::Front(number) })
    }

    /// Counted from zero; `None` before the first page.
    fn place(self, count: usize) -> Option<usize> {
        match self {
            End::Front(number) => number.checked_sub(1),
            End::Back(number) => count.checked_sub(number),
        }
    }
}

impl TryFrom<String> for PageRange {
    type Error = &'static str;

    fn try_from(text: String) -> Result<PageRange, &'static str> {
        PageRange::new(&text)
    }
}

impl From<PageRange> for String {
    fn from(range: PageRange) -> String {
        range.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(text: &str, count: usize) -> Vec<usize> {
        let chosen = PageRange::new(text).unwrap().chosen(count);
        chosen.iter().enumerate().filter(|(_, is_chosen)| **is_chosen).map(|(at, _)| at + 1).collect()
    }

    #[test]
    fn pages_are_counted_from_both_ends() {
        assert_eq!(pages("1-3,5", 9), [1, 2, 3, 5]);
        assert_eq!(pages("-1", 9), [9]);
        assert_eq!(pages("-3-", 9), [7, 8, 9]);
        assert_eq!(pages("2--2", 5), [2, 3, 4]);
        assert_eq!(pages("-3--2", 5), [3, 4]);
        assert_eq!(pages("4-", 5), [4, 5]);
        assert_eq!(pages(" 5 , 1 ", 5), [1, 5]);
    }

    #[test]
    fn pages_that_are_not_there_are_passed_over() {
        const NONE: [usize; 0] = [];
        assert_eq!(pages("1-3", 2), [1, 2]);
        assert_eq!(pages("3-1", 5), NONE);
        assert_eq!(pages("7", 5), NONE);
        assert_eq!(pages("-7", 5), NONE);
        assert_eq!(pages("-7-2", 5), [1, 2]);
        assert_eq!(pages("1-18446744073709551615", 3), [1, 2, 3]);
        assert_eq!(pages("1-3,-1", 0), NONE);
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "0", "1,", "a", "1-2-3", "--1", "1 2", "-", "1-0", "99999999999999999999", "１"] {
            assert_eq!(PageRange::new(text), Err(PageRange::RULE), "{text}");
        }
        assert!(PageRange::new(&"1,".repeat(250)).is_err() && PageRange::new(&"1".repeat(501)).is_err());
    }
}
