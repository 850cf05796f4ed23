//! The command line on a running service: what it does on a folder, over HTTP; and what `platen doctor` finds.

use std::fs;
use std::io::Cursor;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use platen_tests::binaries::command;
use platen_tests::certificate;
use platen_tests::fixtures::docx;
use platen_tests::server::Server;
use serde_json::{Value, json};

/// A command on the server's address, in a folder.
fn remote(server: &Server, folder: &Path, words: &[&str]) -> Command {
    let mut command = command("platen");
    command.args(words).current_dir(folder);
    command.env("PLATEN_URL", format!("http://{}", server.address())).env("PLATEN_KEY", server.key());
    command
}

fn ok(output: Output) -> Vec<u8> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn text_of(docx: Vec<u8>) -> String {
    let mut package = zip::ZipArchive::new(Cursor::new(docx)).unwrap();
    std::io::read_to_string(package.by_name("word/document.xml").unwrap()).unwrap()
}

#[test]
fn a_template_lives_on_the_service_from_its_registration_to_its_end() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let run = |words: &[&str]| remote(&server, place, words).output().unwrap();
    let json = |words: &[&str]| -> Value { serde_json::from_slice(&ok(run(words))).unwrap() };
    fs::create_dir(place.join("sent")).unwrap();
    fs::write(place.join("sent/short note.docx"), docx(&["Dear {{ name }}"])).unwrap();
    let added = json(&["template", "add", "sent/short note.docx"]);
    let id = added[0]["templateId"].as_str().unwrap().to_owned();
    assert_eq!(added[0]["fileName"], "short note.docx");
    let listed = json(&["template", "list"]);
    assert_eq!(listed.as_array().unwrap().len(), 4, "{listed}");

    // By its id, and by the name of its file.
    assert_eq!(
        json(&["inspect", &id, "--schema"])["properties"]["name"]["type"],
        json!(["string", "number", "boolean", "null"])
    );
    let model = json(&["inspect", "short note.docx", "--model"]);
    assert!(model["name"].is_string(), "{model}");
    fs::write(place.join("data.json"), r#"{"name": "Ada"}"#).unwrap();
    ok(run(&["render", "short note.docx", "data.json", "-o", "note.docx"]));
    assert!(text_of(fs::read(place.join("note.docx")).unwrap()).contains("Dear Ada"));
    let streamed = ok(run(&["render", &id, "data.json", "-o", "-"]));
    assert!(text_of(streamed).contains("Dear Ada"));
    ok(run(&["render", &id, "data.json", "-o", "note.pdf", "--watermark", "DRAFT"]));
    assert!(fs::read(place.join("note.pdf")).unwrap().starts_with(b"%PDF"));
    fs::write(place.join("data.json"), "{}").unwrap();
    let refused = run(&["render", &id, "data.json", "-o", "none.docx"]);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(said.contains("/data/name") && !place.join("none.docx").exists(), "{said}");

    fs::write(place.join("rows.csv"), "name\nAda\nGrace\n").unwrap();
    ok(run(&["bulk", "short note.docx", "rows.csv", "--file-name", "Note {{ name }}", "-o", "notes.zip"]));
    let mut archive = zip::ZipArchive::new(fs::File::open(place.join("notes.zip")).unwrap()).unwrap();
    assert!(archive.by_name("Note Grace.docx").is_ok());
    let jobs = json(&["job", "list"]);
    let job = jobs[0]["jobId"].as_str().unwrap();
    assert_eq!(json(&["job", "show", job])["completedCount"], 2);
    ok(run(&["job", "cancel", job]));
    fs::write(place.join("rows.jsonl"), "{\"name\": \"Ada\"}\n{}\n").unwrap();
    let partly = run(&["bulk", &id, "rows.jsonl", "-o", "partly.zip"]);
    let said = String::from_utf8(partly.stderr).unwrap();
    assert!(partly.status.code() == Some(1) && said.contains("item 1: "), "{said}");
    assert!(place.join("partly.zip").exists());

    ok(run(&["template", "disable", &id]));
    ok(run(&["template", "enable", &id]));
    ok(run(&["template", "download", &id, "-o", "back.docx"]));
    assert_eq!(
        fs::read(place.join("back.docx")).unwrap(),
        fs::read(place.join("sent/short note.docx")).unwrap()
    );
    ok(run(&["template", "remove", &id]));
    let gone = run(&["render", "short note.docx", "data.json", "-o", "note.docx"]);
    let said = String::from_utf8(gone.stderr).unwrap();
    assert!(
        said.contains("`short note.docx` not found") && said.contains("it has: Contract, Invoice, Letter"),
        "{said}"
    );
    assert!(json(&["subscription", "show"])["usage"]["documents"].as_u64().unwrap() >= 5);
}

