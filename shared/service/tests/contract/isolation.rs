//! A foreign tenant's template or job answers byte for byte like one that does not exist, and what is no id at all like
//! that to everybody.

use http::Method;
use jiff::{SignedDuration, Timestamp};
use platen_service::http::Response;
use platen_service::http::routes::{RouteId, routes};
use platen_service::ids::{SubscriptionId, WebhookId};
use platen_service::problem::Code;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Call, Home, code, docx};

/// What an operation is upon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Upon {
    /// A template, its id a segment of the path.
    Template,
    /// A template, its id in the query.
    TemplateInQuery,
    /// A template, its id in the body.
    TemplateInBody,
    Job,
    Key,
    Webhook,
    /// A link to a form.
    FormLink,
    /// Somebody who may not sign in.
    Person,
    /// What a signed link names.
    Link,
    /// Nothing that has an id.
    Nothing,
}

impl Upon {
    /// The code that another tenant's id gets, and one that nobody has.
    pub(super) fn unknown(self) -> Code {
        match self {
            Upon::Template | Upon::TemplateInQuery | Upon::TemplateInBody => Code::UnknownTemplate,
            Upon::Job => Code::UnknownJob,
            Upon::Key => Code::UnknownKey,
            Upon::Webhook => Code::UnknownWebhook,
            Upon::FormLink => Code::UnknownFormLink,
            Upon::Person => Code::UnknownPerson,
            Upon::Link | Upon::Nothing => Code::InvalidLink,
        }
    }

    /// The code of what is no GUID. In a path that is an id which nobody has.
    fn malformed(self) -> Code {
        match self {
            Upon::TemplateInQuery => Code::InvalidQuery,
            Upon::TemplateInBody => Code::InvalidBody,
            other => other.unknown(),
        }
    }
}

