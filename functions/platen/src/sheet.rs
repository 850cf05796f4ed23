//! An Excel sheet to fill in: a column for each field of a template, in its order.

use platen_tables::{Field, Kind, fields};
use rust_xlsxwriter::{DataValidation, Format, Note, Workbook, Worksheet, XlsxError};
use serde_json::Value;

use crate::failure::Failure;

/// Rows that have formats and lists of choices.
const ROWS: u32 = 10_000;

/// Characters of the choices that a cell's own list may have (Excel's bound); longer lists stand on a sheet of their own.
const LIST: usize = 255;

/// Columns of a sheet (Excel's bound).
const COLUMNS: usize = 16_384;

/// Writes the sheet for a template's JSON Schema, and gives the workbook's bytes.
///
/// # Errors
/// The template has no field, or more than a sheet has columns.
pub fn of(schema: &Value) -> Result<Vec<u8>, Failure> {
    let fields = fields(schema);
    if fields.is_empty() {
        return Err(Failure::Input("the template has no field that a sheet could fill".to_owned()));
    }
    if fields.len() > COLUMNS {
        return Err(Failure::Input(format!(
            "the template has {} fields; a sheet has {COLUMNS} columns",
            fields.len()
        )));
    }
    write(&fields).map_err(|error| Failure::Internal(format!("the sheet cannot be written: {error}")))
}

fn write(fields: &[Field]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let mut choices = Worksheet::new();
    choices.set_name("Choices")?.set_hidden(true);
    let (mut sheet, mut lists) = (Worksheet::new(), 0);
    sheet.set_name("Data")?.set_freeze_panes(1, 0)?;
    let (required, optional) = (Format::new().set_bold(), Format::new().set_bold().set_font_color("#666666"));
    for (field, column) in fields.iter().zip(0u16..) {
        let is_needed = field.is_required() || field.lists() > 0 && field.is_required_in_list();
        let heading = heading(field);
        sheet.write_with_format(0, column, &heading, if is_needed { &required } else { &optional })?;
        sheet.insert_note(
            0,
            column,
            &Note::new(note(field, is_needed)).set_author("").add_author_prefix(false),
        )?;
        // Wide enough for the heading and for most values.
        let width = u32::try_from(heading.chars().count()).unwrap_or(u32::MAX).clamp(12, 40);
        sheet.set_column_width(column, f64::from(width) + 2.0)?;
        if let Some(format) = number_format(&field.kind) {
            sheet.set_column_format(column, &Format::new().set_num_format(format))?;
        }
        let validation = match &field.kind {
            Kind::YesNo => Some(DataValidation::new().allow_list_strings(&["yes", "no"])?),
            Kind::Choice(entries) if fit(entries) => Some(DataValidation::new().allow_list_strings(entries)?),
            Kind::Choice(entries) => {
                let range = list(&mut choices, lists, entries)?;
                lists += 1;
                Some(DataValidation::new().allow_list_formula(range.as_str().into()))
            }
            _ => None,
        };
        if let Some(validation) = validation {
            sheet.add_data_validation(1, column, ROWS, column, &validation)?;
        }
    }
    book.push_worksheet(sheet);
    if lists > 0 {
        book.push_worksheet(choices);
    }
    book.save_to_buffer()
}

/// The field's path. Of lists inside of lists only the innermost can have an element per row.
fn heading(field: &Field) -> String {
    field.path.replacen("[]", "[0]", field.lists().saturating_sub(1))
}

fn note(field: &Field, is_needed: bool) -> String {
    let what = match &field.kind {
        Kind::Open | Kind::Text => "Text".to_owned(),
        Kind::Number => "A number".to_owned(),
        Kind::YesNo => "yes or no; empty is no".to_owned(),
        Kind::Date { time: false } => "A date, such as 2026-01-31".to_owned(),
        Kind::Date { time: true } => "A date and time, such as 2026-01-31 10:00".to_owned(),
        Kind::Choice(_) => "One of the list".to_owned(),
        Kind::Picture => "A picture, as a data: address".to_owned(),
        Kind::List(_) => "Values on separate lines (Alt+Enter), or separated by semicolons".to_owned(),
        Kind::Json => "JSON".to_owned(),
    };
    let title = field.title.as_ref().map(|title| format!("{title}. ")).unwrap_or_default();
    let need = if is_needed { "Required" } else { "Optional" };
    let list = field.list().map(|list| {
        format!(" One of `{list}` for each row: rows of one document have the same value in the column that --group-by names.")
    });
    format!("{title}{what}. {need}.{}", list.unwrap_or_default())
}

/// Text stays as it is typed: 007 is no 7.
fn number_format(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Date { time: false } => Some("yyyy-mm-dd"),
        Kind::Date { time: true } => Some("yyyy-mm-dd hh:mm"),
        Kind::Open | Kind::Text | Kind::Choice(_) | Kind::List(_) | Kind::Picture | Kind::Json => Some("@"),
        Kind::Number | Kind::YesNo => None,
    }
}

fn fit(entries: &[String]) -> bool {
    let length: usize = entries.iter().map(|entry| entry.encode_utf16().count() + 1).sum();
    length <= LIST && entries.iter().all(|entry| !entry.is_empty() && !entry.contains(','))
}

/// Writes a list of choices, and gives its range.
fn list(sheet: &mut Worksheet, column: u16, entries: &[String]) -> Result<String, XlsxError> {
    let mut last = 0;
    for (entry, row) in entries.iter().filter(|entry| !entry.is_empty()).zip(0u32..=1_048_575) {
        sheet.write_string(row, column, entry)?;
        last = row;
    }
    let last = last + 1;
    let column = rust_xlsxwriter::utility::column_number_to_name(column);
    Ok(format!("=Choices!${column}$1:${column}${last}"))
}
