//! `Idempotency-Key` on `generateDocument`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::{HeaderValue, Method};
use jiff::{SignedDuration, Timestamp};
use platen_service::http::{Head, Response};
use platen_service::ids::SubscriptionId;
use platen_service::store::{Claim, IdempotencyStore, StoreError};
use platen_service::templates::TemplateChange;
use platen_service::{Limits, Service, Stores};
use platen_store_embedded::EmbeddedStore;
use serde_json::{Value, json};

use super::doubles::Engine;
use super::{Home, TENANT, code, docx};

fn body(id: impl ToString, name: &str) -> Value {
    json!({ "templateId": id.to_string(), "format": ".docx", "data": { "name": name } })
}

/// Documents that count this month.
async fn counted(home: &Home) -> u64 {
    let month = Timestamp::now().strftime("%Y-%m").to_string();
    home.service.stores().subscriptions.documents(TENANT, &month).await.unwrap()
}

/// The rows of the table of errors that need a key in a certain state.
pub async fn rows() -> Vec<(&'static str, Response)> {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let call = |name: &str, key: &str| home.generate(&body(id, name)).header("idempotency-key", key).send();
    assert_eq!(call("A", "k1").await.status(), 200);

    // Another process claimed the key for the same request and is at it.
    let (parts, ()) = http::Request::post("/api/generateDocument")
        .header("idempotency-key", "k2")
        .header("x-functions-key", &home.key)
        .body(())
        .unwrap()
        .into_parts();
    let head = Head::new(&parts, "request-2");
    let admitted = home.service.admit(&head).await.unwrap();
    let raw = bytes::Bytes::from(body(id, "A").to_string()).into();
    let request = home.service.receive(admitted, &head, raw).await.unwrap();
    let key = home.service.generation().idempotency_key(&request).await.unwrap().unwrap();
    let now = Timestamp::now();
    let until = now + SignedDuration::from_secs(60);
    let store = &home.service.stores().idempotency;
    assert_eq!(store.claim(TENANT, key.key(), key.request_sha256(), now, until).await.unwrap(), Claim::Fresh);

    vec![
        ("request-in-progress", call("A", "k2").await),
        ("idempotency-mismatch", call("B", "k1").await),
        ("invalid-query-idempotency-key", call("A", &"k".repeat(256)).await),
    ]
}

#[tokio::test]
async fn the_same_request_gets_the_same_answer_though_the_template_changed() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["one {{ name }}"])).await.template_id;
    let call = || home.generate(&body(id, "A")).header("idempotency-key", "k").send();
    let first = call().await;
    assert_eq!(first.status(), 200);
    home.register("a.docx", docx(&["two {{ name }}"])).await;
    let again = call().await;
    let mut headers = first.headers().clone();
    assert!(headers.insert("idempotency-replayed", HeaderValue::from_static("true")).is_none());
    assert_eq!((again.headers(), again.body()), (&headers, first.body()));
    home.service.stores().templates.change(TENANT, id, TemplateChange::Disabled(true), None).await.unwrap();
    assert_eq!(call().await.body(), first.body(), "disabling comes after the request");
    assert_eq!(code(&home.generate(&body(id, "A")).send().await), "unknown-template");
    assert_eq!(counted(&home).await, 1, "counted once");
}

/// The template has the same id then, and its first version is version 1 once more.
#[tokio::test]
async fn the_same_request_gets_no_document_of_a_template_that_took_the_others_place() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["one {{ name }}"])).await.template_id;
    let call = || home.generate(&body(id, "A")).header("idempotency-key", "k").send();
    assert_eq!(call().await.status(), 200);
    let place = format!("/api/templates/{id}");
    assert_eq!(home.call(Method::DELETE, &place).send().await.status(), 204);
    assert_eq!(code(&call().await), "unknown-template", "removed");
    let after = home.register("a.docx", docx(&["two {{ name }}"])).await;
    assert_eq!((after.template_id, after.version), (id, 1));
    let refused = call().await;
    assert_eq!(code(&refused), "unknown-template");
    assert!(String::from_utf8_lossy(refused.body()).contains("Use a new key"));
    assert_eq!(home.generate(&body(id, "A")).header("idempotency-key", "new").send().await.status(), 200);
}

