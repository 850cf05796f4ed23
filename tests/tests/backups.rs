//! `platen backup` beside a server that works, and `platen restore` of what it made.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use http::Method;
use platen_tests::binaries::command;
use platen_tests::client;
use platen_tests::fixtures::{docx, with_picture};
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
        thread::sleep(Duration::from_millis(10));
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
    assert!(code == Some(1) && said.contains("is not a backup"), "{said}");

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

/// A server whose folder has this many templates of 4 MiB, and one more, whose id this gives.
fn full(templates: usize) -> (Server, String) {
    let server = Server::start();
    let letter = server.template("letter.docx", &docx(&["Dear {{ name }}"]));
    for number in 0..templates {
        let large = with_picture(&docx(&[&format!("{number} {{{{ name }}}}")]), 4 << 20);
        server.template(&format!("large{number}.docx"), &large);
    }
    (server, letter)
}

/// Letters, registrations and jobs are answered while a folder is copied as they are while it is not. A backup that held the
/// database's lock would hold up what is written, for as long as it takes.
#[test]
fn a_backup_holds_up_nobody() {
    let (server, letter) = full(40);
    let (address, key) = (server.address(), server.key().to_owned());
    let is_over = AtomicBool::new(false);
    let send = |path: &str, kind: &str, body: Vec<u8>| {
        let headers = [("x-functions-key", key.as_str()), ("content-type", kind)];
        let began = Instant::now();
        let reply = client::send(address, Method::POST, path, &headers, body);
        assert!(reply.status.is_success(), "{path}: {:?}", reply.body);
        began.elapsed()
    };
    let asked = json!({ "templateId": letter, "format": ".docx", "data": { "name": "Ada" } }).to_string();
    let items = vec![json!({ "name": "Ada" }); 20];
    let job = json!({ "templateId": letter, "format": ".docx", "items": items }).to_string();
    let calls = |call: &dyn Fn() -> Duration| {
        let mut took = Vec::new();
        while !is_over.load(Ordering::Relaxed) {
            took.push(call());
            thread::sleep(Duration::from_millis(20));
        }
        took.sort();
        took
    };
    let word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    let mut shortest = Duration::MAX;
    let took = thread::scope(|scope| {
        let threads = [
            scope.spawn(|| {
                calls(&|| send("/api/generateDocument", "application/json", asked.clone().into_bytes()))
            }),
            scope.spawn(|| calls(&|| send("/api/templates?name=new", word, docx(&["New {{ name }}"])))),
            scope.spawn(|| {
                calls(&|| send("/api/generateDocumentsBulk", "application/json", job.clone().into_bytes()))
            }),
        ];
        for number in 0..3 {
            let copy = server.scratch().join(format!("copy{number}"));
            let began = Instant::now();
            let output = server.command(&["backup", copy.to_str().unwrap()]).output();
            assert!(output.unwrap().status.success());
            shortest = shortest.min(began.elapsed());
        }
        is_over.store(true, Ordering::Relaxed);
        threads.map(|thread| thread.join().unwrap())
    });
    for took in took {
        let (count, slow) = (took.len(), took[(took.len() - 1) * 99 / 100]);
        println!("{count} requests, 99 of 100 within {slow:?}; the shortest backup took {shortest:?}");
        // Who waits for a lock waits for most of a backup, on a machine of any speed.
        assert!(count > 10 && slow < shortest / 2, "{count}: {slow:?} of {shortest:?}");
    }
}

/// Whatever is killed while a backup is taken: there is a whole one or none, and the next one works.
#[test]
fn a_backup_is_whole_or_not_there() {
    let (mut server, letter) = full(10);
    let items = vec![json!({ "name": "Ada" }); 2_000];
    let job = json!({ "templateId": letter, "format": ".docx", "items": items }).to_string();
    assert_eq!(server.post("/api/generateDocumentsBulk", job).status, 202);
    let mut whole = 0;
    for (round, wait) in [0, 5, 20, 50, 100, 200, 400, 800].into_iter().enumerate() {
        let copy = server.scratch().join(format!("copy{round}"));
        let mut backup = server.command(&["backup", copy.to_str().unwrap()]).spawn().unwrap();
        thread::sleep(Duration::from_millis(wait));
        if round % 2 == 0 {
            backup.kill().unwrap();
            backup.wait().unwrap();
        } else {
            server.kill_and_restart();
            assert!(backup.wait().unwrap().success(), "a server that dies is no harm to a backup");
        }
        if copy.exists() {
            let (code, said) = restore(&copy, &server.scratch().join(format!("restored{round}")));
            assert_eq!(code, Some(0), "{said}");
            whole += 1;
        }
    }
    assert!(whole >= 4, "{whole}");
}
