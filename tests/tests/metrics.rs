//! `GET /metrics` of the one-machine home, as Prometheus reads it.

use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpListener;
use std::process::{Command, Stdio};

use http::Method;
use platen_tests::client;
use platen_tests::fixtures::docx;
use platen_tests::receiver::{OK, Receiver, until};
use platen_tests::server::Server;
use serde_json::{Value, json};

/// The samples by name and labels. Every line is a comment or a sample (Prometheus' text format, 0.0.4).
fn samples(text: &str) -> BTreeMap<String, f64> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, value) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), value.parse().unwrap_or_else(|_| panic!("{line}")))
        })
        .collect()
}

/// Prometheus' own checker has nothing to say.
fn lint(text: &str) {
    let promtool = concat!(env!("CARGO_MANIFEST_DIR"), "/../.work/promtool/promtool");
    let mut checking = Command::new(promtool)
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{error}; run `make setup-test`"));
    checking.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let said = checking.wait_with_output().unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
}

#[test]
fn figures_of_documents_and_of_the_queue_are_there_for_prometheus() {
    let server = Server::start();
    let listed = server.get("/api/getTemplates?pageNumber=1&pageSize=100").json();
    let letters = listed["items"].as_array().unwrap().iter().find(|item| item["fileName"] == "letter.docx");
    let letter = letters.unwrap()["templateId"].clone();
    let data = server.post(&format!("/api/generateModel?templateId={}", letter.as_str().unwrap()), "").json();
    let generate = |format: &str, data: &serde_json::Value| {
        let body = json!({ "templateId": letter, "format": format, "data": data }).to_string();
        server.post("/api/generateDocument", body)
    };
    let docx = generate(".docx", &data).body.len();
    let pdf = generate(".pdf", &data).body.len();
    assert_eq!(generate(".docx", &json!({})).status, 400);
    assert_eq!(server.get("/api/of/anybodys/choice").status, 404);
    let body = json!({ "templateId": letter, "format": ".docx", "items": [data, data, {}] }).to_string();
    let job = server.post("/api/generateDocumentsBulk", body).json()["jobId"].as_str().unwrap().to_owned();
    assert_eq!(server.ended(server.key(), &job)["status"], "Completed");

    assert_eq!(server.send(Method::GET, "/metrics", &[], "").json()["code"], "missing-key");
    let lesser = server.command(&["key", "create", "--label", "k", "--scope", "generate"]).output().unwrap();
    let lesser: serde_json::Value = serde_json::from_slice(&lesser.stdout).unwrap();
    let lesser = [("x-functions-key", lesser["key"].as_str().unwrap())];
    assert_eq!(server.send(Method::GET, "/metrics", &lesser, "").json()["code"], "missing-scope");
    let reply = server.get("/metrics");
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    let text = String::from_utf8(reply.body.to_vec()).unwrap();
    let samples = samples(&text);
    for (name, value) in [
        (r#"platen_documents_total{format="docx",outcome="made"}"#, 3.0),
        (r#"platen_documents_total{format="docx",outcome="invalid-data"}"#, 2.0),
        (r#"platen_documents_total{format="pdf",outcome="made"}"#, 1.0),
        (r#"platen_document_bytes_total{format="pdf"}"#, pdf as f64),
        ("platen_pdf_seconds_count", 1.0),
        (r#"platen_requests_total{method="POST",route="/api/generateDocument",status="200"}"#, 2.0),
        (r#"platen_requests_total{method="POST",route="/api/generateDocument",status="400"}"#, 1.0),
        (r#"platen_request_seconds_count{route="/api/generateDocument"}"#, 3.0),
        (r#"platen_requests_total{method="other",route="other",status="404"}"#, 1.0),
        (r#"platen_pdf_seconds_bucket{le="+Inf"}"#, 1.0),
        ("platen_backlog_items", 0.0),
        // The one that asks.
        ("platen_requests_in_flight", 1.0),
        (concat!("platen_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}"), 1.0),
    ] {
        assert_eq!(samples.get(name), Some(&value), "{name} in\n{text}");
    }
    assert!(samples[r#"platen_document_bytes_total{format="docx"}"#] >= 3.0 * docx as f64 - 3_000.0);
    // Its chunk, and its archive.
    assert_eq!(samples["platen_queue_age_seconds_count"], 2.0);
    assert!(samples["platen_render_seconds_count"] >= 4.0 && samples["platen_render_seconds_sum"] > 0.0);
    for name in ["process_resident_memory_bytes", "process_open_fds", "process_start_time_seconds"] {
        assert!(samples.get(name).is_some_and(|value| *value >= 1.0), "{name} in\n{text}");
    }
    lint(&text);
    assert!(
        text.contains("# TYPE platen_documents_total counter") && text.contains("# HELP platen_pdf_seconds ")
    );
    assert!(!text.contains(letter.as_str().unwrap()) && !text.contains(&job), "nothing of a tenant");

    assert_eq!(server.send(Method::POST, "/metrics", &[], "").json()["code"], "unknown-route");
}

#[test]
fn figures_have_an_address_of_their_own_without_a_key() {
    // A port that was free a moment ago: the server does not print the one that it would take itself.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let _server = Server::start_with(tempfile::tempdir().unwrap(), &["--metrics-listen", &address]);
    let reply = client::send(&address, Method::GET, "/metrics", &[], "");
    assert_eq!(reply.status, 200);
    assert!(samples(std::str::from_utf8(&reply.body).unwrap()).contains_key("platen_backlog_items"));
    // Of a process that only works on jobs it is the only address, so that it tells of its health, too; and nothing else.
    assert_eq!(client::send(&address, Method::GET, "/api/health", &[], "").json()["status"], "ok");
    let refused = client::send(&address, Method::GET, "/api/getTemplates", &[], "");
    assert_eq!(refused.json()["code"], "unknown-route");
}

/// The figures that infra/grafana.json asks for are figures that the server has.
#[test]
fn the_dashboard_shows_figures_that_exist() {
    let server = Server::start();
    let listed = server.get("/api/getTemplates?pageNumber=1&pageSize=100").json();
    let letters = listed["items"].as_array().unwrap().iter().find(|item| item["fileName"] == "letter.docx");
    let letter = letters.unwrap()["templateId"].clone();
    let data = server.post(&format!("/api/generateModel?templateId={}", letter.as_str().unwrap()), "").json();
    let body = json!({ "templateId": letter, "format": ".pdf", "data": data }).to_string();
    assert_eq!(server.post("/api/generateDocument", body).status, 200);
    let body = json!({ "templateId": letter, "format": ".docx", "items": [data] }).to_string();
    let job = server.post("/api/generateDocumentsBulk", body).json()["jobId"].as_str().unwrap().to_owned();
    assert_eq!(server.ended(server.key(), &job)["status"], "Completed");
    let text = String::from_utf8(server.get("/metrics").body.to_vec()).unwrap();
    let known: Vec<String> = samples(&text).into_keys().collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../infra/grafana.json");
    let dashboard: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let targets =
        dashboard["panels"].as_array().unwrap().iter().flat_map(|it| it["targets"].as_array().unwrap());
    let mut asked = 0;
    for query in targets.map(|target| target["expr"].as_str().unwrap()) {
        let is_name = |word: &&str| word.starts_with("platen_");
        for name in query.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(is_name) {
            let has = |sample: &String| sample.split('{').next() == Some(name);
            assert!(known.iter().any(has), "{query}: no figure {name} in\n{text}");
            asked += 1;
        }
    }
    assert!(asked >= 8, "{asked}");
}

/// Spans with a trace's id, of all that a collector got.
fn spans_of(collector: &Receiver, trace: &str) -> Vec<Value> {
    let messages = collector.received().into_iter().map(|message| message.event());
    let spans = messages.flat_map(|message| {
        message["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap().clone()
    });
    spans.filter(|span| span["traceId"] == trace).collect()
}

#[test]
fn spans_of_a_request_its_job_and_its_callback_go_to_the_collector() {
    let (collector, callback) = (Receiver::new(&[OK]), Receiver::new(&[OK]));
    let endpoint = format!("http://127.0.0.1:{}", collector.port);
    let server = Server::configured(&[
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &endpoint),
        ("OTEL_EXPORTER_OTLP_HEADERS", "x-key=of the collector"),
        ("PLATEN_CALLBACKS", "anywhere"),
    ]);
    let template = server.template("note.docx", &docx(&["Dear {{ name }}"]));
    let items = json!([{ "name": "Ada" }]);
    let body =
        json!({ "templateId": template, "format": ".docx", "items": items, "callbackUrl": callback.url() });
    let (trace, span) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
    let parent = format!("00-{trace}-{span}-01");
    let headers =
        [("x-functions-key", server.key()), ("content-type", "application/json"), ("traceparent", &parent)];
    let started =
        server.send(http::Method::POST, "/api/generateDocumentsBulk?a=secret", &headers, body.to_string());
    assert_eq!(started.status, 202, "{:?}", started.body);

    let named = |name: &str| spans_of(&collector, trace).into_iter().find(|span| span["name"] == name);
    let [request, work, told] = ["POST", "work", "callback"].map(|name| until(|| named(name)));
    assert_eq!((&request["parentSpanId"], &request["kind"]), (&json!(span), &json!(2)), "{request}");
    for (key, value) in [
        ("url.path", json!({ "stringValue": "/api/generateDocumentsBulk" })),
        ("http.response.status_code", json!({ "intValue": "202" })),
    ] {
        let found = request["attributes"].as_array().unwrap().iter().find(|each| each["key"] == key);
        assert_eq!(found.unwrap()["value"], value, "{request}");
    }
    for below in [&work, &told] {
        assert_eq!(below["parentSpanId"], request["spanId"], "{below}");
        assert!(below["endTimeUnixNano"].as_str() >= below["startTimeUnixNano"].as_str(), "{below}");
    }
    let header = format!("00-{trace}-{}-01", request["spanId"].as_str().unwrap());
    assert_eq!(callback.wait_for(1)[0].header("traceparent"), header);
    let sent = collector.received().remove(0);
    assert_eq!((sent.line.as_str(), sent.header("x-key")), ("POST /v1/traces HTTP/1.1", "of the collector"));
    assert!(
        !collector.received().iter().any(|sent| sent.body.contains("secret")),
        "a query may hold a signature"
    );
}
