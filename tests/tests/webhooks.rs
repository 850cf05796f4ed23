//! Callbacks of jobs, over real sockets: a receiver of the test's own, which answers as it is told.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use platen_tests::receiver::{ERROR, OK, Receiver, until};
use platen_tests::server::Server;
use platen_tests::{certificate, seed};
use serde_json::{Value, json};

use platen_tests::fixtures::docx;

/// Callbacks to loopback, tried again soon.
const HERE: &[(&str, &str)] =
    &[("PLATEN_CALLBACKS", "anywhere"), ("PLATEN_LIMITS", "callback_retry=1,callback_tries=3")];

/// A template whose second item fails.
fn template(server: &Server) -> String {
    let home = uuid::uuid!("9d2c5f0e-7a34-4b1c-8f5e-2b7c60a1d3e4");
    seed::template(&server.data(), home, "note.docx", docx(&["Dear {{ name }}"])).to_string()
}

fn body(template: &str, callback: &str) -> Value {
    json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }, {}], "callbackUrl": callback })
}

fn start(server: &Server, template: &str, callback: &str) -> String {
    let reply = server.post("/api/generateDocumentsBulk", body(template, callback).to_string());
    assert_eq!(reply.status, 202, "{:?}", reply.body);
    reply.json()["jobId"].as_str().unwrap().to_owned()
}

fn secret(server: &Server, rotate: &[&str]) -> String {
    let printed = server.command(&[&["key", "webhook"], rotate].concat()).output().unwrap();
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    String::from_utf8(printed.stdout).unwrap().trim().to_owned()
}

#[test]
fn an_end_is_told_once_signed_and_not_again_after_a_2xx() {
    let server = Server::configured(HERE);
    let receiver = Receiver::new(&[OK]);
    let template = template(&server);
    let job = start(&server, &template, &receiver.url());
    let told = receiver.wait_for(1).remove(0);
    assert_eq!(told.line, "POST /jobs?from=platen HTTP/1.1");
    assert_eq!(told.header("host"), format!("127.0.0.1:{}", receiver.port));
    assert_eq!(told.header("content-type"), "application/json");
    let expected = json!({
        "jobId": job, "templateId": template, "status": "Completed", "totalCount": 2, "failedGenerationCount": 1,
    });
    assert_eq!((told.event(), told.header("webhook-id")), (expected, job.as_str()));
    assert!(told.is_genuine(&secret(&server, &[])));
    assert!(!told.is_genuine("whsec_c29tZWJvZHkgZWxzZSdzIHNlY3JldCwgMzIgYnl0ZXM="));
    until(|| server.log().contains("callback delivered").then_some(()));
    // One more look of the sender.
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(receiver.received().len(), 1);
}

#[test]
fn after_a_rotation_the_secret_before_holds_until_receivers_changed_over() {
    let server = Server::configured(HERE);
    let receiver = Receiver::new(&[OK]);
    let template = template(&server);
    let first = secret(&server, &[]);
    assert_eq!(secret(&server, &[]), first, "it is made once");
    let second = secret(&server, &["--rotate"]);
    assert_eq!(secret(&server, &[]), second);
    start(&server, &template, &receiver.url());
    let told = receiver.wait_for(1).remove(0);
    assert_eq!(told.header("webhook-signature").split(' ').count(), 2);
    assert!(told.is_genuine(&second) && told.is_genuine(&first));

    // Once more, and the first is forgotten.
    let third = secret(&server, &["--rotate"]);
    start(&server, &template, &receiver.url());
    let told = receiver.wait_for(2).remove(1);
    assert_eq!([&third, &second, &first].map(|secret| told.is_genuine(secret)), [true, true, false]);
}

#[test]
fn the_time_to_change_over_ends() {
    let limits = ("PLATEN_LIMITS", "callback_secret_overlap=1");
    let server = Server::configured(&[("PLATEN_CALLBACKS", "anywhere"), limits]);
    let receiver = Receiver::new(&[OK]);
    let (before, now) = (secret(&server, &[]), secret(&server, &["--rotate"]));
    std::thread::sleep(Duration::from_millis(1_100));
    start(&server, &template(&server), &receiver.url());
    let told = receiver.wait_for(1).remove(0);
    assert!(told.is_genuine(&now) && !told.is_genuine(&before));
}

#[test]
fn a_receiver_that_fails_is_asked_again_and_given_up_in_the_end() {
    let server = Server::configured(HERE);
    let template = template(&server);
    let recovers = Receiver::new(&[ERROR, "no HTTP at all\r\n\r\n", OK]);
    // A redirect is followed by nobody: it would lead where no check was.
    let trap = Receiver::new(&[OK]);
    let redirect = format!("HTTP/1.1 302 Found\r\nlocation: {}\r\ncontent-length: 0\r\n\r\n", trap.url());
    let redirects = Receiver::new(&[&redirect]);
    start(&server, &template, &recovers.url());
    start(&server, &template, &redirects.url());
    let tries = recovers.wait_for(3);
    assert!(tries.iter().all(|each| each.header("webhook-id") == tries[0].header("webhook-id")));
    until(|| server.log().contains("callback given up").then_some(()));
    assert_eq!((redirects.received().len(), trap.received().len()), (3, 0));
    assert!(server.log().contains("the receiver answered 302"), "{}", server.log());
}

