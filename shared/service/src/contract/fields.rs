//! Reads a JSON object member by member, by hand rather than with `derive`, so that one answer lists all errors.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use platen_ooxml::reference_token;
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::http::{NO_GUID, digits, guid};
use crate::problem::{Code, FieldError, Problem};

/// Unknown members that are named in one answer: a body of a million of them must not become an answer of a gigabyte.
const NAMED_UNKNOWN: usize = 100;

/// The member in which Power Automate sends a file's bytes, beside `$content-type`.
const POWER_CONTENT: &str = "$content";

/// An object that is being read.
#[derive(Default)]
pub(crate) struct Fields {
    members: Map<String, Value>,
    pointer: String,
    known: Vec<&'static str>,
    errors: Vec<FieldError>,
}

/// The kind of a JSON value, in words.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

impl Fields {
    /// Starts with the body of a request.
    ///
    /// # Errors
    /// `invalid-body` when it is no object.
    pub(crate) fn of_body(body: Value) -> Result<Fields, Problem> {
        match body {
            Value::Object(members) => Ok(Fields::new(members, String::new())),
            other => Err(Problem::new(
                Code::InvalidBody,
                format!("The body must be a JSON object; it is {}.", kind(&other)),
            )),
        }
    }

    fn new(members: Map<String, Value>, pointer: String) -> Fields {
        Fields { members, pointer, known: Vec::new(), errors: Vec::new() }
    }

    /// Takes a member out. A member that is `null` counts as absent.
    fn take_any(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.members.get_mut(name).map(Value::take).filter(|value| !value.is_null())
    }

