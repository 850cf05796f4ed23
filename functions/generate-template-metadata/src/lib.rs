//! `GET /api/generateTemplateMetadata`: the fields that a template asks for, and the JSON Schema of its data; and
//! `GET /api/getTemplateSchema`: that schema alone, as designers of flows take it.

use platen_openapi::TemplateSchema;
use platen_service::Service;
use platen_service::http::routes::RouteId;
use platen_service::http::{Request, Response, long_json};
use platen_service::ids::TemplateId;
use platen_service::problem::Problem;

/// The operations.
pub const OPERATIONS: &[RouteId] = &[RouteId::GenerateTemplateMetadata, RouteId::GetTemplateSchema];

/// Answers with the metadata, or the schema, of the version in force, or of the one that the query names.
///
/// # Errors
/// `invalid-query`, `unknown-template`, `template-error`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let (template, version) = TemplateId::from_query(&request)?;
    if request.route().id == RouteId::GetTemplateSchema {
        let schema = service.templates().schema(request.work()?, template, version).await?;
        return long_json(TemplateSchema::of(&schema)).await;
    }
    long_json(service.templates().metadata(request.work()?, template, version).await?).await
}
