//! Pages as pictures, and thumbnails of templates.

use http::StatusCode;
use platen_service::http::Response;
use platen_service::plan::{Plan, RequestRate};
use platen_service::subscriptions::Subscription;
use platen_service::templates::TemplateChange;
use serde_json::{Value, json};

use super::doubles::Engine;
use super::{Home, TENANT, code, docx, json};

fn text(response: &Response) -> String {
    String::from_utf8(response.body().to_vec()).unwrap()
}

#[tokio::test]
async fn a_page_of_a_document_is_a_picture() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["{{ name }}"])).await.template_id;
    let body = |more: Value| {
        let mut body = json!({ "templateId": id, "format": "PNG", "data": { "name": "A" } });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let plain = home.generate(&body(json!({}))).send().await;
    assert_eq!(
        (plain.status(), &plain.headers()["content-type"]),
        (StatusCode::OK, &"image/png".parse().unwrap())
    );
    assert!(plain.headers()["content-disposition"].to_str().unwrap().contains("letter.png"));
    assert_eq!(
        (&plain.headers()["platen-warnings"], &plain.headers()["platen-pages"]),
        (&"0".parse().unwrap(), &"1".parse().unwrap())
    );
    assert!(text(&plain).starts_with("PageImage { page: 1, dpi: 96 }"), "{}", text(&plain));
    let fine = home.generate(&body(json!({ "page": 1, "dpi": 200, "preview": true }))).send().await;
    assert!(text(&fine).starts_with("PageImage { page: 1, dpi: 200 }"), "{}", text(&fine));
    assert!(text(&fine).contains("PREVIEW"), "{}", text(&fine));
}

#[tokio::test]
async fn what_cannot_be_drawn_is_named_with_its_place() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let faults = [
        (
            json!({ "page": 2 }),
            "/page",
            "`page` must be from 1 to 1: the document has 1 page; page 2 does not exist",
        ),
        (json!({ "page": 0 }), "/page", "`page` must be a whole number of at least 1"),
        (json!({ "page": "one" }), "/page", "`page` must be a whole number of at least 1"),
        (json!({ "dpi": 201 }), "/dpi", "`dpi` must be a whole number from 10 to 200"),
        (json!({ "dpi": 72.5 }), "/dpi", "`dpi` must be a whole number from 10 to 200"),
        (json!({ "format": ".jpg" }), "/format", "`format` must be `.docx`, `.pdf` or `.png`"),
        (
            json!({ "format": ".pdf", "dpi": 96 }),
            "/dpi",
            "`dpi` applies to pictures only; it needs the `format` `.png`",
        ),
        (
            json!({ "options": { "pdf": { "conformance": "a-2b" } } }),
            "/options/pdf/conformance",
            "`conformance`: a picture of a page cannot follow a PDF standard, have a password, take files, be joined with other PDFs, be filled in or be signed; leave it out, or make a `.pdf`",
        ),
    ];
    for (more, pointer, detail) in faults {
        let mut body = json!({ "templateId": id, "format": ".png", "data": {} });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = home.generate(&body).send().await;
        let read = json(&answer);
        assert_eq!(
            (answer.status(), &read["code"]),
            (StatusCode::BAD_REQUEST, &json!("invalid-body")),
            "{more}"
        );
        assert_eq!(read["errors"], json!([{ "pointer": pointer, "detail": detail }]), "{more}");
    }
    let job = json!({ "templateId": id, "format": ".png", "items": [{}] });
    let refused = json(&home.bulk(&job).send().await);
    assert_eq!(
        refused["errors"][0],
        json!({ "pointer": "/format", "detail": "`format` must be `.docx` or `.pdf`" })
    );
}

#[tokio::test]
async fn a_template_has_a_thumbnail_that_does_not_count() {
    let home = Home::new().await;
    let plan = Plan { monthly_documents: Some(0), storage_bytes: None, requests: RequestRate::new(1, 4) };
    let tenant = Subscription { id: TENANT, name: "Example Ltd".to_owned(), active: true, plan };
    home.service.stores().subscriptions.put_subscription(&tenant).await.unwrap();
    let id = home.register("letter.docx", docx(&["{{ name }}"])).await.template_id;
    let path = format!("/api/templates/{id}/thumbnail");
    let seen = home.get(&path).send().await;
    assert_eq!(
        (seen.status(), &seen.headers()["content-type"]),
        (StatusCode::OK, &"image/png".parse().unwrap())
    );
    assert!(text(&seen).starts_with("PageImage { page: 1, dpi: 48 }"), "{}", text(&seen));
    let broken = home.register("broken.docx", b"no zip".to_vec()).await.template_id;
    let refused = home.get(&format!("/api/templates/{broken}/thumbnail")).send().await;
    assert_eq!(code(&refused), "template-error");
    home.service.stores().templates.change(TENANT, id, TemplateChange::Disabled(true), None).await.unwrap();
    assert_eq!(code(&home.get(&path).send().await), "unknown-template");
    home.get(&path).send().await;
    assert_eq!(code(&home.get(&path).send().await), "rate-limited", "each is a request");
}

#[tokio::test]
async fn a_thumbnail_waits_for_its_turn_and_fails_as_a_pdf_does() {
    for (engine, wanted) in [(Engine::Refuses, "template-error"), (Engine::IsBusy, "unavailable")] {
        let home = Home::with(platen_service::Limits::default(), engine).await;
        let id = home.register("letter.docx", docx(&["x"])).await.template_id;
        let answer = home.get(&format!("/api/templates/{id}/thumbnail")).send().await;
        assert_eq!(code(&answer), wanted);
    }
}

#[tokio::test]
async fn errors_are_marked_on_the_pages_of_their_file() {
    let home = Home::new().await;
    let mark = async |file: Vec<u8>| {
        json(&home.send_file(http::Method::POST, "/api/templates/mark", file).send().await)
    };
    let marked = mark(docx(&["{{ name }} {% if paid %} yes", "{{ total|nosuch }}"])).await;
    let pages = marked["pages"].as_array().unwrap();
    assert_eq!((pages.len(), &pages[0]["page"]), (1, &json!(1)));
    // The second error is on no page of this engine.
    let of_first = json!([{ "error": 0, "left": 0.0, "top": 0.0, "width": 0.5, "height": 0.25 }]);
    assert_eq!(pages[0]["marks"], of_first);
    assert!(!pages[0]["picture"].as_str().unwrap().is_empty());
    assert_eq!(mark(docx(&["{{ name }}"])).await, json!({ "pages": [] }));
    assert_eq!(mark(b"no zip".to_vec()).await["code"], "template-error");
    let listed = json(&home.get("/api/templates?pageNumber=1&pageSize=9").send().await);
    assert_eq!(listed["items"], json!([]), "nothing is kept");
}
