//! The body of `POST /api/formLinks`.

use jiff::{SignedDuration, Timestamp};

use super::create_key::{read_end, read_name};
use super::generate_document::read_format;
use super::template_source::read_template_id;
use super::{Fields, Sent};
use crate::Limits;
use crate::form_links::{FormLink, FormResult};
use crate::format::Format;
use crate::http::Request;
use crate::http::body::parse_json;
use crate::problem::Problem;

/// The longest that a link may last.
const LONGEST: SignedDuration = SignedDuration::from_hours(366 * 24);

/// A link to make.
#[derive(Debug, Clone, PartialEq)]
pub struct CreateFormLink {
    /// Its name for people.
    pub name: String,
    /// The form that it opens.
    pub form: FormLink,
    /// From when on it is refused.
    pub expires_at: Timestamp,
}

impl CreateFormLink {
    /// Reads a request's body.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once.
    pub fn read(request: &Request, limits: &Limits) -> Result<CreateFormLink, Problem> {
        let mut fields = Fields::of_body(parse_json(request.body(), limits)?)?;
        let name = read_name(&mut fields);
        let template = read_template_id(&mut fields);
        let format = read_format(&mut fields, &[Format::Docx, Format::Pdf]);
        let word = fields.required_string("result");
        let result = word.as_deref().and_then(FormResult::parse);
        if word.is_some() && result.is_none() {
            fields.fault("result", "`result` must be `download` or `keep`");
        }
        let once = fields.boolean("once").unwrap_or(false);
        if !fields.has("expiresAt") {
            fields.missing("expiresAt");
        }
        let expires_at = read_end(&mut fields);
        if expires_at.is_some_and(|end| Timestamp::now().duration_until(end) > LONGEST) {
            fields
                .fault("expiresAt", "`expiresAt` must be within a year: a link is all that lets somebody in");
        }
        fields.finish()?;
        // They have left their faults, so that `finish` has failed already.
        let absent = || Problem::internal("a required member is absent without a fault");
        let (name, expires_at) = name.zip(expires_at).ok_or_else(absent)?;
        let ((template, format), result) = template.zip(format).zip(result).ok_or_else(absent)?;
        Ok(CreateFormLink { name, form: FormLink { template, format, once, result }, expires_at })
    }
}

/// The data of `POST /api/form`.
///
/// # Errors
/// `invalid-body`.
pub(crate) fn read_filled(sent: Sent, _: &Limits) -> Result<serde_json::Value, Problem> {
    let mut fields = Fields::of_body(sent.members)?;
    let data = fields.required_object("data");
    fields.finish()?;
    data.ok_or_else(|| Problem::internal("`data` is absent without a fault"))
}
