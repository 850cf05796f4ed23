//! `GET /api/bulkGenerationJobs` and `GET /api/bulkGenerationJobs/byTemplate/{templateId}`: the jobs of a subscription, or
//! those made from a template, newest first.

use platen_service::Service;
use platen_service::http::routes::RouteId;
use platen_service::http::{Request, Response, json, with_links};
use platen_service::ids::TemplateId;
use platen_service::page::Page;
use platen_service::problem::Problem;

/// The operations.
pub const OPERATIONS: &[RouteId] = &[RouteId::ListBulkGenerationJobs, RouteId::ListAllBulkGenerationJobs];

/// Answers with a bare array.
///
/// # Errors
/// `invalid-query`, `unknown-template`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let (caller, base) = (request.caller()?, service.base_url(request.head()));
    let (page, listed) = match request.route().id {
        // A template's jobs come all at once where no page is asked for; those of a subscription have no bound.
        RouteId::ListBulkGenerationJobs => {
            let page = Page::optional(&request, service.limits())?;
            let template = TemplateId::of_path_segment(&request)?;
            (page, service.jobs().of_template(caller, template, page, base.as_ref()).await?)
        }
        RouteId::ListAllBulkGenerationJobs => {
            let page = Page::from_query(&request, service.limits())?;
            (Some(page), service.jobs().list(caller, page, base.as_ref()).await?)
        }
        other => return Err(Problem::internal(format!("{other:?} is not an operation of this function"))),
    };
    let response = json(&listed.items)?;
    match page {
        Some(page) => with_links(response, request.head().path(), page, listed.total),
        None => Ok(response),
    }
}
