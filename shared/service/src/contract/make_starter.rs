//! The body of `POST /api/templates/starter`.

use serde_json::{Map, Value};

use super::Fields;
use crate::Limits;
use crate::http::Request;
use crate::http::body::parse_json;
use crate::problem::Problem;

/// The name of a starter without one.
const NAME: &str = "Template";

/// A template to begin with.
#[derive(Debug, Clone, PartialEq)]
pub struct MakeStarter {
    /// Its title, and its file's name.
    pub name: String,
    /// Data of the kind that it is to be filled with.
    pub data: Map<String, Value>,
}

impl MakeStarter {
    /// Reads a request's body.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once.
    pub fn read(request: &Request, limits: &Limits) -> Result<MakeStarter, Problem> {
        MakeStarter::parse(parse_json(request.body(), limits)?, limits)
    }

    /// Reads a body.
    ///
    /// # Errors
    /// As [`MakeStarter::read`].
    pub fn parse(body: Value, limits: &Limits) -> Result<MakeStarter, Problem> {
        let mut fields = Fields::of_body(body)?;
        let name = fields.string("name");
        let most = limits.template_name_bytes;
        if let Some(name) = &name
            && (name.trim().is_empty() || name.len() > most || name.chars().any(char::is_control))
        {
            fields.fault("name", format!("`name` must have 1 to {most} bytes and no control characters"));
        }
        let data = fields.required_object("data");
        fields.finish()?;
        match data {
            Some(Value::Object(data)) => {
                Ok(MakeStarter { name: name.unwrap_or_else(|| NAME.to_owned()), data })
            }
            // It has left its fault, so that `finish` has failed already.
            _ => Err(Problem::internal("a required member is absent without a fault")),
        }
    }
}