#[test]
fn a_service_checks_converts_and_migrates_files() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let run = |words: &[&str]| remote(&server, place, words).output().unwrap();
    let said = |output: &Output| String::from_utf8(output.stderr.clone()).unwrap();
    fs::write(place.join("good.docx"), docx(&["Dear {{ name }}"])).unwrap();
    fs::write(place.join("wrong.docx"), docx(&["Dear {{ name }}", "{% if paid %}"])).unwrap();
    fs::write(place.join("lacking.json"), "{}").unwrap();
    fs::write(place.join("right.json"), r#"{"name": "Ada"}"#).unwrap();
    ok(run(&["check", "good.docx", "--with", "right.json"]));
    let checked = run(&["check", "good.docx", "wrong.docx"]);
    assert_eq!(checked.status.code(), Some(1));
    // As a check on this machine says it, with its place and excerpt.
    let here = command("platen").current_dir(place).args(["check", "wrong.docx"]).output().unwrap();
    let here = said(&here);
    let told = here.lines().filter(|line| line.starts_with("error: ") || line.contains("-->"));
    let told: Vec<&str> = told.take(2).collect();
    assert!(told.len() == 2 && told.iter().all(|line| said(&checked).contains(line)), "{told:?}\n{here}");
    assert!(said(&checked).contains("1 of 2 templates failed"), "{}", said(&checked));
    let lacking = run(&["check", "good.docx", "--with", "lacking.json"]);
    assert!(said(&lacking).contains("/data/name"), "{}", said(&lacking));

    ok(run(&["convert", "good.docx", "-o", "good.pdf"]));
    assert!(fs::read(place.join("good.pdf")).unwrap().starts_with(b"%PDF"));
    ok(run(&["convert", "good.docx", "-o", "page.png", "--dpi", "50"]));
    assert!(fs::read(place.join("page.png")).unwrap().starts_with(b"\x89PNG"));
    let beyond = run(&["convert", "good.docx", "-o", "none.png", "--page", "7"]);
    assert!(beyond.status.code() == Some(1) && !place.join("none.png").exists(), "{}", said(&beyond));

    fs::write(place.join("old.docx"), docx(&["Dear {#people}{first_name}{/people}"])).unwrap();
    let reports = ["old.docx", "-o", "new.docx", "--json"];
    let there = ok(run(&[&["migrate"][..], &reports].concat()));
    let new = fs::read(place.join("new.docx")).unwrap();
    let here = command("platen").current_dir(place).arg("migrate").args(reports).output().unwrap();
    let report = |text: &[u8]| serde_json::from_slice::<Value>(text).unwrap();
    assert_eq!(report(&there), report(&ok(here)));
    assert_eq!(new, fs::read(place.join("new.docx")).unwrap());
    assert!(text_of(new).contains("{% for "), "the marks are tags");

    // Each needs its scope.
    let made = ok(remote(&server, place, &["key", "create", "--label", "shop"]).output().unwrap());
    let key = report(&made)["key"].as_str().unwrap().to_owned();
    for (words, scope) in [
        (&["check", "good.docx"][..], "manage"),
        (&["convert", "good.docx", "-o", "x.pdf"], "compose"),
        (&["migrate", "old.docx", "-o", "x.docx"], "manage"),
    ] {
        let refused = remote(&server, place, words).env("PLATEN_KEY", &key).output().unwrap();
        assert_eq!(refused.status.code(), Some(1));
        assert!(said(&refused).contains(&format!("the scope `{scope}`")), "{}", said(&refused));
    }
}

