//! Two tenants on one server: while one of them does its worst, the other's letters come in time and none is refused.
//!
//! Each case runs four at once, again and again. These are the only tests that measure time besides the benchmarks: what a
//! neighbour notices is time.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "tests print what they measured")]

mod accounts;
mod packages;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use http::Method;
use platen_service::ids::TemplateId;
use platen_tests::seed;
use platen_tests::server::Server;
use serde_json::{Value, json};
use uuid::Uuid;

const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/// The two tenants.
const GREEDY: Uuid = Uuid::from_u128(0xa);
const NEIGHBOUR: Uuid = Uuid::from_u128(0xb);

/// At most this long for 99 of 100 of the neighbour's letters.
const P99: Duration = Duration::from_millis(250);

/// Letters of the neighbour, at least, and how long it writes them.
const LETTERS: usize = 100;
const WATCH: Duration = Duration::from_secs(6);

/// All of one attacker's work must end by then: its budget, its waits for turns, and something for a busy machine.
const END: Duration = Duration::from_secs(90);

/// A measurement is one of a machine that does nothing else: cases run one after the other.
static ALONE: Mutex<()> = Mutex::new(());

struct Street {
    server: Server,
    /// Templates with the one field `name`.
    greedy: TemplateId,
    neighbour: TemplateId,
}

impl Street {
    fn new() -> Street {
        let server = Server::start();
        let data = server.data();
        seed::tenant(&data, GREEDY, seed::RECORDED_KEY, true);
        seed::tenant(&data, NEIGHBOUR, seed::FOREIGN_KEY, true);
        let greedy = seed::template(&data, GREEDY, "letter.docx", packages::letter());
        let neighbour = seed::template(&data, NEIGHBOUR, "letter.docx", packages::letter());
        let street = Street { server, greedy, neighbour };
        // The first letter compiles the template.
        assert_eq!(street.letter(), 200);
        street
    }

    /// One letter of the neighbour; its status.
    fn letter(&self) -> u16 {
        let body = json!({ "templateId": self.neighbour, "format": ".docx", "data": { "name": "Ada" } });
        let headers = [("x-functions-key", seed::FOREIGN_KEY), ("content-type", "application/json")];
        self.server.send(Method::POST, "/api/generateDocument", &headers, body.to_string()).status.as_u16()
    }

    /// A call of the greedy tenant; its status.
    fn call(&self, path: &str, kind: &str, body: Vec<u8>, packed: bool) -> u16 {
        let mut headers = vec![("x-functions-key", seed::RECORDED_KEY), ("content-type", kind)];
        headers.extend(packed.then_some(("content-encoding", "gzip")));
        self.server.send(Method::POST, path, &headers, body).status.as_u16()
    }

    /// Four of these calls at once, again and again, while the neighbour writes.
    fn beside(&self, name: &str, call: impl Fn() -> u16 + Sync) {
        let (stop, calls, longest) =
            (AtomicBool::new(false), AtomicUsize::new(0), Mutex::new(Duration::ZERO));
        let mut took = std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        let began = Instant::now();
                        let status = call();
                        let took = began.elapsed();
                        calls.fetch_add(1, Ordering::Relaxed);
                        let mut longest = longest.lock().unwrap();
                        *longest = took.max(*longest);
                        // Who asks for too much at once is told so; nothing fails.
                        assert!(status < 500 || status == 503, "{name}: {status}");
                    }
                });
            }
            // They are at it.
            std::thread::sleep(Duration::from_millis(500));
            let (mut took, end) = (Vec::new(), Instant::now() + WATCH);
            while took.len() < LETTERS || Instant::now() < end {
                let began = Instant::now();
                let status = self.letter();
                took.push(began.elapsed());
                if status != 200 {
                    stop.store(true, Ordering::Relaxed);
                }
                assert_eq!(status, 200, "{name}: a letter of the neighbour's, after {:?}", began.elapsed());
            }
            stop.store(true, Ordering::Relaxed);
            took
        });
        took.sort();
        let p99 = took[took.len() * 99 / 100];
        let longest = *longest.lock().unwrap();
        println!(
            "{name}: {} letters, p50 {:?}, p99 {p99:?}; {} calls beside them, the longest {longest:?}",
            took.len(),
            took[took.len() / 2],
            calls.load(Ordering::Relaxed)
        );
        assert!(p99 < P99, "{name}: p99 of the neighbour's letters is {p99:?}");
        assert!(longest < END, "{name}: a call took {longest:?}");
    }

    /// Documents from these data.
    fn generate(&self, format: &str, name: &Value) -> Vec<u8> {
        json!({ "templateId": self.greedy, "format": format, "data": { "name": name } })
            .to_string()
            .into_bytes()
    }
}

