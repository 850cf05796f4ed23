//! How the server behaves as an HTTP server, whatever the operation.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use flate2::read::GzDecoder;
use http::Method;
use platen_tests::fixtures::docx;
use platen_tests::server::Server;
use platen_tests::{binaries, seed};
use serde_json::{Value, json};

const TEMPLATES: &str = "/api/getTemplates?pageNumber=1&pageSize=100";

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// Reads one answer that declares its length; returns its head.
fn read_answer(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
    let length = head
        .split("content-length: ")
        .nth(1)
        .map_or(0, |rest| rest.split("\r\n").next().unwrap().parse().unwrap());
    stream.read_exact(&mut vec![0; length]).unwrap();
    head
}

#[test]
fn head_and_options() {
    let server = Server::start();
    let key = [("x-functions-key", server.key())];
    let get = server.get(TEMPLATES);
    let head = server.send(Method::HEAD, TEMPLATES, &key, "");
    assert_eq!(head.status, 200);
    assert!(head.body.is_empty());
    assert_eq!(head.header("content-length"), get.header("content-length"));

    let allowed = |path: &str| {
        let reply = server.send(Method::OPTIONS, path, &[], "");
        (reply.status.as_u16(), reply.header("allow").to_owned())
    };
    assert_eq!(allowed("/api/getTemplates"), (204, "GET, HEAD, OPTIONS".to_owned()));
    assert_eq!(allowed("/api/generateDocument"), (204, "POST, OPTIONS".to_owned()));
    assert_eq!(allowed("/nowhere").0, 404);
    let refused = server.send(Method::POST, "/api/getTemplates", &[], "");
    assert_eq!((refused.status.as_u16(), refused.header("allow")), (405, "GET, HEAD, OPTIONS"));
}

