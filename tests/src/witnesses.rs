//! Independent programs that read what we write: LibreOffice (Debian's libreoffice-writer) and poppler's pdftotext
//! (poppler-utils). `make test` installs them; without them these checks fail.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// The text of a PDF, white space made single.
pub fn pdf_text(pdf: &[u8]) -> String {
    let mut pdftotext = Command::new("pdftotext");
    pdftotext.args(["-layout", "-", "-"]);
    single_spaced(&said(&mut pdftotext, "pdftotext (Debian: poppler-utils)", pdf))
}

/// What a Python script prints that reads this as JSON; it has the libraries of `tests/tools-clients.txt`.
pub fn python(script: &str, given: &Value) -> String {
    let mut python = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.work/clients/bin/python"));
    said(python.args(["-c", script]), "Python (`make setup-test`)", given.to_string().as_bytes())
}

/// What a script for Node prints that reads this as JSON; it has the packages of this folder of `.work`.
pub fn node(script: &str, folder: &str, given: &Value) -> String {
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.work").join(folder).join("node_modules");
    let mut node = Command::new("node");
    said(
        node.arg(script).env("NODE_PATH", packages),
        "Node (`make setup-test`)",
        given.to_string().as_bytes(),
    )
}

/// What a program prints that reads all of its input first.
fn said(program: &mut Command, named: &str, input: &[u8]) -> String {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{named}: {error}"));
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{named}: {}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// The text of Word documents as LibreOffice reads them, by name, white space made single. One start for all of them: it
/// takes seconds.
pub fn office_texts(documents: &BTreeMap<String, Vec<u8>>) -> BTreeMap<String, String> {
    // Two at once would be slower than one after the other.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);

    let folder = tempfile::tempdir().unwrap();
    let text_folder = folder.path().join("text");
    let mut command = Command::new("soffice");
    // A profile of its own: the user's may be open in a window, or locked by another test run.
    command
        .arg(format!("-env:UserInstallation=file://{}/profile", folder.path().display()))
        .args(["--headless", "--norestore", "--convert-to", "txt:Text (encoded):UTF8", "--outdir"])
        .arg(&text_folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    for (name, bytes) in documents {
        let path = folder.path().join(format!("{name}.docx"));
        fs::write(&path, bytes).unwrap();
        command.arg(path);
    }
    let status =
        command.status().unwrap_or_else(|error| panic!("soffice (Debian: libreoffice-writer): {error}"));
    assert!(status.success(), "LibreOffice failed: {status}");
    documents.keys().map(|name| (name.clone(), office_text(&text_folder, name))).collect()
}

fn office_text(folder: &Path, name: &str) -> String {
    let path = folder.join(format!("{name}.txt"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("LibreOffice did not open {name}: {error}"));
    single_spaced(&text)
}

/// Every white space, no-break ones and the byte-order mark too, as one space.
fn single_spaced(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}', '\u{feff}'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every string inside a JSON value.
pub fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(strings).collect(),
        Value::Object(members) => members.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}
