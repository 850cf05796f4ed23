//! `POST /api/generateModel`: a starter payload for a template, filled with typed sample values.

use platen_service::Service;
use platen_service::http::{Request, Response, long_json};
use platen_service::ids::TemplateId;
use platen_service::problem::Problem;

/// Answers with an object that `generateDocument` takes as `data` unchanged.
///
/// # Errors
/// `invalid-query`, `unknown-template`, `template-error`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let (template, version) = TemplateId::from_query(&request)?;
    long_json(service.templates().model(request.work()?, template, version).await?).await
}
