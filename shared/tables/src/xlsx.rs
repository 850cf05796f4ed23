//! Rows of Excel workbooks (ECMA-376 part 1, 18), cell by cell.

use std::io::{Cursor, Read};

use bytes::Bytes;
use calamine::{DataRef, Reader, SheetType, Xlsx, XlsxError};
use jiff::civil::DateTime;
use zip::ZipArchive;

use crate::cell::Cell;
use crate::fault::{Fault, TableError, quoted};
use crate::limits::{COLUMNS, Limits};
use crate::table::Table;

/// Reads the rows of a sheet; without a name those of the first one that has any.
pub(crate) fn read(
    input: impl Read,
    sheet: Option<&str>,
    limits: &Limits,
    table: &mut Table<'_, '_>,
) -> Result<(), TableError> {
    let most = limits.package_bytes;
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(wrong(&format!(
            "it has more than {most} bytes (limit `package_bytes`); save the sheet as CSV"
        )));
    }
    table.has_read(bytes.len() as u64);
    let bytes = Bytes::from(bytes);
    check(&bytes, limits)?;
    let mut workbook = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let sheets = workbook.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let names: Vec<String> = sheets.map(|sheet| sheet.name.clone()).collect();
    let Some(wanted) = sheet else {
        for name in &names {
            if rows(&mut workbook, name, limits, table)? {
                break;
            }
        }
        return Ok(());
    };
    let name = names.iter().find(|name| *name == wanted);
    let name = name.or_else(|| names.iter().find(|name| name.to_lowercase() == wanted.to_lowercase()));
    let Some(name) = name else {
        let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
        let text =
            format!("the workbook has no sheet {}; its sheets are {}", quoted(wanted), names.join(", "));
        return Err(Fault::new(text).into());
    };
    rows(&mut workbook, name, limits, table)?;
    Ok(())
}

/// Hands the rows of a sheet over. `false` when it has none.
fn rows(
    workbook: &mut Xlsx<Cursor<Bytes>>,
    sheet: &str,
    limits: &Limits,
    table: &mut Table<'_, '_>,
) -> Result<bool, TableError> {
    let mut reader = workbook.worksheet_cells_reader(sheet).map_err(unreadable)?;
    let mut cells: Vec<Cell<'_>> = Vec::new();
    let (mut row, mut has_rows, mut places) = (0, false, 0);
    while let Some(found) = reader.next_cell().map_err(unreadable)? {
        let (at, column) = found.get_position();
        if at != row {
            // Attack: rows that go back and forth make endless items of one.
            if at < row {
                return Err(wrong("its rows are not in order; open it in Excel and save it again"));
            }
            // Attack: a value in the first column and one in the last make a row of all that lie between, a million times.
            places += cells.len().max(table.width());
            if places > limits.cells {
                return Err(wrong(&format!(
                    "its rows have more than {} cells, empty ones counted (limit `cells`); remove empty columns, or split the table",
                    limits.cells
                )));
            }
            if !cells.is_empty() && table.row(u64::from(row) + 1, &cells).is_break() {
                return Ok(true);
            }
            cells.clear();
            row = at;
        }
        let value = cell(found.get_value());
        // A blank has no place: alone in the last column it would make a row of that many.
        if value.is_empty() {
            continue;
        }
        has_rows = true;
        let column = column as usize;
        // Attack: a cell in the last of 16,384 columns costs no more than that many.
        if column >= COLUMNS {
            return Err(wrong("it has a cell beyond the last column of Excel"));
        }
        if cells.len() <= column {
            cells.resize(column + 1, Cell::Empty);
        }
        if let Some(place) = cells.get_mut(column) {
            *place = value;
        }
    }
    if !cells.is_empty() {
        let _ = table.row(u64::from(row) + 1, &cells);
    }
    Ok(has_rows)
}

