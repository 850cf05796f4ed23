//! Jobs whose documents have templates and formats of their own.

use platen_service::Limits;
use serde_json::{Value, json};
use uuid::Uuid;

use super::doubles::Engine;
use super::{Home, code, docx, entry_text, json as body_of};

/// A home with a letter and an invoice.
async fn home(limits: Limits) -> (Home, Uuid, Uuid) {
    let home = Home::with(limits, Engine::Works).await;
    let letter = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id.0;
    let invoice = home.register("invoice.docx", docx(&["Invoice {{ number }}"])).await.template_id.0;
    (home, letter, invoice)
}

fn text(docx: &[u8]) -> String {
    entry_text(docx, "word/document.xml")
}

#[tokio::test]
async fn each_document_has_its_template_its_version_and_its_format() {
    let (home, letter, invoice) = home(Limits { chunk_items_pdf: 2, ..Limits::default() }).await;
    home.register("letter.docx", docx(&["Hello {{ name }}"])).await;
    let job = home
        .start(&json!({ "templateId": letter, "format": ".docx", "documents": [
            { "data": { "name": "Ada" } },
            { "templateId": invoice, "format": "pdf", "data": { "number": 1 } },
            { "version": 1, "data": { "name": "Grace" } },
            { "templateId": invoice, "data": { "number": 2 } },
            { "templateId": format!("{{{letter}}}"), "version": "", "format": "", "data": {} },
        ] }))
        .await;
    // Running jobs have their own copies.
    home.register("letter.docx", docx(&["Other {{ name }}"])).await;
    home.call(http::Method::DELETE, &format!("/api/templates/{invoice}")).send().await;
    home.work().await;
    let done = home.job(&job).await;
    assert_eq!(
        (&done["status"], &done["completedCount"], &done["failedGenerationCount"]),
        (&json!("Completed"), &json!(4), &json!(1)),
        "{done}"
    );
    assert_eq!(done["failedGenerations"][0]["globalIndex"], "4");
    assert!(done["failedGenerations"][0]["error"].as_str().unwrap().starts_with("/name: "), "{done}");
    assert_eq!((&done["templateId"], &done["format"]), (&json!(letter), &json!(".docx")));
    let entries = home.entries(&job).await;
    let names: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["letter.docx", "invoice.pdf", "letter (2).docx", "invoice.docx", "errors.json"]);
    assert!(text(&entries[0].1).contains(">Hello Ada<"));
    assert!(entries[1].1.starts_with(b"%PDF-"));
    assert!(text(&entries[2].1).contains(">Dear Grace<"));
    assert!(text(&entries[3].1).contains(">Invoice 2<"));
}

#[tokio::test]
async fn names_come_from_a_pattern_and_pdfs_can_be_joined() {
    let (home, letter, invoice) = home(Limits::default()).await;
    let documents = json!([{ "data": { "name": "Ada" } }, { "templateId": invoice, "data": { "number": 1, "name": "x" } }]);
    let body = json!({ "templateId": letter, "format": ".pdf", "fileName": "For {{ name }}", "documents": documents, "merge": true });
    let job = home.start(&body).await;
    home.work().await;
    let done = home.job(&job).await;
    assert_eq!((&done["status"], &done["completedCount"]), (&json!("Completed"), &json!(2)), "{done}");
    let unknown =
        json!({ "templateId": letter, "format": ".pdf", "fileName": "{{ data }}", "documents": documents });
    let refused = home.bulk(&unknown).send().await;
    assert_eq!(
        code(&refused),
        "invalid-body",
        "the words around an item are no fields: {:?}",
        refused.body()
    );
}

#[tokio::test]
async fn wrong_documents_are_named_by_their_place() {
    let (home, letter, invoice) =
        home(Limits { job_templates: 1, job_deliveries: 1, ..Limits::default() }).await;
    let with = |more: Value| {
        let mut body = json!({ "templateId": letter, "format": ".docx" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        home.bulk(&body).send()
    };
    let good = json!({ "data": { "name": "Ada" } });
    let told = json!({ "data": { "name": "Ada" }, "callbackUrl": "https://example.com/told" });
    for (more, pointers) in [
        (json!({ "documents": [] }), vec!["/documents"]),
        (json!({ "documents": {} }), vec!["/documents"]),
        (json!({ "documents": [good, 7] }), vec!["/documents/1"]),
        (
            json!({ "documents": [good, { "templateId": "x", "version": 0, "format": ".png", "data": [] , "typo": 1 }] }),
            vec![
                "/documents/1/templateId",
                "/documents/1/version",
                "/documents/1/format",
                "/documents/1/data",
                "/documents/1/typo",
            ],
        ),
        (json!({ "documents": [{}] }), vec!["/documents/0/data"]),
        (json!({ "documents": [good], "items": [{}] }), vec!["/documents"]),
        (json!({ "documents": [good], "itemsUploadId": letter }), vec!["/documents"]),
        (json!({ "documents": [good], "rows": { "groupBy": "x" } }), vec!["/rows"]),
        (json!({ "documents": [good, { "format": ".pdf", "data": {} }], "merge": true }), vec!["/merge"]),
        (
            json!({ "documents": [good, { "data": {}, "callbackUrl": "https://localhost/", "deliver": { "url": "x" } }] }),
            vec!["/documents/1/callbackUrl", "/documents/1/deliver/url"],
        ),
        (
            json!({ "format": ".pdf", "merge": true, "documents": [{ "data": {}, "deliver": { "url": "https://a.example/x" } }] }),
            vec!["/merge"],
        ),
        (json!({ "documents": [told, told] }), vec!["/documents"]),
        // What a document says beside its data is short.
        (json!({ "documents": [good, { "data": {}, "typo": vec![0; 20_000] }] }), vec!["/documents/1"]),
    ] {
        let refused = with(more.clone()).await;
        let errors = body_of(&refused)["errors"].clone();
        let found: Vec<&str> =
            errors.as_array().unwrap().iter().map(|e| e["pointer"].as_str().unwrap()).collect();
        assert_eq!((code(&refused).as_str(), found), ("invalid-body", pointers), "{more}");
    }
    let other = json!({ "templateId": invoice, "data": { "number": 1 } });
    let many = with(json!({ "documents": [good, other] })).await;
    assert_eq!(code(&many), "limit-exceeded");
    assert!(body_of(&many)["detail"].as_str().unwrap().contains("`job_templates`"));
    let unknown = json!({ "templateId": Uuid::from_u128(7), "data": {} });
    assert_eq!(code(&with(json!({ "documents": [unknown] })).await), "unknown-template");
}

#[tokio::test]
async fn a_member_that_a_document_has_twice_is_told() {
    let (home, letter, _) = home(Limits::default()).await;
    for twice in [r#""data": {}, "data": {}"#, r#""data": {}, "deliver": {"url": "x", "url": "y"}"#] {
        let body = format!(r#"{{"templateId": "{letter}", "format": ".docx", "documents": [{{{twice}}}]}}"#);
        let post = home.post("/api/generateDocumentsBulk", body).header("content-type", "application/json");
        let refused = post.send().await;
        assert_eq!(code(&refused), "invalid-body");
        let errors = body_of(&refused)["errors"].clone();
        assert_eq!(errors[0]["pointer"], "/documents/0", "{errors}");
        assert!(errors[0]["detail"].as_str().unwrap().contains("the same member twice"), "{errors}");
    }
}
