//! `POST /api/generateDocument` and `POST /api/convert`: a template and data, or a finished document, become a document; and
//! `/api/form`, where the data comes from somebody who was sent a link.

use platen_service::Service;
use platen_service::http::routes::RouteId;
use platen_service::http::{Request, Response, long_json};
use platen_service::problem::Problem;

/// The operations.
pub const OPERATIONS: &[RouteId] =
    &[RouteId::GenerateDocument, RouteId::Convert, RouteId::GetForm, RouteId::FillForm];

/// Answers with the file and a count of its warnings, or for `Accept: multipart/mixed` with the file and the warnings; for
/// `Prefer: respond-async` with the job that makes the document.
///
/// # Errors
/// `invalid-query`, `invalid-body`, `invalid-data`, `invalid-link`, `missing-scope`, `unknown-template`, `template-error`, `limit-exceeded`,
/// `quota-exceeded`, `request-in-progress`, `idempotency-mismatch`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    match request.route().id {
        RouteId::Convert => converted(service, &request).await,
        RouteId::GetForm => long_json(service.form_links().open(&request).await?).await,
        RouteId::FillForm => service.form_links().fill(&request).await,
        _ => generated(service, &request).await,
    }
}

async fn converted(service: &Service, request: &Request) -> Result<Response, Problem> {
    let (caller, work, generation) = (request.caller()?, request.work()?, service.generation());
    let key = generation.idempotency_key(request).await?;
    let wanted = generation.read_conversion(request).await?;
    let document = match key {
        Some(key) => generation.convert_once(caller, &key, wanted, work).await?,
        None => generation.convert(caller, wanted, work).await?,
    };
    document.into_response(request.head())
}

async fn generated(service: &Service, request: &Request) -> Result<Response, Problem> {
    let (caller, work) = (request.caller()?, request.work()?);
    let key = service.generation().idempotency_key(request).await?;
    let wanted = service.generation().read(request).await?;
    if wanted.is_for_later(request.head()) {
        return service.generation().start(caller, key.as_ref(), wanted, work).await;
    }
    let document = match key {
        Some(key) => service.generation().generate_once(caller, &key, wanted, work).await?,
        None => service.generation().generate(caller, wanted, work).await?,
    };
    document.into_response(request.head())
}
