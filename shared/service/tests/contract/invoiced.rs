//! E-invoices that are made of the data of documents.

use platen_docx::{Budget, Enclosure, Limits, with_enclosure};
use serde_json::{Value, json};

use super::attached::fault;
use super::{Home, code, docx, json as body_of};

fn mapping() -> Value {
    json!({
        "profile": "BASIC", "number": "{{ number }}", "date": "2026-11-21", "dueDate": "2026-12-05", "currency": "EUR",
        "seller": {"name": "A", "vatId": "DE123456789", "country": "DE"}, "buyer": {"name": "{{ name }}", "country": "FR"},
        "lines": {"for": "item in items", "name": "{{ item.name }}", "quantity": 1, "unit": "C62", "price": "{{ item.price }}", "vatRate": 19},
        "totals": {"gross": "{{ gross }}"},
    })
}

fn carrying() -> Vec<u8> {
    let limits = Limits::default();
    let file = docx(&["Dear {{ name }}, you owe {{ gross }}"]);
    with_enclosure(file, (Enclosure::EInvoice, Some(&mapping())), &limits, &Budget::of(&limits))
        .unwrap()
        .to_vec()
}

fn data(gross: &str) -> Value {
    json!({"number": "R-1", "name": "Ada", "items": [{"name": "Paper", "price": 100}], "gross": gross})
}

#[tokio::test]
async fn an_invoice_is_made_by_the_mapping_of_the_template_or_of_the_request() {
    let home = Home::new().await;
    let id = home.register("invoice.docx", carrying()).await.template_id;
    let plain = home.register("plain.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let body = |id, invoice: Value, data: Value| json!({"templateId": id, "format": ".pdf", "data": data, "options": {"pdf": {"eInvoice": invoice}}});
    // The engine of these tests makes PDFs that tell of no invoice: those of data that are right get that far.
    for (id, wanted) in [(id, json!({ "fromData": true })), (plain, json!({ "mapping": mapping() }))] {
        let made = home.generate(&body(id, wanted, data("119.00"))).send().await;
        assert_eq!(code(&made), "template-error", "{}", String::from_utf8_lossy(made.body()));
    }
    let refused = home.generate(&body(id, json!({"fromData": true}), data("118.00"))).send().await;
    assert_eq!((refused.status().as_u16(), code(&refused).as_str()), (400, "invalid-data"));
    let error = &body_of(&refused)["errors"][0];
    assert_eq!(error["pointer"], "/data/gross");
    assert!(error["detail"].as_str().unwrap().contains("BR-CO-15: "), "{error}");
    for (id, wanted, place, words) in [
        (plain, json!({"fromData": true}), "/fromData", "no mapping"),
        (
            id,
            json!({"mapping": {"profile": "BASIC", "lines": {}, "nmber": "1"}}),
            "/mapping/nmber",
            "`number`",
        ),
        (id, json!({"mapping": mapping(), "fromData": true}), "/xml", "only one"),
    ] {
        let refused = home.generate(&body(id, wanted, data("119"))).send().await;
        let (pointer, detail) = fault(&refused);
        assert_eq!(pointer, format!("/options/pdf/eInvoice{place}"), "{detail}");
        assert!(detail.contains(words), "{detail}");
    }
}

#[tokio::test]
async fn each_document_of_a_job_is_the_invoice_of_its_data() {
    let home = Home::new().await;
    let id = home.register("invoice.docx", carrying()).await.template_id;
    let body = json!({"templateId": id, "format": ".pdf", "items": [data("119"), data("120")], "options": {"pdf": {"eInvoice": {"fromData": true}}}});
    let job = home.start(&body).await;
    home.work().await;
    let view = home.job(&job).await;
    let reasons = view["failedGenerations"].as_array().unwrap();
    let reasons: Vec<&str> = reasons.iter().map(|failed| failed["error"].as_str().unwrap()).collect();
    assert!(!reasons[0].contains("BR-") && reasons[1].contains("BR-CO-15: "), "{reasons:?}");
    let mut merged = body.clone();
    merged["merge"] = json!(true);
    assert_eq!(fault(&home.bulk(&merged).send().await).0, "/merge");
}

#[tokio::test]
async fn a_version_keeps_the_mapping_of_the_one_before_unless_it_brings_one() {
    let home = Home::new().await;
    let file = docx(&["Dear {{ name }}"]);
    let form = |mapping: &'static [u8]| {
        home.form(
            "/api/templates",
            &[("name=\"eInvoice\"", mapping), ("name=\"file\"; filename=\"x.docx\"", &file)],
        )
        .send()
    };
    let made = form(br#"{"profile": "BASIC", "lines": {}, "number": "{{ a }}"}"#).await;
    let id = body_of(&made)["templateId"].as_str().unwrap().to_owned();
    let kept = async || {
        let answer = home.get(&format!("/api/generateTemplateMetadata?templateId={id}")).send().await;
        body_of(&answer)["eInvoice"]["number"].clone()
    };
    assert_eq!(kept().await, "{{ a }}");
    home.register("x.docx", docx(&["Good day {{ name }}"])).await;
    assert_eq!(kept().await, "{{ a }}");
    form(br#"{"profile": "BASIC", "lines": {}, "number": "{{ b }}"}"#).await;
    assert_eq!(kept().await, "{{ b }}");
    form(b"null").await;
    assert_eq!(kept().await, Value::Null);
    let refused = form(br#"{"profile": "BASIC", "lines": {}, "nmber": "x"}"#).await;
    assert_eq!(fault(&refused).0, "/eInvoice/nmber");
}
