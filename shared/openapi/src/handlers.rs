//! The operations that describe the interface; they need no key and no storage.

use std::sync::LazyLock;

use bytes::Bytes;
use http::header::{self, HeaderValue};
use platen_service::http::{Response, json, revalidated};
use platen_service::links::BaseUrl;
use platen_service::problem::Problem;

/// `GET /api/openapi.json`, with the address at which the service is known, where the configuration tells it.
///
/// # Errors
/// `internal`.
pub fn openapi(base: Option<&BaseUrl>) -> Result<Response, Problem> {
    let Some(base) = base else { return revalidated(json(crate::document())?) };
    let mut document = crate::document().clone();
    if let Some(url) = document.pointer_mut("/servers/0/url") {
        *url = base.join("").into();
    }
    revalidated(json(&document)?)
}

/// `GET /api/swagger.json`, with the address at which the service is known.
///
/// # Errors
/// `internal`.
pub fn swagger(base: Option<&BaseUrl>) -> Result<Response, Problem> {
    revalidated(json(&crate::swagger::swagger(base))?)
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

/// `GET /api/docs/try.js`: what sends the requests that a reader of the reference page tries.
///
/// # Errors
/// None.
pub fn docs_script() -> Result<Response, Problem> {
    let mut response = Response::new(Bytes::from_static(include_bytes!("try.js")));
    let kind = HeaderValue::from_static("text/javascript; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    revalidated(response)
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
    revalidated(response)
}
