//! What lists print: a table for people at a terminal, JSON for programs.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;
use crate::files;

/// The argument that chooses.
#[derive(Debug, Default, Clone, Copy, clap::Args)]
pub struct ListArgs {
    /// Print JSON at a terminal too, as is printed to files and pipes
    #[arg(long)]
    json: bool,
}

/// The heading of a column, and the member of an object that it shows.
pub type Column = (&'static str, &'static str);

impl ListArgs {
    /// Prints rows: all of each as JSON, or these columns as a table.
    ///
    /// # Errors
    /// As [`files::print`].
    pub fn print(self, rows: &impl Serialize, columns: &[Column]) -> Result<(), Failure> {
        if self.json || !io::stdout().is_terminal() {
            return files::print_json(rows);
        }
        let rows = serde_json::to_value(rows)
            .map_err(|error| Failure::Internal(format!("the list cannot be printed: {error}")))?;
        let rows = rows.as_array().map(Vec::as_slice).unwrap_or_default();
        let mut stdout = anstream::stdout().lock();
        // Whoever closed the pipe reads no more.
        let _ = stdout.write_all(table(rows, columns).as_bytes());
        Ok(())
    }
}

/// Columns as wide as their widest cell, two spaces apart.
fn table(rows: &[Value], columns: &[Column]) -> String {
    let cells: Vec<Vec<String>> =
        std::iter::once(columns.iter().map(|(heading, _)| (*heading).to_owned()).collect())
            .chain(rows.iter().map(|row| columns.iter().map(|(_, member)| cell(&row[*member])).collect()))
            .collect();
    let width = |at: usize| cells.iter().map(|row| row[at].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut text = String::new();
    for row in &cells {
        let line: String = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}  ")).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A value without its quotes; what would move the cursor is left out.
fn cell(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(elements) => elements.len().to_string(),
        other => other.to_string(),
    };
    text.chars().filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let rows = [json!({ "id": "a", "name": "Brief\u{1b}[2J für Ada", "n": 3 }), json!({ "id": "bbb" })];
        insta::assert_snapshot!(table(&rows, &[("ID", "id"), ("NAME", "name"), ("N", "n")]), @r"
        ID   NAME              N
        a    Brief[2J für Ada  3
        bbb
        ");
    }
}
