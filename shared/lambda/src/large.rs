//! Answers too large for Lambda, whose buffered replies end at 6 MB: they leave as a link to where they wait.

use http::header::{self, HeaderMap, HeaderValue};
use http::{Response as HttpResponse, StatusCode};
use platen_service::http::Response;
use platen_service::problem::Problem;
use platen_service::service::generation::WARNINGS;

use crate::Home;

/// Bytes of the largest body that is sent itself. In base64 it grows by a third; Lambda takes 6,291,556 bytes with the
/// headers and the JSON around.
const LARGEST_BODY: usize = 4_600_000;

/// The answer itself, or 303 See Other (RFC 9110, 15.4.4) with a link that holds for minutes: every HTTP client that
/// follows redirects gets the same bytes, type and file name.
pub(crate) async fn fitting(home: &Home, response: Response) -> Result<Response, Problem> {
    if response.body().len() <= LARGEST_BODY {
        return Ok(response);
    }
    let text = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
    let media_type = text(header::CONTENT_TYPE).unwrap_or("application/octet-stream");
    let disposition = text(header::CONTENT_DISPOSITION);
    let link = home.lend(response.body().clone(), media_type, disposition).await?;
    let mut headers = HeaderMap::new();
    // Where the link leads, nothing is known of them.
    if let Some(count) = response.headers().get(WARNINGS) {
        headers.insert(WARNINGS, count.clone());
    }
    headers.insert(header::LOCATION, HeaderValue::try_from(link).map_err(Problem::internal)?);
    let mut lent = HttpResponse::new(bytes::Bytes::new());
    *lent.status_mut() = StatusCode::SEE_OTHER;
    *lent.headers_mut() = headers;
    Ok(lent)
}
