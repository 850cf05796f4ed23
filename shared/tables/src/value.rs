//! A cell as a value of the kind that a field takes. What may mean two things is refused, not guessed.

use serde_json::Value;

use crate::cell::{Cell, plain};
use crate::date;
use crate::fault::quoted;
use crate::field::Kind;
use crate::number::number;
use crate::unfit::Unfit;
use crate::writing::Writing;

/// Words for yes: of English, German, French, Spanish, Portuguese, Italian, Dutch, Polish and the Nordic languages. None is a
/// no in another.
const YES: [&str; 22] = [
    "true",
    "yes",
    "y",
    "x",
    "1",
    "on",
    "✓",
    "✔",
    "☑",
    "☒",
    "ja",
    "wahr",
    "oui",
    "vrai",
    "sí",
    "si",
    "sì",
    "verdadero",
    "sim",
    "verdadeiro",
    "vero",
    "tak",
];

/// Words for no.
const NO: [&str; 21] = [
    "false", "no", "n", "0", "off", "-", "☐", "nein", "falsch", "non", "faux", "falso", "não", "nao", "nee",
    "nie", "nej", "nei", "ei", "–", "—",
];

/// Writes a cell's value as JSON. `false` for an empty cell, which writes nothing.
pub(crate) fn write(
    cell: &Cell<'_>,
    kind: &Kind,
    writing: Option<&Writing>,
    out: &mut Vec<u8>,
) -> Result<bool, Unfit> {
    if cell.is_empty() {
        return Ok(false);
    }
    if let Cell::Error(name) = cell {
        return Err(Unfit(format!("is the error {name} of a formula; correct it in the sheet")));
    }
    match (kind, cell) {
        (Kind::Number, Cell::Number(value)) | (Kind::Open, Cell::Number(value)) => {
            out.extend_from_slice(plain(*value).as_bytes());
        }
        (Kind::Number, Cell::Text(text)) => {
            out.extend_from_slice(number(text.trim(), writing)?.as_bytes());
        }
        (Kind::Number, _) => return Err(Unfit(format!("is {}; a number is required", cell.shown()))),
        (Kind::YesNo, Cell::Boolean(flag)) | (Kind::Open, Cell::Boolean(flag)) => boolean(*flag, out),
        (Kind::YesNo, _) => boolean(yes_or_no(&cell.text())?, out),
        (Kind::Date { time }, Cell::Date(at)) => string(&date::moment(*at, *time), out),
        (Kind::Date { .. }, Cell::Text(text)) => string(&date::date(text.trim(), writing)?, out),
        (Kind::Date { .. }, _) => {
            let shown = cell.shown();
            return Err(Unfit(format!("is {shown}; a date is required: format the column as a date")));
        }
        (Kind::Choice(entries), _) => string(entry(&cell.text(), entries)?, out),
        (Kind::List(element), Cell::Text(text)) => list(text, element, writing, out)?,
        (Kind::List(element), _) => {
            out.push(b'[');
            write(cell, element, writing, out)?;
            out.push(b']');
        }
        (Kind::Picture, _) => picture(&cell.text(), out)?,
        (Kind::Json, _) => json(&cell.text(), out)?,
        (Kind::Text | Kind::Open, _) => string(&cell.text(), out),
    }
    Ok(true)
}

pub(crate) fn string(text: &str, out: &mut Vec<u8>) {
    // Writing into memory does not fail, and a text is always JSON.
    let _ = serde_json::to_writer(out, text);
}

fn boolean(flag: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(if flag { b"true" } else { b"false" });
}

fn yes_or_no(text: &str) -> Result<bool, Unfit> {
    let word = text.to_lowercase();
    if YES.contains(&word.as_str()) {
        Ok(true)
    } else if NO.contains(&word.as_str()) {
        Ok(false)
    } else {
        Err(Unfit(format!("is {}; yes or no is required", quoted(text))))
    }
}

/// A sheet has one cell for a list of single values: they stand on lines, or between semicolons.
fn list(text: &str, element: &Kind, writing: Option<&Writing>, out: &mut Vec<u8>) -> Result<(), Unfit> {
    out.push(b'[');
    let parts = text.split(['\n', ';']).map(str::trim).filter(|part| !part.is_empty());
    for (index, part) in parts.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(&Cell::Text(part.into()), element, writing, out)?;
    }
    out.push(b']');
    Ok(())
}

fn entry<'e>(text: &str, entries: &'e [String]) -> Result<&'e str, Unfit> {
    const NAMED: usize = 10;
    let word = text.to_lowercase();
    let exact = entries.iter().find(|entry| *entry == text);
    let found = exact.or_else(|| entries.iter().find(|entry| entry.to_lowercase() == word));
    found.map(String::as_str).ok_or_else(|| {
        let named: Vec<String> = entries.iter().take(NAMED).map(|entry| quoted(entry)).collect();
        let more = if entries.len() > NAMED { ", …" } else { "" };
        Unfit(format!("is {}; one of these is required: {}{more}", quoted(text), named.join(", ")))
    })
}

fn picture(text: &str, out: &mut Vec<u8>) -> Result<(), Unfit> {
    if !text.starts_with("data:image/") {
        return Err(Unfit(format!("is {}; a picture as a data: address is required", quoted(text))));
    }
    out.extend_from_slice(b"{\"$image\":");
    string(text, out);
    out.push(b'}');
    Ok(())
}

fn json(text: &str, out: &mut Vec<u8>) -> Result<(), Unfit> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| Unfit(format!("is {}; JSON is required: {error}", quoted(text))))?;
    let _ = serde_json::to_writer(out, &value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::fields;
    use crate::writing::Writing;
    use serde_json::json;

    /// The cases that the browser console holds to as well (`rows.spec.ts`), and those of languages.
    #[test]
    fn cells_become_what_the_schema_asks_for() {
        let cases: Value = serde_json::from_str(include_str!("../tests/cases.json")).unwrap();
        let languages: Value = serde_json::from_str(include_str!("../tests/languages.json")).unwrap();
        let all = [cases["cells"].as_array().unwrap().as_slice(), languages.as_array().unwrap()].concat();
        assert!(all.len() > 100);
        for case in all {
            let [cell, schema, wanted] = ["cell", "schema", "value"].map(|name| case[name].clone());
            let field = fields(&json!({ "properties": { "x": schema } })).remove(0);
            let cell = match &cell {
                Value::Number(number) => Cell::Number(number.as_f64().unwrap()),
                Value::Bool(flag) => Cell::Boolean(*flag),
                Value::Object(date) => Cell::Date(date["date"].as_str().unwrap().parse().unwrap()),
                text => Cell::Text(text.as_str().unwrap().into()),
            };
            let writing = case["locale"].as_str().map(|tag| Writing::of(tag).unwrap());
            let mut out = Vec::new();
            match (write(&cell, &field.kind, writing.as_ref(), &mut out), case["refused"].as_str()) {
                (Ok(true), None) => {
                    let found: Value = serde_json::from_slice(&out).unwrap();
                    let same = found == wanted || found.is_number() && found.as_f64() == wanted.as_f64();
                    assert!(same, "{case}: {found}");
                }
                (Ok(false), None) => assert!(case.get("value").is_none(), "{case}"),
                (Err(Unfit(text)), Some(refused)) => assert!(text.contains(refused), "{case}: {text}"),
                (found, _) => panic!("{case}: {found:?} {}", String::from_utf8_lossy(&out)),
            }
        }
    }
}
