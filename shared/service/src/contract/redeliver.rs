//! The body of `POST /api/webhooks/{webhookId}/redeliver`.

use jiff::Timestamp;

use super::Fields;
use crate::Limits;
use crate::http::Request;
use crate::http::body::parse_json;
use crate::problem::Problem;

/// Messages to send again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Redeliver {
    /// Those that were made from then on.
    pub since: Timestamp,
}

impl Redeliver {
    /// Reads a request's body.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once.
    pub fn read(request: &Request, limits: &Limits) -> Result<Redeliver, Problem> {
        let mut fields = Fields::of_body(parse_json(request.body(), limits)?)?;
        let text = fields.required_string("since");
        let since = text.as_deref().and_then(|text| text.parse().ok());
        if text.is_some() && since.is_none() {
            fields.fault("since", "`since` must be a time, such as `2026-11-26T08:00:00Z`");
        }
        fields.finish()?;
        // It has left its fault, so that `finish` has failed already.
        let since = since.ok_or_else(|| Problem::internal("`since` is absent without a fault"))?;
        Ok(Redeliver { since })
    }
}
