//! Files that go along in PDFs.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use platen_service::Limits;
use platen_service::ids::JobId;
use platen_service::jobs::JobStore;
use serde_json::{Value, json};

use super::doubles::Engine;
use super::{Home, code, docx, json as body_of};

/// The files in a PDF, by their names.
fn files(pdf: &[u8]) -> Vec<(String, Vec<u8>)> {
    let pdf = lopdf::Document::load_mem(pdf).unwrap();
    let Ok(names) = pdf.catalog().unwrap().get(b"Names").and_then(lopdf::Object::as_dict) else {
        return Vec::new();
    };
    let tree = names.get(b"EmbeddedFiles").and_then(lopdf::Object::as_dict).unwrap();
    let pairs = tree.get(b"Names").and_then(lopdf::Object::as_array).unwrap();
    let read = |pair: &[lopdf::Object]| {
        let name = lopdf::decode_text_string(&pair[0]).unwrap();
        let file = pdf.dereference(&pair[1]).unwrap().1.as_dict().unwrap().get(b"EF").unwrap();
        let stream = pdf.dereference(file.as_dict().unwrap().get(b"UF").unwrap()).unwrap().1;
        (name, stream.as_stream().unwrap().get_plain_content().unwrap())
    };
    pairs.chunks(2).map(read).collect()
}

fn file(name: &str, content: &str) -> Value {
    json!({ "name": name, "content": BASE64_STANDARD.encode(content) })
}

fn asking(attachments: &Value) -> Value {
    json!({ "pdf": { "attachments": attachments } })
}

fn named(name: &str, content: &str) -> (String, Vec<u8>) {
    (name.to_owned(), content.as_bytes().to_vec())
}

#[tokio::test]
async fn a_document_takes_files_along_now_and_later() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let options = asking(&json!([file("terms.txt", "All sales are final."), file("Überblick.csv", "a;b")]));
    let body = json!({ "templateId": id, "format": ".pdf", "data": { "name": "Ada" }, "options": options });
    let expected = [named("terms.txt", "All sales are final."), named("Überblick.csv", "a;b")];
    let at_once = home.generate(&body).send().await;
    assert_eq!(files(at_once.body()), expected);

    let answer = home.generate(&body).header("prefer", "respond-async").send().await;
    let job = body_of(&answer)["jobId"].as_str().unwrap().to_owned();
    home.work().await;
    let job = JobId(job.parse().unwrap());
    let later = home.store.read_archive(job, 0, 100 << 20).await.unwrap().unwrap();
    assert_eq!(later, at_once.body().to_vec());

    let mut preview = body.clone();
    preview["preview"] = true.into();
    assert_eq!(files(home.generate(&preview).send().await.body()), [], "what has no mark is left out");
    let convert =
        json!({ "file": BASE64_STANDARD.encode(docx(&["x"])), "format": ".pdf", "options": options });
    assert_eq!(files(home.post("/api/convert", convert.to_string()).send().await.body()), expected);
}

#[tokio::test]
async fn each_document_of_a_job_has_its_own() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let job = home
        .start(&json!({ "templateId": id, "format": ".pdf", "fileName": "{{ name }}",
            "options": { "pdf": { "conformance": "a-3b" } },
            "documents": [
                { "data": { "name": "Ada" }, "options": asking(&json!([file("1.xml", "<a/>")])) },
                { "data": { "name": "Grace" }, "options": null },
                { "data": { "name": "Mary" }, "options": asking(&json!([file("1.xml", "<b/>"), file("2.txt", "x")])) },
            ] }))
        .await;
    home.work().await;
    let entries = home.entries(&job).await;
    let found: Vec<_> = entries.iter().map(|(name, pdf)| (name.as_str(), files(pdf))).collect();
    let expected = [
        ("Ada.pdf", vec![named("1.xml", "<a/>")]),
        ("Grace.pdf", vec![]),
        ("Mary.pdf", vec![named("1.xml", "<b/>"), named("2.txt", "x")]),
    ];
    assert_eq!(found, expected);
}

#[tokio::test]
async fn all_documents_of_a_job_take_its_files_beside_their_own() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let options = asking(&json!([file("terms.txt", "All sales are final.")]));
    let terms = named("terms.txt", "All sales are final.");
    let body = json!({ "templateId": id, "format": ".pdf", "fileName": "{{ name }}", "options": options,
        "documents": [
            { "data": { "name": "Ada" }, "options": asking(&json!([file("own.txt", "x")])) },
            { "data": { "name": "Grace" } },
        ] });
    let job = home.start(&body).await;
    // The job has its own copy.
    home.register("letter.docx", docx(&["Another {{ name }}"])).await;
    home.work().await;
    let entries = home.entries(&job).await;
    let found: Vec<_> = entries.iter().map(|(name, pdf)| (name.as_str(), files(pdf))).collect();
    let expected = [("Ada.pdf", vec![named("own.txt", "x"), terms.clone()]), ("Grace.pdf", vec![terms])];
    assert_eq!(found, expected);
}