#[test]
fn a_callback_outlives_the_process_that_owes_it() {
    let mut server =
        Server::configured(&[("PLATEN_CALLBACKS", "anywhere"), ("PLATEN_LIMITS", "callback_retry=2")]);
    let template = template(&server);
    // A port where nobody listens yet.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let job = start(&server, &template, &format!("http://{address}/jobs?from=platen"));
    until(|| server.log().contains("callback failed and is tried again").then_some(()));
    server.kill_and_restart();
    let receiver = Receiver::on(TcpListener::bind(address).unwrap(), &[OK]);
    assert_eq!(receiver.wait_for(1)[0].header("webhook-id"), job);
}

#[test]
fn a_cancelled_job_is_told_too() {
    let server = Server::configured(HERE);
    let receiver = Receiver::new(&[OK]);
    let template = template(&server);
    let mut many = body(&template, &receiver.url());
    many["items"] = Value::Array(vec![json!({ "name": "A" }); 20_000]);
    let job = server.post("/api/generateDocumentsBulk", many.to_string()).json()["jobId"].clone();
    let job = job.as_str().unwrap();
    let cancelled = server.post(&format!("/api/bulkGenerationJobs/{job}/cancel"), "").json();
    assert_eq!(cancelled["status"], "Canceled");
    let told = receiver.wait_for(1)[0].event();
    assert_eq!((&told["status"], &told["totalCount"]), (&json!("Canceled"), &json!(20_000)));
}

#[test]
fn the_log_leads_from_a_request_to_its_job_and_to_its_callback() {
    let server = Server::configured(HERE);
    let receiver = Receiver::new(&[OK]);
    let body = body(&template(&server), &receiver.url()).to_string();
    let headers = [
        ("x-functions-key", server.key()),
        ("content-type", "application/json"),
        ("x-request-id", "order-17"),
    ];
    let started = server.send(http::Method::POST, "/api/generateDocumentsBulk", &headers, body);
    assert_eq!(started.headers["x-request-id"], "order-17");
    let job = started.json()["jobId"].as_str().unwrap().to_owned();
    until(|| server.log().contains("callback delivered").then_some(()));
    let log = server.log();
    let line = |words: &str| log.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("{log}"));
    assert!(line("job started").contains("order-17") && line("job started").contains(&job), "{log}");
    assert!(line("callback delivered").contains(&job), "{log}");
}

#[test]
fn nothing_inside_is_called() {
    let server = Server::start();
    let template = template(&server);
    let trap = Receiver::new(&[OK]);
    for inside in [
        format!("http://example.com:{}/", trap.port),
        format!("https://127.0.0.1:{}/", trap.port),
        format!("https://[::ffff:127.0.0.1]:{}/", trap.port),
        "https://10.0.0.1/".to_owned(),
        "https://169.254.169.254/latest/meta-data/".to_owned(),
        "https://user:password@example.com/".to_owned(),
        // Names that can only lead inside, and numbers that a resolver reads in its own way.
        format!("https://localhost:{}/", trap.port),
        format!("https://127.1:{}/", trap.port),
        format!("https://2130706433:{}/", trap.port),
        "not an address".to_owned(),
    ] {
        let reply = server.post("/api/generateDocumentsBulk", body(&template, &inside).to_string());
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["errors"][0]["pointer"]),
            (400, &json!("/callbackUrl")),
            "{inside}"
        );
    }
    assert!(trap.received().is_empty());
}

/// Answers 204 over TLS on a free port, which it prints; then each request's path.
const TLS_RECEIVER: &str = r#"
import http.server, ssl, sys
class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(204)
        self.end_headers()
        print(self.path, flush=True)
    def log_message(self, *_):
        pass
server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
"#;

/// A receiver that ends with the test, and the lines that it prints.
struct TlsReceiver(Child, BufReader<std::process::ChildStdout>);

impl TlsReceiver {
    fn start(folder: &Path) -> TlsReceiver {
        let [certificate, key] = certificate::make(folder, "DNS:localhost");
        let mut receiver = Command::new("python3");
        let receiver = receiver.args(["-c", TLS_RECEIVER]).arg(certificate).arg(key).stdout(Stdio::piped());
        let mut receiver = receiver.spawn().unwrap();
        let lines = BufReader::new(receiver.stdout.take().unwrap());
        TlsReceiver(receiver, lines)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.1.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }
}

impl Drop for TlsReceiver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn over_tls_only_who_is_trusted_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut receiver = TlsReceiver::start(folder.path());
    let port = receiver.line();
    let trusted = folder.path().join("cert.pem");
    let trusting = [("PLATEN_CALLBACKS", "anywhere"), ("SSL_CERT_FILE", trusted.to_str().unwrap()), HERE[1]];
    let (server, doubting) = (Server::configured(&trusting), Server::configured(HERE));
    for server in [&doubting, &server] {
        start(server, &template(server), &format!("https://localhost:{port}/end"));
    }
    assert_eq!(receiver.line(), "/end");
    until(|| doubting.log().contains("callback given up").then_some(()));
    assert!(doubting.log().contains("certificate"), "{}", doubting.log());
    // The same receiver under a name that its certificate does not have.
    start(&server, &template(&server), &format!("https://127.0.0.1:{port}/end"));
    until(|| server.log().contains("callback given up").then_some(()));
}
