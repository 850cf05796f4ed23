//! Request bodies: media types, gzip, bounds, JSON; and compressed replies.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use platen_service::Limits;
use serde_json::json;

use super::doubles::Engine;
use super::{Home, code, docx, json as body_of};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn media_types() {
    let home = Home::new().await;
    for (kind, good) in [
        ("application/json", true),
        ("Application/JSON; charset=UTF-8", true),
        ("application/merge-patch+json", true),
        ("application/json; charset=\"utf8\"", true),
        ("application/json; charset=utf-16", false),
        ("application/x-www-form-urlencoded", false),
        ("text/json", false),
        ("", false),
    ] {
        let response = home.post("/api/generateDocument", "{}").header("content-type", kind).send().await;
        let expected = if good { "invalid-body" } else { "unsupported-media-type" };
        assert_eq!(code(&response), expected, "{kind}");
    }
    assert_eq!(
        code(&home.post("/api/generateDocument", "{}").send().await),
        "invalid-body",
        "no media type is JSON"
    );
}

#[tokio::test]
async fn gzip_bodies_are_read() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ x }}"])).await.template_id;
    let body = json!({ "templateId": id, "format": ".docx", "data": { "x": "y" } }).to_string();
    let packed = gzip(body.as_bytes());
    let call = |bytes: Vec<u8>, encoding: &'static str| {
        home.post("/api/generateDocument", bytes).header("content-encoding", encoding)
    };
    assert_eq!(call(packed.clone(), "gzip").send().await.status(), 200);
    assert_eq!(call(packed.clone(), "GZIP").send().await.status(), 200);
    assert_eq!(call(body.clone().into(), "identity").send().await.status(), 200);
    for (bytes, encoding, expected) in [
        (packed[..packed.len() / 2].to_vec(), "gzip", "invalid-body"),
        (body.into_bytes(), "gzip", "invalid-body"),
        (packed.clone(), "identity", "invalid-body"),
        (packed.clone(), "br", "unsupported-media-type"),
        (gzip(&packed), "gzip, gzip", "unsupported-media-type"),
    ] {
        assert_eq!(code(&call(bytes, encoding).send().await), expected, "{encoding}");
    }
    let twice = call(packed, "gzip").header("content-encoding", "gzip").send().await;
    assert_eq!(code(&twice), "unsupported-media-type");
}

#[tokio::test]
async fn a_gzip_bomb_stops_at_the_bound() {
    let home =
        Home::with(Limits { request_expanded_bytes: 1 << 20, ..Limits::default() }, Engine::Works).await;
    let bomb = gzip(&vec![b' '; 100 << 20]);
    assert!(bomb.len() < 200_000);
    let response = home.post("/api/generateDocument", bomb).header("content-encoding", "gzip").send().await;
    assert_eq!(code(&response), "payload-too-large");
    assert!(body_of(&response)["detail"].as_str().unwrap().contains("request_expanded_bytes"));
}

#[tokio::test]
async fn json_is_bounded_in_depth_and_number_of_values() {
    let home = Home::with(Limits { json_values: 1_000, ..Limits::default() }, Engine::Works).await;
    let deep = "[".repeat(1_000_000);
    assert_eq!(code(&home.post("/api/generateDocument", deep).send().await), "invalid-body");
    let many = format!("[{}0]", "0,".repeat(1_000));
    let response = home.post("/api/generateDocument", many).send().await;
    assert_eq!(code(&response), "payload-too-large");
    assert!(body_of(&response)["detail"].as_str().unwrap().contains("json_values"));
    let few = format!("[{}0]", "0,".repeat(997));
    assert_eq!(code(&home.post("/api/generateDocument", few).send().await), "invalid-body");
}

#[tokio::test]
async fn json_is_weighed_before_it_is_held() {
    let home = Home::new().await;
    let deep = format!("{}1{}", r#"{"a":"#.repeat(100), "}".repeat(100));
    for values in [r#"{"a":1},"#.repeat(950_000), format!("{deep},").repeat(18_000)] {
        let body = gzip(format!(r#"{{"data":{{"z":[{values}1]}}}}"#).as_bytes());
        assert!(body.len() < 50_000, "{}", body.len());
        let response =
            home.post("/api/generateDocument", body).header("content-encoding", "gzip").send().await;
        assert_eq!(code(&response), "payload-too-large");
        assert!(body_of(&response)["detail"].as_str().unwrap().contains("`json_memory_bytes`"));
    }
    let small = Limits { all_json_memory_bytes: 1_000, ..Limits::default() };
    let home = Home::with(small, Engine::Works).await;
    let response = home.post("/api/generateDocument", r#"{"data":{"a":[{},{}]}}"#).send().await;
    assert_eq!(code(&response), "payload-too-large");
    assert!(body_of(&response)["detail"].as_str().unwrap().contains("`all_json_memory_bytes`"));
}

#[tokio::test]
async fn a_mark_before_the_json_is_no_part_of_it() {
    let home = Home::new().await;
    let template = home.register("letter.docx", docx(&["{{ name }}"])).await.template_id;
    let body = json!({ "templateId": template, "format": ".docx", "data": { "name": "Ada" } });
    assert_eq!(home.post("/api/generateDocument", format!("\u{FEFF}{body}")).send().await.status(), 200);
    let body = json!({ "templateId": template, "format": ".docx", "items": [{ "name": "Ada" }] });
    assert_eq!(home.post("/api/generateDocumentsBulk", format!("\u{FEFF}{body}")).send().await.status(), 202);
    let nothing = home.post(&format!("/api/generateModel?templateId={template}"), "\u{FEFF}{}").send().await;
    assert_eq!(nothing.status(), 200);
}

#[tokio::test]
async fn faulty_json_is_located() {
    let home = Home::new().await;
    for (body, detail) in [
        ("{\"a\":1,\n\"b\" 2}", "line 2, column 5: expected `:`."),
        ("{\"a\":1}\n{}", "line 2, column 1: trailing characters."),
        ("{\"a\":1, \"a\":2}", "line 1, column 14: an object has the same member twice."),
        ("{}\u{FEFF}", "line 1, column 3: trailing characters."),
        ("{\"a\": 1e999}", "line 1, column 11: number out of range."),
        ("{\"a\": NaN}", "line 1, column 7: expected value."),
    ] {
        let response = home.post("/api/generateDocument", body).send().await;
        assert_eq!(code(&response), "invalid-body");
        assert_eq!(body_of(&response)["detail"], format!("The body is not valid JSON: {detail}"), "{body}");
    }
    let response = home.post("/api/generateDocument", b"{\"a\": \"\xff\"}".to_vec()).send().await;
    assert_eq!(code(&response), "invalid-body");
}

#[tokio::test]
async fn large_json_answers_are_compressed_where_asked_for() {
    let home = Home::new().await;
    for number in 0..20 {
        home.register(&format!("{number}.docx"), docx(&["x"])).await;
    }
    let list = || home.get("/api/getTemplates?pageNumber=1&pageSize=100");
    let plain = list().send().await;
    assert_eq!(
        (plain.headers().get("content-encoding"), &plain.headers()["vary"]),
        (None, &"accept-encoding".parse().unwrap())
    );
    let packed = list().header("accept-encoding", "br, gzip").send().await;
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    let mut unpacked = Vec::new();
    GzDecoder::new(packed.body().as_ref()).read_to_end(&mut unpacked).unwrap();
    assert_eq!(&unpacked, plain.body());
    let small = home.get("/api/health").header("accept-encoding", "gzip").send().await;
    assert_eq!(small.headers().get("content-encoding"), None);
}
