//! Rows of tables become items of data: CSV and Excel workbooks, whose columns are fields of a template and whose cells become
//! what its JSON Schema asks for, and JSON and JSON Lines, which have that form already.
//!
//! Whatever the file's size, one item is in memory, or those whose rows are still being put together. What may mean two things is
//! refused with its row and column, not guessed.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use platen_tables::{Choices, Format, Limits, Plan, read};
//!
//! let schema = serde_json::json!({ "properties": { "name": { "type": "string" }, "total": { "type": "number" } } });
//! let choices = Choices { locale: Some("de".to_owned()), ..Choices::default() };
//! let plan = Plan::new(&schema, choices, true).map_err(|fault| fault.to_string())?;
//! let mut items = Vec::new();
//! let rows = "Name;Total\nAda;1.234,50\n";
//! read(rows.as_bytes(), Format::CSV, &plan, &Limits::default(), &mut |item| {
//!     items.push(item);
//!     std::ops::ControlFlow::Continue(())
//! })?;
//! assert_eq!(items, [r#"{"name":"Ada","total":1234.5}"#]);
//! # Ok(()) }
//! ```

mod cell;
mod csv;
mod date;
mod fault;
mod field;
mod format;
mod groups;
mod headings;
mod json;
mod languages;
mod limits;
mod number;
mod plan;
mod shape;
mod table;
mod text;
mod unfit;
mod value;
mod values;
mod writing;
mod xlsx;

use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;

use bytes::Bytes;

pub use fault::{Fault, TableError};
pub use field::{Field, Kind, Step, fields};
pub use format::Format;
pub use limits::Limits;
pub use plan::{Choices, Note, Plan};

use crate::table::Table;

/// Reads items and hands each over as the text of a JSON object, until `sink` breaks off. It gives back what their sender should
/// know of the table.
///
/// # Errors
/// [`TableError`] with all faults at once; items before the first of them were handed over.
pub fn read(
    input: impl Read,
    format: Format,
    plan: &Plan,
    limits: &Limits,
    sink: &mut dyn FnMut(Bytes) -> ControlFlow<()>,
) -> Result<Vec<Note>, TableError> {
    plan.check(format)?;
    let mut input = BufReader::with_capacity(64 << 10, input);
    if !format.has_columns() {
        if input.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
            input.consume(3);
        }
        return match format {
            Format::JsonLines => json::read_lines(input, limits.item_bytes, sink),
            _ => json::read_array(input, limits.item_bytes, sink),
        }
        .map(|()| Vec::new());
    }
    let mut table = Table::new(plan, limits, sink);
    match format {
        Format::Csv { charset } => csv::read(input, charset, limits, &mut table)?,
        _ => xlsx::read(input, plan.choices.sheet.as_deref(), limits, &mut table)?,
    }
    table.finish()
}
