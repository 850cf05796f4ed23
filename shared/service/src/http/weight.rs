//! Estimates the memory of JSON while it is read: before any of it is stored, and again while its values are built.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::Limits;
use crate::problem::{Code, Problem};

/// Size of a value: 72 bytes in `serde_json` with the order of members kept, and 24 more in templates while a document is
/// created. These figures are computed from the types' sizes and their blocks on 64 bits, with the 8 bytes that malloc adds to
/// each, rounded to 16.
const VALUE: u64 = 96;

/// An array besides its values: two blocks, and a counted one around the second.
const ARRAY: u64 = 112;

/// An object besides its members: their table, its index, and the same as templates see them.
const OBJECT: u64 = 224;

/// A member besides its value: 104 bytes with its value in the table, up to 20 in the index, a block for its name; and 48 to
/// 120 as templates see it.
const MEMBER: u64 = 184;

/// A text besides its bytes, of which there are two copies where they are not few: its blocks.
const TEXT: u64 = 48;

/// The bounds of one text of JSON, and what of them was used.
pub(super) struct Scale {
    values: usize,
    most_values: usize,
    bytes: u64,
    most_bytes: u64,
}

impl Scale {
    pub(super) fn new(limits: &Limits) -> Scale {
        Scale { values: 0, most_values: limits.json_values, bytes: 0, most_bytes: limits.json_memory_bytes }
    }

    /// A value of any kind begins.
    pub(super) fn value<E: Error>(&mut self) -> Result<(), E> {
        self.values += 1;
        self.add(VALUE)
    }

    pub(super) fn text<E: Error>(&mut self, bytes: usize) -> Result<(), E> {
        self.add(TEXT + 2 * bytes as u64)
    }

    pub(super) fn array<E: Error>(&mut self) -> Result<(), E> {
        self.add(ARRAY)
    }

    pub(super) fn object<E: Error>(&mut self) -> Result<(), E> {
        self.add(OBJECT)
    }

    pub(super) fn member<E: Error>(&mut self, name_bytes: usize) -> Result<(), E> {
        self.add(MEMBER + 2 * name_bytes as u64)
    }

    /// The bytes counted so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    fn add<E: Error>(&mut self, bytes: u64) -> Result<(), E> {
        self.bytes += bytes;
        if self.values > self.most_values || self.bytes > self.most_bytes {
            return Err(E::custom("too large"));
        }
        Ok(())
    }

    /// The reason why reading stopped: a limit, or the JSON itself.
    pub(super) fn problem(&self, error: &serde_json::Error) -> Problem {
        let too_large = |what: String| {
            let (line, column) = (error.line(), error.column());
            Problem::new(
                Code::PayloadTooLarge,
                format!("{what}, reached at line {line}, column {column}). Send less in one request."),
            )
        };
        let Scale { most_values, most_bytes, .. } = self;
        if self.values > *most_values {
            return too_large(format!(
                "The body contains more than {most_values} JSON values (limit `json_values`"
            ));
        }
        if self.bytes > *most_bytes {
            return too_large(format!(
                "The body's JSON values take more than {most_bytes} bytes of memory (limit `json_memory_bytes`"
            ));
        }
        invalid_json(error)
    }
}

/// Tells what a JSON text would take in memory, in bytes, and holds nothing of it.
///
/// An object takes up to seventy times its text, and a text up to a thousand times what is sent of it packed: the length of a
/// body says nothing of what it costs.
pub(crate) fn weigh(text: &[u8], limits: &Limits) -> Result<u64, Problem> {
    if text.is_empty() {
        return Ok(0);
    }
    let mut scale = Scale::new(limits);
    let mut parser = serde_json::Deserializer::from_slice(text);
    let weighed = Weighed(&mut scale).deserialize(&mut parser).and_then(|()| parser.end());
    weighed.map_err(|error| scale.problem(&error))?;
    Ok(scale.bytes)
}

/// A value that is weighed and dropped.
pub(super) struct Weighed<'a>(pub(super) &'a mut Scale);

impl<'de> DeserializeSeed<'de> for Weighed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.0.value()?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Weighed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.text(text.len())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        self.0.array()?;
        while seq.next_element_seed(Weighed(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.0.object()?;
        while map.next_key_seed(WeighedName(self.0, &[]))?.is_some() {
            map.next_value_seed(Weighed(self.0))?;
        }
        Ok(())
    }
}