/// The row of an operation: what it is upon, and a call upon this id, as it stands in an address. A new operation does
/// not compile without its row.
#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn row<'a>(home: &'a Home, operation: RouteId, id: &str) -> (Upon, Call<'a>) {
    let templates = |rest: &str| format!("/api/templates/{id}{rest}");
    let jobs = |rest: &str| format!("/api/bulkGenerationJobs/{id}{rest}");
    let link = |kind: &str| format!("/api/{kind}/{id}?expires=4000000000&signature={}", "0".repeat(64));
    match operation {
        RouteId::GenerateTemplateMetadata => {
            (Upon::TemplateInQuery, home.get(&format!("/api/generateTemplateMetadata?templateId={id}")))
        }
        RouteId::GetTemplateSchema => {
            (Upon::TemplateInQuery, home.get(&format!("/api/getTemplateSchema?templateId={id}")))
        }
        RouteId::GenerateModel => {
            (Upon::TemplateInQuery, home.post(&format!("/api/generateModel?templateId={id}"), ""))
        }
        RouteId::GenerateDocument => {
            let body = json!({ "templateId": id, "format": ".docx", "data": { "name": "A" } });
            (Upon::TemplateInBody, home.generate(&body))
        }
        RouteId::GenerateDocumentsBulk => {
            let body = json!({ "templateId": id, "format": ".docx", "items": [{ "name": "A" }] });
            (Upon::TemplateInBody, home.bulk(&body))
        }
        RouteId::ListBulkGenerationJobs => {
            (Upon::Template, home.get(&format!("/api/bulkGenerationJobs/byTemplate/{id}")))
        }
        RouteId::GetTemplate => (Upon::Template, home.get(&templates(""))),
        RouteId::GetTemplateFile => (Upon::Template, home.get(&templates("/file"))),
        RouteId::GetTemplateThumbnail => (Upon::Template, home.get(&templates("/thumbnail"))),
        RouteId::GetTemplateChanges => (Upon::Template, home.get(&templates("/changes?version=1"))),
        RouteId::ReplaceTemplate => (
            Upon::Template,
            home.send_file(Method::PUT, &templates("?fileName=a.docx"), docx(&["{{ name }}"])),
        ),
        RouteId::DescribeTemplate => {
            (Upon::Template, home.send_json(Method::PATCH, &templates(""), &json!({ "name": "x" })))
        }
        RouteId::PublishTemplate => (Upon::Template, home.post(&templates("/publish?version=1"), "")),
        RouteId::DisableTemplate => (Upon::Template, home.post(&templates("/disable"), "")),
        RouteId::EnableTemplate => (Upon::Template, home.post(&templates("/enable"), "")),
        RouteId::DeleteTemplate => (Upon::Template, home.call(Method::DELETE, &templates(""))),
        RouteId::GetBulkGenerationJob => (Upon::Job, home.get(&jobs(""))),
        RouteId::CancelBulkGenerationJob => (Upon::Job, home.post(&jobs("/cancel"), "")),
        RouteId::DeleteKey => (Upon::Key, home.call(Method::DELETE, &format!("/api/keys/{id}"))),
        RouteId::CreateFormLink => {
            let end = (Timestamp::now() + SignedDuration::from_hours(1)).to_string();
            let body = json!({ "name": "x", "templateId": id, "format": ".pdf", "result": "keep", "expiresAt": end });
            (
                Upon::TemplateInBody,
                home.send_json(Method::POST, "/api/formLinks", &body).header("host", "docs.example"),
            )
        }
        RouteId::DeleteFormLink => {
            (Upon::FormLink, home.call(Method::DELETE, &format!("/api/formLinks/{id}")))
        }
        RouteId::AllowPerson => {
            (Upon::Person, home.call(Method::DELETE, &format!("/api/blockedPeople/{id}")))
        }
        RouteId::CreateWebhook => {
            let body = json!({ "url": "https://example.com/", "templateId": id });
            (Upon::TemplateInBody, home.send_json(Method::POST, "/api/webhooks", &body))
        }
        RouteId::DeleteWebhook => (Upon::Webhook, home.call(Method::DELETE, &format!("/api/webhooks/{id}"))),
        RouteId::RotateWebhook => {
            (Upon::Webhook, home.call(Method::POST, &format!("/api/webhooks/{id}/rotate")))
        }
        RouteId::TestWebhook => (Upon::Webhook, home.post(&format!("/api/webhooks/{id}/test"), "")),
        RouteId::ListWebhookMessages => {
            (Upon::Webhook, home.get(&format!("/api/webhooks/{id}/messages?pageSize=10")))
        }
        RouteId::RedeliverMessage => {
            let message = "0000000000000000-54c56b70";
            (Upon::Webhook, home.post(&format!("/api/webhooks/{id}/messages/{message}/redeliver"), ""))
        }
        RouteId::RedeliverFailed => {
            let since = json!({ "since": "2026-01-01T00:00:00Z" });
            (Upon::Webhook, home.send_json(Method::POST, &format!("/api/webhooks/{id}/redeliver"), &since))
        }
        RouteId::GetArchive => (Upon::Link, home.get(&link("archives"))),
        RouteId::PutBulkUpload => (Upon::Link, home.send_file(Method::PUT, &link("uploads"), Vec::new())),
        RouteId::Convert
        | RouteId::GetForm
        | RouteId::FillForm
        | RouteId::ListFormLinks
        | RouteId::ListAllBulkGenerationJobs
        | RouteId::CreateBulkUpload
        | RouteId::ListWebhooks
        | RouteId::GetTemplates
        | RouteId::ListTemplates
        | RouteId::RegisterTemplate
        | RouteId::CheckTemplate
        | RouteId::MarkTemplate
        | RouteId::MigrateTemplate
        | RouteId::MakeStarter
        | RouteId::ListSamples
        | RouteId::GetSample
        | RouteId::GetSamplePicture
        | RouteId::GetSubscription
        | RouteId::ListKeys
        | RouteId::ListBlockedPeople
        | RouteId::BlockPerson
        | RouteId::CreateKey
        | RouteId::ListEvents
        | RouteId::GetSession
        | RouteId::SignIn
        | RouteId::FinishSignIn
        | RouteId::SignOut
        | RouteId::Health
        | RouteId::Ready
        | RouteId::OpenApi
        | RouteId::Swagger
        | RouteId::Docs
        | RouteId::DocsScript
        | RouteId::Guide => (Upon::Nothing, home.get("/")),
    }
}

