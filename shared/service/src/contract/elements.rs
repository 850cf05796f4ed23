//! Finds the elements of a large JSON array without holding more of them than are allowed.

use std::fmt;

use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The elements of an array as they were written, the first `most` of them, and how many there are.
///
/// Attack: two bytes of text make an element of sixteen.
///
/// # Errors
/// It is no array.
pub(super) fn elements(array: &RawValue, most: usize) -> serde_json::Result<(Vec<&RawValue>, usize)> {
    serde_json::Deserializer::from_str(array.get()).deserialize_seq(Elements(most))
}

struct Elements(usize);

impl<'de> Visitor<'de> for Elements {
    type Value = (Vec<&'de RawValue>, usize);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut kept = Vec::new();
        while kept.len() < self.0 {
            let Some(element) = seq.next_element()? else {
                let count = kept.len();
                return Ok((kept, count));
            };
            kept.push(element);
        }
        let mut count = kept.len();
        while seq.next_element::<IgnoredAny>()?.is_some() {
            count += 1;
        }
        Ok((kept, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_are_kept_than_are_allowed_and_all_are_counted() {
        let raw = |text: &str| RawValue::from_string(text.to_owned()).unwrap();
        let found = |text: &str| {
            let array = raw(text);
            elements(&array, 2).ok().map(|(kept, count)| {
                (kept.iter().map(|element| element.get().to_owned()).collect::<Vec<_>>(), count)
            })
        };
        let kept = |texts: &[&str], count| Some((texts.iter().map(|t| (*t).to_owned()).collect(), count));
        assert_eq!(found("[]"), kept(&[], 0));
        assert_eq!(found(r#"[{"a": 1}]"#), kept(&[r#"{"a": 1}"#], 1));
        assert_eq!(found("[1, [2]]"), kept(&["1", "[2]"], 2));
        assert_eq!(found("[1, 2, {}, [[]], 5]"), kept(&["1", "2"], 5));
        assert_eq!(found("{}"), None);
        assert_eq!(found("7"), None);
    }
}