#[test]
fn a_canceled_job_keeps_its_documents_if_wanted() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let template = server.template("note.docx", &docx(&["Dear {{ name }}"]));
    let items: Vec<Value> = (0..3_000).map(|number| json!({ "name": number })).collect();
    let start = || {
        let body = json!({ "templateId": template, "format": ".pdf", "items": items });
        let job = server.post("/api/generateDocumentsBulk", body.to_string()).json();
        let id = job["jobId"].as_str().unwrap().to_owned();
        let path = format!("/api/bulkGenerationJobs/{id}");
        while server.get(&path).json()["completedCount"] == 0 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        id
    };
    let job = start();
    ok(remote(&server, place, &["job", "cancel", &job, "--archive"]).output().unwrap());
    let ended = server.ended(server.key(), &job);
    assert!(ended["status"] == "Completed" && ended["zipUrl"].is_string(), "{}", ended["status"]);
    let job = start();
    ok(server.command(&["job", "cancel", &job, "--archive"]).output().unwrap());
    let ended = server.ended(server.key(), &job);
    assert!(
        ended["status"] == "Completed" && ended["failedGenerationCount"].as_u64() > Some(0),
        "{}",
        ended["status"]
    );
    let job = start();
    let canceled = server.command(&["job", "cancel", &job]).output().unwrap();
    assert!(String::from_utf8(canceled.stderr).unwrap().contains("is canceled"));
    assert_eq!(server.ended(server.key(), &job)["status"], "Canceled");
    let over = server.command(&["job", "cancel", &job, "--archive"]).output().unwrap();
    assert!(over.status.success(), "{}", String::from_utf8_lossy(&over.stderr));
}

/// Links may lead elsewhere, as those of a shared store do: to a server with a certificate, though the service has none.
#[test]
fn a_link_leads_to_a_server_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let [certificate, key] = certificate::make(folder.path(), "IP:127.0.0.1");
    let other = Server::start_with(folder, &["--tls-cert", &certificate, "--tls-key", &key]);
    let origin = format!("https://{}", other.address());
    let server = Server::start_with(tempfile::tempdir().unwrap(), &["--public-url", &origin]);
    let place = server.scratch();
    fs::write(place.join("items.jsonl"), "{}\n").unwrap();
    let bulk = || {
        let mut bulk = remote(&server, place, &["bulk", "letter.docx", "items.jsonl", "-o", "letters.zip"]);
        let output = bulk.env("SSL_CERT_FILE", &certificate).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let refused = bulk();
    assert!(refused.contains("This link is invalid"), "{refused}");
    drop(other);
    let away = bulk();
    assert!(away.contains(&format!("{origin} does not answer")), "{away}");
}

#[test]
fn keys_and_profiles_name_who_calls() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let made = ok(remote(&server, place, &["key", "create", "--label", "shop"]).output().unwrap());
    let made: Value = serde_json::from_slice(&made).unwrap();
    let (key, id) = (made["key"].as_str().unwrap(), made["keyId"].as_str().unwrap());
    let url = format!("http://{}", server.address());
    let profiles = place.join("profiles.json");
    fs::write(&profiles, json!({ "shop": { "url": url, "key": key } }).to_string()).unwrap();
    let profile = |words: &[&str]| {
        let mut command = command("platen");
        command.args(words).arg("--profiles").arg(&profiles).current_dir(place).output().unwrap()
    };
    fs::set_permissions(&profiles, fs::Permissions::from_mode(0o644)).unwrap();
    let open = profile(&["inspect", "letter.docx", "--profile", "shop"]);
    assert!(String::from_utf8(open.stderr).unwrap().contains("chmod 600"));
    fs::set_permissions(&profiles, fs::Permissions::from_mode(0o600)).unwrap();
    ok(profile(&["inspect", "letter.docx", "--profile", "shop"]));
    let unknown = profile(&["inspect", "letter.docx", "--profile", "shoe"]);
    assert!(String::from_utf8(unknown.stderr).unwrap().contains("it has: shop"));
    // A key's scope holds.
    let refused = profile(&["template", "list", "--profile", "shop"]);
    assert!(String::from_utf8(refused.stderr).unwrap().contains("Use a key with the scope `manage`"));
    ok(remote(&server, place, &["key", "delete", id]).output().unwrap());
    assert_eq!(profile(&["inspect", "letter.docx", "--profile", "shop"]).status.code(), Some(1));
    // What only the machine itself may do says so; a folder that is named comes first.
    let local = remote(&server, place, &["key", "webhook"]).output().unwrap();
    assert!(String::from_utf8(local.stderr).unwrap().contains("`--data`"));
    let data = server.data();
    ok(remote(&server, place, &["key", "webhook", "--data", data.to_str().unwrap()]).output().unwrap());
}

