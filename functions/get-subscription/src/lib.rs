//! `GET /api/getSubscription`: limits and usage of the caller's subscription.

use platen_service::Service;
use platen_service::http::{Request, Response, json};
use platen_service::problem::Problem;

/// Answers with the summary.
///
/// # Errors
/// `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    json(&service.subscriptions().summary(request.caller()?).await?)
}