    /// Takes a member out. An empty text counts as absent too: programs that fill forms, and connectors of flows, send one for
    /// what was left out.
    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.take_any(name).filter(|value| value.as_str() != Some(""))
    }

    /// A member, as it came, before it is read.
    pub(crate) fn peek(&self, name: &str) -> Option<&Value> {
        self.members.get(name)
    }

    /// Whether a member is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.members.get(name).is_some_and(|value| !value.is_null() && value.as_str() != Some(""))
    }

    /// Notes a fault of a member.
    pub(crate) fn fault(&mut self, name: &str, detail: impl Into<String>) {
        let name = reference_token(name);
        self.errors.push(FieldError::new(format!("{}/{name}", self.pointer), detail));
    }

    /// Notes a fault of what stands in a member, at a JSON Pointer from there.
    pub(crate) fn fault_below(&mut self, name: &'static str, pointer: &str, detail: impl Into<String>) {
        self.errors.push(FieldError::new(format!("{}/{name}{pointer}", self.pointer), detail));
    }

    /// Names a member that is read elsewhere.
    pub(crate) fn know(&mut self, name: &'static str) {
        self.known.push(name);
    }

    /// Notes a fault of an array's element.
    pub(crate) fn fault_at(&mut self, name: &'static str, index: usize, detail: impl Into<String>) {
        self.errors.push(FieldError::new(format!("{}/{name}/{index}", self.pointer), detail));
    }

    /// Notes that a member is required.
    pub(crate) fn missing(&mut self, name: &str) {
        self.fault(name, format!("`{name}` is required"));
    }

    /// A string, if the member is there.
    pub(crate) fn string(&mut self, name: &'static str) -> Option<String> {
        self.take(name).and_then(|value| self.as_string(name, value))
    }

    /// A string, if the member is there; an empty one is one, too.
    pub(crate) fn string_or_empty(&mut self, name: &'static str) -> Option<String> {
        self.take_any(name).and_then(|value| self.as_string(name, value))
    }

    fn as_string(&mut self, name: &'static str, value: Value) -> Option<String> {
        match value {
            Value::String(text) => Some(text),
            other => {
                self.fault(name, format!("`{name}` must be a string; it is {}", kind(&other)));
                None
            }
        }
    }

    /// `true` or `false`, also as a text, if the member is there.
    pub(crate) fn boolean(&mut self, name: &'static str) -> Option<bool> {
        match self.take(name)? {
            Value::Bool(value) => Some(value),
            Value::String(text) if text.eq_ignore_ascii_case("true") => Some(true),
            Value::String(text) if text.eq_ignore_ascii_case("false") => Some(false),
            other => {
                self.fault(name, format!("`{name}` must be true or false; it is {}", kind(&other)));
                None
            }
        }
    }

    /// A whole number within bounds, also as a text of digits, if the member is there.
    pub(crate) fn whole(&mut self, name: &'static str, allowed: RangeInclusive<u32>) -> Option<u32> {
        let number = match self.take(name)? {
            Value::String(text) => digits(&text),
            value => value.as_u64().and_then(|number| u32::try_from(number).ok()),
        };
        let number = number.filter(|number| allowed.contains(number));
        if number.is_none() {
            let (least, most) = allowed.into_inner();
            let bounds = if most == u32::MAX {
                format!("of at least {least}")
            } else {
                format!("from {least} to {most}")
            };
            self.fault(name, format!("`{name}` must be a whole number {bounds}"));
        }
        number
    }

    /// A string that must be there.
    pub(crate) fn required_string(&mut self, name: &'static str) -> Option<String> {
        if !self.has(name) {
            self.known.push(name);
            self.missing(name);
            return None;
        }
        self.string(name)
    }

    /// A GUID that must be there.
    pub(crate) fn required_guid(&mut self, name: &'static str) -> Option<Uuid> {
        let text = self.required_string(name)?;
        let id = guid(&text);
        if id.is_none() {
            self.fault(name, format!("`{name}` {NO_GUID}"));
        }
        id
    }

    /// A file in base64 (RFC 4648, 4), if the member is there: as a text, whose lines may be broken, or as Power Automate has
    /// files, an object whose `$content` is that text.
    pub(crate) fn file(&mut self, name: &'static str) -> Option<Bytes> {
        let mut value = self.take(name)?;
        let content = value.get_mut(POWER_CONTENT).map(Value::take).unwrap_or(value);
        let bytes = content.as_str().and_then(|text| {
            let text: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
            STANDARD.decode(text).ok()
        });
        if bytes.is_none() {
            self.fault(name, format!("`{name}` must be a file in base64 (RFC 4648, 4)"));
        }
        bytes.map(Bytes::from)
    }

    /// An object, whole, that must be there.
    pub(crate) fn required_object(&mut self, name: &'static str) -> Option<Value> {
        match self.take(name) {
            Some(value @ Value::Object(_)) => Some(value),
            Some(other) => {
                self.fault(name, format!("`{name}` must be an object; it is {}", kind(&other)));
                None
            }
            None => {
                self.missing(name);
                None
            }
        }
    }

    /// An object, whole, if the member is there.
    pub(crate) fn object(&mut self, name: &'static str) -> Option<Value> {
        if self.has(name) {
            return self.required_object(name);
        }
        self.known.push(name);
        None
    }

    /// An object whose members are strings, if the member is there.
    pub(crate) fn strings(&mut self, name: &'static str) -> Option<BTreeMap<String, String>> {
        let value = self.take(name)?;
        let strings = serde_json::from_value(value).ok();
        if strings.is_none() {
            self.fault(name, format!("`{name}` must be an object of strings"));
        }
        strings
    }

    /// An array of strings, if the member is there.
    pub(crate) fn texts(&mut self, name: &'static str) -> Option<Vec<String>> {
        let texts = serde_json::from_value(self.take(name)?).ok();
        if texts.is_none() {
            self.fault(name, format!("`{name}` must be an array of strings"));
        }
        texts
    }

    /// An array of objects, each to be read in turn as an [`Fields::element`], if the member is there.
    pub(crate) fn objects(&mut self, name: &'static str) -> Option<Vec<Map<String, Value>>> {
        let objects = serde_json::from_value(self.take(name)?).ok();
        if objects.is_none() {
            self.fault(name, format!("`{name}` must be an array of objects"));
        }
        objects
    }

    /// An object to be read in turn, if the member is there; hand it to [`Fields::close`] at the end.
    pub(crate) fn open(&mut self, name: &'static str) -> Option<Fields> {
        match self.take(name)? {
            Value::Object(members) => Some(Fields::new(members, format!("{}/{name}", self.pointer))),
            other => {
                self.fault(name, format!("`{name}` must be an object; it is {}", kind(&other)));
                None
            }
        }
    }

    /// An object that is an array's element, to be read in turn; hand it to [`Fields::close`] at the end.
    pub(crate) fn element(&self, name: &'static str, index: usize, members: Map<String, Value>) -> Fields {
        Fields::new(members, format!("{}/{name}/{index}", self.pointer))
    }

    /// Ends an inner object: its faults become this one's. Whether it has none.
    pub(crate) fn close(&mut self, inner: Fields) -> bool {
        let faults = inner.into_errors();
        let is_right = faults.is_empty();
        self.errors.extend(faults);
        is_right
    }

    fn into_errors(mut self) -> Vec<FieldError> {
        let names = self.known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let members = std::mem::take(&mut self.members);
        let unknown: Vec<&String> =
            members.keys().filter(|name| !self.known.contains(&name.as_str())).collect();
        let (named, more) = unknown.split_at(unknown.len().min(NAMED_UNKNOWN));
        for name in named {
            // A misspelled option must not pass silently; the names that are read stand beside it.
            self.fault(name, format!("Unknown member `{name}`. Allowed: {names}"));
        }
        if !more.is_empty() {
            let detail =
                format!("{} more members are unknown; these are the first {NAMED_UNKNOWN}", more.len());
            self.errors.push(FieldError::new(self.pointer.clone(), detail));
        }
        self.errors
    }

    /// Ends the body.
    ///
    /// # Errors
    /// `invalid-body` with every fault of every member, unknown members among them.
    pub(crate) fn finish(self) -> Result<(), Problem> {
        let errors = self.into_errors();
        match errors.as_slice() {
            [] => Ok(()),
            [only] => {
                let detail = format!("{}.", only.detail);
                Err(Problem::with_errors(Code::InvalidBody, detail, errors))
            }
            several => {
                let detail = format!("{} members of the body are wrong; see `errors`.", several.len());
                Err(Problem::with_errors(Code::InvalidBody, detail, errors))
            }
        }
    }
}
