//! Items as a JSON array, JSON Lines or CSV, read one by one. Whatever the file's size, one item is in memory.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::rc::Rc;

use bytes::Bytes;
use serde::Deserializer;
use serde::de::{SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// How items are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemsFormat {
    /// A JSON array of objects.
    Json,
    /// An object per line.
    JsonLines,
    /// A line of column names, then a line per item (RFC 4180), in UTF-8.
    Csv,
}

impl ItemsFormat {
    /// The format of a `Content-Type`; JSON without one.
    pub fn of(content_type: Option<&str>) -> Option<ItemsFormat> {
        let Some(content_type) = content_type else { return Some(ItemsFormat::Json) };
        let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match kind.as_str() {
            "application/json" | "" => Some(ItemsFormat::Json),
            "application/jsonl"
            | "application/x-ndjson"
            | "application/ndjson"
            | "application/x-jsonlines"
            | "application/json-lines" => Some(ItemsFormat::JsonLines),
            "text/csv" | "application/csv" => Some(ItemsFormat::Csv),
            _ => None,
        }
    }
}

/// Why items cannot be read: a sentence that names the line.
#[derive(Debug, thiserror::Error)]
pub enum ItemsError {
    /// What is written is wrong.
    #[error("{0}")]
    Wrong(String),
    /// It cannot be read at all.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
}

fn wrong(text: impl fmt::Display) -> ItemsError {
    ItemsError::Wrong(text.to_string())
}

/// Reads items and hands each over as the text of a JSON object, until `item` breaks off. A byte-order mark is skipped.
///
/// # Errors
/// [`ItemsError`]; the items before it were handed over.
pub fn read_items(
    input: impl Read,
    format: ItemsFormat,
    most_bytes: usize,
    mut item: impl FnMut(Bytes) -> ControlFlow<()>,
) -> Result<(), ItemsError> {
    let mut input = BufReader::with_capacity(64 << 10, input);
    if input.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
        input.consume(3);
    }
    match format {
        ItemsFormat::Json => read_array(input, most_bytes, &mut item),
        ItemsFormat::JsonLines => read_lines(input, most_bytes, &mut item),
        ItemsFormat::Csv => read_csv(input, most_bytes, &mut item),
    }
}

fn read_lines(
    mut input: impl BufRead,
    most_bytes: usize,
    item: &mut dyn FnMut(Bytes) -> ControlFlow<()>,
) -> Result<(), ItemsError> {
    let mut line = Vec::new();
    for number in 1u64.. {
        line.clear();
        // A file without line ends is one line of all its bytes: no more is read than an item may have.
        let read = (&mut input).take(most_bytes as u64 + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            break;
        }
        if line.len() > most_bytes {
            return Err(wrong(format_args!(
                "line {number} has more than {most_bytes} bytes (limit `item_bytes`)"
            )));
        }
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        if let Err(error) = serde_json::from_slice::<&RawValue>(text) {
            let (message, column) = (message(&error), error.column());
            return Err(wrong(format_args!("line {number}, column {column}: {message}")));
        }
        if text.first() != Some(&b'{') {
            return Err(wrong(format_args!(
                "line {number}: an object is wanted, such as {{\"name\": \"Ada\"}}"
            )));
        }
        if item(Bytes::copy_from_slice(text)).is_break() {
            break;
        }
    }
    Ok(())
}

/// The parser's words without the place, which stands before them.
fn message(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or_default().to_owned()
}

fn read_array(
    input: impl BufRead,
    most_bytes: usize,
    item: &mut dyn FnMut(Bytes) -> ControlFlow<()>,
) -> Result<(), ItemsError> {
    let mut fault = None;
    let room = Rc::new(Cell::new(most_bytes));
    let input = Bounded { input, left: room.clone(), most: most_bytes };
    let mut parser = serde_json::Deserializer::from_reader(input);
    let visitor = Array { item, fault: &mut fault, room, most_bytes };
    let parsed =
        parser.deserialize_seq(visitor).and_then(|broken| if broken { Ok(()) } else { parser.end() });
    match (fault, parsed) {
        (Some(fault), _) => Err(wrong(fault)),
        (None, Ok(())) => Ok(()),
        (None, Err(error)) if error.is_io() => Err(ItemsError::Unreadable(error.into())),
        (None, Err(error)) => {
            let (message, line, column) = (message(&error), error.line(), error.column());
            Err(wrong(format_args!("line {line}, column {column}: {message}")))
        }
    }
}

