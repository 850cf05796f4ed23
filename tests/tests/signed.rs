//! Signed PDFs over HTTP, in jobs and on the command line, verified by pyHanko. What a signature is made of is tested where it is
//! written (`shared/pdf/tests/finish/signed.rs`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use platen_tests::fixtures::docx;
use platen_tests::server::Server;
use platen_tests::{binaries, certificate};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A key and its certificate in one file.
struct Key {
    folder: TempDir,
}

impl Key {
    fn new() -> Key {
        let key = Key { folder: tempfile::tempdir().unwrap() };
        let parts = certificate::make(key.folder.path(), "DNS:localhost");
        fs::write(key.file(), parts.map(|part| fs::read(part).unwrap()).concat()).unwrap();
        key
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("signer.pem")
    }

    /// What pyHanko says of a PDF that is signed by it.
    fn verified(&self, pdf: &[u8]) -> Value {
        let file = self.folder.path().join("signed.pdf");
        fs::write(&file, pdf).unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut python = Command::new(root.join(".work/signatures/bin/python"));
        let python = python.arg(root.join("shared/pdf/tests/finish/verify.py")).arg(&file);
        let said = python.arg(self.folder.path().join("cert.pem")).output().unwrap();
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        serde_json::from_slice(&said.stdout).unwrap()
    }

    fn assert_signed(&self, pdf: &[u8], reason: Option<&str>) {
        let said = self.verified(pdf);
        let found = [&said["intact"], &said["valid"], &said["coverage"], &said["reason"]];
        assert_eq!(found, [&json!(true), &json!(true), &json!("ENTIRE_FILE"), &json!(reason)], "{said}");
    }
}

fn request(template: &str, sign: &Value) -> Value {
    json!({ "templateId": template, "format": ".pdf", "data": { "name": "Ada" }, "options": { "pdf": { "sign": sign } } })
}

#[test]
fn documents_and_those_of_jobs_are_signed() {
    let key = Key::new();
    let server = Server::configured(&[("PLATEN_SIGNING_KEY_FILE", key.file().to_str().unwrap())]);
    let template = server.template("letter.docx", &docx(&["Dear {{ name }}"]));
    let generate = |body: Value| server.post("/api/generateDocument", body.to_string());
    let reply = generate(request(&template, &json!({ "reason": "Approved" })));
    assert_eq!(reply.status, 200, "{:?}", reply.body);
    key.assert_signed(&reply.body, Some("Approved"));

    let mut preview = request(&template, &json!({}));
    preview["preview"] = true.into();
    assert!(!generate(preview).body.windows(9).any(|bytes| bytes == b"/Type/Sig"), "a preview is not signed");

    let mut job = request(&template, &json!({}));
    let job = job.as_object_mut().unwrap();
    job.remove("data");
    job.insert("items".to_owned(), json!([{ "name": "Ada" }, { "name": "Bob" }]));
    let start = |job: &Value| server.post("/api/generateDocumentsBulk", job.to_string());
    let mut job = Value::Object(job.clone());
    let reply = start(&job);
    assert_eq!(reply.status, 202, "{:?}", reply.body);
    let ended = server.ended(server.key(), reply.json()["jobId"].as_str().unwrap());
    assert_eq!(
        (&ended["status"], &ended["failedGenerationCount"]),
        (&json!("Completed"), &json!(0)),
        "{ended}"
    );
    let link = ended["zipUrl"].as_str().unwrap();
    let path = link.split_once(server.address()).unwrap().1;
    let archive = server.get(path).body;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive.to_vec())).unwrap();
    for index in 0..2 {
        let mut pdf = Vec::new();
        std::io::copy(&mut archive.by_index(index).unwrap(), &mut pdf).unwrap();
        key.assert_signed(&pdf, None);
    }

    job["merge"] = true.into();
    let problem = start(&job).json();
    assert_eq!(problem["errors"][0]["pointer"], "/merge", "{problem}");
    let mut locked = request(&template, &json!({ "reason": "two\nlines" }));
    locked["options"]["pdf"]["password"] = "secret".into();
    let problem = generate(locked).json();
    let pointers: Vec<_> = problem["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["pointer"].as_str().unwrap())
        .collect();
    assert_eq!(pointers, ["/options/pdf/sign/reason", "/options/pdf/sign"], "{problem}");
}

#[test]
fn a_service_without_a_key_says_so() {
    let server = Server::start();
    let template = server.template("letter.docx", &docx(&["Dear {{ name }}"]));
    let problem = server.post("/api/generateDocument", request(&template, &json!({})).to_string()).json();
    assert_eq!(problem["errors"][0]["pointer"], "/options/pdf/sign", "{problem}");
    assert!(
        problem["errors"][0]["detail"].as_str().unwrap().contains("PLATEN_SIGNING_KEY_FILE"),
        "{problem}"
    );
}

#[test]
fn the_command_line_signs() {
    let key = Key::new();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("letter.docx"), docx(&["Dear {{ name }}"])).unwrap();
    fs::write(path("data.json"), r#"{ "name": "Ada" }"#).unwrap();
    let render = |options: &[&str], key: Option<PathBuf>| {
        let mut command = binaries::command("platen");
        let command =
            command.current_dir(&folder).args(["render", "letter.docx", "data.json", "-o", "out.pdf"]);
        command.args(options).envs(key.map(|key| ("PLATEN_SIGNING_KEY_FILE", key))).output().unwrap()
    };
    for (option, reason) in [("--sign", None), ("--sign=Approved", Some("Approved"))] {
        let output = render(&[option], Some(key.file()));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        key.assert_signed(&fs::read(path("out.pdf")).unwrap(), reason);
    }
    let output = render(&["--sign"], None);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("PLATEN_SIGNING_KEY_FILE"));
}
