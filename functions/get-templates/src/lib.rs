//! `GET /api/getTemplates`: the templates that documents can be made from, page by page.

use platen_service::Service;
use platen_service::http::{Request, Response, json};
use platen_service::page::Page;
use platen_service::problem::Problem;
use platen_service::store::TemplateFilter;

/// Answers with one page.
///
/// # Errors
/// `invalid-query`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let page = Page::from_query(&request, service.limits())?;
    let mut query = request.query();
    let (label, name) = (query.optional_text("label"), query.optional_text("name"));
    query.finish(Some(()))?;
    let filter = TemplateFilter { label: label.as_deref(), name: name.as_deref(), ..TemplateFilter::READY };
    json(&service.templates().list(request.caller()?, page, filter).await?)
}