#[tokio::test]
async fn the_files_of_a_job_and_a_document_are_bounded_together() {
    let mut limits = Limits::default();
    (limits.pdf.attachments, limits.pdf.all_attachment_bytes, limits.pdf.joined_pdfs) = (2, 12, 1);
    let home = Home::with(limits, Engine::Works).await;
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let append = json!({ "pdf": { "append": [file("x", "y")] } });
    for (all, own, words) in [
        (
            asking(&json!([file("a", "1")])),
            asking(&json!([file("b", "1"), file("c", "1")])),
            "`attachments`: 2",
        ),
        (
            asking(&json!([file("a", "1234567")])),
            asking(&json!([file("b", "123456")])),
            "`all_attachment_bytes`: 12",
        ),
        (append.clone(), append, "`joined_pdfs`: 1"),
    ] {
        let body = json!({ "templateId": id, "format": ".pdf", "options": all,
            "documents": [{ "data": {} }, { "data": {}, "options": own }] });
        let (pointer, detail) = fault(&home.bulk(&body).send().await);
        assert_eq!(pointer, "/documents/1", "{detail}");
        assert!(detail.contains(words), "{detail}");
    }
}

/// What the pointer of the only fault is, and what it says.
pub(super) fn fault(answer: &platen_service::http::Response) -> (String, String) {
    assert_eq!(code(answer), "invalid-body", "{:?}", answer.body());
    let errors = body_of(answer)["errors"].as_array().unwrap().clone();
    assert_eq!(errors.len(), 1, "{errors:?}");
    let text = |name: &str| errors[0][name].as_str().unwrap().to_owned();
    (text("pointer"), text("detail"))
}

#[tokio::test]
async fn wrong_files_are_named_with_what_is_wrong() {
    let mut limits = Limits::default();
    (limits.pdf.attachments, limits.pdf.attachment_bytes, limits.pdf.all_attachment_bytes) = (3, 8, 12);
    let home = Home::with(limits, Engine::Works).await;
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let at = "/options/pdf/attachments";
    let one = |member: &str, value: Value| {
        let mut file = file("a.txt", "x");
        file[member] = value;
        json!([file])
    };
    let rows = [
        (json!({}), "", "an array of objects"),
        (json!(["a"]), "", "an array of objects"),
        (json!([{ "content": "eA==" }]), "/0/name", "required"),
        (json!([{ "name": "a" }]), "/0/content", "required"),
        (json!([file("a", "")]), "/0/content", "required"),
        (one("name", "../a".into()), "/0/name", "without `/`"),
        (one("name", "a\nb".into()), "/0/name", "control characters"),
        (one("content", "%".into()), "/0/content", "base64"),
        (one("mediaType", "text".into()), "/0/mediaType", "RFC 6838"),
        (one("relationship", "alternative".into()), "/0/relationship", "`Alternative`"),
        (one("description", "a\u{7}".into()), "/0/description", "control characters"),
        (one("type", "x".into()), "/0/type", "Unknown member"),
        (json!([file("a", "x"), file("A", "x")]), "/1/name", "must differ"),
        (json!([file("a", "123456789")]), "/0/content", "attachment_bytes"),
        (json!([file("a", "12345678"), file("b", "12345")]), "", "all_attachment_bytes"),
        (json!([file("a", "x"), file("b", "x"), file("c", "x"), file("d", "x")]), "", "limit `attachments`"),
    ];
    for (attachments, place, words) in rows {
        let body = json!({ "templateId": id, "format": ".pdf", "data": {}, "options": asking(&attachments) });
        let (pointer, detail) = fault(&home.generate(&body).send().await);
        assert_eq!(pointer, format!("{at}{place}"), "{detail}");
        assert!(detail.contains(words), "{words}: {detail}");
    }
}

#[tokio::test]
async fn files_are_refused_where_there_is_no_place_for_them() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let with = |format: &str, more: (&str, Value)| {
        let mut options = asking(&json!([file("a", "x")]));
        options["pdf"][more.0] = more.1;
        json!({ "templateId": id, "format": format, "data": {}, "options": options })
    };
    for (body, place, words) in [
        (with(".docx", ("watermark", Value::Null)), "/options/pdf", "PDFs only"),
        (with(".png", ("watermark", Value::Null)), "/options/pdf/attachments", "a picture of a page"),
        (with(".pdf", ("conformance", "a-2b".into())), "/options/pdf/attachments", "`a-3b`"),
    ] {
        let (pointer, detail) = fault(&home.generate(&body).send().await);
        assert_eq!(pointer, place);
        assert!(detail.contains(words), "{detail}");
    }
    let files = asking(&json!([file("a", "x")]));
    let documents = json!([{ "data": {}, "options": files }]);
    let job = |more: Value| {
        let mut body = json!({ "templateId": id, "format": ".pdf", "documents": documents });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    for (body, place, words) in [
        (job(json!({ "merge": true })), "/merge", "keeps no attachments"),
        (job(json!({ "options": { "pdf": { "conformance": "a-2b" } } })), "/documents", "`a-3b`"),
        (job(json!({ "options": files })), "/documents/0", "have the name \"a\""),
        (
            json!({ "templateId": id, "format": ".pdf", "items": [{}], "merge": true, "options": files }),
            "/merge",
            "keeps no attachments",
        ),
        (
            json!({ "templateId": id, "format": ".docx", "items": [{}], "options": files }),
            "/options/pdf",
            "PDFs only",
        ),
        (
            json!({ "templateId": id, "format": ".pdf", "items": [{}], "options": invoicing(INVOICE) }),
            "/options/pdf/eInvoice",
            "at its documents",
        ),
        (
            json!({ "templateId": id, "format": ".pdf", "documents": [{ "data": {}, "options": invoicing(INVOICE) }],
                "options": { "pdf": { "append": [file("", "x")] } } }),
            "/documents/0",
            "keeps the standard",
        ),
        (
            json!({ "templateId": id, "format": ".pdf", "documents": [{ "data": {}, "format": ".docx", "options": files }] }),
            "/documents/0/options",
            "PDFs only",
        ),
        (
            json!({ "templateId": id, "format": ".pdf", "documents": [{ "data": {}, "options": { "pdf": { "watermark": "x" } } }] }),
            "/documents/0/options/pdf/watermark",
            "Unknown member",
        ),
    ] {
        let (pointer, detail) = fault(&home.bulk(&body).send().await);
        assert_eq!(pointer, place, "{detail}");
        assert!(detail.contains(words), "{detail}");
    }
}

