//! The members of a body, sent as JSON, as a form beside a file, or in the query beside a file.

use bytes::Bytes;
use serde_json::{Map, Value};

use crate::Limits;
use crate::http::SentFile;
use crate::http::body::parse_json;
use crate::http::form::{self, Form};
use crate::problem::{FieldError, Problem};

/// Members that are no text: a form has them as JSON.
const OBJECTS: [&str; 2] = ["data", "options"];

/// The members of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Sent {
    /// The members of its body.
    pub members: Value,
    /// The file that came beside them.
    pub file: Option<SentFile>,
}

impl From<Value> for Sent {
    fn from(members: Value) -> Sent {
        Sent { members, file: None }
    }
}

impl Sent {
    /// Whether a field of a form is JSON.
    pub(crate) fn is_json(name: &str) -> bool {
        OBJECTS.contains(&name)
    }

    /// Reads a body of JSON.
    ///
    /// # Errors
    /// `invalid-body`, `payload-too-large` over `json_values` or `json_memory_bytes`.
    pub(crate) fn of_json(body: &Bytes, limits: &Limits) -> Result<Sent, Problem> {
        Ok(parse_json(body, limits)?.into())
    }

    /// Takes the fields of a form for members: texts, of which numbers, `true` and `false` are read; and JSON where a member is
    /// an object.
    ///
    /// # Errors
    /// `invalid-body` with each field that is not the JSON that it has to be.
    pub(crate) fn of_form(form: Form, limits: &Limits) -> Result<Sent, Problem> {
        let (mut members, mut faults) = (Map::new(), Vec::new());
        for (name, text) in form.fields {
            let is_object = Sent::is_json(&name) && !text.trim().is_empty();
            let value = match is_object.then(|| parse_json(text.as_bytes(), limits)) {
                None => Value::String(text),
                Some(Ok(value)) => value,
                Some(Err(problem)) => {
                    let detail = problem.detail().replacen("The body", &format!("`{name}`"), 1);
                    faults.push(FieldError::new(format!("/{name}"), detail.trim_end_matches('.')));
                    continue;
                }
            };
            members.insert(name, value);
        }
        if !faults.is_empty() {
            return Err(form::invalid(faults));
        }
        Ok(Sent { members: Value::Object(members), file: form.file })
    }
}
