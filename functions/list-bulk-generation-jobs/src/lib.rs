//! `GET /api/bulkGenerationJobs/byTemplate/{templateId}`: the jobs made from a template, newest first.

use platen_service::Service;
use platen_service::contract::Page;
use platen_service::http::{Request, Response, json, with_links};
use platen_service::problem::Problem;
use platen_service::templates::TemplateId;

/// Answers with a bare array.
///
/// # Errors
/// `invalid-query`, `unknown-template`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let page = Page::optional(&request, service.limits())?;
    let (template, base) = (TemplateId::of_path_segment(&request)?, service.base_url(request.head()));
    let listed = service.jobs_of(request.caller()?, template, page, base.as_ref()).await?;
    let response = json(&listed.items)?;
    match page {
        Some(page) => with_links(response, request.head().path(), page, listed.total),
        None => Ok(response),
    }
}
