//! What a request can ask of e-mails: each refusal names its place and its reason.

use platen_service::Limits;
use platen_service::ids::JobId;
use serde_json::{Value, json};
use uuid::Uuid;

use super::doubles::Engine;
use super::{Home, code, docx, json as body_of};

async fn home() -> (Home, Uuid) {
    let recipients = "example.com".parse().unwrap();
    let limits = Limits { recipients, email_recipients: 3, email_data_bytes: 100, ..Limits::default() };
    let home = Home::with(limits, Engine::Works).await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id.0;
    (home, id)
}

fn email(more: &Value) -> Value {
    let mut email = json!({ "to": ["ada@example.com"], "subject": "For you", "text": "Here" });
    email.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    email
}

/// Pointers and details of an answer's errors.
fn errors(body: &Value) -> Vec<(&str, &str)> {
    let errors = body["errors"].as_array().unwrap_or_else(|| panic!("{body}"));
    errors.iter().map(|e| (e["pointer"].as_str().unwrap(), e["detail"].as_str().unwrap())).collect()
}

#[tokio::test]
async fn what_an_e_mail_lacks_is_named_when_it_is_asked_for() {
    let (home, id) = home().await;
    for (more, pointer, reason) in [
        (json!({ "to": null }), "/email/to", "required"),
        (json!({ "to": [] }), "/email/to", "1 to 3 addresses"),
        (json!({ "to": "ada@example.com" }), "/email/to", "array"),
        (
            json!({ "to": vec!["ada@example.com"; 2], "cc": vec!["ada@example.com"; 2] }),
            "/email/to",
            "`email_recipients`",
        ),
        (json!({ "to": ["ada@example.com", "Ada <ada@example.com>"] }), "/email/to/1", "without a name"),
        (
            json!({ "to": ["ada@example.com\r\nBcc: eve@example.org"] }),
            "/email/to/0",
            "such as `ada@example.com`",
        ),
        (json!({ "cc": ["eve@example.org"] }), "/email/cc/0", "`PLATEN_SMTP_RECIPIENTS`"),
        (json!({ "cc": ["eve@sub.example.com"] }), "/email/cc/0", "`PLATEN_SMTP_RECIPIENTS`"),
        (json!({ "subject": "" }), "/email/subject", "required"),
        (json!({ "subject": "x".repeat(1_001) }), "/email/subject", "longer than 1000 bytes"),
        (json!({ "subject": "x".repeat(251) }), "/email/subject", "251 characters"),
        (json!({ "subject": "{{ '\n' }}" }), "/email/subject", "empty line"),
        (json!({ "subject": "{{ name" }), "/email/subject", "`{{ name`: this tag is never closed"),
        (json!({ "text": null }), "/email/text", "required"),
        (json!({ "text": "x".repeat(8_001) }), "/email/text", "`email_text_bytes`"),
        (json!({ "text": "{{ name | nothing }}" }), "/email/text", "nothing"),
        (json!({ "text": "{% if name %}" }), "/email/text", ""),
        (json!({ "text": "{{ nmae }}" }), "/email/text", "no value: `nmae`"),
        (
            json!({ "text": "{% if result.failedGenerationCount %}{{ nmae }}{% endif %}" }),
            "/email/text",
            "`nmae`",
        ),
        (json!({ "text": "{% for i in range(100000) %}{{ i }}{% endfor %}" }), "/email/text", ""),
        (json!({ "text": "{{ long }}" }), "/email/text", "`email_data_bytes`"),
        (json!({ "attach": "perhaps" }), "/email/attach", "true or false"),
        (json!({ "bcc": [] }), "/email/bcc", "Unknown member"),
    ] {
        let data = json!({ "name": "Ada", "long": "x".repeat(200) });
        let body = json!({ "templateId": id, "format": ".docx", "data": data, "email": email(&more) });
        let refused = home.generate(&body).header("prefer", "respond-async").send().await;
        assert_eq!(refused.status(), 400, "{more}");
        assert_eq!(code(&refused), "invalid-body", "{more}");
        let body = body_of(&refused);
        let found = errors(&body);
        assert!(
            found.len() == 1 && found[0].0 == pointer && found[0].1.contains(reason),
            "{more}: {found:?}"
        );
    }
}

