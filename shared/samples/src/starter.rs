//! A template for data that a person brings: a table of its single values, a table for each list, with the tags in place.
//! Its author moves and formats them in Word; that is easier than a blank page.

use docx_rs::{Docx, PageMargin, Paragraph, Table, TableCell, TableCellBorderPosition};
use serde_json::{Map, Value};

use crate::brand::{RULE, TEAL, TEXT_WIDTH};
use crate::elements::{cell, filled, line, paragraph, row, styled_body, table, tag_row};
use crate::package::pack;

/// Fields of a starter; data with more than that is not written by hand.
pub const STARTER_FIELDS: usize = 500;

/// Columns that a page has room for.
const COLUMNS: usize = 6;

/// A template with a tag for each field of `data`; `None` when it has more than [`STARTER_FIELDS`].
pub fn starter(title: &str, data: &Map<String, Value>) -> Option<Vec<u8>> {
    let margin = PageMargin::new().top(1474).bottom(1474).left(1247).right(1247).header(567).footer(510);
    let docx = Docx::new().page_size(11906, 16838).page_margin(margin);
    let mut writer =
        Writer { docx: docx.add_paragraph(paragraph("Title", title)), fields: 0, left_out: Vec::new() };
    writer.members(data, "", 0);
    if !writer.left_out.is_empty() {
        let names = writer.left_out.join(", ");
        let text =
            format!("These names have characters that no tag can have; rename them in the data: {names}");
        writer.docx = writer.docx.add_paragraph(paragraph("TableNote", &text));
    }
    (writer.fields <= STARTER_FIELDS).then(|| pack(writer.docx, title, str::to_owned))
}

struct Writer {
    docx: Docx,
    fields: usize,
    left_out: Vec<String>,
}

impl Writer {
    /// The members of an object at `base`, which is empty for the data itself: single values first, then what has a heading.
    fn members(&mut self, members: &Map<String, Value>, base: &str, depth: usize) {
        if members.len() > STARTER_FIELDS {
            self.fields = members.len();
            return;
        }
        let (single, others): (Vec<_>, Vec<_>) = members
            .iter()
            .filter_map(|(name, value)| Some((name, self.step(base, name, value)?, value)))
            .partition(|(.., value)| is_single(value));
        if !single.is_empty() {
            let rows: Vec<_> =
                single.iter().map(|(name, path, value)| (label(name), tag(path, value))).collect();
            self.facts(&rows);
        }
        for (name, path, value) in others {
            if self.fields > STARTER_FIELDS {
                return;
            }
            self.add(paragraph("Subject", &label(name)));
            match value {
                Value::Object(members) => self.members(members, &path, depth),
                Value::Array(items) => self.list(&path, items, depth),
                _ => {}
            }
        }
    }

    fn list(&mut self, path: &str, items: &[Value], depth: usize) {
        let item = if depth == 0 { "item".to_owned() } else { format!("item{}", depth + 1) };
        let begin = format!("for {item} in {path}");
        let Some(Value::Object(first)) = items.iter().find(|item| item.is_object()) else {
            self.fields += 1;
            self.add(paragraph("Normal", &format!("{{%p {begin} %}}")));
            self.add(paragraph("ListBullet", &format!("{{{{ {item} }}}}")));
            self.add(paragraph("Normal", "{%p endfor %}"));
            return;
        };
        if first.values().all(is_single) && (1..=COLUMNS).contains(&first.len()) {
            self.fields += first.len();
            let fields: Vec<_> = first
                .iter()
                .filter_map(|(name, value)| Some((label(name), tag(&self.step(&item, name, value)?, value))))
                .collect();
            if fields.is_empty() {
                return;
            }
            self.add_table(columns(&begin, &fields));
            return;
        }
        self.add(paragraph("Normal", &format!("{{%p {begin} %}}")));
        self.members(first, &item, depth + 1);
        self.add(paragraph("Normal", "{%p endfor %}"));
    }

    /// A table of labels and values.
    fn facts(&mut self, rows: &[(String, String)]) {
        let widths = [2900, TEXT_WIDTH - 2900];
        self.fields += rows.len();
        let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Bottom, 4, RULE);
        let rows = rows.iter().map(|(label, tag)| {
            let (label, tag) =
                (styled_body("TableText", &format!("**{label}**")), paragraph("TableText", tag));
            row(vec![ruled(cell(widths[0], [label])), ruled(cell(widths[1], [tag]))])
        });
        self.add_table(table(&widths, rows.collect()));
    }

    /// Adds a table, and a gap so that it stays apart from one that follows.
    fn add_table(&mut self, table: Table) {
        self.docx = std::mem::take(&mut self.docx).add_table(table);
        self.add(paragraph("Gap", ""));
    }

    fn add(&mut self, paragraph: Paragraph) {
        self.docx = std::mem::take(&mut self.docx).add_paragraph(paragraph);
    }

    /// The way to a member; `None` for a name that no tag can have, which is noted.
    fn step(&mut self, base: &str, name: &str, value: &Value) -> Option<String> {
        let step = step(base, name, value);
        if step.is_none() && self.left_out.len() < 20 {
            self.left_out.push(name.chars().take(60).collect());
        }
        step
    }
}

