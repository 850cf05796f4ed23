//! What a document lacks reaches whoever had it made.

use std::io::Cursor;
use std::sync::atomic::AtomicUsize;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use docx_rs::{Docx, FieldCharType, InstrText, Paragraph, Run};
use platen_service::Limits;
use serde_json::{Value, json};

use super::doubles::Engine;
use super::{Home, docx, json as body_of};

const DETAIL: &str = "a chart is left out; its space stays blank";

async fn home(limits: Limits) -> (Home, Value) {
    let home = Home::with(limits, Engine::Lacks).await;
    let template = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    (home, json!(template))
}

#[tokio::test]
async fn an_answer_with_a_document_counts_its_warnings() {
    let (home, template) = home(Limits::default()).await;
    for (format, count) in [(".docx", "0"), (".pdf", "1")] {
        let body = json!({ "templateId": template, "format": format, "data": { "name": "Ada" } });
        for accept in ["*/*", "application/pdf", "multipart/mixed;q=0"] {
            let reply = home.generate(&body).header("accept", accept).send().await;
            assert_eq!(
                (reply.status().as_u16(), &reply.headers()["platen-warnings"]),
                (200, &count.parse().unwrap())
            );
            assert!(reply.headers()["content-disposition"].to_str().unwrap().contains("letter"));
        }
    }
}

#[tokio::test]
async fn document_and_warnings_come_together_to_whoever_asks() {
    let (home, template) = home(Limits::default()).await;
    let body = json!({ "templateId": template, "format": ".pdf", "data": { "name": "Ada" } });
    let alone = home.generate(&body).send().await;
    let both = home.generate(&body).header("accept", "text/plain, Multipart/Mixed; q=0.5").send().await;
    assert_eq!(both.headers()["platen-warnings"], "1");
    let kind = both.headers()["content-type"].to_str().unwrap();
    let boundary = kind.strip_prefix("multipart/mixed; boundary=").unwrap();
    let text = String::from_utf8_lossy(both.body());
    let parts: Vec<&str> = text.split(&format!("--{boundary}")).collect();
    let ["", document, list, "--\r\n"] = parts.as_slice() else { panic!("{parts:?}") };
    let (head, document) = document.split_once("\r\n\r\n").unwrap();
    assert!(
        head.contains("Content-Type: application/pdf\r\n") && head.contains("filename=\"letter.pdf\""),
        "{head}"
    );
    assert_eq!(document.strip_suffix("\r\n").unwrap(), String::from_utf8_lossy(alone.body()));
    let (head, list) = list.split_once("\r\n\r\n").unwrap();
    assert_eq!(head, "\r\nContent-Type: application/json");
    let list: Value = serde_json::from_str(list).unwrap();
    let warning = json!({
        "code": "not-drawn", "detail": DETAIL, "part": "word/document.xml", "text": "Sales", "count": 2
    });
    assert_eq!(list, json!({ "warnings": [warning] }));
    let again = home.generate(&body).header("accept", "multipart/mixed").send().await;
    assert_eq!(again.body(), both.body(), "the same input, the same bytes");
}

#[tokio::test]
async fn platforms_that_read_json_alone_get_the_document_as_json() {
    let (home, template) = home(Limits::default()).await;
    let body = json!({ "templateId": template, "format": ".pdf", "data": { "name": "Ada" } });
    let alone = home.generate(&body).send().await;
    let inline = home.generate(&body).header("accept", "Application/JSON; q=0.9").send().await;
    assert_eq!(inline.headers()["content-type"], "application/json");
    assert_eq!(inline.headers()["platen-warnings"], "1");
    let document = body_of(&inline);
    assert_eq!(
        (&document["fileName"], &document["mediaType"]),
        (&json!("letter.pdf"), &json!("application/pdf"))
    );
    let content = STANDARD.decode(document["content"].as_str().unwrap()).unwrap();
    assert_eq!(content, alone.body()[..]);
    assert_eq!(document["warnings"][0]["detail"], DETAIL);
    // Programs send this with every request.
    let usual = home.generate(&body).header("accept", "application/json, text/plain, */*").send().await;
    assert_eq!(usual.body(), alone.body());
}

#[tokio::test]
async fn a_job_lists_the_warnings_of_its_documents() {
    let (home, template) = home(Limits { listed_warnings: 7, ..Limits::default() }).await;
    let items: Vec<Value> =
        (0..12).map(|n| if n == 3 { json!({}) } else { json!({ "name": format!("N{n}") }) }).collect();
    let job = home.start(&json!({ "templateId": template, "format": ".pdf", "items": items })).await;
    let before = home.job(&job).await;
    assert_eq!((&before["warnedCount"], &before["warnings"]), (&json!(0), &json!([])));
    home.work().await;
    let job_seen = home.job(&job).await;
    assert_eq!((&job_seen["completedCount"], &job_seen["warnedCount"]), (&json!(11), &json!(11)));
    let warnings = job_seen["warnings"].as_array().unwrap();
    let indices: Vec<&Value> = warnings.iter().map(|warning| &warning["index"]).collect();
    assert_eq!(indices, [0, 1, 2, 4, 5, 6, 7]);
    assert_eq!((&warnings[0]["detail"], &warnings[0]["text"]), (&json!(DETAIL), &json!("Sales")));

    // The jobs of a list name no more together than one does.
    let second =
        home.start(&json!({ "templateId": template, "format": ".pdf", "items": [{ "name": "A" }] })).await;
    home.work().await;
    let listed = home.get("/api/bulkGenerationJobs?pageNumber=1&pageSize=9").header("host", "docs.example");
    let listed = body_of(&listed.send().await);
    let counts: Vec<usize> =
        listed.as_array().unwrap().iter().map(|job| job["warnings"].as_array().unwrap().len()).collect();
    assert_eq!(counts, [1, 6], "{second} is the newest");
}

