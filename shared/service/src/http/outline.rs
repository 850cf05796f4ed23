//! JSON objects in which some members stay text: the items of a job, the data of each of its documents.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::body::{Built, twice};
use super::weight::{Scale, Weighed, WeighedName, weigh};
use crate::Limits;
use crate::problem::Problem;

/// An object that was read so.
#[derive(Debug)]
pub(crate) struct Outline<'a> {
    /// Those that stay texts.
    pub(crate) texts: BTreeMap<String, &'a RawValue>,
    /// All others.
    pub(crate) members: Map<String, Value>,
}

/// Whether a JSON text is an object, if it is JSON at all.
pub(crate) fn is_object(text: &[u8]) -> bool {
    text.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

/// Tells what the members of an object take in memory but for those named `texts`, in bytes, and holds none of them. What is no
/// object is weighed as a whole.
///
/// # Errors
/// As [`weigh`].
pub(crate) fn weigh_outline(object: &[u8], texts: &[&str], limits: &Limits) -> Result<u64, Problem> {
    if !is_object(object) {
        return weigh(object, limits);
    }
    let mut scale = Scale::new(limits);
    let mut parser = serde_json::Deserializer::from_slice(object);
    let weighed = parser.deserialize_map(Weighing { scale: &mut scale, texts }).and_then(|()| parser.end());
    weighed.map_err(|error| scale.problem(&error))?;
    Ok(scale.bytes())
}

/// Reads an object. The members named `texts` stay texts.
///
/// # Errors
/// As [`weigh`]; `invalid-body` also when it is no object, or has a member twice.
pub(crate) fn parse_outline<'a>(
    object: &'a [u8],
    texts: &[&str],
    limits: &Limits,
) -> Result<Outline<'a>, Problem> {
    let mut scale = Scale::new(limits);
    let mut parser = serde_json::Deserializer::from_slice(object);
    let read = parser.deserialize_map(Reading { scale: &mut scale, texts });
    let read = read.and_then(|outline| parser.end().map(|()| outline));
    read.map_err(|error| scale.problem(&error))
}

/// The members of an object with these names, as texts. All others are passed over.
///
/// # Errors
/// It is no object.
pub(crate) fn named<'a>(
    object: &'a [u8],
    names: &[String],
) -> Result<BTreeMap<String, &'a RawValue>, serde_json::Error> {
    serde_json::Deserializer::from_slice(object).deserialize_map(Named(names))
}

struct Named<'a>(&'a [String]);

impl<'de> Visitor<'de> for Named<'_> {
    type Value = BTreeMap<String, &'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            if self.0.contains(&name) {
                found.insert(name, map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

struct Weighing<'a> {
    scale: &'a mut Scale,
    texts: &'a [&'a str],
}

impl<'de> Visitor<'de> for Weighing<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.scale.object()?;
        while let Some(is_text) = map.next_key_seed(WeighedName(self.scale, self.texts))? {
            if is_text {
                map.next_value::<IgnoredAny>()?;
            } else {
                map.next_value_seed(Weighed(self.scale))?;
            }
        }
        Ok(())
    }
}

struct Reading<'a> {
    scale: &'a mut Scale,
    texts: &'a [&'a str],
}

impl<'de> Visitor<'de> for Reading<'_> {
    type Value = Outline<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Outline<'de>, A::Error> {
        self.scale.object()?;
        let mut outline = Outline { texts: BTreeMap::new(), members: Map::new() };
        while let Some(name) = map.next_key::<String>()? {
            self.scale.member(name.len())?;
            let is_new = if self.texts.contains(&name.as_str()) {
                outline.texts.insert(name, map.next_value()?).is_none()
            } else {
                outline.members.insert(name, map.next_value_seed(Built(self.scale))?).is_none()
            };
            if !is_new {
                return Err(twice());
            }
        }
        Ok(outline)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::problem::Code;

    const TEXTS: &[&str] = &["items"];

    #[test]
    fn texts_stay_as_they_are_and_weigh_nothing() {
        let limits = Limits::default();
        let body = |items: &str| format!(r#"{{"format": ".pdf", "items": [{items}], "merge": true}}"#);
        let (few, many) = (body(r#"{"a": 1}"#), body(&vec![r#"{"a": 1}"#; 1_000].join(",")));
        let outline = parse_outline(few.as_bytes(), TEXTS, &limits).unwrap();
        assert_eq!(outline.texts["items"].get(), r#"[{"a": 1}]"#);
        assert_eq!(Value::Object(outline.members), json!({ "format": ".pdf", "merge": true }));
        let weight = |text: &str| weigh_outline(text.as_bytes(), TEXTS, &limits).unwrap();
        assert_eq!(weight(&few), weight(&many));
    }

    /// Attack: a job's body has room for millions of members.
    #[test]
    fn other_members_are_weighed_before_they_are_held() {
        let limits = Limits { json_memory_bytes: 100_000, ..Limits::default() };
        let members: Vec<_> = (0..1_000).map(|number| format!(r#""m{number}": 1"#)).collect();
        let body = format!(r#"{{"items": [], {}}}"#, members.join(","));
        let weighed = weigh_outline(body.as_bytes(), TEXTS, &limits).unwrap_err();
        let read = parse_outline(body.as_bytes(), TEXTS, &limits).unwrap_err();
        assert_eq!(weighed.code(), Code::PayloadTooLarge);
        assert_eq!(weighed.detail(), read.detail());
        assert!(read.detail().contains("`json_memory_bytes`"), "{}", read.detail());
    }

    #[test]
    fn no_member_may_stand_there_twice() {
        for twice in [r#"{"items": [], "items": [1]}"#, r#"{"format": 1, "format": 2}"#] {
            let problem = parse_outline(twice.as_bytes(), TEXTS, &Limits::default()).unwrap_err();
            assert!(problem.detail().contains("the same member twice"), "{}", problem.detail());
        }
    }
}
