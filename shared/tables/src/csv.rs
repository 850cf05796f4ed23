//! Rows of CSV (RFC 4180), as Excel and others write it: with commas, semicolons or tabs.

use std::cell::Cell as Shared;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use csv::{ReaderBuilder, StringRecord, Terminator};
use encoding_rs::Encoding;

use crate::cell::Cell;
use crate::fault::{Fault, TableError};
use crate::limits::{COLUMNS, Limits};
use crate::table::Table;
use crate::text::{END, Text};

/// Bytes in which the delimiter is looked for.
const LOOKED_AT: usize = 64 << 10;

/// Reads all rows.
pub(crate) fn read(
    input: impl BufRead,
    charset: Option<&'static Encoding>,
    limits: &Limits,
    table: &mut Table<'_, '_>,
) -> Result<(), TableError> {
    let room = Rc::new(Shared::new(limits.item_bytes));
    let text = Bounded { input: Text::new(input, charset), left: room.clone(), most: limits.item_bytes };
    let mut text = BufReader::with_capacity(LOOKED_AT, text);
    let (delimiter, told) = delimiter(text.fill_buf()?);
    text.consume(told);
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .terminator(Terminator::Any(b'\n'))
        .from_reader(text);
    let mut record = StringRecord::new();
    // Lines inside of values: a row of the sheet may have several.
    let mut inside = 0;
    let before = u64::from(told > 0);
    loop {
        // The end of the text is a record of its own: the file does not end before it.
        if !reader.read_record(&mut record).map_err(unreadable)? {
            return Ok(());
        }
        room.set(limits.item_bytes);
        if record.len() == 1 && record.get(0) == Some(END) {
            return Ok(());
        }
        table.has_read(reader.position().byte());
        inside += newlines(record.as_slice());
        let row = (reader.position().line() + before).saturating_sub(1 + inside);
        if record.iter().any(|value| value.contains(END)) {
            // No end of a line followed it.
            let text = "a quotation mark is opened here and never closed";
            table.fault(Fault::new(text).in_row(row + 1));
            return Ok(());
        }
        // Attack: a line of a million commas, each of which is a column to look for.
        if record.len() > COLUMNS {
            let own = record.len();
            let text = format!(
                "it has {own} values, but a table can have {COLUMNS} columns at most (limit `columns`); is a line break missing?"
            );
            table.fault(Fault::new(text).in_row(row));
            return Ok(());
        }
        let cells: Vec<Cell<'_>> = record.iter().map(|value| Cell::Text(value.into())).collect();
        let (own, named) = (cells.len(), table.width());
        if own < named && !cells.iter().all(Cell::is_empty) {
            let text =
                format!("it has {own} values, but there are {named} headings; is a delimiter missing?");
            table.fault(Fault::new(text).in_row(row));
        } else if table.row(row, &cells).is_break() {
            return Ok(());
        }
    }
}

fn newlines(text: &str) -> u64 {
    text.bytes().filter(|byte| *byte == b'\n').count() as u64
}

fn unreadable(error: csv::Error) -> TableError {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => TableError::Unreadable(error),
        other => Fault::new(format!("the CSV cannot be read: {other:?}")).into(),
    }
}

/// What stands between values, and how many bytes say so (`sep=;`, which Excel reads). Else it is the sign that the first line
/// has most of, outside of quotation marks.
fn delimiter(text: &[u8]) -> (u8, usize) {
    let says = text.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"sep="));
    if let (true, [sign, b'\n', ..]) = (says, text.get(4..).unwrap_or_default()) {
        return (*sign, 6);
    }
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let (mut is_quoted, mut has_text) = (false, false);
    for byte in text {
        match byte {
            b'\n' if !is_quoted && has_text => break,
            b'"' => is_quoted = !is_quoted,
            byte if !is_quoted => {
                for (sign, count) in &mut counts {
                    *count += usize::from(sign == byte);
                }
            }
            _ => {}
        }
        has_text |= !byte.is_ascii_whitespace();
    }
    let most = counts.iter().rev().max_by_key(|(_, count)| *count);
    (most.map_or(b',', |(sign, _)| *sign), 0)
}

/// Gives no more bytes than an item may have, between two items: a quotation mark that is never closed would make the whole
/// file one value, and be held in memory.
pub(crate) struct Bounded<R> {
    pub input: R,
    pub left: Rc<Shared<usize>>,
    pub most: usize,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let room = buffer.len().min(self.left.get());
        if room > 0 || buffer.is_empty() {
            let read = self.input.read(buffer.get_mut(..room).unwrap_or_default())?;
            self.left.set(self.left.get() - read);
            return Ok(read);
        }
        if self.input.read(&mut [0])? == 0 {
            return Ok(0);
        }
        let most = self.most;
        let text =
            format!("an item has more than {most} bytes (limit `item_bytes`); is a quote never closed?");
        Err(io::Error::new(io::ErrorKind::InvalidData, text))
    }
}
