//! The operations that describe the interface; they need no key and no storage.

use std::sync::LazyLock;

use bytes::Bytes;
use http::header::{self, HeaderValue};
use platen_service::http::{Response, json};
use platen_service::problem::Problem;

/// `GET /api/openapi.json`.
///
/// # Errors
/// `internal`.
pub fn openapi() -> Result<Response, Problem> {
    json(crate::document())
}

/// `GET /api/docs`.
///
/// # Errors
/// `internal`.
pub fn docs() -> Result<Response, Problem> {
    static PAGE: LazyLock<Made> = LazyLock::new(|| made(crate::page()));
    served(&PAGE)
}

/// `GET /api/docs/templates`.
///
/// # Errors
/// `internal`.
pub fn guide() -> Result<Response, Problem> {
    static PAGE: LazyLock<Made> = LazyLock::new(|| made(crate::guide_page()));
    served(&PAGE)
}

type Made = Result<Bytes, String>;

fn made(page: Result<String, minijinja::Error>) -> Made {
    page.map(Bytes::from).map_err(|error| error.to_string())
}

fn served(page: &Made) -> Result<Response, Problem> {
    let page = page.as_ref().map_err(Problem::internal)?;
    let mut response = Response::new(page.clone());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    // The page has its style inside and runs nothing: whatever got into it could do nothing either.
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    );
    Ok(response)
}