#[tokio::test]
async fn an_e_mail_of_a_job_knows_the_result_and_that_of_a_document_its_data() {
    let (home, id) = home().await;
    let with = |more: Value| {
        let mut body = json!({ "templateId": id, "format": ".docx" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        home.bulk(&body).send()
    };
    let (items, named) =
        (json!([{ "name": "Ada" }]), email(&json!({ "text": "{{ name }} {{ result.totalCount }}" })));
    let document = |data: Value, email: &Value| json!({ "data": data, "email": email });
    let good =
        document(json!({ "name": "Ada" }), &email(&json!({ "text": "{{ name }} {{ result.fileName }}" })));
    for (more, pointer, reason) in [
        (json!({ "items": items, "email": named }), "/email/text", "no value: `name`"),
        (
            json!({ "documents": [good, document(json!({}), &good["email"])] }),
            "/documents/1/email/text",
            "`name`",
        ),
        (
            json!({ "documents": [document(json!({}), &email(&json!({ "to": ["a@b.example"] })))] }),
            "/documents/0/email/to/0",
            "`PLATEN_SMTP_RECIPIENTS`",
        ),
        (
            json!({ "documents": [document(json!({ "name": "x".repeat(200) }), &good["email"])] }),
            "/documents/0/email/text",
            "`email_data_bytes`",
        ),
        (
            json!({ "documents": [document(json!({}), &email(&json!({ "attach": false })))] }),
            "/documents/0/email",
            "no link of its own",
        ),
        (
            json!({ "documents": [document(json!({}), &email(&json!({ "text": "{{ result.zipUrl }}" })))] }),
            "/documents/0/email/text",
            "no value",
        ),
        (json!({ "format": ".pdf", "merge": true, "documents": [good] }), "/merge", "`email`"),
    ] {
        let refused = with(more.clone()).await;
        let body = body_of(&refused);
        let found = errors(&body);
        assert!(
            found.len() == 1 && found[0].0 == pointer && found[0].1.contains(reason),
            "{more}: {found:?}"
        );
    }
    let started = with(json!({ "documents": [good, good], "email": email(&json!({})) })).await;
    assert_eq!(started.status(), 202, "{:?}", started.body());
    let job = home.job(body_of(&started)["jobId"].as_str().unwrap()).await;
    let pending = json!({ "status": "Pending", "tries": 0 });
    assert_eq!((&job["email"], &job["documentDeliveries"][1]["email"]), (&pending, &pending));
    assert!(!job.to_string().contains("ada@"), "{job}");
    // What is kept of the data is what the texts name, apart from the record.
    let id = JobId(job["jobId"].as_str().unwrap().parse().unwrap());
    let record = home.service.stores().jobs.any_job(id).await.unwrap().unwrap();
    assert!(record.asks_at_end() && !format!("{record:?}").contains("ada@"), "{record:?}");
    let kept = home.service.jobs().addresses_of(&record).await.unwrap();
    assert_eq!(json!(kept.documents[&0].email.as_ref().unwrap().data), json!({ "name": "Ada" }));
    assert!(!format!("{kept:?}").contains("ada@"), "{kept:?}");
    let long = format!("{{{{ result.fileName }}}}{}", "ä".repeat(3_980));
    let long = with(json!({ "items": items, "email": email(&json!({ "text": long })) })).await;
    assert_eq!(long.status(), 202, "{:?}", long.body());
    let path = format!("/api/bulkGenerationJobs/{}/cancel", job["jobId"].as_str().unwrap());
    assert_eq!(body_of(&home.post(&path, "{}").send().await).get("email"), None);
}

#[tokio::test]
async fn no_e_mail_is_taken_until_an_operator_allows_it() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let body = json!({ "templateId": id, "format": ".docx", "items": [{ "name": "A" }], "email": email(&json!({})) });
    let refused = body_of(&home.bulk(&body).send().await);
    let found = errors(&refused);
    assert!(found[0].0 == "/email" && found[0].1.contains("`PLATEN_SMTP_URL`"), "{found:?}");
    let empty = json!({ "templateId": id, "format": ".docx", "items": [{ "name": "A" }], "email": null });
    assert_eq!(home.bulk(&empty).send().await.status(), 202);
}
