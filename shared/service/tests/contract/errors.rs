//! The contract's table of errors, row by row, as whole answers.

use std::collections::BTreeSet;
use std::sync::Arc;

use http::Method;
use insta::assert_snapshot;
use platen_service::ids::WebhookId;
use platen_service::problem::Code;
use platen_service::store::StoreError;
use platen_service::subscriptions::Subscription;
use platen_service::{Limits, Service, Stores};
use platen_store_embedded::EmbeddedStore;
use serde_json::json;
use uuid::Uuid;

use super::doubles::{Engine, Failing};
use super::{Home, TENANT, code, docx, json as body_of, whole};
use platen_service::http::Response;
use platen_service::plan::{Plan, RequestRate};

/// Codes that no row has: no plan switches parts off yet, and archives come from the home, whose tests ask for parts of them.
const ELSEWHERE: [Code; 2] = [Code::PlanLimit, Code::RangeNotSatisfiable];

#[tokio::test]
async fn every_code_has_a_row() {
    let mut seen = BTreeSet::new();
    for (name, response) in rows().await {
        let text = whole(&response);
        let found = code(&response);
        let known = Code::ALL.into_iter().find(|code| code.as_str() == found).unwrap();
        assert_eq!(response.status(), known.status(), "{name}");
        assert_eq!(response.headers()["content-type"], "application/problem+json", "{name}");
        assert_eq!(body_of(&response)["type"], format!("/api/docs#{found}"), "{name}");
        assert_snapshot!(name, text);
        seen.insert(found);
    }
    let wanted =
        Code::ALL.into_iter().filter(|code| !ELSEWHERE.contains(code)).map(|code| code.as_str().to_owned());
    assert_eq!(seen, wanted.collect());
}

