//! What is logged of failures, and what is not.

use std::io::Write;
use std::sync::{Arc, Mutex};

use platen_service::Limits;
use serde_json::json;

use super::doubles::Engine;
use super::{Home, docx};

/// Lines that were logged.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_failure_of_ours_is_one_line_that_its_request_id_finds() {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let home = Home::with(Limits::default(), Engine::Panics).await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let data = json!({ "name": "a customer's name" });
    for (format, status) in [(".pdf", 500), (".docx", 200)] {
        let body = json!({ "templateId": id, "format": format, "data": data });
        assert_eq!(home.generate(&body).send().await.status(), status);
    }
    assert_eq!(home.generate(&json!({})).send().await.status(), 400);
    assert_eq!(home.get("/api/getSubscription").key(Some("plk_wrong")).send().await.status(), 401);

    let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let failures: Vec<&str> = text.lines().filter(|line| line.contains("ERROR")).collect();
    assert_eq!(failures.len(), 1, "{text}");
    assert!(
        failures[0].contains("request_id=\"request-1\"") && failures[0].contains("code=\"internal\""),
        "{text}"
    );
    for secret in [home.key.as_str(), "plk_wrong", "a customer's name", "a secret of the host"] {
        assert!(!text.contains(secret), "{text}");
    }
}
