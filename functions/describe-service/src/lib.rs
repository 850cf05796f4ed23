//! What the service says of itself, to anybody: `GET /api/health`, `GET /api/health/ready`, `GET /api/openapi.json`, `GET /api/swagger.json`,
//! `GET /api/docs` with its script, and `GET /api/docs/templates`.

use platen_service::Service;
use platen_service::http::routes::RouteId;
use platen_service::http::{Request, Response};
use platen_service::problem::Problem;

/// The operations.
pub const OPERATIONS: &[RouteId] = &[
    RouteId::Health,
    RouteId::Ready,
    RouteId::OpenApi,
    RouteId::Swagger,
    RouteId::Docs,
    RouteId::DocsScript,
    RouteId::Guide,
];

/// Answers with the state, the document or the page.
///
/// # Errors
/// `unavailable` when the storage does not answer.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    match request.route().id {
        RouteId::Health => platen_service::service::health::handle(service, request).await,
        RouteId::Ready => platen_service::service::health::ready(service, request).await,
        RouteId::OpenApi => platen_openapi::openapi(service.public_url()),
        RouteId::Swagger => platen_openapi::swagger(service.base_url(request.head()).as_ref()),
        RouteId::Docs => platen_openapi::docs(),
        RouteId::DocsScript => platen_openapi::docs_script(),
        RouteId::Guide => platen_openapi::guide(),
        other => Err(Problem::internal(format!("{other:?} is not an operation of this function"))),
    }
}