fn packed(body: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(body).unwrap();
    gzip.finish().unwrap()
}

/// `generateDocument` with data that costs much.
fn beside_data(name: &str, format: &str, value: Value) {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let street = Street::new();
    let body = packed(&street.generate(format, &value));
    street.beside(name, || street.call("/api/generateDocument", "application/json", body.clone(), true));
}

/// The check of a template that costs much.
fn beside_check(name: &str, docx: Vec<u8>) {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let street = Street::new();
    street.beside(name, || street.call("/api/templates/check", DOCX, docx.clone(), false));
}

#[test]
fn pictures_with_style_sheets() {
    beside_data("style sheets in SVG", ".docx", json!({ "$image": packages::styled_svg(20_000, 10_000) }));
}

#[test]
fn subdocuments_with_many_styles() {
    beside_data("styles of a sub-document", ".docx", json!({ "$docx": packages::many_styles(20_000) }));
}

#[test]
fn subdocuments_with_many_lists() {
    beside_data("lists of a sub-document", ".docx", json!({ "$docx": packages::many_lists(20_000) }));
}

#[test]
fn html_that_is_slow_to_lay_out() {
    let html = format!("<plaintext>{}", "<b>".repeat(100_000));
    beside_data("slow PDFs", ".pdf", json!({ "$html": html }));
}

#[test]
fn drop_downs_with_many_entries() {
    beside_check("a drop-down", packages::drop_down(100_000));
}

#[test]
fn many_namespaces() {
    beside_check("namespaces", packages::namespaces(100_000));
}

#[test]
fn controls_bound_to_one_store() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let street = Street::new();
    let template =
        seed::template(&street.server.data(), GREEDY, "bound.docx", packages::bound_controls(20_000));
    let data: serde_json::Map<String, Value> = (1..=20_000).map(|n| (format!("c{n}"), json!("y"))).collect();
    let body = json!({ "templateId": template, "format": ".docx", "data": data }).to_string().into_bytes();
    street.beside("bound controls", || {
        street.call("/api/generateDocument", "application/json", body.clone(), false)
    });
}

#[test]
fn long_answers_to_short_requests() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let street = Street::new();
    let template =
        seed::template(&street.server.data(), GREEDY, "choices.docx", packages::choices(100, 1_000));
    let data: serde_json::Map<String, Value> =
        (0..100).map(|n| (format!("c{n}"), json!("neither of them"))).collect();
    let body = json!({ "templateId": template, "format": ".docx", "data": data }).to_string().into_bytes();
    street.beside("long answers", || {
        street.call("/api/generateDocument", "application/json", body.clone(), false)
    });
}

#[test]
fn bodies_that_drip() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let street = Street::new();
    let bulk = json!({ "templateId": street.neighbour, "format": ".docx", "items": [{ "name": "Ada" }] })
        .to_string();
    street.beside("dripping bodies", || {
        let mut stream = TcpStream::connect(street.server.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
        let head = format!(
            "POST /api/generateDocumentsBulk HTTP/1.1\r\nhost: x\r\nx-functions-key: {}\r\ncontent-type: application/json\r\n\
             content-length: 1000000\r\n\r\n{{",
            seed::RECORDED_KEY
        );
        stream.write_all(head.as_bytes()).unwrap();
        for _ in 0..4 {
            let _ = stream.write_all(b" ");
            if stream.read(&mut [0; 12]).is_ok() {
                break;
            }
        }
        // Meanwhile the neighbour's jobs are taken, not only its letters.
        let headers = [("x-functions-key", seed::FOREIGN_KEY), ("content-type", "application/json")];
        let reply = street.server.send(Method::POST, "/api/generateDocumentsBulk", &headers, bulk.clone());
        assert_eq!(reply.status, 202);
        400
    });
}

#[test]
fn wrong_keys() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let street = Street::new();
    street.beside("wrong keys", || {
        let headers = [("x-functions-key", "plk_NobodysKey")];
        street.server.send(Method::GET, "/api/getSubscription", &headers, "").status.as_u16()
    });
}