/// The operations that are upon something, and their paths.
pub(super) fn operations(home: &Home) -> Vec<(RouteId, Upon, &'static str)> {
    let all = routes().iter().map(|route| (route.id, row(home, route.id, "x").0, route.path));
    let found: Vec<_> = all.filter(|(_, upon, _)| *upon != Upon::Nothing).collect();
    // What has an id in its path cannot be taken for an operation upon nothing.
    for route in routes().iter().filter(|route| route.path.contains('{')) {
        assert!(found.iter().any(|(id, ..)| *id == route.id), "{}", route.path);
    }
    found
}

/// An answer without the id that the request itself named: `instance` repeats the request's path.
pub(super) fn without(response: &Response, id: &str) -> (u16, http::HeaderMap, String) {
    let body = String::from_utf8(response.body().to_vec()).unwrap();
    (response.status().as_u16(), response.headers().clone(), body.replace(&format!("/{id}"), "/[id]"))
}

/// The webhook of [`owned`].
const WEBHOOK: WebhookId = WebhookId(Uuid::from_u128(0x3b));

/// The link to a form of [`owned`].
const FORM_LINK: Uuid = Uuid::from_u128(0x3c);

/// A home with a template, a job, a second key, a link to a form and a webhook of its tenant.
async fn owned() -> (Home, Uuid, Uuid) {
    let home = Home::new().await;
    let template = home.register("secret.docx", docx(&["{{ name }}"])).await.template_id.0;
    let body = json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }] });
    let job = home.start(&body).await.parse().unwrap();
    home.generating_key().await;
    home.put_form_link(FORM_LINK, template).await;
    home.put_webhook(WEBHOOK, None).await;
    (home, template, job)
}

#[tokio::test]
async fn foreign_ids_are_unknown_ids() {
    let (home, template, job) = owned().await;
    let stranger = home.tenant(SubscriptionId(Uuid::from_u128(2))).await;
    let unknown = Uuid::from_u128(77).to_string();
    let blocked =
        home.send_json(Method::POST, "/api/blockedPeople", &json!({ "subject": "ada" })).send().await;
    let blocked = super::json(&blocked)["blockId"].as_str().unwrap().to_owned();
    let own = |upon| match upon {
        Upon::Job => job.to_string(),
        Upon::Key => Uuid::from_u128(0xcf).to_string(),
        Upon::FormLink => FORM_LINK.to_string(),
        Upon::Person => blocked.clone(),
        Upon::Webhook => WEBHOOK.to_string(),
        _ => template.to_string(),
    };
    for (operation, upon, path) in operations(&home) {
        let call = |id: &str| row(&home, operation, id).1.key(Some(&stranger)).send();
        let (foreign, nobodys) = (call(&own(upon)).await, call(&unknown).await);
        assert_eq!(code(&foreign), upon.unknown().as_str(), "{path}");
        assert_eq!(without(&foreign, &own(upon)), without(&nobodys, &unknown), "{path}");
    }
    let untouched = home.get(&format!("/api/bulkGenerationJobs/{job}")).send().await;
    assert_eq!(super::json(&untouched)["status"], "Pending", "nobody else cancelled it");
    // Its owner may do all of this, removing it last. A link is nobody's by its id.
    // It has been told nothing yet.
    let has_own = |operation: RouteId| operation != RouteId::RedeliverMessage;
    let removing = [RouteId::DeleteTemplate, RouteId::DeleteWebhook, RouteId::DeleteFormLink];
    let (removes, others): (Vec<_>, Vec<_>) =
        operations(&home).into_iter().partition(|(operation, ..)| removing.contains(operation));
    for (operation, upon, path) in
        others.into_iter().chain(removes).filter(|row| row.1 != Upon::Link && has_own(row.0))
    {
        let reply = row(&home, operation, &own(upon)).1.send().await;
        assert!(reply.status().is_success(), "{path}: its owner may");
    }
}

