//! More work than the service takes on at once.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::StatusCode;
use platen_service::Limits;
use serde_json::json;

use super::doubles::Engine;
use platen_service::ids::SubscriptionId;
use platen_service::service::registry::Registration;
use uuid::Uuid;

use super::{Home, code, docx};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_gets_no_turn_is_told_to_come_back() {
    let (began, begun) = channel();
    let (go_on, told) = channel();
    let limits = Limits {
        concurrent_renders: 1,
        concurrent_pdfs: 1,
        pdf_wait: Duration::from_millis(20),
        ..Limits::default()
    };
    let home = Arc::new(Home::with(limits, Engine::Waits(Mutex::new((began, told)))).await);
    let id = home.register("a.docx", docx(&["x"])).await.template_id;
    let body = json!({ "templateId": id, "format": ".pdf", "data": {} });

    let first = tokio::spawn({
        let (home, body) = (home.clone(), body.clone());
        async move { home.generate(&body).send().await }
    });
    tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
    let second = home.generate(&body).send().await;
    assert_eq!(code(&second), "unavailable");
    assert_eq!(second.headers()["retry-after"], "2");
    // A PDF in the making holds no turn to render.
    let docx = json!({ "templateId": id, "format": ".docx", "data": {} });
    assert_eq!(home.generate(&docx).send().await.status(), StatusCode::OK);
    // Whoever only asks is answered meanwhile.
    assert_eq!(home.get("/api/getTemplates?pageNumber=1&pageSize=1").send().await.status(), StatusCode::OK);
    go_on.send(()).unwrap();
    assert_eq!(first.await.unwrap().status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_of_one_subscription_leaves_a_turn_to_another() {
    let (began, begun) = channel();
    let (go_on, told) = channel();
    let limits = Limits { concurrent_pdfs: 2, pdf_wait: Duration::from_millis(20), ..Limits::default() };
    let home = Arc::new(Home::with(limits, Engine::Waits(Mutex::new((began, told)))).await);
    let id = home.register("a.docx", docx(&["x"])).await.template_id;
    let body = json!({ "templateId": id, "format": ".pdf", "data": {} });
    let other = SubscriptionId(Uuid::from_u128(7));
    let key = home.tenant(other).await;
    let registration = Registration::new("b.docx", docx(&["y"]));
    let others = home.service.templates().register(other, registration).await.unwrap().template_id;

    let first = tokio::spawn({
        let (home, body) = (home.clone(), body.clone());
        async move { home.generate(&body).send().await }
    });
    let begun = tokio::task::spawn_blocking(move || {
        begun.recv().unwrap();
        begun
    });
    let begun = begun.await.unwrap();
    assert_eq!(code(&home.generate(&body).send().await), "unavailable", "its share is used up");
    let neighbour = tokio::spawn({
        let home = home.clone();
        async move {
            let body = json!({ "templateId": others, "format": ".pdf", "data": {} });
            home.generate(&body).key(Some(&key)).send().await
        }
    });
    // The engine answers one after the other: the first goes on, then the neighbor, which has got its turn.
    go_on.send(()).unwrap();
    go_on.send(()).unwrap();
    tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
    assert_eq!(neighbour.await.unwrap().status(), StatusCode::OK);
    assert_eq!(first.await.unwrap().status(), StatusCode::OK);
}