/// The name of a member, likewise; it tells whether it is one of these.
pub(super) struct WeighedName<'a>(pub(super) &'a mut Scale, pub(super) &'a [&'a str]);

impl<'de> DeserializeSeed<'de> for WeighedName<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for WeighedName<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a member")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<bool, E> {
        self.0.member(name.len())?;
        Ok(self.1.contains(&name))
    }
}

/// The error in a body that is not JSON, and its place.
fn invalid_json(error: &serde_json::Error) -> Problem {
    // "expected value at line 1 column 2": the message repeats the place, which stands first here.
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let (line, column) = (error.line(), error.column());
    Problem::new(
        Code::InvalidBody,
        format!("The body is not valid JSON: line {line}, column {column}: {message}."),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    use super::super::body::parse_json;
    use super::*;

    /// The minimum size of a value in serde_json: its slot, its blocks, and 16 bytes that malloc adds to each.
    fn least(value: &Value) -> usize {
        const BLOCK: usize = 16;
        size_of::<Value>()
            + match value {
                Value::String(text) => BLOCK + text.len(),
                Value::Array(values) => BLOCK + values.iter().map(least).sum::<usize>(),
                Value::Object(members) => {
                    let name =
                        |name: &String| size_of::<(u64, String)>() + size_of::<usize>() + BLOCK + name.len();
                    2 * BLOCK + members.iter().map(|(key, value)| name(key) + least(value)).sum::<usize>()
                }
                _ => 0,
            }
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            ".{0,40}".prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 60, 12, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..12).prop_map(Value::from),
                prop::collection::btree_map(".{0,12}", inner, 0..12)
                    .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
            ]
        })
    }

    proptest! {
        /// No value weighs less than it takes, nor five times as much: it is held twice, and in blocks.
        #[test]
        fn values_weigh_what_they_take(value in value()) {
            let text = value.to_string();
            let limits = Limits::default();
            let weight = weigh(text.as_bytes(), &limits).unwrap();
            let least = least(&value) as u64;
            prop_assert!((least..=5 * least).contains(&weight), "{weight} of {least}: {text}");
            prop_assert_eq!(parse_json(text.as_bytes(), &limits).unwrap(), value);
            // To the byte, by both.
            let exact = Limits { json_memory_bytes: weight, ..Limits::default() };
            prop_assert!(weigh(text.as_bytes(), &exact).is_ok() && parse_json(text.as_bytes(), &exact).is_ok());
            let less = Limits { json_memory_bytes: weight - 1, ..Limits::default() };
            prop_assert!(weigh(text.as_bytes(), &less).is_err() && parse_json(text.as_bytes(), &less).is_err());
        }
    }

    #[test]
    fn what_takes_too_much_is_refused_with_its_place() {
        let limits = Limits::default();
        let objects = format!("[{}1]", r#"{"a":1},"#.repeat(950_000));
        let problem = weigh(objects.as_bytes(), &limits).unwrap_err();
        assert_eq!(problem.code(), Code::PayloadTooLarge);
        let detail = problem.detail();
        assert!(detail.contains("`json_memory_bytes`") && detail.contains("line 1, column"), "{detail}");
        let deep = format!("{}1{}", r#"{"a":"#.repeat(100), "}".repeat(100));
        let deep = format!("[{}1]", format!("{deep},").repeat(18_000));
        assert!(weigh(deep.as_bytes(), &limits).unwrap_err().detail().contains("`json_memory_bytes`"));
        let zeros = format!("[{}0]", "0,".repeat(2_000_000));
        assert!(weigh(zeros.as_bytes(), &limits).unwrap_err().detail().contains("`json_values`"));
    }

    #[test]
    fn tens_of_thousands_of_rows_fit() {
        let names = [
            "number", "date", "name", "street", "city", "code", "country", "net", "vat", "gross", "paid",
            "note",
        ];
        let row: Map<String, Value> =
            names.iter().map(|name| ((*name).to_owned(), json!("0123456789"))).collect();
        let rows = json!({ "rows": vec![Value::Object(row); 40_000] }).to_string();
        assert!(weigh(rows.as_bytes(), &Limits::default()).is_ok());
    }
}
