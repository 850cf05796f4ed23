//! Each endpoint's whole answer.

use http::StatusCode;
use insta::assert_snapshot;
use platen_service::http::Response;
use platen_service::plan::{Plan, RequestRate};
use platen_service::subscriptions::Subscription;
use platen_service::templates::TemplateChange;
use serde_json::{Value, json};

use super::{Home, TENANT, code, docx, json, whole};

const LETTER: &[&str] =
    &["Dear {{ customer.name }},", "{% for item in items %}{{ item.price }} {% endfor %}"];

#[tokio::test]
async fn get_templates() {
    let home = Home::new().await;
    home.register("letters/Welcome.docx", docx(LETTER)).await;
    home.register("broken.docx", b"no zip".to_vec()).await;
    let disabled = home.register("old.docx", docx(&["old"])).await;
    home.service
        .stores()
        .templates
        .change(super::TENANT, disabled.template_id, TemplateChange::Disabled(true), None)
        .await
        .unwrap();
    let response = home.get("/api/getTemplates?pageNumber=1&pageSize=10").send().await;
    let mut body = json(&response);
    // docx-rs writes the date into its file, whose size varies with it.
    assert!(body["items"][0]["sizeBytes"].as_u64().unwrap() > 1_000);
    body["items"][0]["sizeBytes"] = 9_000.into();
    let response = response.map(|_| body.to_string().into());
    assert_snapshot!(whole(&response));
}

#[tokio::test]
async fn get_templates_after_the_last_page() {
    let home = Home::new().await;
    home.register("a.docx", docx(&["a"])).await;
    assert_snapshot!(whole(&home.get("/api/getTemplates?pageNumber=7&pageSize=10").send().await));
}

#[tokio::test]
async fn generate_template_metadata() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(LETTER)).await.template_id;
    let response = home.get(&format!("/api/generateTemplateMetadata?templateId={id}")).send().await;
    assert_snapshot!(whole(&response));
}

#[tokio::test]
async fn generate_model_fits_generate_document() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(LETTER)).await.template_id;
    let model = home.post(&format!("/api/generateModel?templateId={id}"), "").send().await;
    assert_snapshot!(whole(&model));
    let body = json!({ "templateId": id, "format": ".docx", "data": json(&model) });
    assert_eq!(home.generate(&body).send().await.status(), StatusCode::OK);
}

#[tokio::test]
async fn generate_document_as_docx() {
    let home = Home::new().await;
    let id = home.register("Größe & mehr.docx", docx(&["{{ name }}"])).await.template_id;
    let response =
        home.generate(&json!({ "templateId": id, "format": "DOCX", "data": { "name": "A" } })).send().await;
    assert_snapshot!(whole(&response));
}

#[tokio::test]
async fn generate_document_as_pdf_with_a_name() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["{{ name }}"])).await.template_id;
    let body = json!({
        "templateId": id, "format": ".pdf", "fileName": "../{{ name }}.pdf", "data": { "name": "Žofie/2" },
        "options": { "missing": "empty", "locale": "de-CH", "pdf": { "conformance": "none" } },
    });
    assert_snapshot!(whole(&home.generate(&body).send().await));
}

#[tokio::test]
async fn the_same_request_gives_the_same_bytes() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(LETTER)).await.template_id;
    let body = json!({
        "templateId": id, "format": ".docx", "data": { "customer": { "name": "A" }, "items": [{ "price": 1 }] },
    });
    let (one, two) = (home.generate(&body).send().await, home.generate(&body).send().await);
    assert_eq!((one.status(), one.body()), (StatusCode::OK, two.body()));
}

#[tokio::test]
async fn missing_fields_are_as_the_request_says() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    for (missing, status) in [(None, 400), (Some("error"), 400), (Some("empty"), 200), (Some("keep"), 200)] {
        let body = json!({
            "templateId": id, "format": ".docx", "fileName": "{{ name }}", "data": {},
            "options": { "missing": missing, "locale": null },
        });
        assert_eq!(home.generate(&body).send().await.status(), status, "{missing:?}");
    }
}

/// The documents of this month that were counted, and the answer to a request for one more.
async fn counted(home: &Home, body: &Value) -> (u64, Response) {
    let response = home.generate(body).send().await;
    let usage = json(&home.get("/api/getSubscription").send().await);
    (usage["usage"]["documents"].as_u64().unwrap(), response)
}

#[tokio::test]
async fn previews_bear_a_mark_and_do_not_count() {
    let home = Home::new().await;
    let plan = Plan { monthly_documents: Some(1), storage_bytes: None, requests: RequestRate::new(1, 11) };
    let tenant = Subscription { id: TENANT, name: "Example Ltd".to_owned(), active: true, plan };
    home.service.stores().subscriptions.put_subscription(&tenant).await.unwrap();
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let body = |preview: Option<bool>, watermark: Option<&str>| {
        json!({ "templateId": id, "format": ".pdf", "data": {}, "preview": preview,
            "options": { "pdf": { "watermark": watermark } } })
    };
    let (count, marked) = counted(&home, &body(Some(true), None)).await;
    assert_eq!((marked.status(), count), (StatusCode::OK, 0));
    let (count, other) = counted(&home, &body(Some(true), Some("DRAFT"))).await;
    assert_eq!(
        (count, other.body()),
        (0, marked.body()),
        "no watermark of the caller's takes the mark's place"
    );
    // What a watermark looks like is tested where it is drawn.
    let (count, watermarked) = counted(&home, &body(Some(false), Some("PREVIEW"))).await;
    assert_eq!((count, watermarked.body()), (1, marked.body()));

    let (count, refused) = counted(&home, &body(None, None)).await;
    assert_eq!((count, code(&refused).as_str()), (1, "quota-exceeded"));
    let (count, preview) = counted(&home, &body(Some(true), None)).await;
    assert_eq!((count, preview.body()), (1, marked.body()), "also when nothing is left");
    let call = home.generate(&body(Some(true), None)).header("idempotency-key", "k");
    assert_eq!(call.send().await.body(), marked.body());
    assert_eq!(
        code(&home.generate(&body(Some(true), None)).send().await),
        "rate-limited",
        "each is a request"
    );
}

#[tokio::test]
async fn a_preview_is_a_pdf_of_one_document() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let body = json!({ "templateId": id, "format": ".docx", "data": {}, "preview": true });
    let refused = json(&home.generate(&body).send().await);
    assert_eq!(
        (&refused["code"], &refused["errors"][0]["pointer"]),
        (&json!("invalid-body"), &json!("/preview"))
    );
    let body = json!({ "templateId": id, "format": ".pdf", "data": {}, "preview": "yes" });
    assert_eq!(
        json(&home.generate(&body).send().await)["detail"],
        "`preview` must be true or false; it is a string."
    );
    let body = json!({ "templateId": id, "format": ".pdf", "items": [{}], "preview": true });
    assert_eq!(json(&home.bulk(&body).send().await)["errors"][0]["pointer"], "/preview");
}

#[tokio::test]
async fn get_subscription() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let body = json!({ "templateId": id, "format": ".docx", "data": {} });
    assert_eq!(home.generate(&body).send().await.status(), StatusCode::OK);
    assert_snapshot!(whole(&home.get("/api/getSubscription").send().await));
}

#[tokio::test]
async fn health() {
    let home = Home::new().await;
    assert_snapshot!(whole(&home.get("/api/health").key(None).send().await));
}
