//! The body of `POST /api/blockedPeople`.

use super::Fields;
use super::create_key::read_name;
use crate::Limits;
use crate::http::Request;
use crate::http::body::parse_json;
use crate::keys::Person;
use crate::problem::Problem;

/// Bytes of what a provider calls somebody (OpenID Connect Core 1.0, 2: at most 255 characters of ASCII).
const SUBJECT_BYTES: usize = 255;

/// Somebody to block.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockPerson {
    /// The person to block.
    pub person: Person,
}

impl BlockPerson {
    /// Reads a request's body.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once.
    pub fn read(request: &Request, limits: &Limits) -> Result<BlockPerson, Problem> {
        let mut fields = Fields::of_body(parse_json(request.body(), limits)?)?;
        let subject = fields.required_string("subject");
        if let Some(subject) = &subject
            && (subject.is_empty() || subject.len() > SUBJECT_BYTES || subject.chars().any(char::is_control))
        {
            fields.fault(
                "subject",
                format!("`subject` must have 1 to {SUBJECT_BYTES} bytes and no control characters"),
            );
        }
        // People who are known by their id alone are called so.
        let name = if fields.has("name") { read_name(&mut fields) } else { subject.clone() };
        fields.finish()?;
        // They have left their faults, so that `finish` has failed already.
        let absent = || Problem::internal("a required member is absent without a fault");
        let (subject, name) = subject.zip(name).ok_or_else(absent)?;
        Ok(BlockPerson { person: Person { subject, name, email: None } })
    }
}
