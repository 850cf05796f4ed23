//! `GET /api/health`: whether this process and its store answer.

use serde::Serialize;

use crate::Service;
use crate::http::{Request, Response, json};
use crate::problem::Problem;

#[derive(Serialize)]
struct Health {
    status: &'static str,
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