#[tokio::test]
async fn the_same_file_gets_no_document_of_what_it_includes_since() {
    let home = Home::new().await;
    home.register("terms.docx", docx(&["one"])).await;
    let file = BASE64_STANDARD.encode(docx(&["{% include \"terms\" %}"]));
    let body = json!({ "template": file, "format": ".docx", "data": {} });
    let call = || home.generate(&body).header("idempotency-key", "k").send();
    let first = call().await;
    assert_eq!(first.status(), 200);
    assert_eq!(call().await.body(), first.body());
    home.register("terms.docx", docx(&["two"])).await;
    assert_eq!(code(&call().await), "unknown-template");
}

#[tokio::test]
async fn a_failed_request_leaves_its_key_free() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let without = json!({ "templateId": id, "format": ".docx", "data": {} });
    assert_eq!(code(&home.generate(&without).header("idempotency-key", "k").send().await), "invalid-data");
    assert_eq!(home.generate(&body(id, "A")).header("idempotency-key", "k").send().await.status(), 200);
}

#[tokio::test]
async fn keys_given_twice_or_empty_are_refused() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let call = || home.generate(&body(id, "A"));
    for wrong in ["", "tab\tinside"] {
        assert_eq!(code(&call().header("idempotency-key", wrong).send().await), "invalid-query", "{wrong}");
    }
    let twice = call().header("idempotency-key", "a").header("idempotency-key", "b");
    assert_eq!(code(&twice.send().await), "invalid-query");
}

/// Cannot record the outcome of a key at first.
struct Forgets(Arc<EmbeddedStore>, AtomicBool);

#[async_trait]
impl IdempotencyStore for Forgets {
    async fn claim(
        &self,
        subscription: SubscriptionId,
        key: &str,
        request_sha256: &[u8; 32],
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Claim, StoreError> {
        self.0.claim(subscription, key, request_sha256, now, lease_until).await
    }

    async fn settle(
        &self,
        subscription: SubscriptionId,
        key: &str,
        request_sha256: &[u8; 32],
        result: &str,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        match self.1.swap(false, Ordering::Relaxed) {
            true => Err(StoreError::Unavailable("the disk is gone".to_owned())),
            false => self.0.settle(subscription, key, request_sha256, result, expires_at).await,
        }
    }

    async fn release(
        &self,
        subscription: SubscriptionId,
        key: &str,
        request_sha256: &[u8; 32],
    ) -> Result<(), StoreError> {
        self.0.release(subscription, key, request_sha256).await
    }
}

#[tokio::test]
async fn a_request_whose_key_cannot_be_settled_counts_when_it_is_sent_again() {
    let mut home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let document = BASE64_STANDARD.encode(docx(&["as it is"]));
    for (count, path, body) in [
        (1, "/api/generateDocument", body(id, "A")),
        (2, "/api/convert", json!({ "file": document, "format": ".pdf" })),
    ] {
        let forgets = Arc::new(Forgets(home.store.clone(), AtomicBool::new(true)));
        let stores = Stores { idempotency: forgets, ..Stores::all_in_one(home.store.clone()) };
        let service = Service::new(stores, Arc::new(Engine::Works), Limits::default());
        home = Home { service, ..home };
        let call = || home.send_json(Method::POST, path, &body).header("idempotency-key", path).send();
        assert_eq!(code(&call().await), "unavailable", "{path}");
        assert_eq!(counted(&home).await, count - 1, "{path}");
        // The key is given back in a moment, not when its lease ends.
        let mut reply = call().await;
        for _ in 0..1_000 {
            if reply.status() != 409 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
            reply = call().await;
        }
        assert_eq!((reply.status().as_u16(), counted(&home).await), (200, count), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_is_broken_off_gives_its_key_back() {
    let (began, begun) = channel();
    let (go_on, told) = channel();
    let home = Arc::new(Home::with(Limits::default(), Engine::Waits(Mutex::new((began, told)))).await);
    let id = home.register("a.docx", docx(&["x"])).await.template_id;
    let call = move |home: Arc<Home>| async move {
        let body = json!({ "templateId": id.to_string(), "format": ".pdf", "data": {} });
        home.generate(&body).header("idempotency-key", "k").send().await
    };
    let first = tokio::spawn(call(home.clone()));
    // Kept: the engine tells of its second document too.
    let _begun = tokio::task::spawn_blocking(move || begun.recv().map(|()| begun)).await.unwrap().unwrap();
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    // The engine finishes what nobody waits for, and then the second one.
    go_on.send(()).unwrap();
    go_on.send(()).unwrap();
    // The key is given back in a moment.
    let mut reply = call(home.clone()).await;
    for _ in 0..1_000 {
        if reply.status() != 409 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
        reply = call(home.clone()).await;
    }
    assert_eq!(reply.status(), 200);
}
