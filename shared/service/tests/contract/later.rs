//! One document that is made in the background.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use platen_service::http::Response;
use platen_service::ids::JobId;
use platen_service::jobs::JobStore;
use serde_json::{Value, json};

use super::{Call, Home, code, docx, json as body_of};

impl Home {
    fn later(&self, body: &Value) -> Call<'_> {
        self.generate(body).header("prefer", "respond-async")
    }

    /// The job that an answer names, once all work is done.
    async fn done(&self, answer: &Response) -> Value {
        assert_eq!(answer.status(), 202, "{:?}", answer.body());
        assert_eq!(answer.headers()["preference-applied"], "respond-async");
        let id = body_of(answer)["jobId"].as_str().unwrap().to_owned();
        assert_eq!(answer.headers()["location"], format!("/api/bulkGenerationJobs/{id}"));
        self.work().await;
        self.job(&id).await
    }

    async fn result(&self, job: &Value) -> Vec<u8> {
        let id = JobId(job["jobId"].as_str().unwrap().parse().unwrap());
        self.store.read_archive(id, 0, 100 << 20).await.unwrap().unwrap().to_vec()
    }
}

#[tokio::test]
async fn the_result_is_the_document_itself() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let body = json!({ "templateId": id, "format": ".docx", "fileName": "For {{ name }}", "data": { "name": "Ada" } });
    let job = home.done(&home.later(&body).send().await).await;
    assert_eq!(
        (&job["status"], &job["totalCount"], &job["format"]),
        (&json!("Completed"), &json!(1), &json!(".docx")),
        "{job}"
    );
    let at_once = home.generate(&body).send().await;
    assert_eq!(home.result(&job).await, at_once.body().to_vec());
    let link = job["zipUrl"].as_str().unwrap().strip_prefix("http://docs.example").unwrap();
    let answer = home.get(link).key(None).send().await;
    assert_eq!(
        answer.headers()["content-disposition"],
        "attachment; filename=\"For Ada.docx\"; filename*=UTF-8''For%20Ada.docx"
    );
    assert_eq!(answer.headers()["content-type"], super::DOCX);
    let usage = body_of(&home.get("/api/getSubscription").send().await)["usage"].clone();
    assert_eq!(usage["documents"], 2);
}

#[tokio::test]
async fn a_template_of_the_request_stays_with_its_job() {
    let home = Home::new().await;
    let template = BASE64_STANDARD.encode(docx(&["Dear {{ name }}"]));
    let body = json!({
        "template": template, "format": ".pdf", "data": { "name": "Ada" }, "options": { "pdf": { "watermark": "DRAFT", "password": "x" } },
    });
    let job = home.done(&home.later(&body).send().await).await;
    assert_eq!(job["status"], "Completed", "{job}");
    let pdf = home.result(&job).await;
    assert!(pdf.starts_with(b"%PDF-") && String::from_utf8_lossy(&pdf).contains("/Encrypt"));
    let key = home.generating_key().await;
    assert_eq!(code(&home.later(&body).key(Some(&key)).send().await), "missing-scope");
}

#[tokio::test]
async fn a_document_that_cannot_be_made_fails_its_job_for_its_reason() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let job = home
        .done(&home.later(&json!({ "templateId": id, "format": ".docx", "data": {} })).send().await)
        .await;
    assert_eq!(job["status"], "Failed", "{job}");
    assert!(job["errorMessage"].as_str().unwrap().contains("name"), "{job}");
    assert_eq!((&job["failedGenerationCount"], &job["zipUrl"]), (&json!(1), &Value::Null));
    // What can be told at once is told at once.
    for (body, expected) in [
        (
            json!({ "templateId": id, "format": ".docx", "data": {}, "fileName": "{{ nobody }}" }),
            "invalid-data",
        ),
        (json!({ "templateId": id, "format": ".odt", "data": {} }), "invalid-body"),
        (json!({ "templateId": uuid::Uuid::from_u128(7), "format": ".pdf", "data": {} }), "unknown-template"),
    ] {
        assert_eq!(code(&home.later(&body).send().await), expected, "{body}");
    }
}

#[tokio::test]
async fn what_is_looked_at_is_made_at_once() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    for (format, preview) in [(".png", false), (".pdf", true)] {
        let body =
            json!({ "templateId": id, "format": format, "data": { "name": "Ada" }, "preview": preview });
        let made = home.later(&body).send().await;
        assert_eq!((made.status().as_u16(), made.headers().get("preference-applied")), (200, None));
    }
}

#[tokio::test]
async fn a_key_of_idempotency_starts_one_job() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let body = json!({ "templateId": id, "format": ".docx", "data": { "name": "Ada" } });
    let send = || home.later(&body).header("idempotency-key", "one").send();
    let (first, again) = (send().await, send().await);
    assert_eq!((first.status().as_u16(), again.status().as_u16()), (202, 202));
    assert_eq!(body_of(&first)["jobId"], body_of(&again)["jobId"]);
    let is_told = |reply: &Response| reply.headers().contains_key("idempotency-replayed");
    assert!(is_told(&again) && !is_told(&first));
    // Another answer is asked for: another request.
    let at_once = home.generate(&body).header("idempotency-key", "one").send().await;
    assert_eq!(code(&at_once), "idempotency-mismatch");
}
