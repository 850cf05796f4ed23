//! `platen backup` beside a server that works, and `platen restore` of what it made.

use std::fs;
use std::path::Path;

use http::Method;
use platen_tests::binaries::command;
use platen_tests::fixtures::docx;
use platen_tests::server::Server;
use serde_json::json;

fn restore(from: &Path, data: &Path) -> (Option<i32>, String) {
    let output = command("platen").arg("restore").arg(from).arg("--data").arg(data).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_backup_in_the_middle_of_a_job_ends_that_job_where_it_is_restored() {
    const ITEMS: usize = 400;
    let server = Server::start();
    let key = server.key().to_owned();
    let template = server.template("note.docx", &docx(&["Dear {{ name }}"]));
    let items: Vec<_> = (0..ITEMS).map(|number| json!({ "name": format!("Ada {number}") })).collect();
    let body = json!({ "templateId": template, "format": ".pdf", "items": items }).to_string();
    let job = server.post("/api/generateDocumentsBulk", body).json()["jobId"].as_str().unwrap().to_owned();
    let path = format!("/api/bulkGenerationJobs/{job}");
    while server.get(&path).json()["completedCount"].as_u64().unwrap() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let copy = server.scratch().join("copy");
    let output = server.command(&["backup", copy.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let then = server.get(&path).json();
    assert_eq!(then["status"], "Running", "the backup was not taken in the middle: {then}");
    assert!(!server.data().join("backup.tmp").exists());
    // The first one is not held up: it ends its job as well.
    assert_eq!(server.ended(&key, &job)["completedCount"], ITEMS);

    let folder = tempfile::tempdir().unwrap();
    let (code, said) = restore(&copy, &folder.path().join("data"));
    assert_eq!(code, Some(0), "{said}");
    let restored = Server::start_in(folder);
    let ended = restored.ended(&key, &job);
    assert_eq!((&ended["status"], &ended["completedCount"]), (&json!("Completed"), &json!(ITEMS)), "{ended}");
    let link = ended["zipUrl"].as_str().unwrap();
    let archive = restored.send(Method::GET, &format!("/{}", link.splitn(4, '/').nth(3).unwrap()), &[], "");
    let archive = zip::ZipArchive::new(std::io::Cursor::new(archive.body)).unwrap();
    assert_eq!(archive.len(), ITEMS);
    // Keys, templates and what they are for came along.
    let body = json!({ "templateId": template, "format": ".docx", "data": { "name": "Ada" } }).to_string();
    let headers = [("x-functions-key", key.as_str()), ("content-type", "application/json")];
    assert_eq!(restored.send(Method::POST, "/api/generateDocument", &headers, body).status, 200);
}

#[test]
fn nothing_is_overwritten_and_nothing_damaged_is_restored() {
    let server = Server::start();
    let copy = server.scratch().join("copy");
    let back_up = || server.command(&["backup", copy.to_str().unwrap()]).output().unwrap();
    assert!(back_up().status.success());
    let again = back_up();
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8(again.stderr).unwrap().contains("exists and is not empty"));
    let (code, said) = restore(&copy, &server.data());
    assert!(code == Some(1) && said.contains("exists and is not empty"), "{said}");
    let (code, said) = restore(server.scratch(), &server.scratch().join("new"));
    assert!(code == Some(1) && said.contains("has no store"), "{said}");

    let tenant = fs::read_dir(copy.join("packages")).unwrap().next().unwrap().unwrap().path();
    let package = fs::read_dir(tenant).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&package).unwrap();
    fs::write(&package, "changed").unwrap();
    let (code, said) = restore(&copy, &server.scratch().join("new"));
    assert!(code == Some(1) && said.contains("the template's file was changed"), "{said}");
    fs::write(&package, whole).unwrap();
    let database = fs::read(copy.join("platen.db")).unwrap();
    fs::write(copy.join("platen.db"), &database[..database.len() / 2]).unwrap();
    let (code, said) = restore(&copy, &server.scratch().join("new"));
    assert!(code == Some(1) && said.contains("use another backup"), "{said}");
    assert!(!server.scratch().join("new").exists());
    fs::write(copy.join("platen.db"), database).unwrap();
    assert_eq!(restore(&copy, &server.scratch().join("new")).0, Some(0));
}
