//! Requests on condition (RFC 9110, 13.1.1): the state that a caller has seen, and the state that an answer tells.

use http::header;

use super::{Request, Response};
use crate::problem::{Code, Problem};
use crate::templates::Revision;

impl Revision {
    /// The state that `If-Match` demands, if it demands one.
    ///
    /// # Errors
    /// `template-changed` for a tag that no template ever had, `invalid-query` for more than one.
    pub fn of_request(request: &Request) -> Result<Option<Revision>, Problem> {
        let Some(text) = request.head().header(header::IF_MATCH.as_str()) else { return Ok(None) };
        match text.trim() {
            "*" => Ok(None),
            several if several.contains(',') => Err(Problem::new(
                Code::InvalidQuery,
                "`If-Match` takes one entity tag: the `ETag` of the template as it was read.",
            )),
            // A proxy that compresses answers makes tags weak (RFC 9110, 8.8.1); these name a state, not its bytes.
            tag => match Revision::parse(tag.strip_prefix("W/").unwrap_or(tag)) {
                Some(seen) => Ok(Some(seen)),
                None => Err(Problem::template_changed()),
            },
        }
    }

    /// Tells the state with an answer.
    ///
    /// # Errors
    /// `internal` when the header cannot be written.
    pub fn tag(self, mut response: Response) -> Result<Response, Problem> {
        let tag = self.to_string().try_into().map_err(Problem::internal)?;
        response.headers_mut().insert(header::ETAG, tag);
        Ok(response)
    }
}