/// What is no GUID is told from nothing but another such text: not by who asks, and never by a failure.
#[tokio::test]
async fn malformed_ids_answer_alike_to_everybody() {
    let (home, template, _) = owned().await;
    let stranger = home.tenant(SubscriptionId(Uuid::from_u128(2))).await;
    let unknown = Uuid::from_u128(77).to_string();
    let near = [format!("{template}0"), template.to_string()[1..].to_owned(), format!("%20{template}")];
    let far =
        ["7", "secret.docx", "..%2F..%2Fetc%2Fpasswd", "%00", "%FF%FE", "'%20OR%201=1--", "%F0%9F%93%84"];
    let long = "a".repeat(300);
    let malformed = near.iter().map(String::as_str).chain(far).chain([long.as_str()]);
    for id in malformed {
        for (operation, upon, path) in operations(&home) {
            let call = |key: &str| row(&home, operation, id).1.key(Some(key)).send();
            let (owners, strangers) = (call(&home.key).await, call(&stranger).await);
            assert_eq!(code(&owners), upon.malformed().as_str(), "{path} {id}");
            assert_eq!(owners.status(), upon.malformed().status(), "{path} {id}");
            // Beside a template that is not there stand some of the caller's own.
            if upon.malformed() != Code::UnknownTemplate {
                assert_eq!(without(&owners, id), without(&strangers, id), "{path} {id}");
            }
            if upon.malformed() == upon.unknown() {
                for (key, answer) in [(&home.key, &owners), (&stranger, &strangers)] {
                    let nobodys = row(&home, operation, &unknown).1.key(Some(key)).send().await;
                    assert_eq!(without(answer, id), without(&nobodys, &unknown), "{path} {id}");
                }
            }
        }
    }
}

#[tokio::test]
async fn beside_a_template_that_is_not_there_stand_some_of_the_callers_own() {
    let (home, template, _) = owned().await;
    let stranger = home.tenant(SubscriptionId(Uuid::from_u128(2))).await;
    let ask = async |id: Uuid, key: &str| {
        let body = json!({ "templateId": id, "format": ".docx", "data": {} });
        super::json(&home.generate(&body).key(Some(key)).send().await)["detail"].as_str().unwrap().to_owned()
    };
    let none = "This subscription has no such template, and no other that is ready.";
    assert_eq!(ask(template, &stranger).await, none);
    let gone = Uuid::from_u128(77);
    assert_eq!(
        ask(gone, &home.key).await,
        format!(
            "This subscription has no such template. It has `secret` ({template}); GET /api/getTemplates lists them."
        )
    );
    for name in ["a", "b", "c", "d"] {
        home.register(&format!("{name}.docx"), docx(&["x"])).await;
    }
    let many = ask(gone, &home.key).await;
    assert!(many.contains("`a` (") && many.contains("`c` (") && many.contains(" and 2 more;"), "{many}");
    assert!(!many.contains("secret") && !many.contains("`d`"), "{many}");
    // One that is disabled is none that can be used.
    home.post(&format!("/api/templates/{template}/disable"), "").send().await;
    assert!(ask(template, &home.key).await.contains(" and 1 more;"));
    assert_eq!(ask(template, &stranger).await, none);
}

#[tokio::test]
async fn lists_and_counts_are_the_tenants_own() {
    let (home, ..) = owned().await;
    let other = home.tenant(SubscriptionId(Uuid::from_u128(2))).await;
    let seen = async |path: &str, key: &str| super::json(&home.get(path).key(Some(key)).send().await);
    for list in ["getTemplates", "templates"] {
        let path = format!("/api/{list}?pageNumber=1&pageSize=10");
        let counts = [&seen(&path, &home.key).await, &seen(&path, &other).await];
        assert_eq!(counts.map(|page| page["totalCount"].clone()), [json!(1), json!(0)], "{list}");
    }
    let jobs = "/api/bulkGenerationJobs?pageNumber=1&pageSize=10";
    let counts = [&seen(jobs, &home.key).await, &seen(jobs, &other).await];
    assert_eq!(counts.map(|list| list.as_array().map(Vec::len)), [Some(1), Some(0)]);
    assert_eq!(seen("/api/getSubscription", &other).await["usage"]["templates"], Value::from(0));
}
