//! A data folder of the first release, opened by this one: it is brought up to date, and works with all that it had.

use std::fs;
use std::path::Path;

use http::Method;
use platen_service::keys::ApiKey;
use platen_tests::client::Reply;
use platen_tests::fixtures::{docx, entry};
use platen_tests::server::Server;
use platen_tests::witnesses::pdf_text;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::{Uuid, uuid};

/// The tables as the first release made them.
const SCHEMA: &str = include_str!("first_schema.sql");

/// The first subscription of every folder, then as now.
const SUBSCRIPTION: Uuid = uuid!("9d2c5f0e-7a34-4b1c-8f5e-2b7c60a1d3e4");

const TEMPLATE: Uuid = uuid!("0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071");

const KEY: &str = "plk_AKeyOfTheFirstRelease";

/// 2026-09-21, in microseconds.
const THEN: i64 = 1_790_000_000_000_000;

/// Makes such a folder: a subscription with a quota and some use of it, a key, and a template in two versions of which the
/// second one was rejected.
fn first_release(data: &Path) {
    fs::create_dir_all(data).unwrap();
    let package = docx(&["Dear {{ name }}"]);
    let sha256: [u8; 32] = Sha256::digest(&package).into();
    let packages = data.join("packages").join(SUBSCRIPTION.to_string());
    fs::create_dir_all(&packages).unwrap();
    fs::write(packages.join(hex::encode(sha256)), &package).unwrap();

    let db = Connection::open(data.join("platen.db")).unwrap();
    db.pragma_update(None, "journal_mode", "WAL").unwrap();
    db.execute_batch(SCHEMA).unwrap();
    db.pragma_update(None, "user_version", 1).unwrap();
    db.execute("INSERT INTO subscriptions VALUES (?1, 'Example', TRUE, 500)", [SUBSCRIPTION]).unwrap();
    let hash = *ApiKey::from_header(KEY).hash().as_bytes();
    let key = params![hash, Uuid::from_u128(7), SUBSCRIPTION, THEN];
    db.execute("INSERT INTO keys VALUES (?1, ?2, ?3, 'manage', 'shop', ?4, NULL)", key).unwrap();
    let template = params![SUBSCRIPTION, TEMPLATE, THEN];
    db.execute("INSERT INTO templates VALUES (?1, ?2, 1, FALSE, ?3)", template).unwrap();
    let size = package.len() as i64;
    for (version, ready, size, sha256) in [(1, true, size, sha256), (2, false, 9, [2; 32])] {
        db.execute(
            "INSERT INTO versions VALUES (?1, ?2, ?3, ?4, 'Note', 'A short note', 'note.docx', ?5, ?6, 1, 0, ?7, '[]')",
            params![SUBSCRIPTION, TEMPLATE, version, ready, size, sha256, THEN],
        )
        .unwrap();
    }
    let month = &jiff::Timestamp::now().to_string()[..7];
    db.execute("INSERT INTO usage VALUES (?1, ?2, 42)", params![SUBSCRIPTION, month]).unwrap();
}

fn get(server: &Server, path: &str) -> Value {
    server.send(Method::GET, path, &[("x-functions-key", KEY)], "").json()
}

fn post(server: &Server, path: &str, body: &Value) -> Reply {
    let headers = [("x-functions-key", KEY), ("content-type", "application/json")];
    server.send(Method::POST, path, &headers, body.to_string())
}

fn makes_documents(server: &Server) {
    let document = |format: &str| {
        let reply = post(
            server,
            "/api/generateDocument",
            &json!({ "templateId": TEMPLATE, "format": format, "data": { "name": "Ada" } }),
        );
        assert_eq!(reply.status, 200, "{:?}", reply.body);
        reply.body
    };
    assert!(entry(&document(".docx"), "word/document.xml").contains("Dear Ada"));
    assert!(pdf_text(&document(".pdf")).contains("Dear Ada"));
}

#[test]
fn a_folder_of_the_first_release_is_upgraded_and_works() {
    let folder = tempfile::tempdir().unwrap();
    first_release(&folder.path().join("data"));
    let mut server = Server::start_in(folder);
    // Its keys are of a time before `administer`.
    assert!(server.welcome().contains("--scope administer"), "{}", server.welcome());
    let listed = get(&server, "/api/getTemplates?pageNumber=1&pageSize=10");
    let note = &listed["items"][0];
    assert_eq!((listed["totalCount"].as_u64(), &note["templateId"]), (Some(1), &json!(TEMPLATE)), "{listed}");
    assert_eq!((&note["name"], &note["description"]), (&json!("Note"), &json!("A short note")));
    makes_documents(&server);
    let seen = get(&server, "/api/getSubscription");
    assert_eq!(
        (&seen["limits"]["monthlyDocuments"], &seen["usage"]["documents"]),
        (&json!(500), &json!(44)),
        "{seen}"
    );

    // What came later works in it: jobs, drafts, keys with an end, the commands and a backup.
    let job =
        json!({ "templateId": TEMPLATE, "format": ".docx", "items": [{ "name": "Ada" }, { "name": "Bo" }] });
    let started = post(&server, "/api/generateDocumentsBulk", &job).json();
    let ended = server.ended(KEY, started["jobId"].as_str().unwrap());
    assert_eq!((&ended["status"], &ended["completedCount"]), (&json!("Completed"), &json!(2)), "{ended}");
    let headers = [("x-functions-key", KEY), ("content-type", "application/octet-stream")];
    let draft = server.send(
        Method::PUT,
        &format!("/api/templates/{TEMPLATE}?draft=true"),
        &headers,
        docx(&["Hello {{ name }}"]),
    );
    assert!(draft.status.is_success(), "{:?}", draft.body);
    for words in [
        &["template", "list"][..],
        &["key", "create", "--label", "k", "--expires", "1y"],
        &["job", "list"],
        &["doctor", "--listen", server.address()],
        &["backup", server.scratch().join("copy").to_str().unwrap()],
    ] {
        let output = server.command(words).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    // The next start finds nothing to bring up to date.
    server.kill_and_restart();
    makes_documents(&server);
}

#[test]
fn a_command_leaves_such_a_folder_to_the_server_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    first_release(&data);
    // An earlier server may be at work in it.
    let list =
        platen_tests::binaries::command("platen").args(["template", "list", "--data"]).arg(&data).output();
    let list = list.unwrap();
    let said = String::from_utf8(list.stderr).unwrap();
    assert!(
        list.status.code() == Some(1) && said.contains("start this version's `platen serve` once"),
        "{said}"
    );
    let server = Server::start_in(folder);
    makes_documents(&server);
    let list = server.command(&["template", "list"]).output().unwrap();
    let listed: Value = serde_json::from_slice(&list.stdout).unwrap();
    assert_eq!(listed[0]["templateId"], json!(TEMPLATE), "{listed}");
}
