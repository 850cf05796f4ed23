//! Files of the caller's own: a template in the request of its document, and a document to convert.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use platen_service::Limits;
use platen_service::http::Response;
use platen_service::plan::Plan;
use platen_service::subscriptions::Subscription;
use serde_json::{Value, json};

use super::doubles::Engine;
use super::{Home, TENANT, code, docx, entry_text, json as body_of};

fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

fn letter() -> Vec<u8> {
    docx(&["Dear {{ name }}"])
}

/// The places that a refusal names.
fn places(response: &Response) -> Vec<String> {
    let errors = body_of(response)["errors"].clone();
    errors.as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_template_in_the_request_makes_what_a_registered_one_makes() {
    let home = Home::new().await;
    let key = home.composing_key().await;
    let data = json!({ "name": "Ada" });
    let file = letter();
    let sent =
        json!({ "template": base64(&file), "format": ".docx", "fileName": "For {{ name }}", "data": data });
    let made = home.generate(&sent).key(Some(&key)).send().await;
    assert_eq!(made.status(), 200, "{:?}", made.body());
    assert_eq!(
        made.headers()["content-disposition"],
        "attachment; filename=\"For Ada.docx\"; filename*=UTF-8''For%20Ada.docx"
    );
    let listed = body_of(&home.get("/api/templates?pageNumber=1&pageSize=10").send().await);
    assert_eq!(listed["totalCount"], 0, "nothing of it is stored");
    assert_eq!(body_of(&home.get("/api/getSubscription").send().await)["usage"]["documents"], 1);

    let id = home.register("letter.docx", file.clone()).await.template_id;
    let registered = json!({ "templateId": id, "format": ".docx", "data": data });
    let registered = home.generate(&registered).send().await;
    assert_eq!(registered.body(), made.body());

    // Lines of base64 may be broken, and Power Automate has files as objects.
    let text = base64(&file);
    let lines = text.as_bytes().chunks(76).map(|line| std::str::from_utf8(line).unwrap());
    let lines = lines.collect::<Vec<_>>().join("\r\n");
    for template in [json!(lines), json!({ "$content-type": "application/octet-stream", "$content": text })] {
        let sent = json!({ "template": template, "format": ".docx", "data": data });
        assert_eq!(home.generate(&sent).send().await.body(), made.body());
    }
}

#[tokio::test]
async fn files_of_ones_own_need_their_scope() {
    let home = Home::new().await;
    let key = home.generating_key().await;
    let body = json!({ "template": base64(&letter()), "format": ".docx", "data": { "name": "Ada" } });
    let refused = home.generate(&body).key(Some(&key)).send().await;
    assert_eq!(code(&refused), "missing-scope");
    assert!(body_of(&refused)["detail"].as_str().unwrap().contains("`compose`"));
    let refused = home.form("/api/convert", &[]).key(Some(&key)).admit().await.unwrap_err();
    assert_eq!(refused.code().as_str(), "missing-scope");
    let key = home.composing_key().await;
    let managed = home.get("/api/templates?pageNumber=1&pageSize=10").key(Some(&key)).send().await;
    assert_eq!(code(&managed), "missing-scope");
}

#[tokio::test]
async fn its_errors_are_those_of_a_registered_one() {
    let home = Home::new().await;
    let broken = docx(&["{% for x in xs %}{{ x"]);
    let id = home.register("broken.docx", broken.clone()).await.template_id;
    let with = |source: Value| {
        let mut body = json!({ "format": ".docx", "data": {} });
        body.as_object_mut().unwrap().extend(source.as_object().unwrap().clone());
        home.generate(&body).send()
    };
    let registered = with(json!({ "templateId": id })).await;
    let sent = with(json!({ "template": base64(&broken) })).await;
    assert_eq!((code(&sent).as_str(), body_of(&sent)), ("template-error", body_of(&registered)));
    let no_zip = with(json!({ "template": base64(b"PDF-1.7") })).await;
    assert_eq!(code(&no_zip), "template-error");
    let data =
        home.generate(&json!({ "template": base64(&letter()), "format": ".docx", "data": {} })).send().await;
    assert_eq!((code(&data), places(&data)), ("invalid-data".to_owned(), vec!["/data/name".to_owned()]));
    for (source, wrong) in [
        (json!({}), vec!["/templateId"]),
        (json!({ "template": "", "templateId": "" }), vec!["/templateId"]),
        (
            json!({ "template": base64(&letter()), "templateId": id, "version": 1 }),
            vec!["/templateId", "/version"],
        ),
        (json!({ "template": "not base64!" }), vec!["/template"]),
        (json!({ "template": 7 }), vec!["/template"]),
        (json!({ "template": { "$content": 7 } }), vec!["/template"]),
    ] {
        let refused = with(source.clone()).await;
        assert_eq!(
            (code(&refused).as_str(), places(&refused)),
            ("invalid-body", wrong.iter().map(|place| (*place).to_owned()).collect()),
            "{source}"
        );
    }
}

#[tokio::test]
async fn a_template_that_is_sent_is_bounded_like_an_upload() {
    let mut limits = Limits::default();
    limits.docx.package_bytes = 1_000;
    let home = Home::with(limits, Engine::Works).await;
    let body = json!({ "template": base64(&[b'P'; 1_001]), "format": ".docx", "data": {} });
    let refused = home.generate(&body).send().await;
    assert_eq!((code(&refused), places(&refused)), ("invalid-body".to_owned(), vec!["/template".to_owned()]));
    assert!(body_of(&refused)["detail"].as_str().unwrap().contains("`package_bytes`"));
    let form = home.form("/api/generateDocument", &[]).header("content-length", "99999999").admit().await;
    let problem = form.unwrap_err();
    assert_eq!(problem.code().as_str(), "payload-too-large");
    assert!(problem.detail().contains("`package_bytes`"));
}

#[tokio::test]
async fn a_form_has_the_members_as_fields_and_the_template_as_its_file() {
    let home = Home::new().await;
    let file = letter();
    let send = |fields: Vec<(&'static str, &'static [u8])>| {
        let mut parts =
            vec![("name=\"template\"; filename=\"C:\\\\letters\\\\welcome.docx\"", file.as_slice())];
        parts.extend(fields);
        home.form("/api/generateDocument", &parts).send()
    };
    let made = send(vec![
        ("name=\"format\"", b"pdf"),
        ("name=\"data\"", br#"{"name":"Ada"}"#),
        ("name=\"preview\"", b"true"),
        ("name=\"fileName\"", b""),
    ])
    .await;
    assert_eq!(made.status(), 200, "{:?}", made.body());
    assert_eq!(
        made.headers()["content-disposition"],
        "attachment; filename=\"welcome.pdf\"; filename*=UTF-8''welcome.pdf"
    );
    let good: (&str, &[u8]) = ("name=\"format\"", b"docx");
    for (fields, detail) in [
        (
            vec![good, ("name=\"data\"", b"{")],
            "`data` is not valid JSON: line 1, column 1: EOF while parsing an object.",
        ),
        (vec![good, ("name=\"data\"", b"{}"), ("name=\"data\"", b"{}")], "`data` is given more than once."),
        (vec![good], "`data` is required."),
    ] {
        let refused = send(fields).await;
        assert_eq!(
            (code(&refused).as_str(), body_of(&refused)["detail"].as_str()),
            ("invalid-body", Some(detail))
        );
    }
    let unknown = send(vec![good, ("name=\"data\"", b"{}"), ("name=\"typo\"", b"x")]).await;
    assert_eq!(places(&unknown), ["/typo"]);
    // A form without a file names a registered template.
    let id = home.register("letter.docx", letter()).await.template_id.to_string();
    let parts: [(&str, &[u8]); 3] =
        [("name=\"templateId\"", id.as_bytes()), good, ("name=\"data\"", br#"{"name":"Ada"}"#)];
    assert_eq!(home.form("/api/generateDocument", &parts).send().await.status(), 200);
}

#[tokio::test]
async fn it_includes_registered_templates_as_they_are_now() {
    let home = Home::new().await;
    let with_terms = base64(&docx(&["{% include \"terms\" %}"]));
    let body = json!({ "template": with_terms, "format": ".docx", "data": { "company": "C" } });
    let missing = home.generate(&body).send().await;
    assert_eq!(code(&missing), "template-error");
    for terms in ["Terms of", "New terms of"] {
        home.register("terms.docx", docx(&[&format!("{terms} {{{{ company }}}}")])).await;
        let made = home.generate(&body).send().await;
        assert!(entry_text(made.body(), "word/document.xml").contains(&format!(">{terms} C<")), "{terms}");
    }
}

#[tokio::test]
async fn a_key_of_idempotency_holds_for_a_template_that_is_sent() {
    let home = Home::new().await;
    let body =
        |name: &str| json!({ "template": base64(&letter()), "format": ".docx", "data": { "name": name } });
    let send = |name: &'static str| home.generate(&body(name)).header("idempotency-key", "one").send();
    let (first, again) = (send("Ada").await, send("Ada").await);
    assert_eq!((first.status().as_u16(), first.body()), (200, again.body()));
    assert_eq!(code(&send("Grace").await), "idempotency-mismatch");
    assert_eq!(body_of(&home.get("/api/getSubscription").send().await)["usage"]["documents"], 1);
}

#[tokio::test]
async fn a_document_is_converted_as_it_is() {
    let home = Home::new().await;
    let key = home.composing_key().await;
    let convert =
        |body: &Value| home.send_json(http::Method::POST, "/api/convert", body).key(Some(&key)).send();
    let pdf = convert(&json!({ "file": base64(&letter()), "format": ".pdf", "fileName": "A/B" })).await;
    assert_eq!((pdf.status().as_u16(), &pdf.body()[..5]), (200, &b"%PDF-"[..]), "{:?}", pdf.body());
    assert_eq!(
        pdf.headers()["content-disposition"],
        "attachment; filename=\"A-B.pdf\"; filename*=UTF-8''A-B.pdf"
    );
    assert_eq!(pdf.headers()["platen-warnings"], "0");
    let picture = home.form(
        "/api/convert",
        &[
            ("name=\"file\"; filename=\"old letter.docx\"", &letter()),
            ("name=\"format\"", b".png"),
            ("name=\"dpi\"", b"150"),
        ],
    );
    let picture = picture.key(Some(&key)).send().await;
    assert_eq!((picture.status().as_u16(), &picture.headers()["platen-pages"]), (200, &"1".parse().unwrap()));
    assert_eq!(
        picture.headers()["content-disposition"],
        "attachment; filename=\"old letter.png\"; filename*=UTF-8''old%20letter.png"
    );
    assert!(String::from_utf8_lossy(picture.body()).contains("150"));
    for (body, wrong) in [
        (json!({}), vec!["/file", "/format"]),
        (json!({ "file": base64(b"x"), "format": ".docx" }), vec!["/format"]),
        (json!({ "file": base64(b"x"), "format": ".pdf", "page": 2, "data": {} }), vec!["/page", "/data"]),
        (json!({ "file": base64(&letter()), "format": ".png", "page": 2 }), vec!["/page"]),
        (
            json!({ "file": base64(b"x"), "format": ".pdf", "options": { "missing": "keep" } }),
            vec!["/options/missing"],
        ),
    ] {
        let refused = convert(&body).await;
        assert_eq!(
            (code(&refused).as_str(), places(&refused)),
            ("invalid-body", wrong.iter().map(|place| (*place).to_owned()).collect()),
            "{body}"
        );
    }
    let usage = body_of(&home.get("/api/getSubscription").send().await)["usage"].clone();
    assert_eq!(usage["documents"], 2, "it counts like any document");
    let full = Subscription {
        id: TENANT,
        name: "Example Ltd".to_owned(),
        active: true,
        plan: Plan { monthly_documents: Some(2), ..Plan::default() },
    };
    home.service.stores().subscriptions.put_subscription(&full).await.unwrap();
    assert_eq!(
        code(&convert(&json!({ "file": base64(&letter()), "format": ".pdf" })).await),
        "quota-exceeded"
    );
}

#[tokio::test]
async fn templates_are_found_by_their_name() {
    let home = Home::new().await;
    for path in ["Invoice.docx", "Invoice 2.docx", "sub/invoice.docx"] {
        home.register(path, letter()).await;
    }
    for list in ["templates", "getTemplates"] {
        let found = async |name: &str| {
            let page = home.get(&format!("/api/{list}?pageNumber=1&pageSize=10&name={name}")).send().await;
            body_of(&page)["totalCount"].as_u64().unwrap()
        };
        assert_eq!((found("Invoice").await, found("Inv").await, found("").await), (1, 0, 3), "{list}");
    }
}

/// Whoever has only a place for `Authorization` is let in by it; whoever sends our own header, by that.
#[tokio::test]
async fn a_key_may_come_as_a_bearer_token() {
    let home = Home::new().await;
    let key = home.key.clone();
    let call = |authorization: &str| {
        home.get("/api/getSubscription").key(None).header("authorization", authorization)
    };
    for good in [format!("Bearer {key}"), format!("bearer  {key}")] {
        assert_eq!(call(&good).send().await.status(), 200, "{good}");
    }
    for (wrong, expected) in [
        ("Bearer plk_wrong", "invalid-key"),
        ("Bearer ", "invalid-key"),
        ("Basic YTpi", "missing-key"),
        ("Bearer", "missing-key"),
    ] {
        assert_eq!(code(&call(wrong).send().await), expected, "{wrong}");
    }
    let twice = call(&format!("Bearer {key}")).header("authorization", "Bearer x");
    assert_eq!(code(&twice.send().await), "missing-key");
    let beside = home.get("/api/getSubscription").header("authorization", "Bearer token-of-the-proxy");
    assert_eq!(beside.send().await.status(), 200);
}

#[tokio::test]
async fn a_document_is_converted_alone_and_once_per_key() {
    let home = Home::new().await;
    let key = home.composing_key().await;
    let docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    let convert = |query: &str, kind: &str, once: &str| {
        let call = home.post(&format!("/api/convert?{query}"), letter()).header("content-type", kind);
        call.header("idempotency-key", once).key(Some(&key)).send()
    };
    let pdf = convert("format=pdf&fileName=A&updateFields=true&watermark=Draft", docx, "1").await;
    assert_eq!((pdf.status().as_u16(), &pdf.body()[..5]), (200, &b"%PDF-"[..]), "{:?}", pdf.body());
    assert!(pdf.headers()["content-disposition"].to_str().unwrap().contains("A.pdf"));
    let again = convert("format=pdf&fileName=A&updateFields=true&watermark=Draft", docx, "1").await;
    assert_eq!(again.body(), pdf.body());
    // Its query is part of the request.
    assert_eq!(code(&convert("format=pdf", docx, "1").await), "idempotency-mismatch");
    assert_eq!(convert("format=.png&page=1&dpi=50", "application/octet-stream", "2").await.status(), 200);
    let usage = body_of(&home.get("/api/getSubscription").send().await)["usage"].clone();
    assert_eq!(usage["documents"], 2, "each counts once");
    for (query, wrong) in [
        ("", &["/format"][..]),
        ("format=pdf&page=1&conformance=x", &["/page", "/conformance"]),
        ("format=pdf&updateFields=perhaps", &["/updateFields"]),
        ("format=pdf&password=sesame", &["/password"]),
    ] {
        let refused = convert(query, docx, "wrong").await;
        assert_eq!(
            (code(&refused).as_str(), places(&refused)),
            ("invalid-query", wrong.iter().map(|place| (*place).to_owned()).collect()),
            "{query}"
        );
    }
    let other = home.post("/api/convert?format=pdf", letter()).header("content-type", "text/plain");
    assert_eq!(code(&other.key(Some(&key)).send().await), "unsupported-media-type");
}