/// Takes an array's elements one by one. Its value says whether it was broken off.
struct Array<'a> {
    item: &'a mut dyn FnMut(Bytes) -> ControlFlow<()>,
    fault: &'a mut Option<String>,
    room: Rc<Cell<usize>>,
    most_bytes: usize,
}

impl<'de> Visitor<'de> for Array<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<bool, A::Error> {
        let mut index = 0u64;
        while let Some(element) = seq.next_element::<Box<RawValue>>()? {
            let text = element.get();
            if !text.starts_with('{') {
                *self.fault = Some(format!("item {index} must be an object"));
            }
            self.room.set(self.most_bytes);
            if self.fault.is_some() || (self.item)(Bytes::copy_from_slice(text.as_bytes())).is_break() {
                return Ok(true);
            }
            index += 1;
        }
        Ok(false)
    }
}

fn read_csv(
    input: impl BufRead,
    most_bytes: usize,
    item: &mut dyn FnMut(Bytes) -> ControlFlow<()>,
) -> Result<(), ItemsError> {
    let room = Rc::new(Cell::new(most_bytes));
    let mut reader = csv::Reader::from_reader(Bounded { input, left: room.clone(), most: most_bytes });
    let fault = |error: csv::Error| match error.into_kind() {
        csv::ErrorKind::Io(error) => ItemsError::Unreadable(error),
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
            let line = pos.map_or(0, |place| place.line());
            wrong(format_args!("line {line}: {len} values, but the first line names {expected_len} columns"))
        }
        csv::ErrorKind::Utf8 { pos, .. } => {
            let line = pos.map_or(0, |place| place.line());
            wrong(format_args!("line {line}: the text is not UTF-8"))
        }
        other => wrong(format_args!("the CSV cannot be read: {other:?}")),
    };
    let columns = reader.headers().map_err(fault)?.clone();
    let mut known = HashSet::new();
    if let Some(twice) = columns.iter().find(|name| !known.insert(*name)) {
        return Err(wrong(format_args!("line 1: two columns are called `{twice}`")));
    }
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(fault)? {
        room.set(most_bytes);
        let members: Map<String, Value> =
            columns.iter().zip(&record).map(|(name, value)| (name.to_owned(), value.into())).collect();
        if item(Value::Object(members).to_string().into()).is_break() {
            break;
        }
    }
    Ok(())
}

