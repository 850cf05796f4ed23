//! `GET /api/bulkGenerationJobs/byTemplate/{templateId}`: the jobs made from a template, newest first.

use platen_service::Service;
use platen_service::contract::Page;
use platen_service::http::{Request, Response, json};
use platen_service::problem::Problem;
use platen_service::templates::TemplateId;

/// Answers with a bare array.
///
/// # Errors
/// `invalid-query`, `unknown-template`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let page = Page::optional(&request, service.limits())?;
    json(&service.jobs_of(request.caller()?, TemplateId::of_path_segment(&request)?, page).await?.items)
}
