//! What connectors of flows send where they have nothing to say, and how they write what they say.

use serde_json::{Value, json};

use super::{Home, code, docx, json as body_of};

/// `POST` without a body is sent with `{}` by many programs.
#[tokio::test]
async fn a_body_that_says_nothing_is_none() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    for body in ["", "{}", " { }\n", "null"] {
        let made = home.post(&format!("/api/generateModel?templateId={id}"), body).send().await;
        assert_eq!(made.status(), 200, "{body}");
    }
    for body in ["[]", "{\"a\":1}", "0", "\"\"", "{}{}"] {
        let refused = home.post(&format!("/api/generateModel?templateId={id}"), body).send().await;
        assert_eq!(code(&refused), "invalid-body", "{body}");
    }
}

#[tokio::test]
async fn empty_texts_stand_for_what_was_left_out() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let body = json!({
        "templateId": format!("{{{id}}}"), "version": "", "format": "PDF", "page": "", "dpi": "", "fileName": "", "preview": "",
        "data": { "name": "" },
        "options": { "missing": "", "locale": "", "today": "", "controls": "", "errorData": "", "updateFields": "", "pdf": "" },
    });
    let made = home.generate(&body).send().await;
    assert_eq!(made.status(), 200, "{:?}", made.body());
    assert_eq!(
        made.headers()["content-disposition"],
        "attachment; filename=\"a.pdf\"; filename*=UTF-8''a.pdf"
    );
    let required = home.generate(&json!({ "templateId": "", "format": "", "data": "" })).send().await;
    let errors = body_of(&required)["errors"].clone();
    let details: Vec<&str> =
        errors.as_array().unwrap().iter().map(|e| e["detail"].as_str().unwrap()).collect();
    assert_eq!(details, ["`templateId` is required", "`format` is required", "`data` is required"]);
    // Whoever means to protect a document must not get an open one.
    let open = json!({ "templateId": id, "format": ".pdf", "data": { "name": "" }, "options": { "pdf": { "password": "" } } });
    assert_eq!(code(&home.generate(&open).send().await), "invalid-body");
}

#[tokio::test]
async fn truths_and_numbers_may_be_texts() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let send = |member: &'static str, value: Value| {
        let mut body = json!({ "templateId": id, "format": ".png", "data": { "name": "A" } });
        body[member] = value;
        home.generate(&body).send()
    };
    for (member, value) in
        [("preview", "True"), ("preview", "false"), ("version", "1"), ("page", "1"), ("dpi", "150")]
    {
        assert_eq!(send(member, json!(value)).await.status(), 200, "{member} {value}");
    }
    for (member, value) in [
        ("preview", "yes"),
        ("preview", "1"),
        ("version", "1.0"),
        ("version", "+1"),
        ("page", "0"),
        ("dpi", " 150"),
    ] {
        assert_eq!(code(&send(member, json!(value)).await), "invalid-body", "{member} {value}");
    }
}

#[tokio::test]
async fn ids_may_stand_in_braces() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    for path in [
        format!("/api/generateTemplateMetadata?templateId=%7B{id}%7D"),
        format!("/api/templates/%7B{id}%7D"),
        format!("/api/bulkGenerationJobs/byTemplate/%7b{id}%7d?pageNumber=&pageSize="),
    ] {
        assert_eq!(home.get(&path).send().await.status(), 200, "{path}");
    }
}
