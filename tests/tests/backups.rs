//! `platen backup` beside a server that works, and `platen restore` of what it made.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use http::Method;
use platen_tests::binaries::command;
use platen_tests::client::Reply;
use platen_tests::fixtures::docx;
use platen_tests::server::Server;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

fn restore(from: &Path, data: &Path) -> (Option<i32>, String) {
    restore_with(from, data, &[])
}

fn restore_with(from: &Path, data: &Path, options: &[&str]) -> (Option<i32>, String) {
    said(command("platen").arg("restore").args(options).arg(from).arg("--data").arg(data))
}

/// How a command ended, and what it said.
fn said(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// The file of a template with this text, in a data folder or a copy of one.
fn package(folder: &Path, docx: &[u8]) -> PathBuf {
    let tenants = fs::read_dir(folder.join("packages")).unwrap().map(|tenant| tenant.unwrap().path());
    let name = hex::encode(Sha256::digest(docx));
    tenants.map(|tenant| tenant.join(&name)).find(|path| path.is_file()).unwrap()
}

fn change_a_byte(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    bytes[40] ^= 0x55;
    fs::write(path, bytes).unwrap();
}

#[test]
fn damage_is_named_everything_else_is_copied_and_restored() {
    let mut server = Server::start();
    let (key, good) = (server.key().to_owned(), docx(&["Good {{ name }}"]));
    let whole = server.template("good.docx", &good);
    let bad = docx(&["Bad {{ name }}"]);
    let hurt = server.template("bad.docx", &bad);
    change_a_byte(&package(&server.data(), &bad));
    // What was read before stays in memory.
    server.kill_and_restart();

    // The author is not blamed, and the log names what to repair.
    let headers = [("x-functions-key", key.as_str()), ("content-type", "application/json")];
    let generate = |server: &Server, template: &str| {
        let body = json!({ "templateId": template, "format": ".docx", "data": { "name": "Ada" } });
        server.send(Method::POST, "/api/generateDocument", &headers, body.to_string())
    };
    let reply = generate(&server, &hurt);
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (500, &json!("internal")), "{}", reply.json());
    assert!(reply.json()["detail"].as_str().unwrap().contains("damaged"), "{}", reply.json());
    assert!(server.log().contains(&format!("template {hurt}, version 1 was changed")), "{}", server.log());
    let metrics = server.send(Method::GET, "/metrics", &headers, "");
    let metrics = String::from_utf8(metrics.body.to_vec()).unwrap();
    assert!(metrics.contains("platen_store_damage_total 1"), "{metrics}");
    assert_eq!(generate(&server, &whole).status, 200);

    let (code, doctor) = {
        let output = server.command(&["doctor", "--listen", server.address()]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert!(code == Some(1) && doctor.contains(&hurt) && !doctor.contains(&whole), "{doctor}");

    let copy = server.scratch().join("copy");
    let (code, text) = said(&mut server.command(&["backup", copy.to_str().unwrap()]));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(&format!("({hurt}, of subscription")) && text.contains("version 1"), "{text}");
    assert!(!text.contains(&whole), "{text}");
    assert!(package(&copy, &good).is_file());

    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (code, text) = restore(&copy, &data);
    assert!(code == Some(1) && text.contains(&hurt) && text.contains("--except-damaged"), "{text}");
    assert!(!data.exists());
    let (code, text) = restore_with(&copy, &data, &["--except-damaged"]);
    assert!(code == Some(0) && text.contains(&hurt), "{text}");
    let restored = Server::start_in(folder);
    assert_eq!(generate(&restored, &whole).status, 200);
    let refused = generate(&restored, &hurt);
    assert_eq!(refused.json()["code"], "template-error", "{}", refused.json());
    assert!(refused.json().to_string().contains("not restored from the backup"), "{}", refused.json());
    // The same file again makes it whole, as a new version.
    let again = restored.template("bad.docx", &bad);
    assert_eq!((again == hurt, generate(&restored, &hurt).status.as_u16()), (true, 200));
    let (code, text) = said(&mut restored.command(&["backup", folder_beside(&restored).to_str().unwrap()]));
    assert_eq!(code, Some(0), "{text}");
}

fn folder_beside(server: &Server) -> PathBuf {
    server.scratch().join("another-copy")
}

#[test]
fn a_backup_into_the_folder_itself_is_refused() {
    let server = Server::start();
    let link = server.scratch().join("link");
    std::os::unix::fs::symlink(server.data(), &link).unwrap();
    let into = [
        server.data().join("copy"),
        server.data().join("packages/deeper/copy"),
        link.join("copy"),
        server.scratch().join("data/../data/copy"),
    ];
    for to in into {
        let (code, text) = said(&mut server.command(&["backup", to.to_str().unwrap()]));
        assert!(code == Some(1) && text.contains("is inside"), "{}: {text}", to.display());
    }
    assert!(!server.data().join("copy").exists() && !server.data().join("copy.new").exists());
}

/// Everything that writes goes on while backups are taken, also where each request writes, since its rate is counted; and however
/// a backup ends, what one says it made can be restored.
#[test]
fn nobody_waits_for_a_backup_and_none_that_ended_is_broken() {
    let server = Server::start();
    let set = ["subscription", "set", "--requests-per-minute", "1000000"];
    assert!(server.command(&set).status().unwrap().success());
    let template = server.template("note.docx", &docx(&["Dear {{ name }}"]));
    // Some bytes that a copy takes a while for.
    let filler: Vec<String> = (0..4_000u64)
        .map(|line| format!("{:x} {{{{ name }}}}", line.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        .collect();
    let filler: Vec<&str> = filler.iter().map(String::as_str).collect();
    for number in 0..20 {
        let mut lines = filler.clone();
        let first = format!("Filler {number}");
        lines.insert(0, &first);
        server.template(&format!("filler-{number}.docx"), &docx(&lines));
    }
    let stop = AtomicBool::new(false);
    let (answered, refused, backups) = (AtomicU32::new(0), Mutex::new(Vec::new()), AtomicU32::new(0));
    let work = |each: &(dyn Fn(u32) -> Reply + Sync)| {
        let mut number = 0;
        while !stop.load(Ordering::Relaxed) {
            let reply = each(number);
            number += 1;
            match reply.status.is_success() {
                true => drop(answered.fetch_add(1, Ordering::Relaxed)),
                false => refused.lock().unwrap().push(format!("{} {}", reply.status, reply.json())),
            }
        }
    };
    let generate = |number: u32| {
        let body = json!({ "templateId": template, "format": ".docx", "data": { "name": number } });
        server.post("/api/generateDocument", body.to_string())
    };
    let register = |number: u32| {
        let path = format!("/api/templates?fileName=under-load-{number}.docx");
        let headers = [("x-functions-key", server.key()), ("content-type", "application/octet-stream")];
        // Removed, too: its file goes while a backup may need it.
        if number % 4 == 3 {
            let listed = server.get("/api/getTemplates?pageNumber=1&pageSize=100&search=under-load").json();
            if let Some(id) = listed["items"][0]["templateId"].as_str() {
                let path = format!("/api/templates/{id}");
                return server.send(Method::DELETE, &path, &[("x-functions-key", server.key())], "");
            }
        }
        server.send(Method::POST, &path, &headers, docx(&[&format!("Version {number} {{{{ name }}}}")]))
    };
    let start_job = |number: u32| {
        let items: Vec<_> = (0..60).map(|item| json!({ "name": format!("{number}.{item}") })).collect();
        let body = json!({ "templateId": template, "format": ".docx", "items": items });
        let reply = server.post("/api/generateDocumentsBulk", body.to_string());
        std::thread::sleep(Duration::from_millis(50));
        reply
    };
    std::thread::scope(|scope| {
        scope.spawn(|| work(&generate));
        scope.spawn(|| work(&register));
        scope.spawn(|| work(&start_job));
        for round in 0..16u64 {
            let copy = server.scratch().join(format!("copy-{round}"));
            let mut command = server.command(&["backup", copy.to_str().unwrap()]);
            let mut child = command.stderr(Stdio::null()).spawn().unwrap();
            // Every other one is killed, each at another moment.
            if round % 2 == 0 {
                std::thread::sleep(Duration::from_millis(4 + 9 * round));
                let _ = child.kill();
            }
            let ended = child.wait().unwrap();
            assert!(round % 2 == 0 || ended.success(), "{ended}");
            if copy.exists() {
                let (code, text) = restore(&copy, &server.scratch().join(format!("restored-{round}")));
                assert_eq!(code, Some(0), "round {round}: {text}");
                backups.fetch_add(1, Ordering::Relaxed);
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    let refused = refused.into_inner().unwrap();
    assert!(refused.is_empty(), "{} refused, such as {}", refused.len(), refused[0]);
    assert!(answered.into_inner() > 100 && backups.into_inner() >= 8);
    // The last one goes on where it was.
    let folder = tempfile::tempdir().unwrap();
    fs::rename(server.scratch().join("restored-15"), folder.path().join("data")).unwrap();
    let restored = Server::start_in(folder);
    let end = Instant::now() + Duration::from_secs(60);
    let jobs = || {
        restored
            .send(
                Method::GET,
                "/api/bulkGenerationJobs?pageNumber=1&pageSize=100",
                &[("x-functions-key", server.key())],
                "",
            )
            .json()
    };
    let all_over = |jobs: &Value| {
        let jobs = jobs["items"].as_array().unwrap();
        assert!(!jobs.is_empty() && jobs.iter().all(|job| job["status"] != "Failed"), "{jobs:?}");
        jobs.iter().all(|job| job["status"] == "Completed" && job["failedGenerationCount"] == 0)
    };
    while !all_over(&jobs()) {
        assert!(Instant::now() < end, "{}", jobs());
        std::thread::sleep(Duration::from_millis(50));
    }
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