fn cell<'a>(value: &DataRef<'a>) -> Cell<'a> {
    match value {
        DataRef::Empty => Cell::Empty,
        DataRef::Int(number) => Cell::Number(*number as f64),
        DataRef::Float(number) if number.is_finite() => Cell::Number(*number),
        DataRef::Float(_) => Cell::Error("#NUM!".to_owned()),
        DataRef::String(text) => Cell::Text(text.clone().into()),
        DataRef::SharedString(text) => Cell::Text((*text).into()),
        DataRef::Bool(flag) => Cell::Boolean(*flag),
        // A time of no day.
        DataRef::DateTime(at) if at.is_datetime() && at.as_f64() < 1.0 => {
            let (.., hour, minute, _, _) = at.to_ymd_hms_milli();
            Cell::Text(format!("{hour:02}:{minute:02}").into())
        }
        DataRef::DateTime(at) if at.is_datetime() => {
            let (year, month, day, hour, minute, second, milli) = at.to_ymd_hms_milli();
            let small = |number: u8| i8::try_from(number).unwrap_or(-1);
            let year = i16::try_from(year).unwrap_or(-1);
            let nanosecond = i32::from(milli) * 1_000_000;
            let (hour, minute, second) = (small(hour), small(minute), small(second));
            match DateTime::new(year, small(month), small(day), hour, minute, second, nanosecond) {
                Ok(at) => Cell::Date(at),
                Err(_) => Cell::Number(at.as_f64()),
            }
        }
        DataRef::DateTime(span) => Cell::Number(span.as_f64()),
        DataRef::DateTimeIso(text) => match text.trim_end_matches('Z').parse() {
            Ok(at) => Cell::Date(at),
            Err(_) => Cell::Text(text.clone().into()),
        },
        DataRef::DurationIso(text) => Cell::Text(text.clone().into()),
        DataRef::Error(error) => Cell::Error(error.to_string()),
    }
}

/// Looks into a workbook before it is read, since what reads it takes its word.
///
/// Attack: entries that inflate a thousand times; a count of shared strings that reserves all memory there is.
fn check(bytes: &Bytes, limits: &Limits) -> Result<(), TableError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes.clone()))
        .map_err(|error| wrong(&format!("{error}; save it as an Excel workbook (.xlsx)")))?;
    let mut left = limits.expanded_bytes;
    let mut piece = vec![0; 64 << 10];
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| wrong(&error.to_string()))?;
        let mut counts = Counts::default();
        let mut size = 0;
        loop {
            let read = entry.read(&mut piece).map_err(|error| wrong(&error.to_string()))?;
            if read == 0 {
                break;
            }
            size += read as u64;
            let Some(rest) = left.checked_sub(read as u64) else {
                let most = limits.expanded_bytes;
                return Err(wrong(&format!(
                    "it expands to more than {most} bytes (limit `expanded_bytes`); save the sheet as CSV"
                )));
            };
            left = rest;
            counts.read(piece.get(..read).unwrap_or_default());
        }
        if counts.largest > size {
            return Err(wrong("it declares more texts than it contains; open it in Excel and save it again"));
        }
    }
    Ok(())
}

/// Finds the largest number that any `uniqueCount` says, in pieces.
#[derive(Default)]
struct Counts {
    largest: u64,
    /// How much of the word was just read, and the number behind it.
    matched: usize,
    number: Option<u64>,
}

impl Counts {
    fn read(&mut self, bytes: &[u8]) {
        const WORD: &[u8] = b"uniqueCount";
        for byte in bytes {
            if self.matched == WORD.len() {
                match byte {
                    b'=' | b'"' | b'\'' | b' ' | b'\t' | b'\r' | b'\n' if self.number.is_none() => continue,
                    b'0'..=b'9' => {
                        let number = self.number.unwrap_or_default();
                        let number = number.saturating_mul(10).saturating_add(u64::from(byte - b'0'));
                        self.largest = self.largest.max(number);
                        self.number = Some(number);
                        continue;
                    }
                    _ => (self.matched, self.number) = (0, None),
                }
            }
            self.matched = match WORD.get(self.matched) {
                Some(next) if next == byte => self.matched + 1,
                _ => usize::from(*byte == b'u'),
            };
        }
    }
}

fn wrong(text: &str) -> TableError {
    Fault::new(format!("it cannot be read as an Excel workbook: {text}")).into()
}

fn unreadable(error: XlsxError) -> TableError {
    match error {
        XlsxError::Password => wrong("it has a password; save it without one"),
        error => wrong(&error.to_string()),
    }
}
