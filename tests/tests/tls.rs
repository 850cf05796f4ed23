//! HTTPS, with curl as the client and a certificate that openssl makes.

use std::io::Read;
use std::net::TcpStream;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use platen_tests::binaries::command;
use platen_tests::certificate;
use platen_tests::server::Server;
use serde_json::{Value, json};

use platen_tests::fixtures::docx;

const NAMES: &str = "DNS:localhost,IP:127.0.0.1";

fn start() -> Server {
    let folder = tempfile::tempdir().unwrap();
    let [certificate, key] = certificate::make(folder.path(), NAMES);
    Server::start_with(folder, &["--tls-cert", &certificate, "--tls-key", &key])
}

/// curl that trusts the server's certificate alone.
fn curl(server: &Server, words: &[&str]) -> Output {
    let certificate = server.scratch().join("cert.pem");
    let mut curl = Command::new("curl");
    curl.args(["-sS", "-i", "--noproxy", "*", "--cacert"]).arg(certificate).args(words);
    curl.output().unwrap_or_else(|error| panic!("curl: {error}"))
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).to_lowercase()
}

#[test]
fn requests_come_over_tls_and_over_nothing_less() {
    let server = start();
    let url = format!("https://{}/api/getTemplates?pageNumber=1&pageSize=9", server.address());
    assert!(server.welcome().contains("https://") && !server.welcome().contains("http://"));
    let key = format!("x-functions-key: {}", server.key());
    for versions in [["--tls-max", "1.3"], ["--tls-max", "1.2"]] {
        let answer = text(&curl(&server, &[&versions[..], &["-H", &key, &url]].concat()));
        assert!(answer.starts_with("http/1.1 200"), "{answer}");
        assert!(answer.contains("strict-transport-security: max-age=31536000"), "{answer}");
    }
    let old = curl(&server, &["--tls-max", "1.1", &url]);
    assert!(!old.status.success(), "{old:?}");
    let stranger = Command::new("curl").args(["-sS", "--noproxy", "*", &url]).output().unwrap();
    assert!(!stranger.status.success(), "who does not trust the certificate gets nothing");
    let plain = curl(&server, &[&url.replace("https", "http")]);
    assert!(!text(&plain).contains("200 ok"), "{plain:?}");
}

#[test]
fn links_in_answers_are_https() {
    let server = start();
    let template = server.template("greeting.docx", &docx(&["Dear {{ name }}"]));
    let body = json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }] });
    let key = format!("x-functions-key: {}", server.key());
    let ask = |path: &str, more: &[&str]| -> Value {
        let url = format!("https://{}{path}", server.address());
        let answer = curl(&server, &[&["-H", key.as_str(), url.as_str()][..], more].concat());
        let answer = String::from_utf8(answer.stdout).unwrap();
        serde_json::from_str(answer.split("\r\n\r\n").last().unwrap()).unwrap()
    };
    let body = body.to_string();
    let json = "content-type: application/json";
    let started = ask("/api/generateDocumentsBulk", &["-H", json, "-d", body.as_str()]);
    let job = format!("/api/bulkGenerationJobs/{}", started["jobId"].as_str().unwrap());
    let end = Instant::now() + Duration::from_secs(60);
    let link = loop {
        let job = ask(&job, &[]);
        if let Some(link) = job["zipUrl"].as_str() {
            break link.to_owned();
        }
        assert!(Instant::now() < end, "{job}");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(link.starts_with(&format!("https://{}/", server.address())), "{link}");
    let archive = curl(&server, &[&link]);
    assert!(text(&archive).starts_with("http/1.1 200") && text(&archive).contains("greeting.docx"));
}

#[test]
fn a_client_that_never_says_hello_is_sent_away() {
    let server = start();
    let mut silent = TcpStream::connect(server.address()).unwrap();
    silent.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    assert_eq!(silent.read(&mut [0]).unwrap(), 0, "the server hangs up");
}

#[test]
fn files_that_are_no_certificate_and_key_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let [certificate, key] = certificate::make(folder.path(), NAMES);
    let other = tempfile::tempdir().unwrap();
    let [_, strange_key] = certificate::make(other.path(), NAMES);
    let serve = |certificate: &str, key: &str| {
        let mut serve = command("platen");
        serve.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--tls-cert",
            certificate,
            "--tls-key",
            key,
            "--data",
        ]);
        let output = serve.arg(folder.path().join("data")).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (certificate, key, wrong) in [
        (key.as_str(), key.as_str(), "holds no certificate in PEM"),
        (&certificate, &certificate, "holds no private key in PEM"),
        (&certificate, &strange_key, "cannot be used"),
        ("/nowhere.pem", &key, "/nowhere.pem holds no certificate"),
    ] {
        let (code, said) = serve(certificate, key);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(wrong), "{said}");
    }
    assert!(!folder.path().join("data").exists(), "nothing was begun");
}