/// Gives no more bytes than an item may have, between two items: a quote that is never closed would make the whole file
/// one value, and be held in memory.
struct Bounded<R> {
    input: R,
    left: Rc<Cell<usize>>,
    most: usize,
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(0);
        }
        if self.left.get() == 0 {
            let most = self.most;
            let text =
                format!("an item has more than {most} bytes (limit `item_bytes`); is a quote never closed?");
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let room = buffer.len().min(self.left.get());
        let read = self.input.read(buffer.get_mut(..room).unwrap_or_default())?;
        self.left.set(self.left.get() - read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, format: ItemsFormat) -> Result<Vec<String>, String> {
        let mut items = Vec::new();
        let taken = |item: Bytes| {
            items.push(String::from_utf8(item.to_vec()).unwrap());
            ControlFlow::Continue(())
        };
        read_items(text.as_bytes(), format, 100, taken).map_err(|error| error.to_string())?;
        Ok(items)
    }

    #[test]
    fn three_ways_to_write_the_same() {
        let wanted = Ok(vec![r#"{"a":"1","b":"x, y"}"#.to_owned(), r#"{"a":"2","b":""}"#.to_owned()]);
        let json = "\u{feff} [{\"a\":\"1\",\"b\":\"x, y\"},\n {\"a\":\"2\",\"b\":\"\"}]\n";
        assert_eq!(read(json, ItemsFormat::Json), wanted);
        let lines = "{\"a\":\"1\",\"b\":\"x, y\"}\r\n\n  {\"a\":\"2\",\"b\":\"\"}";
        assert_eq!(read(lines, ItemsFormat::JsonLines), wanted);
        assert_eq!(read("\u{feff}a,b\r\n1,\"x, y\"\r\n2,\r\n", ItemsFormat::Csv), wanted);
        assert_eq!(read("[]", ItemsFormat::Json), Ok(Vec::new()));
        assert_eq!(read("", ItemsFormat::JsonLines), Ok(Vec::new()));
    }

    #[test]
    fn faults_name_their_line() {
        let long = "x".repeat(200);
        for (text, format, fault) in [
            ("[{},\n3]", ItemsFormat::Json, "item 1 must be an object"),
            ("[{},\n{]", ItemsFormat::Json, "line 2, column 2: key must be a string"),
            ("[{}", ItemsFormat::Json, "line 1, column 3: EOF while parsing a list"),
            ("[{}] x", ItemsFormat::Json, "line 1, column 6: trailing characters"),
            ("{}", ItemsFormat::Json, "line 1, column 1: invalid type: map, expected an array of objects"),
            ("{}\n\n{\"a\":}\n", ItemsFormat::JsonLines, "line 3, column 6: expected value"),
            ("{}\n[1]\n", ItemsFormat::JsonLines, "line 2: an object is wanted, such as {\"name\": \"Ada\"}"),
            ("a,b\n1\n", ItemsFormat::Csv, "line 2: 1 values, but the first line names 2 columns"),
            ("a,a\n1,2\n", ItemsFormat::Csv, "line 1: two columns are called `a`"),
            (
                &format!("{{\"a\":\"{long}\"}}"),
                ItemsFormat::JsonLines,
                "line 1 has more than 100 bytes (limit `item_bytes`)",
            ),
            (
                &format!("[{{\"a\":\"{long}\"}}]"),
                ItemsFormat::Json,
                "an item has more than 100 bytes (limit `item_bytes`); is a quote never closed?",
            ),
            (
                &format!("a\n\"{long}"),
                ItemsFormat::Csv,
                "an item has more than 100 bytes (limit `item_bytes`); is a quote never closed?",
            ),
        ] {
            assert_eq!(read(text, format), Err(fault.to_owned()), "{text}");
        }
    }

    /// Each name is looked up among those before it: a search along them would take minutes here.
    #[test]
    fn columns_cost_what_they_are() {
        const COLUMNS: usize = 300_000;
        let header: Vec<String> = (0..COLUMNS).map(|n| format!("c{n}")).collect();
        let values = vec!["1"; COLUMNS].join(",");
        let text = format!("{}\n{values}\n{values}\n", header.join(","));
        let mut members = Vec::new();
        let taken = |item: Bytes| {
            let item: Map<String, Value> = serde_json::from_slice(&item).unwrap();
            members.push(item.len());
            ControlFlow::Continue(())
        };
        read_items(text.as_bytes(), ItemsFormat::Csv, 10 << 20, taken).unwrap();
        assert_eq!(members, [COLUMNS; 2]);
        let twice = text.replacen("c299999", "c7", 1);
        let error = read_items(twice.as_bytes(), ItemsFormat::Csv, 10 << 20, |_| ControlFlow::Break(()));
        assert_eq!(error.unwrap_err().to_string(), "line 1: two columns are called `c7`");
    }

    #[test]
    fn content_types() {
        assert_eq!(ItemsFormat::of(None), Some(ItemsFormat::Json));
        assert_eq!(ItemsFormat::of(Some("Text/CSV; charset=utf-8")), Some(ItemsFormat::Csv));
        assert_eq!(ItemsFormat::of(Some("application/x-ndjson")), Some(ItemsFormat::JsonLines));
        assert_eq!(ItemsFormat::of(Some("application/zip")), None);
    }
}