/// A table with a row for each item of a list.
fn columns(begin: &str, fields: &[(String, String)]) -> Table {
    let widths = vec![TEXT_WIDTH / fields.len().max(1); fields.len()];
    let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Bottom, 4, RULE);
    let heads = fields
        .iter()
        .zip(&widths)
        .map(|((label, _), width)| filled(cell(*width, [paragraph("TableHead", label)]), TEAL));
    let values = fields
        .iter()
        .zip(&widths)
        .map(|((_, tag), width)| ruled(cell(*width, [paragraph("TableText", tag)])));
    let rows = vec![
        row(heads.collect()),
        tag_row(&widths, &format!("{{%tr {begin} %}}")),
        row(values.collect()),
        tag_row(&widths, "{%tr endfor %}"),
    ];
    table(&widths, rows)
}

/// Whether a value stands in one place: also a list of such values, which one tag joins.
fn is_single(value: &Value) -> bool {
    match value {
        Value::Object(_) | Value::Array(_) => false,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

/// Words that mean something in a tag.
const WORDS: [&str; 14] = [
    "and",
    "or",
    "not",
    "in",
    "is",
    "if",
    "else",
    "recursive",
    "true",
    "false",
    "none",
    "loop",
    "self",
    "this",
];

/// The way to a member of what is at `base`; `None` for a name that no tag can have.
fn step(base: &str, name: &str, value: &Value) -> Option<String> {
    let is_identifier = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !WORDS.contains(&name.to_ascii_lowercase().as_str());
    let begins = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if !begins || name.len() > 80 {
        return None;
    }
    if is_identifier {
        return Some(if base.is_empty() { name.to_owned() } else { format!("{base}.{name}") });
    }
    let is_text = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
    if !name.chars().all(is_text) || name.ends_with(' ') || name.contains("  ") {
        return None;
    }
    if !base.is_empty() {
        return Some(format!("{base}[\"{name}\"]"));
    }
    // A hyphen is a subtraction, but where a value is printed.
    let is_printed = matches!(value, Value::Null | Value::Number(_) | Value::String(_));
    let has_words = name.split(' ').any(|word| WORDS.contains(&word.to_ascii_lowercase().as_str()));
    let is_simple = !name.contains('-') || is_printed && !name.contains(' ');
    (!has_words && is_simple).then(|| name.to_owned())
}

/// The tag of a value, with the filter that writes its kind.
fn tag(path: &str, value: &Value) -> String {
    match value {
        Value::Bool(_) => format!("{{% if {path} %}}Yes{{% else %}}No{{% endif %}}"),
        Value::Number(number) if number.is_f64() => format!("{{{{ {path}|number }}}}"),
        Value::String(text) if is_date(text) => format!("{{{{ {path}|date }}}}"),
        _ => format!("{{{{ {path} }}}}"),
    }
}

/// Whether a text is a date as JSON has it: `2026-01-31`.
fn is_date(text: &str) -> bool {
    let is_part = |part: &str, digits: usize, most: u32| {
        part.len() == digits
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part.parse().is_ok_and(|number| (1..=most).contains(&number))
    };
    let parts: Vec<&str> = text.splitn(4, '-').collect();
    matches!(parts[..], [year, month, day]
        if is_part(year, 4, 9999) && is_part(month, 2, 12) && is_part(day, 2, 31))
}

/// A name for people: `dueDate` and `due_date` are `Due date`.
fn label(name: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in name.chars() {
        let c = if matches!(c, '_' | '-') { ' ' } else { c };
        if c.is_uppercase() && before.is_lowercase() {
            out.push(' ');
        }
        if out.is_empty() {
            out.extend(c.to_uppercase());
        } else if c.is_uppercase() && before.is_lowercase() {
            out.extend(c.to_lowercase());
        } else {
            out.push(c);
        }
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_words() {
        for (name, expected) in [
            ("dueDate", "Due date"),
            ("due_date", "Due date"),
            ("IBAN", "IBAN"),
            ("First Name", "First Name"),
        ] {
            assert_eq!(label(name), expected);
        }
    }

    #[test]
    fn dates_are_known() {
        assert!(is_date("2026-01-31") && is_date("0001-12-01"));
        for text in ["2026-13-01", "2026-1-31", "2026-01-31T10:00", "+026-01-31", "10-20-30", ""] {
            assert!(!is_date(text), "{text}");
        }
    }
}