#[test]
fn the_doctor_names_what_is_wrong() {
    let server = Server::start();
    let doctor = |command: &mut Command| {
        let output = command.output().unwrap();
        let found: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        let state = |what: &str| {
            let of = |it: &&Value| it["what"] == what;
            found.iter().rfind(of).map(|it| it["state"].as_str().unwrap().to_owned())
        };
        (
            output.status.code(),
            ["folder", "port", "fonts", "PDF", "sandbox", "key", "document", "job"].map(state),
        )
    };
    let on = |server: &Server, listen: &str| {
        let mut command = server.command(&["doctor", "--listen", listen]);
        doctor(&mut command)
    };
    let states = |states: [&str; 5]| states.map(|it| Some(it.to_owned()));
    let (code, found) = on(&server, server.address());
    assert_eq!((code, &found[..5]), (Some(0), &states(["ok", "ok", "ok", "ok", "ok"])[..]));
    // Another service's address.
    let other = Server::start();
    let (code, found) =
        doctor(command("platen").args(["doctor", "--listen", server.address(), "--data"]).arg(other.data()));
    assert_eq!((code, found[1].as_deref()), (Some(0), Some("ok")));
    let idle = tempfile::tempdir().unwrap();
    let (code, found) = doctor(
        command("platen")
            .args(["doctor", "--listen", server.address(), "--data"])
            .arg(idle.path().join("new")),
    );
    assert_eq!((code, found[1].as_deref()), (Some(1), Some("wrong")));
    // Another machine's address, no fonts, a folder without a store.
    let empty = tempfile::tempdir().unwrap();
    let mut wrong = command("platen");
    wrong.args(["doctor", "--listen", "192.0.2.1:80", "--data"]).arg(empty.path());
    wrong.env("PLATEN_FONTS", empty.path());
    let (code, found) = doctor(&mut wrong);
    assert_eq!((code, &found[..3]), (Some(1), &states(["wrong", "wrong", "note", "", ""])[..3]));
    // A setting that nothing can start with.
    let output = wrong.env("PLATEN_FONTS", empty.path().join("none")).output().unwrap();
    let found: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &found[0]["what"]), (Some(1), &json!("settings")));
    let (code, found) = doctor(&mut remote(&server, empty.path(), &["doctor"]));
    assert_eq!((code, found[5].as_deref()), (Some(0), Some("ok")));
    let (code, found) = doctor(remote(&server, empty.path(), &["doctor"]).env("PLATEN_KEY", "plk_wrong"));
    assert_eq!((code, found[5].as_deref()), (Some(1), Some("wrong")));
    // What it has the service make.
    let make = ["doctor", "--make"];
    let of = |found: &[Option<String>; 8]| [3, 6, 7].map(|at| found[at].clone().unwrap());
    let (code, found) = doctor(&mut remote(&server, empty.path(), &make));
    assert_eq!((code, of(&found)), (Some(0), ["ok", "ok", "ok"].map(str::to_owned)));
    let (code, found) = doctor(remote(&server, empty.path(), &make).env("PLATEN_KEY", "plk_wrong"));
    assert_eq!((code, of(&found)), (Some(1), ["wrong", "wrong", "wrong"].map(str::to_owned)));
    let nowhere = command("platen").args(make).output().unwrap();
    assert!(!nowhere.status.success() && String::from_utf8_lossy(&nowhere.stderr).contains("`--url`"));
}
