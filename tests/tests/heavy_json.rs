//! JSON that is small as it is sent and large in memory, at once: the server refuses it, lives, and answers a letter.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use http::Method;
use platen_tests::client::{self, Reply};
use platen_tests::fixtures::docx;
use platen_tests::server::Server;
use serde_json::json;

/// What the server may have in memory at its most: some twice what it was found to have.
const MOST: u64 = 700 << 20;

/// Requests at the same time.
const AT_ONCE: usize = 16;

/// What it may have of its own a minute later.
const LATER: u64 = 150 << 20;

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// Asks for a document with a packed body.
fn generate(address: &str, key: &str, body: Vec<u8>) -> Reply {
    let headers =
        [("x-functions-key", key), ("content-type", "application/json"), ("content-encoding", "gzip")];
    client::send(address, Method::POST, "/api/generateDocument", &headers, body)
}

#[test]
fn json_that_is_heavy_in_memory_ends_nobody() {
    let server = Server::configured(&[("PLATEN_LIMITS", "all_json_memory_bytes=134217728")]);
    let template = server.template("letter.docx", &docx(&["Dear {{ name }}"]));
    let deep = format!("{}1{}", r#"{"a":"#.repeat(100), "}".repeat(100));
    let shapes = ["0,".repeat(480_000), r#"{"a":1},"#.repeat(120_000), format!("{deep},").repeat(1_600)];
    let call = |values: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"x","arguments":{{"z":[{values}1]}}}}}}"#
        )
    };
    let request = |values: &str| {
        let data = format!(r#"{{"name":"A","z":[{values}1]}}"#);
        packed(&format!(r#"{{"templateId":"{template}","format":".docx","data":{data}}}"#))
    };
    let wide = request(&r#"{"a":1},"#.repeat(950_000));
    let nested = request(&format!("{deep},").repeat(18_000));
    let mut large = call("");
    large.push_str(&" ".repeat((1 << 20) + 1 - large.len()));
    let (address, key) = (server.address(), server.key());
    thread::scope(|scope| {
        for number in 0..AT_ONCE {
            let agent = call(&shapes[number % 3]);
            let (large, body) = (&large, if number % 2 == 0 { &wide } else { &nested });
            scope.spawn(move || {
                let accepts = ("accept", "application/json, text/event-stream");
                let headers = [("x-functions-key", key), ("content-type", "application/json"), accepts];
                let sent = client::send(address, Method::POST, "/mcp", &headers, agent);
                assert!([200, 503].contains(&sent.status.as_u16()), "{:?}", sent.body);
                let refused = client::send(address, Method::POST, "/mcp", &headers, large.clone());
                assert_eq!(refused.status, 413, "{:?}", refused.body);
            });
            scope.spawn(move || {
                let sent = generate(address, key, body.clone());
                // Either too heavy, or too many of them at once.
                assert!([413, 503].contains(&sent.status.as_u16()), "{:?}", sent.body);
            });
        }
    });
    let letter = json!({ "templateId": template, "format": ".docx", "data": { "name": "A" } }).to_string();
    assert_eq!(server.post("/api/generateDocument", letter).status, 200);
    let most = server.most_memory();
    assert!(most < MOST, "{} MiB", most >> 20);
    println!("most memory: {} MiB", most >> 20);
}

/// The allocator of glibc keeps some 250 MiB of it for good.
#[test]
fn memory_goes_back_after_large_requests() {
    let server = Server::configured(&[("PLATEN_LIMITS", "all_json_memory_bytes=1073741824")]);
    let template = server.template("letter.docx", &docx(&["Dear {{ name }}"]));
    let values = r#"{"a":1},"#.repeat(290_000);
    let data = format!(r#"{{"name":"A","z":[{values}1]}}"#);
    let body = packed(&format!(r#"{{"templateId":"{template}","format":".docx","data":{data}}}"#));
    let (address, key) = (server.address(), server.key());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                let made = generate(address, key, body.clone());
                assert!([200, 503].contains(&made.status.as_u16()), "{:?}", made.body);
            });
        }
    });
    assert!(server.most_memory() > 2 * LATER, "these are no large requests");
    let end = Instant::now() + Duration::from_secs(60);
    while server.own_memory() > LATER {
        assert!(Instant::now() < end, "{} MiB", server.own_memory() >> 20);
        thread::sleep(Duration::from_millis(500));
    }
}
