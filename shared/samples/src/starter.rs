//! A template that somebody's own data fills: a table of its single values, a table for each list, with the tags in place.
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
    /// The members of an object at `base`, which ends with a point or is empty: single values first, then what has a heading.
    fn members(&mut self, members: &Map<String, Value>, base: &str, depth: usize) {
        let (single, others): (Vec<_>, Vec<_>) =
            members.iter().filter(|(name, _)| self.can_name(name)).partition(|(_, value)| is_single(value));
        if !single.is_empty() {
            let rows = single.iter().map(|(name, value)| (label(name), tag(&format!("{base}{name}"), value)));
            let rows: Vec<_> = rows.collect();
            self.facts(&rows);
        }
        for (name, value) in others {
            if self.fields > STARTER_FIELDS {
                return;
            }
            let path = format!("{base}{name}");
            self.add(paragraph("Subject", &label(name)));
            match value {
                Value::Object(members) => self.members(members, &format!("{path}."), depth),
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
        let is_table = first.values().all(is_single) && (1..=COLUMNS).contains(&first.len());
        if is_table && first.keys().all(|name| is_name(name)) {
            self.fields += first.len();
            let table = columns(&begin, &item, first);
            self.docx = std::mem::take(&mut self.docx).add_table(table);
            self.add(paragraph("Gap", ""));
            return;
        }
        self.add(paragraph("Normal", &format!("{{%p {begin} %}}")));
        self.members(first, &format!("{item}."), depth + 1);
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
        let rows = table(&widths, rows.collect());
        self.docx = std::mem::take(&mut self.docx).add_table(rows);
        self.add(paragraph("Gap", ""));
    }

    fn add(&mut self, paragraph: Paragraph) {
        self.docx = std::mem::take(&mut self.docx).add_paragraph(paragraph);
    }

    fn can_name(&mut self, name: &str) -> bool {
        let can = is_name(name);
        if !can && self.left_out.len() < 20 {
            self.left_out.push(name.chars().take(60).collect());
        }
        can
    }
}

/// A table with a row for each item of a list.
fn columns(begin: &str, item: &str, first: &Map<String, Value>) -> Table {
    let widths = vec![TEXT_WIDTH / first.len(); first.len()];
    let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Bottom, 4, RULE);
    let heads = first
        .keys()
        .zip(&widths)
        .map(|(name, width)| filled(cell(*width, [paragraph("TableHead", &label(name))]), TEAL));
    let values = first.iter().zip(&widths).map(|((name, value), width)| {
        ruled(cell(*width, [paragraph("TableText", &tag(&format!("{item}.{name}"), value))]))
    });
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

/// Whether a tag can hold a name. A point would be a step into an object.
fn is_name(name: &str) -> bool {
    let begins = name.chars().next().is_some_and(|c| c.is_alphanumeric() || c == '_');
    begins
        && name.len() <= 80
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
        && !name.ends_with(' ')
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
    let mut parts = text.split('-').map(|part| (part.len(), part.parse::<u32>()));
    let part = |found: Option<(usize, Result<u32, _>)>, digits: usize, most: u32| matches!(found, Some((length, Ok(number))) if length == digits && (1..=most).contains(&number));
    part(parts.next(), 4, 9999)
        && part(parts.next(), 2, 12)
        && part(parts.next(), 2, 31)
        && parts.next().is_none()
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