#[test]
fn a_connection_serves_request_after_request() {
    let server = Server::start();
    let mut stream = connect(&server);
    let request = format!("GET {TEMPLATES} HTTP/1.1\r\nhost: x\r\nx-functions-key: {}\r\n\r\n", server.key());
    // Three at once, then one more.
    stream.write_all(request.repeat(3).as_bytes()).unwrap();
    for _ in 0..3 {
        assert!(read_answer(&mut stream).starts_with("http/1.1 200"));
    }
    stream.write_all(request.as_bytes()).unwrap();
    assert!(read_answer(&mut stream).starts_with("http/1.1 200"));
    // An error does not end it either.
    stream.write_all(b"GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    assert!(read_answer(&mut stream).starts_with("http/1.1 404"));
    stream.write_all(request.as_bytes()).unwrap();
    assert!(read_answer(&mut stream).starts_with("http/1.1 200"));
}

#[test]
fn json_is_compressed_where_the_client_asks() {
    let server = Server::start();
    let get = |coding: &str| {
        let headers = [("x-functions-key", server.key()), ("accept-encoding", coding)];
        let id = server.get(TEMPLATES).json()["items"][0]["templateId"].as_str().unwrap().to_owned();
        server.send(Method::GET, &format!("/api/generateTemplateMetadata?templateId={id}"), &headers, "")
    };
    let (packed, plain) = (get("br, gzip"), get("identity"));
    assert_eq!((packed.header("content-encoding"), plain.header("content-encoding")), ("gzip", ""));
    assert_eq!((packed.header("vary"), plain.header("vary")), ("accept-encoding", "accept-encoding"));
    let mut unpacked = Vec::new();
    GzDecoder::new(packed.body.as_ref()).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
}

#[test]
fn the_request_id_is_echoed_or_made() {
    let server = Server::start();
    let id = |given: &[(&str, &str)]| {
        let reply = server.send(Method::GET, "/api/health", given, "");
        reply.header("x-request-id").to_owned()
    };
    assert_eq!(id(&[("x-request-id", "order-17")]), "order-17");
    let made = id(&[]);
    assert!(uuid::Uuid::try_parse(&made).is_ok(), "{made}");
    assert_ne!(id(&[]), made);
    assert_ne!(id(&[("x-request-id", "two words")]), "two words");
}

#[test]
fn an_inactive_or_keyless_caller_is_refused_before_its_body() {
    let server = Server::start();
    let inactive = "plk_InactiveTenantKeyOfTheTests00000000000";
    seed::tenant(&server.data(), uuid::uuid!("7c1e2a90-55b1-4a0e-9a52-0d2f6b1e8c02"), inactive, false);
    // The body is announced, and never sent.
    for (key, status) in [("", "401"), ("plk_wrong", "401"), (inactive, "403")] {
        let mut stream = connect(&server);
        let head = format!(
            "POST /api/generateDocument HTTP/1.1\r\nhost: x\r\nx-functions-key: {key}\r\ncontent-length: 1000\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        assert!(read_answer(&mut stream).starts_with(&format!("http/1.1 {status}")));
    }
}

#[test]
fn a_body_over_the_limit_is_refused_when_it_is_announced() {
    let server = Server::start();
    let mut stream = connect(&server);
    let head = format!(
        "POST /api/generateDocument HTTP/1.1\r\nhost: x\r\nx-functions-key: {}\r\ncontent-length: 999999999\r\n\r\n",
        server.key()
    );
    stream.write_all(head.as_bytes()).unwrap();
    assert!(read_answer(&mut stream).starts_with("http/1.1 413"));
}

#[test]
fn sigterm_lets_running_requests_end() {
    let mut server = Server::start();
    let body = "{\"templateId\":";
    let head = format!(
        "POST /api/generateDocument HTTP/1.1\r\nhost: x\r\nx-functions-key: {}\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        server.key(),
        body.len()
    );
    let mut stream = connect(&server);
    stream.write_all(head.as_bytes()).unwrap();
    // The server asks for the body, so the request runs.
    assert!(read_answer(&mut stream).starts_with("http/1.1 100"));
    server.terminate();
    while TcpStream::connect(server.address()).is_ok() {
        std::thread::sleep(Duration::from_millis(5));
    }
    stream.write_all(body.as_bytes()).unwrap();
    assert!(read_answer(&mut stream).starts_with("http/1.1 400"));
    assert!(server.wait().success());
}

#[test]
fn browsers_are_told_what_an_answer_may_do() {
    let server = Server::start();
    for (path, script) in [("/api/docs", true), ("/api/health", false), ("/nowhere", false)] {
        let reply = server.get(path);
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.header("referrer-policy"), "no-referrer", "{path}");
        let policy = reply.header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors"),
            "{path}: {policy}"
        );
        assert_eq!(policy.contains("script-src 'self'"), script, "{path}: {policy}");
        assert!(!policy.contains("unsafe-eval") && !policy.contains('*'), "{path}: {policy}");
        // Without TLS it would lock browsers out.
        assert_eq!(reply.header("strict-transport-security"), "", "{path}");
    }
}

#[test]
fn a_server_that_others_can_reach_needs_its_address() {
    let folder = tempfile::tempdir().unwrap();
    let serve = |options: &[&str]| {
        let mut command = binaries::command("platen");
        command
            .args(["serve", "--listen", "0.0.0.0:0", "--data"])
            .arg(folder.path().join("data"))
            .args(options);
        command
    };
    let refused = serve(&[]).output().unwrap();
    let text = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && text.contains("--public-url"), "{text}");
    let wrong = serve(&["--public-url", "docs.example.org"]).output().unwrap();
    assert!(!wrong.status.success());

    let options = ["--public-url", "https://docs.example.org/word"];
    let server = Server::start_with(tempfile::tempdir().unwrap(), &options);
    let ticket = server.post("/api/bulkUploads", "").json();
    assert!(
        ticket["uploadUrl"].as_str().unwrap().starts_with("https://docs.example.org/word/api/uploads/"),
        "{ticket}"
    );
}

