//! More work than the service takes on at once.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Duration;

use http::StatusCode;
use platen_service::Limits;
use serde_json::json;

use super::doubles::Engine;
use super::{Home, code, docx};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_gets_no_turn_is_told_to_come_back() {
    let (began, begun) = channel();
    let (go_on, told) = channel();
    let limits =
        Limits { concurrent_renders: 1, render_wait: Duration::from_millis(20), ..Limits::default() };
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
    // Whoever only asks is answered meanwhile.
    assert_eq!(home.get("/api/getTemplates?pageNumber=1&pageSize=1").send().await.status(), StatusCode::OK);
    go_on.send(()).unwrap();
    assert_eq!(first.await.unwrap().status(), StatusCode::OK);
}
