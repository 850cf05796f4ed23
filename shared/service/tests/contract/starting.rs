//! What a template is begun from: a template of another product, data, a sample.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::Method;
use platen_samples::GALLERY;
use serde_json::{Value, json};

use super::{Call, Home, code, docx, json as body_of};

impl Home {
    fn migrate(&self, docx: Vec<u8>) -> Call<'_> {
        self.send_file(Method::POST, "/api/templates/migrate", docx)
    }

    fn starter(&self, body: &Value) -> Call<'_> {
        self.post("/api/templates/starter", body.to_string()).header("content-type", "application/json")
    }

    /// Registers a file, and makes a document of it.
    async fn makes(&self, name: &str, file: Vec<u8>, data: &Value) -> u16 {
        let made =
            self.send_file(Method::POST, &format!("/api/templates?fileName={name}"), file).send().await;
        assert_eq!(made.status(), 201, "{}", body_of(&made));
        let id = body_of(&made)["templateId"].clone();
        let body = json!({ "templateId": id, "format": ".docx", "data": data });
        let made = self.generate(&body).send().await;
        made.status().as_u16()
    }
}

#[tokio::test]
async fn marks_of_another_product_become_tags_and_what_cannot_is_told() {
    let home = Home::new().await;
    let foreign = docx(&["Dear {d.customer.name},", "{d.items[i].name} {d.items[i+1].name}", "{#nosuch}"]);
    let answer = home.migrate(foreign).send().await;
    assert_eq!(answer.status(), 200);
    let report = body_of(&answer);
    assert_eq!(report["rewritten"][0]["from"], "{d.customer.name}");
    assert_eq!(report["rewritten"][0]["to"], "{{ customer.name }}");
    assert!(report["rewrittenCount"].as_u64().unwrap() >= 1, "{report}");
    assert!(report["untouched"].is_array() && report["remarks"].is_array(), "{report}");
    assert_eq!(body_of(&home.get("/api/templates?pageNumber=1&pageSize=10").send().await)["totalCount"], 0);

    let plain = docx(&["Dear {d.customer.name},"]);
    let report = body_of(&home.migrate(plain).send().await);
    let file = BASE64_STANDARD.decode(report["file"].as_str().unwrap()).unwrap();
    assert_eq!(home.makes("letter.docx", file, &json!({ "customer": { "name": "Ada" } })).await, 200);

    // Where there is nothing to rewrite, the file comes back as it is.
    let ours = docx(&["Dear {{ name }},"]);
    let report = body_of(&home.migrate(ours.clone()).send().await);
    assert_eq!((&report["rewrittenCount"], &report["untouchedCount"]), (&json!(0), &json!(0)));
    assert_eq!(BASE64_STANDARD.decode(report["file"].as_str().unwrap()).unwrap(), ours);
    assert_eq!(code(&home.migrate(b"PDF-1.7".to_vec()).send().await), "template-error");
}

#[tokio::test]
async fn data_becomes_a_template_that_it_fills() {
    let home = Home::new().await;
    let data = json!({
        "Order number": "A-1", "dueDate": "2026-01-31", "total": 12.5, "paid": true, "note": null,
        "customer": { "name": "Ada", "e-mail": "ada@example.com" },
        "items": [{ "name": "Desk", "qty": 2 }],
        "Price List": [{ "Unit Price": 1 }],
        "tags": ["red"],
        "chapters": [{ "title": "One", "pages": [{ "n": 1, "lines": ["a"] }] }],
        "empty": [],
        "a|b": 1, "Paid in full": true, "x-rows": [1], "größe": "M"
    });
    let answer = home.starter(&json!({ "name": "Order <1>", "data": data })).send().await;
    assert_eq!(answer.status(), 200, "{}", String::from_utf8_lossy(answer.body()));
    let check = home.send_file(Method::POST, "/api/templates/check", answer.body().to_vec()).send().await;
    let check = body_of(&check);
    let paths: Vec<&str> = check["placeholders"]
        .as_array()
        .unwrap()
        .iter()
        .map(|field| field["path"].as_str().unwrap())
        .collect();
    for path in ["Order number", "customer.e-mail", "items[].qty", "chapters[].pages[].lines", "tags", "paid"]
    {
        assert!(paths.contains(&path), "{path} is not in {paths:?}");
    }
    assert_eq!(home.makes("order.docx", answer.body().to_vec(), &data).await, 200);

    for (body, expected) in [
        (json!({}), "invalid-body"),
        (json!({ "data": [] }), "invalid-body"),
        (json!({ "data": {}, "name": " " }), "invalid-body"),
        (json!({ "data": {}, "title": "x" }), "invalid-body"),
        (
            json!({ "data": (0..501).map(|n| (format!("f{n}"), json!(n))).collect::<serde_json::Map<_, _>>() }),
            "limit-exceeded",
        ),
    ] {
        assert_eq!(code(&home.starter(&body).send().await), expected, "{body}");
    }
}

#[tokio::test]
async fn samples_are_listed_and_fetched_with_any_key() {
    let home = Home::new().await;
    let key = home.generating_key().await;
    let listed = body_of(&home.get("/api/samples").key(Some(&key)).send().await);
    let samples = listed.as_array().unwrap();
    assert!(samples.len() >= 4, "{listed}");
    for sample in samples {
        let name = sample["fileName"].as_str().unwrap();
        let file = home.get(&format!("/api/samples/file?fileName={name}")).key(Some(&key)).send().await;
        assert_eq!(file.status(), 200);
        assert!(file.headers()["content-disposition"].to_str().unwrap().contains(name));
        let check = home.send_file(Method::POST, "/api/templates/check", file.body().to_vec()).send().await;
        assert_eq!(check.status(), 200, "{name}: {}", body_of(&check));
    }
    for sample in GALLERY {
        let made = home.makes(sample.file_name, (sample.docx)(), &(sample.data)()).await;
        assert_eq!(made, 200, "{}", sample.file_name);
    }
    let unknown = home.get("/api/samples/file?fileName=nothing.docx").send().await;
    assert_eq!(code(&unknown), "invalid-query");
    assert!(body_of(&unknown)["detail"].as_str().unwrap().contains("`letter.docx`"));
    assert_eq!(code(&home.get("/api/samples/picture").send().await), "invalid-query");
}

#[tokio::test]
async fn the_guide_is_for_anybody() {
    let home = Home::new().await;
    let page = home.get("/api/docs/templates").key(None).send().await;
    assert_eq!(
        (page.status().as_u16(), page.headers()["content-type"].to_str().unwrap()),
        (200, "text/html; charset=utf-8")
    );
    assert!(String::from_utf8_lossy(page.body()).contains("How to write a template"));
}
