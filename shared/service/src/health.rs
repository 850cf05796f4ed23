//! `GET /api/health`: whether this process and its store answer.

use serde::Serialize;
use utoipa::ToSchema;

use crate::Service;
use crate::http::{Request, Response, json};
use crate::problem::Problem;

/// That the service answers.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`: a service that cannot reach its storage answers with a problem.
    #[schema(pattern = "^ok$")]
    status: &'static str,
    /// The version that runs.
    version: &'static str,
}

/// Answers 200 when the store does.
///
/// # Errors
/// `unavailable` when the store does not answer.
pub async fn handle(service: &Service, _request: Request) -> Result<Response, Problem> {
    service.stores.subscriptions.ping().await?;
    json(&Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}
