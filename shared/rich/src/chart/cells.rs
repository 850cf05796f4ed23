//! Cells of a sheet, and references to them in the formulas of charts: `Sheet1!$B$2:$B$5` (ECMA-376 part 1, 18.17.2.3).

use std::fmt;

/// Rows and columns that a sheet has.
const ROWS: u32 = 1 << 20;
const COLUMNS: u32 = 1 << 14;

/// A rectangle of cells. Rows and columns count from 1, and all four belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub top: u32,
    pub left: u32,
    pub bottom: u32,
    pub right: u32,
}

/// What a cell holds.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    Empty,
    Number(f64),
    Text(String),
}

impl Area {
    /// `A1:C5`, with `$` or without; `B2` is a rectangle of one cell.
    pub fn parse(text: &str) -> Option<Area> {
        let (first, last) = text.split_once(':').unwrap_or((text, text));
        let ((top, left), (bottom, right)) = (place(first)?, place(last)?);
        (top <= bottom && left <= right).then_some(Area { top, left, bottom, right })
    }

    pub fn contains(&self, row: u32, column: u32) -> bool {
        (self.top..=self.bottom).contains(&row) && (self.left..=self.right).contains(&column)
    }

    /// The smallest area that holds both.
    pub fn around(self, other: Area) -> Area {
        Area {
            top: self.top.min(other.top),
            left: self.left.min(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.max(other.right),
        }
    }

    /// Whether a sheet has all of it.
    pub fn fits(&self) -> bool {
        self.bottom <= ROWS && self.right <= COLUMNS
    }

    /// `$A$1:$C$5`, or `$B$2`.
    pub fn absolute(&self) -> String {
        let cell = |row: u32, column: u32| format!("${}${row}", letters(column));
        let first = cell(self.top, self.left);
        match cell(self.bottom, self.right) {
            last if last == first => first,
            last => format!("{first}:{last}"),
        }
    }
}

/// `A1:C5`
impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.absolute().replace('$', ""))
    }
}

/// Row and column of `$B$2`.
pub(super) fn place(text: &str) -> Option<(u32, u32)> {
    let text = text.strip_prefix('$').unwrap_or(text);
    let end = text.find(|c: char| !c.is_ascii_alphabetic())?;
    let (column, row) = text.split_at(end);
    let row: u32 = row.strip_prefix('$').unwrap_or(row).parse().ok()?;
    if column.is_empty() || column.len() > 3 {
        return None;
    }
    let digit = |letter: u8| u32::from(letter.to_ascii_uppercase() - b'A') + 1;
    let column = column.bytes().fold(0, |number, letter| number * 26 + digit(letter));
    ((1..=ROWS).contains(&row) && column <= COLUMNS).then_some((row, column))
}

/// `A`, `Z`, `AA` for 1, 26, 27.
pub fn letters(column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    while rest > 0 {
        letters.push(b'A' + ((rest - 1) % 26) as u8);
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().map(|letter| char::from(*letter)).collect()
}

/// A formula's sheet as it stands there, and its cells; nothing for a formula of another kind.
pub(super) fn of_formula(formula: &str) -> Option<(&str, Area)> {
    let (sheet, area) = formula.trim().rsplit_once('!')?;
    Some((sheet, Area::parse(area)?))
}

/// The name of a formula's sheet: `'Jack''s data'`, `[Book1.xlsx]Sheet1`.
pub(super) fn sheet_name(written: &str) -> String {
    let quoted = written.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    let name = quoted.map_or_else(|| written.to_owned(), |name| name.replace("''", "'"));
    match name.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((_, name)) => name.to_owned(),
        None => name,
    }
}

/// The reverse: a name as formulas write any.
pub(super) fn quoted(name: &str) -> String {
    format!("'{}'", name.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_and_written() {
        for text in ["A1", "B2:D5", "XFD1048576", "Z1:AA30"] {
            assert_eq!(Area::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "A", "1", "A0", "XFE1", "A1048577", "B2:A1", "A1:", "(A1,B2)", "ABCD1"] {
            assert_eq!(Area::parse(text), None, "{text}");
        }
        let (sheet, area) = of_formula("'Jack''s data'!$B$2:$B$5").unwrap();
        assert_eq!((sheet_name(sheet).as_str(), area.absolute().as_str()), ("Jack's data", "$B$2:$B$5"));
        assert_eq!(quoted("Jack's data"), sheet);
        assert_eq!(sheet_name("[1]Sheet1"), "Sheet1");
        assert_eq!(of_formula("Sales"), None);
    }
}
