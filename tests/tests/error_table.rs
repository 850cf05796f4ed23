//! The contract's table of errors, row by row, and each operation's good answer: whole answers as snapshots.

use std::fmt::Write;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use flate2::Compression;
use flate2::write::GzEncoder;
use http::Method;
use platen_samples::sample;
use platen_service::plan::{Plan, RequestRate};
use platen_tests::client::Reply;
use platen_tests::seed::{self, FOREIGN_KEY};
use platen_tests::server::Server;
use platen_tests::snapshot;
use serde_json::{Value, json};
use uuid::{Uuid, uuid};

use platen_tests::fixtures::docx;

const FOREIGN: Uuid = uuid!("7c1e2a90-55b1-4a0e-9a52-0d2f6b1e8c01");
const INACTIVE: Uuid = uuid!("7c1e2a90-55b1-4a0e-9a52-0d2f6b1e8c02");
const FRUGAL: Uuid = uuid!("7c1e2a90-55b1-4a0e-9a52-0d2f6b1e8c03");
const INACTIVE_KEY: &str = "plk_InactiveTenantKeyOfTheTests00000000000";
const FRUGAL_KEY: &str = "plk_FrugalTenantKeyOfTheTests0000000000000";
const UNKNOWN: &str = "00000000-0000-4000-8000-000000000000";

/// A server with several tenants. The tests of this file share it, and change nothing that others of them see.
struct World {
    server: Server,
    letter: String,
    foreign: String,
    frugal: String,
    broken: String,
    endless: String,
}

/// The world that is there as long as a test holds it; a static one would leave its server running forever.
fn world() -> Arc<World> {
    static SHARED: Mutex<Weak<World>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    shared.upgrade().unwrap_or_else(|| {
        let made = Arc::new(World::make());
        *shared = Arc::downgrade(&made);
        made
    })
}

impl World {
    fn make() -> World {
        let server = Server::start();
        let data = server.data();
        let letter = || (sample("letter.docx").unwrap().docx)();
        seed::tenant(&data, FOREIGN, FOREIGN_KEY, true);
        let foreign = seed::template(&data, FOREIGN, "letter.docx", letter()).to_string();
        seed::tenant(&data, INACTIVE, INACTIVE_KEY, false);
        seed::tenant_with_plan(
            &data,
            FRUGAL,
            FRUGAL_KEY,
            true,
            Plan { monthly_documents: Some(1), ..Plan::default() },
        );
        let frugal = seed::template(&data, FRUGAL, "note.docx", docx(&["Dear {{ name }}"])).to_string();
        let home = uuid!("9d2c5f0e-7a34-4b1c-8f5e-2b7c60a1d3e4");
        let letter = seed::template(&data, home, "letter.docx", letter()).to_string();
        let broken = seed::template(
            &data,
            home,
            "broken.docx",
            docx(&["{% if paid %}Thanks", "{{ total | nosuch }}"]),
        );
        let loops = ["{% for a in range(9000) %}{% for b in range(9000) %}x{% endfor %}{% endfor %}"];
        let endless = seed::template(&data, home, "endless.docx", docx(&loops));
        World { server, letter, foreign, frugal, broken: broken.to_string(), endless: endless.to_string() }
    }
}

/// Collects answers under titles.
#[derive(Default)]
struct Table(String);

impl Table {
    fn row(&mut self, title: &str, reply: &Reply) {
        writeln!(self.0, "## {title}\n\n{}\n", snapshot::answer(reply)).unwrap();
    }
}

impl World {
    fn get(&self, path: &str) -> Reply {
        self.server.get(path)
    }

    fn get_as(&self, key: &str, path: &str) -> Reply {
        self.server.send(Method::GET, path, &[("x-functions-key", key)], "")
    }

    fn generate(&self, body: &Value) -> Reply {
        self.server.post("/api/generateDocument", body.to_string())
    }

    fn letter(&self) -> Value {
        json!({ "templateId": self.letter, "format": ".docx", "data": (sample("letter.docx").unwrap().data)() })
    }
}

#[test]
fn good_answers() {
    let world = world();
    let mut table = Table::default();
    let templates = world.get("/api/getTemplates?pageNumber=1&pageSize=2");
    table.row("getTemplates, first page", &templates);
    table.row("getTemplates, after the last page", &world.get("/api/getTemplates?pageNumber=9&pageSize=100"));
    let query = format!("templateId={}", world.letter);
    table.row("generateTemplateMetadata", &world.get(&format!("/api/generateTemplateMetadata?{query}")));
    let model = world.server.post(&format!("/api/generateModel?{query}"), "");
    table.row("generateModel", &model);
    table.row("generateDocument", &world.generate(&world.letter()));
    let mut pdf = world.letter();
    pdf["format"] = "PDF".into();
    pdf["fileName"] = "Brief an {{ recipient.name }} – Größe/«1».docx".into();
    table.row("generateDocument, as PDF under a name", &world.generate(&pdf));
    let from_model = json!({ "templateId": world.letter, "format": "docx", "data": model.json() });
    table.row("generateDocument, with the model as data", &world.generate(&from_model));
    table.row("health", &world.server.send(Method::GET, "/api/health", &[], ""));
    insta::assert_snapshot!(table.0);
}

