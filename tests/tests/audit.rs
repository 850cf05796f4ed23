//! The audit log: a line for each request, and nothing in it that is a secret or a caller's data.

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use http::Method;
use platen_tests::server::Server;
use serde_json::{Value, json};

/// Waits until the log has so many lines: one is written when its answer is made.
fn lines(server: &Server, path: &std::path::Path, count: usize) -> Vec<Value> {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        let text = fs::read_to_string(path).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        if lines.len() >= count {
            assert_eq!(lines.len(), count, "{text}");
            assert!(
                !text.contains("plk_") && !text.contains("Secret Ltd") && !text.contains("signature="),
                "{text}"
            );
            return lines;
        }
        assert!(Instant::now() < end, "{text}\n{}", server.log());
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn each_request_leaves_a_line_without_data_names_or_keys() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("audit.log");
    let server = Server::configured(&[("PLATEN_AUDIT_LOG", log.to_str().unwrap())]);
    let listed = server.get("/api/getTemplates?pageNumber=1&pageSize=100").json();
    let letters = listed["items"].as_array().unwrap().iter().find(|item| item["fileName"] == "letter.docx");
    let letter = letters.unwrap()["templateId"].as_str().unwrap().to_owned();
    let data = server.post(&format!("/api/generateModel?templateId={letter}"), "").json();
    let body = json!({ "templateId": letter, "format": ".docx", "data": data, "fileName": "Secret Ltd" })
        .to_string();
    let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let headers = [("x-functions-key", server.key()), ("x-request-id", "order-17"), ("traceparent", trace)];
    let document = server.send(Method::POST, "/api/generateDocument", &headers, body.clone());
    assert_eq!(document.status, 200);
    // Refused: by its key, its route, its data, its framing, and one that hangs up.
    server.send(
        Method::POST,
        "/api/generateDocument",
        &[("x-functions-key", "plk_Secret Ltd")],
        body.clone(),
    );
    server.send(Method::GET, "/api/Secret Ltd?signature=x".replace(' ', "%20").as_str(), &[], "");
    server.post(
        "/api/generateDocument",
        json!({ "templateId": letter, "format": ".pdf", "data": {} }).to_string(),
    );
    let mut raw = TcpStream::connect(server.address()).unwrap();
    raw.write_all(b"GET /api/health HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n").unwrap();
    let lines_so_far = lines(&server, &log, 7);
    let mut gone = TcpStream::connect(server.address()).unwrap();
    let head = format!(
        "POST /api/generateDocument HTTP/1.1\r\nhost: a\r\nx-functions-key: {}\r\ncontent-length: 9\r\n\r\n{{",
        server.key()
    );
    gone.write_all(head.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    drop(gone);
    let all = lines(&server, &log, 8);
    let told = |line: &Value| {
        let route = line["route"].as_str().map(|route| route.rsplit('/').next().unwrap().to_owned());
        (route, line["status"].as_u64(), line["outcome"].as_str().unwrap().to_owned())
    };
    let expected = [
        (Some("getTemplates"), Some(200), "ok"),
        (Some("generateModel"), Some(200), "ok"),
        (Some("generateDocument"), Some(200), "ok"),
        (Some("generateDocument"), Some(401), "invalid-key"),
        (None, Some(404), "unknown-route"),
        (Some("generateDocument"), Some(400), "invalid-data"),
        (None, Some(400), "invalid-query"),
    ];
    let expected =
        expected.map(|(route, status, outcome)| (route.map(str::to_owned), status, outcome.to_owned()));
    assert_eq!(lines_so_far.iter().map(told).collect::<Vec<_>>(), expected);
    // A body that breaks off and a client that has gone are one and the same to see.
    assert!(["client-gone", "invalid-body"].contains(&all[7]["outcome"].as_str().unwrap()), "{}", all[7]);

    let made = &all[2];
    assert_eq!(made["requestId"], "order-17");
    assert_eq!(made["traceId"], "4bf92f3577b34da6a3ce929d0e0e4736");
    assert_eq!(all[0].get("traceId"), None);
    assert_eq!(made["client"], "127.0.0.1");
    assert_eq!(
        (made["templateId"].as_str(), made["format"].as_str()),
        (Some(letter.as_str()), Some(".docx"))
    );
    assert_eq!(made["bytesIn"], body.len());
    assert_eq!(made["bytesOut"], document.body.len());
    assert!(made["keyId"].is_string() && made["subscriptionId"].is_string() && made["durationMs"].is_u64());
    assert!(made["timestamp"].as_str().unwrap().ends_with('Z'));
    // As the lines of the log beside it.
    let kind = ["level", "message", "target"].map(|member| made[member].as_str().unwrap());
    assert_eq!(kind, ["INFO", "request", "audit"]);
    assert_eq!((&all[3]["keyId"], &all[3]["subscriptionId"]), (&Value::Null, &Value::Null));
}
