//! `GET /api/generateTemplateMetadata`: the fields that a template asks for, and the JSON Schema of its data.

use platen_service::Service;
use platen_service::http::{Request, Response, json};
use platen_service::problem::Problem;
use platen_service::templates::TemplateId;

/// Answers with the metadata of the version in force.
///
/// # Errors
/// `invalid-query`, `unknown-template`, `template-error`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let template = TemplateId::from_query(&request)?;
    json(&service.template_metadata(request.work()?, template).await?)
}
