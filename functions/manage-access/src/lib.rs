//! Who may do what: keys (`/api/keys`), people who may not sign in (`/api/blockedPeople`) and what was done (`/api/audit`), for
//! administrators; links to forms (`/api/formLinks`), for
//! authors; and how people sign in and out.

use platen_service::Service;
use platen_service::http::routes::RouteId;
use platen_service::http::{Request, Response, created, json, no_content};
use platen_service::page::Page;
use platen_service::problem::Problem;

/// The operations.
pub const OPERATIONS: &[RouteId] = &[
    RouteId::ListKeys,
    RouteId::CreateKey,
    RouteId::DeleteKey,
    RouteId::ListBlockedPeople,
    RouteId::BlockPerson,
    RouteId::AllowPerson,
    RouteId::ListFormLinks,
    RouteId::CreateFormLink,
    RouteId::DeleteFormLink,
    RouteId::ListEvents,
    RouteId::GetSession,
    RouteId::SignIn,
    RouteId::FinishSignIn,
    RouteId::SignOut,
];

/// Answers with what became of the keys, or sends a browser on.
///
/// # Errors
/// `invalid-query`, `unknown-route`, `cross-site-request`, `invalid-body`, `unknown-key`, `unknown-person`, `unknown-template`, `unknown-form-link`, `limit-exceeded`, `unavailable`; what is wrong
/// with a key that is to be remembered.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    match request.route().id {
        RouteId::ListKeys => {
            let page = Page::from_query(&request, service.limits())?;
            json(&service.keys().list(request.caller()?, page).await?)
        }
        RouteId::CreateKey => {
            let made = service.keys().create(&request).await?;
            created(&made, &made.path())
        }
        RouteId::DeleteKey => {
            let id = request.param("keyId").unwrap_or_default();
            service.keys().delete(&request, id).await.map(|()| no_content())
        }
        RouteId::ListBlockedPeople => {
            let page = Page::from_query(&request, service.limits())?;
            json(&service.blocked_people().list(request.caller()?, page).await?)
        }
        RouteId::BlockPerson => {
            let made = service.blocked_people().block(&request).await?;
            created(&made, &made.path())
        }
        RouteId::AllowPerson => {
            let id = request.param("blockId").unwrap_or_default();
            service.blocked_people().allow(&request, id).await.map(|()| no_content())
        }
        RouteId::ListFormLinks => {
            let (page, template) = Page::of_template(&request, service.limits())?;
            json(&service.form_links().list(request.caller()?, template, page).await?)
        }
        RouteId::CreateFormLink => {
            let made = service.form_links().create(&request).await?;
            created(&made, &made.path())
        }
        RouteId::DeleteFormLink => {
            let id = request.param("linkId").unwrap_or_default();
            service.form_links().delete(&request, id).await.map(|()| no_content())
        }
        RouteId::ListEvents => json(&service.events().list(&request).await?),
        RouteId::GetSession => service.sessions().current(request.head()).await,
        RouteId::SignIn => service.sessions().begin(request.head()).await,
        RouteId::FinishSignIn => service.sessions().finish(request.head()).await,
        RouteId::SignOut => service.sessions().end(request.head()).await,
        other => Err(Problem::internal(format!("{other:?} is not an operation of this function"))),
    }
}