const INVOICE: &str = include_str!("../../../einvoice/tests/invoices/en16931.xml");

fn invoicing(xml: &str) -> Value {
    json!({ "pdf": { "eInvoice": { "xml": xml } } })
}

#[tokio::test]
async fn a_wrong_invoice_is_refused_with_its_rules_and_fails_its_item_alone() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let wrong = INVOICE.replace(">10.39<", ">12.39<");
    let body = json!({ "templateId": id, "format": ".pdf", "data": {}, "options": invoicing(&wrong) });
    let refused = home.generate(&body).send().await;
    assert_eq!((refused.status().as_u16(), code(&refused).as_str()), (400, "invalid-body"));
    let errors = body_of(&refused)["errors"].clone();
    let rules: Vec<&str> = errors
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["detail"].as_str().unwrap().split(':').next().unwrap())
        .collect();
    assert_eq!(rules, ["BR-CO-14", "BR-CO-17"], "{errors}");
    assert_eq!(errors[0]["pointer"], "/options/pdf/eInvoice/xml");

    let preview = json!({ "templateId": id, "format": ".pdf", "data": {}, "preview": true, "options": invoicing(&wrong) });
    assert_eq!(home.generate(&preview).send().await.status(), 200, "it is made without the invoice");

    let documents = json!([{ "data": {}, "options": invoicing(&wrong) }, { "data": {} }]);
    let job = home.start(&json!({ "templateId": id, "format": ".pdf", "documents": documents })).await;
    home.work().await;
    let view = home.job(&job).await;
    assert_eq!((&view["completedCount"], &view["failedGenerationCount"]), (&json!(1), &json!(1)), "{view}");
    let reason = view["failedGenerations"][0]["error"].as_str().unwrap();
    assert!(reason.contains("BR-CO-14: ") && reason.contains("BR-CO-17: "), "{reason}");
}

#[tokio::test]
async fn an_invoice_is_refused_where_there_is_no_place_for_it() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let with = |format: &str, more: Value| {
        let mut options = invoicing(INVOICE);
        options["pdf"].as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "templateId": id, "format": format, "data": {}, "options": options })
    };
    for (body, place, words) in [
        (with(".docx", json!({})), "", "PDFs only"),
        (with(".png", json!({})), "/eInvoice", "a picture of a page"),
        (with(".pdf", json!({ "conformance": "a-2b" })), "/conformance", "`a-3b`"),
        (with(".pdf", json!({ "conformance": "ua-1" })), "/conformance", "`a-3b`"),
        (with(".pdf", json!({ "password": "x" })), "/eInvoice", "no password"),
        (with(".pdf", json!({ "attachments": [file("factur-x.xml", "x")] })), "/attachments/0", "another"),
        (with(".pdf", json!({ "eInvoice": {} })), "/eInvoice/xml", "required"),
        (with(".pdf", json!({ "eInvoice": "x" })), "/eInvoice", "an object"),
    ] {
        let (pointer, detail) = fault(&home.generate(&body).send().await);
        assert_eq!(pointer, format!("/options/pdf{place}"), "{detail}");
        assert!(detail.contains(words), "{detail}");
    }
    let documents = json!([{ "data": {}, "options": invoicing(INVOICE) }]);
    for (more, place) in [
        (json!({ "merge": true }), "/merge"),
        (json!({ "options": { "pdf": { "conformance": "ua-1" } } }), "/documents"),
        (json!({ "options": { "pdf": { "password": "x" } } }), "/documents"),
        (json!({ "options": invoicing(INVOICE) }), "/options/pdf/eInvoice"),
    ] {
        let mut body = json!({ "templateId": id, "format": ".pdf", "documents": documents });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (pointer, detail) = fault(&home.bulk(&body).send().await);
        assert_eq!(pointer, place, "{detail}");
    }
}
