//! What is wrong with a table, by row and column.

use std::fmt;
use std::io;

/// Faults that are listed; reading ends with the last of them.
const LISTED: usize = 100;

/// Something wrong with a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The row as the sheet counts it, headings and blank rows included.
    pub row: Option<u64>,
    /// The column's heading.
    pub column: Option<String>,
    /// What is wrong and how to fix it: a phrase that follows the place, or a whole sentence without the full stop.
    pub text: String,
}

impl Fault {
    /// A fault of no place.
    pub(crate) fn new(text: impl Into<String>) -> Fault {
        Fault { row: None, column: None, text: text.into() }
    }

    /// The same, of a row.
    pub(crate) fn in_row(self, row: u64) -> Fault {
        Fault { row: Some(row), ..self }
    }

    /// The same, of a column.
    pub(crate) fn in_column(self, heading: &str) -> Fault {
        Fault { column: Some(heading.to_owned()), ..self }
    }
}

/// `row 3, column "Price": is "12o"; a number is required`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.row, &self.column) {
            (Some(row), Some(column)) => write!(f, "row {row}, column {column:?}: ")?,
            (Some(row), None) => write!(f, "row {row}: ")?,
            (None, Some(column)) => write!(f, "column {column:?}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.text)
    }
}

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// What is written is wrong. All faults at once, but of many the first hundred.
    #[error("{}", first(.0))]
    Wrong(Vec<Fault>),
    /// It cannot be read at all.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
}

impl From<Fault> for TableError {
    fn from(fault: Fault) -> TableError {
        TableError::Wrong(vec![fault])
    }
}

fn first(faults: &[Fault]) -> String {
    faults.first().map(Fault::to_string).unwrap_or_default()
}

/// The faults of a table that is being read.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<Fault>);

impl Faults {
    pub fn add(&mut self, fault: Fault) {
        if !self.is_full() {
            self.0.push(fault);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether no more is listed, so that reading on tells nothing.
    pub fn is_full(&self) -> bool {
        self.0.len() >= LISTED
    }

    pub fn into_result(self) -> Result<(), TableError> {
        if self.0.is_empty() { Ok(()) } else { Err(TableError::Wrong(self.0)) }
    }
}

/// The beginning of a text in quotation marks, for a message.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}", format!("{}…", &text[..end])),
        None => format!("{text:?}"),
    }
}
