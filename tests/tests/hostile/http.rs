//! Row 1 of the promises over HTTP: whatever is sent, the server answers in the interface's words, lives on, and stays
//! small.

use std::io::Write;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use http::Method;
use platen_service::problem::Code;
use platen_tests::client::Reply;
use platen_tests::hostile::document::Document;
use platen_tests::hostile::{Case, Expected, data, packages};
use platen_tests::server::Server;

/// No server may take more memory for the whole set, in bytes.
const MEMORY: u64 = 512 << 20;

/// Text of a document that no log may hold.
const CANARY: &str = "canary-52f1b8";

/// What such a request can be blamed for.
const BLAMES: [Code; 5] =
    [Code::InvalidBody, Code::InvalidData, Code::PayloadTooLarge, Code::TemplateError, Code::LimitExceeded];

/// A server with one template, and what came of the cases that it was sent.
struct Target {
    server: Server,
    template: String,
    longest: Duration,
    failed: Vec<String>,
}

impl Target {
    fn start() -> Target {
        let server = Server::start();
        let template = server.template("template.docx", &Document::of_texts(&["{{ a }}".to_owned()]).docx());
        Target { server, template, longest: Duration::ZERO, failed: Vec::new() }
    }

    /// Sends `data` to be filled in. Packed: most cases are larger than a body may be, and pack well.
    fn fill(&mut self, name: &str, data: &[u8], expected: Expected) {
        let head = format!(
            "{{\"templateId\": \"{}\", \"format\": \".docx\", \"fileName\": \"{CANARY}\", \"data\": ",
            self.template
        );
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        for piece in [head.as_bytes(), data, b"}"] {
            packed.write_all(piece).unwrap();
        }
        let headers = [
            ("x-functions-key", self.server.key()),
            ("content-type", "application/json"),
            ("content-encoding", "gzip"),
        ];
        let begin = Instant::now();
        let reply =
            self.server.send(Method::POST, "/api/generateDocument", &headers, packed.finish().unwrap());
        self.longest = self.longest.max(begin.elapsed());
        self.judge(name, &reply, expected);
    }

    /// A good answer, or one that blames what was sent; nothing else.
    fn judge(&mut self, name: &str, reply: &Reply, expected: Expected) {
        let told = match reply.header("content-type") {
            "application/problem+json" => reply.json()["code"].as_str().unwrap_or_default().to_owned(),
            _ => String::new(),
        };
        println!("{} {told:<22} {name}", reply.status.as_u16());
        let right = match BLAMES.into_iter().find(|code| code.as_str() == told) {
            Some(code) => code.status() == reply.status,
            None => reply.status == 200 && expected == Expected::Any,
        };
        if !right {
            self.failed.push(format!("{} {told} {name}", reply.status));
        }
    }

    fn conclude(self, cases: usize) {
        let memory = self.server.most_memory();
        println!("{cases} cases, {} MiB at most, {} ms at most", memory >> 20, self.longest.as_millis());
        assert!(self.failed.is_empty(), "{:#?}", self.failed);
        assert!(memory <= MEMORY, "{} MiB", memory >> 20);
        assert_eq!(self.server.get("/api/health").status, 200);
        assert!(!self.server.log().contains(CANARY), "what a document holds is logged");
    }
}

#[test]
fn hostile_data_is_answered_in_the_interfaces_words() {
    let mut target = Target::start();
    let cases = data::all();
    for case in &cases {
        target.fill(&case.name, &case.data, case.expected);
    }
    // The parser and the engine hold them once each: more than one template may cost, and less than the server may.
    target.fill("json: a million members", data::members(1_000_000).as_bytes(), Expected::Any);
    target.conclude(cases.len() + 1);
}

/// Members that nobody reads are named, but not all of a million.
#[test]
fn answers_to_hostile_requests_are_short() {
    let target = Target::start();
    let ask = |path: &str, kind: &str, body: Vec<u8>| {
        let headers = [("x-functions-key", target.server.key()), ("content-type", kind)];
        let reply = target.server.send(Method::POST, path, &headers, body);
        let (told, listed) =
            (reply.json()["code"].clone(), reply.json()["errors"].as_array().map_or(0, Vec::len));
        println!("{} {told}, {listed} errors in {} bytes: {path}", reply.status.as_u16(), reply.body.len());
        assert_eq!((reply.status.as_u16(), told.as_str()), (400, Some("invalid-body")), "{path}");
        assert!(listed <= 110 && reply.body.len() < 64 << 10, "{path}: {} bytes", reply.body.len());
        listed
    };
    let unknown = data::members(700_000);
    let in_options = format!("{{\"options\": {unknown}}}");
    assert!(ask("/api/generateDocument", "application/json", unknown.clone().into()) > 0);
    assert!(ask("/api/generateDocument", "application/json", in_options.into()) > 0);
    assert!(ask("/api/generateDocumentsBulk", "application/json", unknown.into()) > 0);
    let field = "--b\r\nContent-Disposition: form-data; name=x\r\n\r\n\r\n";
    let form = field.repeat(200_000) + "--b--\r\n";
    ask("/api/templates/check", "multipart/form-data; boundary=b", form.into());
    target.conclude(4);
}

#[test]
fn hostile_files_in_data_are_answered_in_the_interfaces_words() {
    let mut target = Target::start();
    let cases: Vec<Case> = packages::all().into_iter().chain(packages::bombs()).collect();
    for case in &cases {
        let value = format!("{{\"a\": {{\"$docx\": \"{}\"}}}}", data::base64(&case.template));
        target.fill(&case.name, value.as_bytes(), case.expected);
    }
    target.conclude(cases.len());
}

#[test]
fn hostile_templates_are_answered_in_the_interfaces_words() {
    let mut target = Target::start();
    let cases: Vec<Case> = packages::all().into_iter().chain(packages::bombs()).collect();
    for case in &cases {
        let headers =
            [("x-functions-key", target.server.key()), ("content-type", "application/octet-stream")];
        let begin = Instant::now();
        let reply = target.server.send(Method::POST, "/api/templates/check", &headers, case.template.clone());
        target.longest = target.longest.max(begin.elapsed());
        target.judge(&case.name, &reply, case.expected);
    }
    target.conclude(cases.len());
}
