//! Webhooks (`/api/webhooks`): who is told of the ends of jobs and of other events, and what became of the messages.

use platen_service::Service;
use platen_service::http::routes::RouteId;
use platen_service::http::{Request, Response, created, json, no_content};
use platen_service::ids::WebhookId;
use platen_service::page::Page;
use platen_service::problem::Problem;

/// The operations.
pub const OPERATIONS: &[RouteId] = &[
    RouteId::ListWebhooks,
    RouteId::CreateWebhook,
    RouteId::DeleteWebhook,
    RouteId::RotateWebhook,
    RouteId::TestWebhook,
    RouteId::ListWebhookMessages,
    RouteId::RedeliverMessage,
    RouteId::RedeliverFailed,
];

/// Answers with what became of the webhooks.
///
/// # Errors
/// `invalid-query`, `invalid-body`, `unknown-template`, `unknown-webhook`, `unknown-message`, `limit-exceeded`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    match request.route().id {
        RouteId::ListWebhooks => {
            let page = Page::from_query(&request, service.limits())?;
            json(&service.webhooks().list(request.caller()?, page).await?)
        }
        RouteId::CreateWebhook => {
            let made = service.webhooks().create(&request).await?;
            created(&made, &made.listed.path())
        }
        RouteId::RotateWebhook => {
            let id = WebhookId::of_path(&request)?;
            json(&service.webhooks().rotate(request.caller()?, id).await?)
        }
        RouteId::TestWebhook => {
            let id = WebhookId::of_path(&request)?;
            let test = service.webhooks().test(request.caller()?, id).await?;
            // What becomes of it is among the webhook's messages.
            created(&test, &format!("/api/webhooks/{id}/messages"))
        }
        RouteId::ListWebhookMessages => json(&service.webhooks().messages(&request).await?),
        RouteId::RedeliverMessage => json(&service.webhooks().redeliver(&request).await?),
        RouteId::RedeliverFailed => json(&service.webhooks().redeliver_failed(&request).await?),
        RouteId::DeleteWebhook => {
            let id = WebhookId::of_path(&request)?;
            service.webhooks().delete(request.caller()?, id).await.map(|()| no_content())
        }
        other => Err(Problem::internal(format!("{other:?} is not an operation of this function"))),
    }
}