#[test]
fn a_subscription_sees_its_own_limits_and_usage() {
    let world = world();
    insta::assert_snapshot!(snapshot::answer(&world.get_as(FOREIGN_KEY, "/api/getSubscription")));
}

#[test]
fn authentication() {
    let world = world();
    let mut table = Table::default();
    let path = "/api/getTemplates?pageNumber=1&pageSize=1";
    table.row("401 missing-key", &world.server.send(Method::GET, path, &[], ""));
    table.row("401 invalid-key", &world.get_as("plk_00000000000000000000000000000000000000", path));
    table.row("401 invalid-key, not even the shape of one", &world.get_as("x", path));
    table.row("403 subscription-inactive", &world.get_as(INACTIVE_KEY, path));
    insta::assert_snapshot!(table.0);
}

#[test]
fn addresses() {
    let world = world();
    let mut table = Table::default();
    table.row("404 unknown-route", &world.get("/api/getTemplate"));
    table.row("405 method-not-allowed", &world.server.post("/api/getTemplates", "{}"));
    table.row("405 method-not-allowed, the other way", &world.get("/api/generateDocument"));
    insta::assert_snapshot!(table.0);
}

#[test]
fn queries() {
    let world = world();
    let mut table = Table::default();
    for query in [
        "",
        "pageNumber=0&pageSize=101",
        "pageNumber=one&pageSize=-1",
        "pageNumber=1&pageNumber=2&pageSize=5",
    ] {
        table.row(
            &format!("400 invalid-query, getTemplates?{query}"),
            &world.get(&format!("/api/getTemplates?{query}")),
        );
    }
    for query in ["", "templateId=letter"] {
        let path = format!("/api/generateTemplateMetadata?{query}");
        table.row(&format!("400 invalid-query, generateTemplateMetadata?{query}"), &world.get(&path));
    }
    table.row("400 invalid-query, generateModel", &world.server.post("/api/generateModel?templateId=", ""));
    let path = format!("/api/generateModel?templateId={}", world.letter);
    let with_body = world.server.post(&path, r#"{"version": 1}"#);
    table.row("400 invalid-body, generateModel with a body", &with_body);
    insta::assert_snapshot!(table.0);
}

#[test]
fn bodies() {
    let world = world();
    let mut table = Table::default();
    let post = |body: &str| world.server.post("/api/generateDocument", body.to_owned());
    table.row("400 invalid-body, empty", &post(""));
    table.row("400 invalid-body, malformed", &post("{\n  \"templateId\": \"x\",\n  \"format\" \".docx\"\n}"));
    table.row("400 invalid-body, cut short", &post("{\"templateId\": \"x"));
    table.row("400 invalid-body, no object", &post("[1, 2]"));
    table.row("400 invalid-body, nothing in it", &post("{}"));
    table.row("400 invalid-body, too deep", &post(&"[".repeat(1_000)));
    table.row("400 invalid-body, a member twice", &post("{\"format\": \".docx\", \"format\": \".pdf\"}"));
    let mut wrong = world.letter();
    wrong["templateId"] = "letter".into();
    wrong["format"] = ".odt".into();
    wrong["filename"] = "x".into();
    wrong["fileName"] = "{{ open".into();
    wrong["options"] =
        json!({ "missing": "ignore", "local": "de", "locale": "deutsch!", "pdf": { "password": "p" } });
    table.row("400 invalid-body, every fault at once", &world.generate(&wrong));
    let key = ("x-functions-key", world.server.key());
    let send = |headers: &[(&str, &str)], body: Vec<u8>| {
        let headers: Vec<_> = headers.iter().copied().chain([key]).collect();
        world.server.send(Method::POST, "/api/generateDocument", &headers, body)
    };
    table.row("415 unsupported-media-type", &send(&[("content-type", "application/xml")], b"<a/>".to_vec()));
    let brotli = [("content-type", "application/json"), ("content-encoding", "br")];
    table.row("415 unsupported-media-type, coding", &send(&brotli, b"x".to_vec()));
    let gzip = [("content-type", "application/json"), ("content-encoding", "gzip")];
    table.row("400 invalid-body, no gzip", &send(&gzip, b"{}".to_vec()));
    table.row("200, gzip", &send(&gzip, gzipped(world.letter().to_string().as_bytes())));
    table.row("413 payload-too-large, expanded", &send(&gzip, gzipped(&vec![b' '; 21 << 20])));
    insta::assert_snapshot!(table.0);
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn data() {
    let world = world();
    let mut table = Table::default();
    let with = |data: Value, options: Value| {
        world.generate(
            &json!({ "templateId": world.letter, "format": ".docx", "data": data, "options": options }),
        )
    };
    table.row("400 invalid-data, nothing there", &with(json!({}), json!({})));
    let mut data = (sample("letter.docx").unwrap().data)();
    data["steps"] = json!({ "date": "1 December" });
    data["order"]["total"] = "much".into();
    data["recipient"]["name"] = json!(["Ada"]);
    data["sender"].as_object_mut().unwrap().remove("phone");
    table.row("400 invalid-data, missing and ill-typed", &with(data, json!({})));
    let empty = with(json!({}), json!({ "missing": "empty" }));
    assert_eq!(empty.status, 200, "{:?}", empty.body);
    table.row("200, missing: empty", &empty);
    insta::assert_snapshot!(table.0);
}

#[test]
fn templates() {
    let world = world();
    let mut table = Table::default();
    let generate = |id: &str| world.generate(&json!({ "templateId": id, "format": ".docx", "data": {} }));
    table.row("404 unknown-template", &generate(UNKNOWN));
    table.row("422 template-error", &generate(&world.broken));
    let metadata = world.get(&format!("/api/generateTemplateMetadata?templateId={}", world.broken));
    table.row("422 template-error, metadata", &metadata);
    table.row("422 limit-exceeded", &generate(&world.endless));
    insta::assert_snapshot!(table.0);
}

#[test]
fn a_foreign_template_answers_byte_for_byte_like_an_unknown_one() {
    let world = world();
    let key = [("x-functions-key", world.server.key()), ("x-request-id", "same")];
    let metadata = |id: &str| format!("/api/generateTemplateMetadata?templateId={id}");
    let model = |id: &str| format!("/api/generateModel?templateId={id}");
    let document = |id: &str| json!({ "templateId": id, "format": ".docx", "data": {} }).to_string();
    let answers = |id: &str| {
        let mut replies = [
            world.server.send(Method::GET, &metadata(id), &key, ""),
            world.server.send(Method::POST, &model(id), &key, ""),
            world.server.send(Method::POST, "/api/generateDocument", &key, document(id)),
        ];
        for reply in &mut replies {
            reply.headers.remove("date");
        }
        replies
    };
    // It is there for its own tenant.
    assert_eq!(world.get_as(FOREIGN_KEY, &metadata(&world.foreign)).status, 200);
    assert_eq!(answers(&world.foreign), answers(UNKNOWN));
    assert!(answers(UNKNOWN).iter().all(|reply| reply.status == 404));
}

#[test]
fn quota_and_idempotency() {
    let world = world();
    let mut table = Table::default();
    let body = |name: &str| {
        json!({ "templateId": world.frugal, "format": ".docx", "data": { "name": name } }).to_string()
    };
    let send = |headers: &[(&str, &str)], body: String| {
        let headers: Vec<_> = headers.iter().copied().chain([("x-functions-key", FRUGAL_KEY)]).collect();
        world.server.send(Method::POST, "/api/generateDocument", &headers, body)
    };
    let key = [("idempotency-key", "order-17")];
    let first = send(&key, body("Ada"));
    table.row("200, the one document of this month", &first);
    assert_eq!(send(&key, body("Ada")).body, first.body, "the same request again makes the same document");
    table.row("422 idempotency-mismatch", &send(&key, body("Eve")));
    table.row("400 invalid-query, an empty Idempotency-Key", &send(&[("idempotency-key", "")], body("Ada")));
    let mut over = send(&[], body("Ada"));
    // The time until the next month.
    assert!(over.header("retry-after").parse::<u64>().unwrap() > 0);
    over.headers.remove("retry-after");
    table.row("429 quota-exceeded", &over);
    insta::assert_snapshot!(table.0);
}

#[test]
fn rates() {
    let world = world();
    let slow = uuid!("0197b1c2-0000-7f80-9a1b-00000000510e");
    let plan = Plan { monthly_documents: Some(9), storage_bytes: None, requests: RequestRate::new(1, 2) };
    seed::tenant_with_plan(&world.server.data(), slow, "plk_slow", true, plan);
    let mut table = Table::default();
    table.row("200, limits and usage", &world.get_as("plk_slow", "/api/getSubscription"));
    assert_eq!(world.get_as("plk_slow", "/api/getSubscription").status, 200);
    let mut over = world.get_as("plk_slow", "/api/getSubscription");
    let wait = over.header("retry-after").parse::<u64>().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    over.headers.remove("retry-after");
    table.row("429 rate-limited", &over);
    assert_eq!(world.get_as(FRUGAL_KEY, "/api/getSubscription").status, 200, "only its own subscription");
    insta::assert_snapshot!(table.0);
}