#[tokio::test]
async fn a_template_tells_what_a_pdf_of_it_would_lack() {
    let (home, template) = home(Limits::default()).await;
    let id = template.as_str().unwrap();
    let metadata = home.get(&format!("/api/generateTemplateMetadata?templateId={id}")).send().await;
    let found = body_of(&metadata)["warnings"].as_array().unwrap().clone();
    assert!(
        found.iter().any(|warning| warning["message"] == format!("{DETAIL} (2 times)")
            && warning["place"] == "PDF"
            && warning["excerpt"] == "Sales"),
        "{found:?}"
    );

    let refusing = Home::with(Limits::default(), Engine::Refuses).await;
    let template = refusing.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let metadata = refusing.get(&format!("/api/generateTemplateMetadata?templateId={template}")).send().await;
    let warnings = body_of(&metadata)["warnings"].to_string();
    assert!(warnings.contains("no PDF can be made of this template: the table in the header"), "{warnings}");
}

#[tokio::test]
async fn what_a_pdf_of_a_version_would_lack_is_found_once() {
    let home = Home::with(Limits::default(), Engine::Counts(AtomicUsize::new(0))).await;
    let template = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let mut seen = Vec::new();
    for _ in 0..3 {
        let metadata = home.get(&format!("/api/generateTemplateMetadata?templateId={template}")).send().await;
        let warnings = body_of(&metadata)["warnings"].as_array().unwrap().clone();
        seen.push(warnings.first().map(|warning| warning["message"].as_str().unwrap().to_owned()));
    }
    // What a busy engine could not tell is asked again.
    assert_eq!(seen, [None, Some("look 1".to_owned()), Some("look 1".to_owned())]);
}

/// A template whose text has a table of contents.
fn with_contents() -> Vec<u8> {
    let mark = |kind| Run::new().add_field_char(kind, false);
    let paragraph = Paragraph::new()
        .add_run(mark(FieldCharType::Begin))
        .add_run(Run::new().add_instr_text(InstrText::Unsupported(" TOC ".to_owned())))
        .add_run(mark(FieldCharType::Separate))
        .add_run(mark(FieldCharType::End))
        .add_run(Run::new().add_text("{{ name }}"));
    let mut file = Cursor::new(Vec::new());
    Docx::new().add_paragraph(paragraph).build().pack(&mut file).unwrap();
    file.into_inner()
}

#[tokio::test]
async fn fields_are_updated_where_the_request_or_the_template_asks_for_it() {
    let home = Home::with(Limits::default(), Engine::Works).await;
    let plain = home.register("plain.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let contents = home.register("contents.docx", with_contents()).await.template_id;
    // What the engine warns of tells that it was asked.
    for (template, wanted, count) in [
        (plain, None, "0"),
        (plain, Some(true), "1"),
        (contents, None, "1"),
        (contents, Some(true), "1"),
        (contents, Some(false), "0"),
    ] {
        let options = json!({ "updateFields": wanted });
        let body =
            json!({ "templateId": template, "format": ".docx", "data": { "name": "A" }, "options": options });
        let reply = home.generate(&body).send().await;
        let warnings = &reply.headers()["platen-warnings"];
        assert_eq!((reply.status().as_u16(), warnings), (200, &count.parse().unwrap()), "{body}");
    }
    let body = json!({
        "templateId": plain, "format": ".docx", "data": {}, "options": { "updateFields": "yes" }
    });
    let problem = body_of(&home.generate(&body).send().await);
    assert_eq!(problem["errors"][0]["pointer"], "/options/updateFields", "{problem}");
}

#[tokio::test]
async fn fields_that_cannot_be_updated_hinder_only_whoever_asked() {
    let home = Home::with(Limits::default(), Engine::Refuses).await;
    let contents = home.register("contents.docx", with_contents()).await.template_id;
    let body = |options: Value| json!({ "templateId": contents, "format": ".docx", "data": { "name": "A" }, "options": options });
    let reply = home.generate(&body(json!({}))).send().await;
    assert_eq!((reply.status().as_u16(), &reply.headers()["platen-warnings"]), (200, &"1".parse().unwrap()));
    let problem = body_of(&home.generate(&body(json!({ "updateFields": true }))).send().await);
    assert_eq!(
        problem["detail"].as_str().unwrap().split(':').next(),
        Some("The fields of the document were not updated")
    );
}
