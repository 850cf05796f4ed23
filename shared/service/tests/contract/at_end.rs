//! What a request asks for when its job ends.

use platen_service::ids::JobId;
use serde_json::{Value, json};

use super::{Home, code, docx, json as body_of};

#[tokio::test]
async fn addresses_of_deliveries_are_checked_like_those_of_callbacks() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let with = |more: Value| {
        let mut body = json!({ "templateId": id, "format": ".docx", "items": [{ "name": "A" }] });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        home.bulk(&body).send()
    };
    let url = "https://bucket.example.com/letters.zip?signature=x";
    let many: serde_json::Map<_, _> = (0..11).map(|n| (format!("x-{n}"), json!("v"))).collect();
    for (more, pointers) in [
        (json!({ "deliver": {} }), vec!["/deliver/url"]),
        (json!({ "deliver": url }), vec!["/deliver"]),
        (json!({ "deliver": { "url": "https://169.254.169.254/" } }), vec!["/deliver/url"]),
        (json!({ "deliver": { "url": "http://bucket.example.com/" } }), vec!["/deliver/url"]),
        (json!({ "deliver": { "url": format!("{url}{}", "x".repeat(8_000)) } }), vec!["/deliver/url"]),
        (json!({ "deliver": { "url": url, "typo": 1 } }), vec!["/deliver/typo"]),
        (json!({ "deliver": { "url": url, "headers": { "host": "a" } } }), vec!["/deliver/headers"]),
        (json!({ "deliver": { "url": url, "headers": { "x-a": "b\r\nc: d" } } }), vec!["/deliver/headers"]),
        (json!({ "deliver": { "url": url, "headers": many } }), vec!["/deliver/headers"]),
        (json!({ "callbackLink": true }), vec!["/callbackLink"]),
        (json!({ "callbackUrl": "https://localhost/", "callbackLink": true }), vec!["/callbackUrl"]),
    ] {
        let refused = with(more.clone()).await;
        let errors = body_of(&refused)["errors"].clone();
        let found: Vec<&str> =
            errors.as_array().unwrap().iter().map(|e| e["pointer"].as_str().unwrap()).collect();
        assert_eq!((code(&refused).as_str(), found), ("invalid-body", pointers), "{more}");
    }
    let headers = json!({ "X-Ms-Blob-Type": "BlockBlob", "content-type": "application/zip" });
    let started = with(json!({ "deliver": { "url": url, "headers": headers }, "callbackUrl": "" })).await;
    assert_eq!(started.status(), 202, "{:?}", started.body());
    let job = home.job(body_of(&started)["jobId"].as_str().unwrap()).await;
    assert_eq!(job["delivery"], json!({ "status": "Pending", "tries": 0 }));
    assert!(!job.to_string().contains("bucket"), "{job}");
    // One that was not asked for is not shown, and one of nothing is none.
    let plain = with(json!({})).await;
    assert_eq!(home.job(body_of(&plain)["jobId"].as_str().unwrap()).await.get("delivery"), None);
    let path = format!("/api/bulkGenerationJobs/{}/cancel", job["jobId"].as_str().unwrap());
    assert_eq!(body_of(&home.post(&path, "{}").send().await).get("delivery"), None);
}

#[tokio::test]
async fn the_address_of_a_callback_is_kept_apart_from_the_job() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let body = json!({
        "templateId": id, "format": ".docx", "items": [{ "name": "A" }], "callbackUrl": "https://example.com/token",
    });
    let job = home.start(&body).await;
    let job = JobId(job.parse().unwrap());
    let record = home.service.stores().jobs.any_job(job).await.unwrap().unwrap();
    assert!(record.settings.tells && record.asks_at_end());
    assert!(!serde_json::to_string(&record.settings).unwrap().contains("token"), "{record:?}");
    let addresses = home.service.jobs().addresses_of(&record).await.unwrap();
    assert_eq!(addresses.callback_url.as_deref(), Some("https://example.com/token"));
}

#[tokio::test]
async fn a_document_that_is_waited_for_ends_no_job() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let body = json!({
        "templateId": id, "format": ".docx", "data": { "name": "A" }, "callbackUrl": "https://example.com/x",
        "deliver": { "url": "https://example.com/y" },
    });
    let refused = home.generate(&body).send().await;
    let errors = body_of(&refused)["errors"].clone();
    let found: Vec<&str> =
        errors.as_array().unwrap().iter().map(|e| e["pointer"].as_str().unwrap()).collect();
    assert_eq!((code(&refused).as_str(), found), ("invalid-body", vec!["/callbackUrl", "/deliver"]));
    assert_eq!(home.generate(&body).header("prefer", "respond-async").send().await.status(), 202);
}
