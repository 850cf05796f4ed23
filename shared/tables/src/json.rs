//! Items as a JSON array or JSON Lines, read one by one. They have the form of the template's data already.

use std::cell::Cell;
use std::fmt;
use std::io::{BufRead, Read};
use std::rc::Rc;

use bytes::Bytes;
use serde::Deserializer;
use serde::de::{SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::csv::Bounded;
use crate::fault::{Fault, TableError};
use crate::table::Sink;

fn wrong(text: impl fmt::Display) -> TableError {
    Fault::new(text.to_string()).into()
}

/// Reads an object per line.
pub(crate) fn read_lines(
    mut input: impl BufRead,
    most_bytes: usize,
    item: &mut Sink<'_>,
) -> Result<(), TableError> {
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
                "line {number}: an object is required, such as {{\"name\": \"Ada\"}}"
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

/// Reads an array of objects.
pub(crate) fn read_array(
    input: impl BufRead,
    most_bytes: usize,
    item: &mut Sink<'_>,
) -> Result<(), TableError> {
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
        (None, Err(error)) if error.is_io() => Err(TableError::Unreadable(error.into())),
        (None, Err(error)) => {
            let (message, line, column) = (message(&error), error.line(), error.column());
            Err(wrong(format_args!("line {line}, column {column}: {message}")))
        }
    }
}

/// Takes an array's elements one by one. Its value says whether it was broken off.
struct Array<'a> {
    item: &'a mut Sink<'a>,
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
