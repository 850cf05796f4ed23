//! A foreign tenant's template or job answers byte for byte like one that does not exist.

use http::Method;
use platen_service::http::Response;
use platen_service::http::routes::{RouteId, routes};
use platen_service::subscriptions::SubscriptionId;
use serde_json::json;
use uuid::Uuid;

use super::{Call, Home, docx};

/// The operation upon a template, where it is upon one. A new operation does not compile without its row.
fn upon(home: &Home, operation: RouteId, id: Uuid) -> Option<Call<'_>> {
    match operation {
        RouteId::GenerateTemplateMetadata => {
            Some(home.get(&format!("/api/generateTemplateMetadata?templateId={id}")))
        }
        RouteId::GenerateModel => Some(home.post(&format!("/api/generateModel?templateId={id}"), "")),
        RouteId::GenerateDocument => {
            Some(home.generate(&json!({ "templateId": id, "format": ".docx", "data": { "name": "A" } })))
        }
        RouteId::GenerateDocumentsBulk => {
            let body = json!({ "templateId": id, "format": ".docx", "items": [{ "name": "A" }] });
            Some(home.bulk(&body))
        }
        RouteId::ListBulkGenerationJobs => {
            Some(home.get(&format!("/api/bulkGenerationJobs/byTemplate/{id}")))
        }
        RouteId::GetTemplate => Some(home.get(&format!("/api/templates/{id}"))),
        RouteId::ReplaceTemplate => {
            Some(home.send_file(Method::PUT, &format!("/api/templates/{id}"), docx(&["{{ name }}"])))
        }
        RouteId::DisableTemplate => Some(home.post(&format!("/api/templates/{id}/disable"), "")),
        RouteId::EnableTemplate => Some(home.post(&format!("/api/templates/{id}/enable"), "")),
        RouteId::DeleteTemplate => Some(home.call(Method::DELETE, &format!("/api/templates/{id}"))),
        // Jobs have a test of their own, links are no tenant's.
        RouteId::GetBulkGenerationJob
        | RouteId::CancelBulkGenerationJob
        | RouteId::GetArchive
        | RouteId::CreateBulkUpload
        | RouteId::PutBulkUpload
        | RouteId::GetTemplates
        | RouteId::ListTemplates
        | RouteId::RegisterTemplate
        | RouteId::CheckTemplate
        | RouteId::GetSubscription
        | RouteId::Health
        | RouteId::OpenApi
        | RouteId::Docs => None,
    }
}

#[tokio::test]
async fn foreign_ids_are_unknown_ids() {
    let home = Home::new().await;
    let foreign = home.register("secret.docx", docx(&["{{ name }}"])).await.template_id.0;
    let other = home.tenant(SubscriptionId(Uuid::from_u128(2))).await;
    let unknown = Uuid::from_u128(77);
    for route in routes() {
        let Some(one) = upon(&home, route.id, foreign) else { continue };
        let (one, two) = (one.key(Some(&other)), upon(&home, route.id, unknown).unwrap().key(Some(&other)));
        assert_same_404((&one.send().await, foreign), (&two.send().await, unknown), route.path);
    }
    // Nobody else changed it, and its owner may do all of this, removing it last.
    let (removes, others): (Vec<_>, Vec<_>) =
        routes().iter().partition(|route| route.id == RouteId::DeleteTemplate);
    for route in others.into_iter().chain(removes) {
        let Some(owners) = upon(&home, route.id, foreign) else { continue };
        assert!(owners.send().await.status().is_success(), "{}: its owner may", route.path);
    }
}

#[tokio::test]
async fn foreign_jobs_are_unknown_jobs() {
    let home = Home::new().await;
    let template = home.register("secret.docx", docx(&["{{ name }}"])).await.template_id;
    let body = json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }] });
    let started = home.bulk(&body).send().await;
    let foreign: Uuid = super::json(&started)["jobId"].as_str().unwrap().parse().unwrap();
    let other = home.tenant(SubscriptionId(Uuid::from_u128(2))).await;
    let unknown = Uuid::from_u128(77);
    for (method, rest) in [(Method::GET, ""), (Method::POST, "/cancel")] {
        let call = |id| home.call(method.clone(), &format!("/api/bulkGenerationJobs/{id}{rest}"));
        let [one, two] = [foreign, unknown].map(|id| call(id).key(Some(&other)));
        assert_same_404((&one.send().await, foreign), (&two.send().await, unknown), rest);
    }
    let own = home.get(&format!("/api/bulkGenerationJobs/{foreign}")).send().await;
    assert_eq!(super::json(&own)["status"], "Pending", "nobody else cancelled it");
}

/// The same answer but for the id that the request itself named: `instance` repeats the request's path.
fn assert_same_404(one: (&Response, Uuid), two: (&Response, Uuid), what: &str) {
    let [left, right] = [one, two].map(|(response, id)| {
        let body = String::from_utf8(response.body().to_vec()).unwrap();
        (response.status(), response.headers().clone(), body.replace(&id.to_string(), "[id]"))
    });
    assert_eq!(left.0, 404, "{what}");
    assert_eq!(left, right, "{what}");
}

#[tokio::test]
async fn lists_and_counts_are_the_tenants_own() {
    let home = Home::new().await;
    home.register("secret.docx", docx(&["{{ name }}"])).await;
    let other = home.tenant(SubscriptionId(Uuid::from_u128(2))).await;
    for list in ["getTemplates", "templates"] {
        let listed =
            home.get(&format!("/api/{list}?pageNumber=1&pageSize=10")).key(Some(&other)).send().await;
        assert_eq!(super::json(&listed)["totalCount"], 0, "{list}");
    }
    let summary = home.get("/api/getSubscription").key(Some(&other)).send().await;
    assert_eq!(super::json(&summary)["usage"]["templates"], 0);
}
