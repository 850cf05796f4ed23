//! `Idempotency-Key` on `generateDocument`.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use platen_service::Limits;
use platen_service::http::{Head, Response};
use platen_service::store::Claim;
use platen_service::templates::TemplateChange;
use serde_json::{Value, json};

use super::doubles::Engine;
use super::{Home, TENANT, code, docx};

fn body(id: impl ToString, name: &str) -> Value {
    json!({ "templateId": id.to_string(), "format": ".docx", "data": { "name": name } })
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
    assert_eq!((again.headers(), again.body()), (first.headers(), first.body()));
    home.service.stores().templates.change(TENANT, id, TemplateChange::Disabled(true), None).await.unwrap();
    assert_eq!(call().await.body(), first.body(), "disabling comes after the request");
    assert_eq!(code(&home.generate(&body(id, "A")).send().await), "unknown-template");
    let month = Timestamp::now().strftime("%Y-%m").to_string();
    assert_eq!(
        home.service.stores().subscriptions.documents(TENANT, &month).await.unwrap(),
        1,
        "counted once"
    );
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
