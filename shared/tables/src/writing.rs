//! What a language's way to write numbers and dates consists of.

/// In which order a date's numbers stand. Where the year comes first, the month follows everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    DayMonth,
    MonthDay,
    YearFirst,
}

/// How the numbers and dates of rows are written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Writing {
    /// The tag as it was given.
    pub tag: String,
    pub decimal: char,
    /// Between groups of digits.
    pub group: Option<char>,
    /// Groups before the last have two digits, as in India.
    pub small_groups: bool,
    pub order: Order,
    /// 1234.5 and 31 January 2026, for messages.
    pub number: String,
    pub date: String,
}