#[test]
fn readiness_is_told_apart_from_health() {
    let server = Server::start();
    // The first start takes a while to have a PDF process ready.
    let end = std::time::Instant::now() + Duration::from_secs(60);
    loop {
        let reply = server.send(Method::GET, "/api/health/ready", &[], "");
        assert_eq!(server.send(Method::GET, "/api/health", &[], "").status, 200);
        if reply.status == 200 {
            assert_eq!(reply.json()["status"], "ok");
            break;
        }
        assert_eq!(
            (reply.status.as_u16(), reply.json()["errors"][0]["pointer"].as_str()),
            (503, Some("/pdf"))
        );
        assert_eq!(reply.header("retry-after"), "5");
        assert!(std::time::Instant::now() < end, "{}", server.log());
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn log_lines_are_json_for_those_who_collect_them() {
    for server in [
        Server::configured(&[("PLATEN_LOG_FORMAT", "json"), ("PLATEN_AUDIT_LOG", "off")]),
        Server::start_with(tempfile::tempdir().unwrap(), &["--log-format", "json"]),
    ] {
        // Answered after the line that is looked for.
        assert_eq!(server.get("/api/health").status, 200);
        let lines = server.log();
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let serving = lines.iter().find(|line| line["message"] == "serving").unwrap();
        assert!(serving["level"] == "INFO" && serving["connections"].is_u64(), "{serving}");
        assert!(serving["timestamp"].is_string(), "{serving}");
    }
}

/// As proxies in front of a server speak it, which begin with HTTP/2 and do not ask.
#[test]
fn http_2_without_tls_is_spoken_with_whoever_begins_so() {
    let server = Server::start();
    let template = server.template("note.docx", &docx(&["Dear {{ name }}"]));
    let body = json!({ "templateId": template, "format": ".docx", "data": { "name": "Ada" } }).to_string();
    let (key, base) =
        (format!("x-functions-key: {}", server.key()), format!("http://{}/api", server.address()));
    let archive = server.scratch().join("note.docx");
    let curl = |words: &[&str]| {
        let mut curl = Command::new("curl");
        curl.args(["-sS", "--noproxy", "*", "--http2-prior-knowledge", "-H", &key]).args(words);
        let output = curl.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let document = [
        "-w",
        "%{http_version} %{http_code} ",
        "-o",
        archive.to_str().unwrap(),
        "-H",
        "content-type: application/json",
        "-d",
        &body,
        &format!("{base}/generateDocument"),
    ];
    assert_eq!(curl(&document), "2 200 ");
    assert!(fs::read(&archive).unwrap().starts_with(b"PK"));
    // Several at once on one connection; links lead to the host that the request names.
    let mut client = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.work/ministack/bin/python"));
    let tickets = client.args(["-c", SEVERAL_AT_ONCE, server.address(), server.key()]).output().unwrap();
    let said = String::from_utf8_lossy(&tickets.stdout);
    assert_eq!(
        said.matches("http://docs.example/api/uploads/").count(),
        5,
        "{said}{}",
        String::from_utf8_lossy(&tickets.stderr)
    );
}

/// Asks for five tickets at once, and for five more (hyper-h2, with which Python's clients speak HTTP/2).
const SEVERAL_AT_ONCE: &str = r#"
import socket, sys, h2.connection, h2.events
host, port = sys.argv[1].split(":")
stream = socket.create_connection((host, int(port)))
connection = h2.connection.H2Connection()
connection.initiate_connection()
for _ in range(2):
    for _ in range(5):
        asked = {":method": "POST", ":scheme": "http", ":authority": "docs.example", ":path": "/api/bulkUploads", "x-functions-key": sys.argv[2]}
        connection.send_headers(connection.get_next_available_stream_id(), asked.items(), end_stream=True)
    stream.sendall(connection.data_to_send())
    ended, said = 0, ""
    while ended < 5:
        came = stream.recv(65536)
        assert came, "the server went away"
        for event in connection.receive_data(came):
            said += event.data.decode() if isinstance(event, h2.events.DataReceived) else ""
            ended += isinstance(event, h2.events.StreamEnded)
        stream.sendall(connection.data_to_send())
print(said)
"#;