async fn rows() -> Vec<(&'static str, Response)> {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["Dear {{ customer.name }}, {{ total }}"])).await.template_id;
    let broken = home.register("broken.docx", docx(&["{% for x in xs %}{{ x"])).await.template_id;
    let no_zip = home.register("no-zip.docx", b"PDF-1.7".to_vec()).await.template_id;
    let body = |data: serde_json::Value| json!({ "templateId": id, "format": ".docx", "data": data });
    let good = json!({ "customer": { "name": "A" }, "total": 1 });
    let mut rows = vec![
        ("invalid-query", home.get("/api/getTemplates?pageNumber=0&pageSize=1000").send().await),
        ("invalid-query-guid", home.get("/api/generateTemplateMetadata?templateId=7").send().await),
        ("invalid-body-json", home.post("/api/generateDocument", "{\n  \"format\": ,\n}").send().await),
        ("invalid-body-empty", home.post("/api/generateDocument", "").send().await),
        ("invalid-body-array", home.generate(&json!([])).send().await),
        ("invalid-body-members", home.generate(&wrong_members()).send().await),
        (
            "invalid-body-not-empty",
            home.post(&format!("/api/generateModel?templateId={id}"), r#"{"templateId":"x"}"#).send().await,
        ),
        ("invalid-data", home.generate(&body(json!({ "customer": {} }))).send().await),
        ("invalid-data-with-the-data", {
            let mut body = body(json!({ "customer": ["Ada", "Grace"], "total": { "net": 1 } }));
            body["options"] = json!({ "errorData": true });
            home.generate(&body).send().await
        }),
        ("invalid-data-file-name", {
            let mut body = body(good.clone());
            body["fileName"] = "{{ nobody }}".into();
            home.generate(&body).send().await
        }),
        ("invalid-data-both", {
            let mut body = body(json!({ "total": 1 }));
            body["fileName"] = "{{ nobody }}".into();
            home.generate(&body).send().await
        }),
        ("missing-key", home.get("/api/getSubscription").key(None).send().await),
        ("invalid-key", home.get("/api/getSubscription").key(Some("plk_wrong")).send().await),
        ("missing-scope", {
            let key = home.generating_key().await;
            home.get("/api/templates?pageNumber=1&pageSize=10").key(Some(&key)).send().await
        }),
        ("unknown-template", {
            let unknown = Uuid::from_u128(7);
            home.get(&format!("/api/generateTemplateMetadata?templateId={unknown}")).send().await
        }),
        ("unknown-key", home.call(Method::DELETE, &format!("/api/keys/{}", Uuid::from_u128(7))).send().await),
        (
            "unknown-person",
            home.call(Method::DELETE, &format!("/api/blockedPeople/{}", Uuid::from_u128(7))).send().await,
        ),
        (
            "unknown-form-link",
            home.call(Method::DELETE, &format!("/api/formLinks/{}", Uuid::from_u128(7))).send().await,
        ),
        (
            "unknown-webhook",
            home.call(Method::DELETE, &format!("/api/webhooks/{}", Uuid::from_u128(7))).send().await,
        ),
        ("unknown-message", {
            let webhook = Uuid::from_u128(8);
            home.put_webhook(WebhookId(webhook), None).await;
            let path = format!("/api/webhooks/{webhook}/messages/0000000000000000-54c56b70/redeliver");
            home.post(&path, "").send().await
        }),
        ("template-changed", {
            let words = json!({ "name": "Offer" });
            home.send_json(Method::PATCH, &format!("/api/templates/{id}"), &words)
                .header("if-match", "\"0\"")
                .send()
                .await
        }),
        ("unknown-job", home.get(&format!("/api/bulkGenerationJobs/{}", Uuid::from_u128(7))).send().await),
        ("invalid-link", {
            let link = format!("/api/archives/{}?expires=4000000000", Uuid::from_u128(7));
            home.get(&format!("{link}&signature={}", "0".repeat(64))).key(None).send().await
        }),
        ("unknown-route", home.get("/api/getTemplate").send().await),
        ("method-not-allowed", home.call(Method::DELETE, "/api/getTemplates").send().await),
        (
            "unsupported-media-type",
            home.post("/api/generateDocument", "a=b").header("content-type", "text/csv").send().await,
        ),
        ("template-error", {
            let body = json!({ "templateId": broken, "format": ".docx", "data": {} });
            home.generate(&body).send().await
        }),
        (
            "template-error-file",
            home.post(&format!("/api/generateModel?templateId={no_zip}"), "").send().await,
        ),
    ];
    rows.extend(other_homes().await);
    rows
}

fn wrong_members() -> serde_json::Value {
    json!({
        "templateId": "letter", "format": ".odt", "fileName": "{{ a", "data": [1], "optoins": {}, "a/b~c": 1,
        "options": {
            "missing": "ignore", "locale": "english", "colour": true,
            "pdf": { "conformance": "a-2b", "password": "x", "watermark": "DRAFT", "author": "me" },
        },
    })
}

/// Rows that need a home of their own.
async fn other_homes() -> Vec<(&'static str, Response)> {
    let mut rows = Vec::new();
    let small = Limits { request_bytes: 100, ..Limits::default() };
    let home = Home::with(small, Engine::Works).await;
    rows.push(("payload-too-large", home.post("/api/generateDocument", vec![b' '; 101]).send().await));

    let home = Home::new().await;
    let mut changed = Subscription {
        id: TENANT,
        name: "Example Ltd".to_owned(),
        active: true,
        plan: Plan { monthly_documents: Some(0), ..Plan::default() },
    };
    home.service.stores().subscriptions.put_subscription(&changed).await.unwrap();
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let body = json!({ "templateId": id, "format": ".docx", "data": {} });
    let mut response = home.generate(&body).send().await;
    let wait: u64 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=31 * 24 * 3600 + 1).contains(&wait));
    response.headers_mut().insert("retry-after", 1000.into());
    rows.push(("quota-exceeded", response));
    changed.plan.requests = RequestRate::new(1, 1);
    home.service.stores().subscriptions.put_subscription(&changed).await.unwrap();
    let call = || home.get("/api/getSubscription");
    assert_eq!(call().send().await.status(), 200);
    let mut response = call().send().await;
    let wait: u64 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait));
    response.headers_mut().insert("retry-after", 60.into());
    rows.push(("rate-limited", response));
    changed.active = false;
    home.service.stores().subscriptions.put_subscription(&changed).await.unwrap();
    rows.push(("subscription-inactive", home.generate(&body).send().await));

    for (name, engine) in [
        ("template-error-pdf", Engine::Refuses),
        ("limit-exceeded", Engine::Overruns),
        ("unavailable-pdf", Engine::IsBusy),
        ("internal-panic", Engine::Panics),
    ] {
        let home = Home::with(Limits::default(), engine).await;
        let id = home.register("letter.docx", docx(&["x"])).await.template_id;
        rows.push((
            name,
            home.generate(&json!({ "templateId": id, "format": ".pdf", "data": {} })).send().await,
        ));
    }
    let home = Home::with(Limits { document_bytes: 10, ..Limits::default() }, Engine::Works).await;
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let response = home.generate(&json!({ "templateId": id, "format": ".docx", "data": {} })).send().await;
    assert_eq!(code(&response), "limit-exceeded");

    let mut limits = Limits::default();
    limits.docx.output_bytes = 5_000;
    let home = Home::with(limits, Engine::Works).await;
    let id = home.register("letter.docx", docx(&["{{ text }}"])).await.template_id;
    let body = json!({ "templateId": id, "format": ".docx", "data": { "text": "x".repeat(10_000) } });
    rows.push(("limit-exceeded-docx", home.generate(&body).send().await));

    rows.push((
        "unavailable",
        failing(|| StoreError::Unavailable("disk /dev/sda1 is full".to_owned())).await,
    ));
    rows.push(("internal", failing(|| StoreError::Damaged("page 7 of /data/platen.db".to_owned())).await));
    rows.extend(super::idempotency::rows().await);
    rows.extend(super::signing_in::rows().await);
    rows
}

async fn failing(error: fn() -> StoreError) -> Response {
    failing_home(error).await.get("/api/getSubscription").send().await
}

async fn failing_home(error: fn() -> StoreError) -> Home {
    let home = Home::new().await;
    let store = Arc::new(EmbeddedStore::open(home.folder.path()).unwrap());
    let stores = Stores { subscriptions: Arc::new(Failing(error)), ..Stores::all_in_one(store) };
    let service = Service::new(stores, Arc::new(Engine::Works), Limits::default());
    Home { service, ..home }
}

/// No kind of wrong key is told from another by the time of its answer: none is refused before the look-up, which here fails.
#[tokio::test]
async fn missing_wrong_and_right_keys_go_the_same_way() {
    let home = failing_home(|| StoreError::Unavailable("gone".to_owned())).await;
    let right = home.key.clone();
    for key in [None, Some(""), Some("x"), Some("plk_00000000000000000000000000000000000000"), Some(&right)] {
        assert_eq!(code(&home.get("/api/getSubscription").key(key).send().await), "unavailable", "{key:?}");
    }
}

#[tokio::test]
async fn answers_of_failures_hold_nothing_of_their_cause() {
    for (name, response) in other_homes().await {
        let text = String::from_utf8_lossy(response.body()).into_owned();
        for secret in ["secret", "/dev/sda1", "platen.db"] {
            assert!(!text.contains(secret), "{name}: {text}");
        }
    }
}
