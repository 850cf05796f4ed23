//! `GET /api/getTemplates`: the templates that documents can be made from, page by page.

use platen_service::Service;
use platen_service::contract::Page;
use platen_service::http::{Request, Response, json};
use platen_service::problem::Problem;

/// Answers with one page.
///
/// # Errors
/// `invalid-query`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let page = Page::from_query(&request, service.limits())?;
    json(&service.list_templates(request.caller()?, page).await?)
}
