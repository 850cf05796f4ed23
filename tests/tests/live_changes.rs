//! `platen key` and `platen template` on the data folder of a running server take effect with its next request.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use http::Method;
use platen_tests::server::Server;
use serde_json::Value;

use platen_tests::fixtures::docx;

fn json(server: &Server, words: &[&str]) -> Value {
    let output = server.command(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn keys() {
    let server = Server::start();
    let made = json(&server, &["key", "create", "--label", "shop"]);
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let status = || server.send(Method::GET, "/api/getSubscription", &[("x-functions-key", key)], "").status;
    assert_eq!(status(), 200);

    let listed = json(&server, &["key", "list"]);
    let labels: Vec<&str> =
        listed.as_array().unwrap().iter().map(|key| key["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["first key", "shop"]);
    assert!(!listed.to_string().contains(key), "a list shows no key");

    assert!(server.command(&["key", "disable", id]).output().unwrap().status.success());
    assert_eq!(status(), 401);
    assert!(json(&server, &["key", "list"])[1]["disabledAt"].is_string());
}

#[test]
fn templates() {
    let server = Server::start();
    let file = server.scratch().join("note.docx");
    let add = || json(&server, &["template", "add", file.to_str().unwrap()]);
    fs::write(&file, docx(&["Dear {{ name }}"])).unwrap();
    let first = add();
    let id = first[0]["templateId"].as_str().unwrap();
    let model = || server.post(&format!("/api/generateModel?templateId={id}"), "").json();
    assert_eq!(model().as_object().unwrap().keys().collect::<Vec<_>>(), ["name"]);

    fs::write(&file, docx(&["Dear {{ title }} {{ surname }}"])).unwrap();
    assert_eq!(add()[0]["version"], 2);
    assert_eq!(model().as_object().unwrap().keys().collect::<Vec<_>>(), ["title", "surname"]);
    let shown = json(&server, &["template", "show", id]);
    assert_eq!(shown["versions"].as_array().unwrap().len(), 2);
    assert_eq!(json(&server, &["template", "list"]).as_array().unwrap().len(), 4);

    assert!(server.command(&["template", "remove", id]).output().unwrap().status.success());
    assert_eq!(model()["code"], "unknown-template");
    let again = server.command(&["template", "remove", id]).output().unwrap();
    assert_eq!(again.status.code(), Some(1));
}

/// Runs a command on a terminal (`script` of util-linux), where somebody answers: whether it went well, and what it showed.
fn on_a_terminal(server: &Server, words: &[&str], answer: &str) -> (bool, String) {
    let wanted = server.command(words);
    let mut line = vec![wanted.get_program().to_str().unwrap().to_owned()];
    line.extend(wanted.get_args().map(|word| format!("'{}'", word.to_str().unwrap())));
    let mut terminal = Command::new("script");
    terminal.args(["-qec", &line.join(" "), "/dev/null"]);
    for (name, value) in wanted.get_envs() {
        match value {
            Some(value) => terminal.env(name, value),
            None => terminal.env_remove(name),
        };
    }
    let mut child = terminal.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn on_a_terminal_a_removal_is_asked_about() {
    let server = Server::start();
    let made = json(&server, &["key", "create", "--label", "shop"]);
    let key = made["id"].as_str().unwrap();
    let templates = json(&server, &["template", "list"]);
    let template = templates[0]["templateId"].as_str().unwrap();
    let count = |what: &str| json(&server, &[what, "list"]).as_array().unwrap().len();
    let (keys, all) = (count("key"), count("template"));

    let (went_well, shown) = on_a_terminal(&server, &["key", "delete", key], "n\n");
    assert!(!went_well && shown.contains("Remove the key \"shop\"?"), "{shown}");
    let (went_well, shown) = on_a_terminal(&server, &["template", "delete", template], "\n");
    assert!(!went_well && shown.contains("with all its versions?"), "{shown}");
    assert_eq!((count("key"), count("template")), (keys, all));

    let (went_well, shown) = on_a_terminal(&server, &["key", "remove", key], "y\n");
    assert!(went_well, "{shown}");
    let (went_well, shown) = on_a_terminal(&server, &["template", "remove", template, "--yes"], "");
    assert!(went_well && !shown.contains('?'), "{shown}");
    assert_eq!((count("key"), count("template")), (keys - 1, all - 1));
}

#[test]
fn what_commands_change_is_in_the_history_with_its_name() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Reminder.docx");
    fs::write(&file, docx(&["Dear {{ name }}"])).unwrap();
    let key = json(&server, &["key", "create", "--label", "shop"])["id"].as_str().unwrap().to_owned();
    let added = json(&server, &["template", "add", file.to_str().unwrap()]);
    let template = added[0]["templateId"].as_str().unwrap();
    for words in [["key", "disable", &key], ["key", "delete", &key], ["template", "remove", template]] {
        assert!(server.command(&words).output().unwrap().status.success(), "{words:?}");
    }
    let told = server.get("/api/audit?pageSize=50").json();
    let told: Vec<[&str; 2]> = told["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["who"].as_str().unwrap().starts_with("command line ("))
        .map(|event| ["action", "targetName"].map(|member| event[member].as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            ["deleteTemplate", "Reminder"],
            ["deleteKey", "shop"],
            ["disableKey", "shop"],
            ["registerTemplate", "Reminder"],
            ["createKey", "shop"],
        ]
    );
    // Over HTTP a key that is gone is still known by its name.
    let made = server.post("/api/keys", r#"{"name": "till", "scope": "generate"}"#).json();
    let path = format!("/api/keys/{}", made["keyId"].as_str().unwrap());
    let own = server.key().to_owned();
    assert_eq!(server.send(Method::DELETE, &path, &[("x-functions-key", &own)], "").status, 204);
    let told = server.get("/api/audit?pageSize=2").json();
    let told = told["items"].as_array().unwrap().iter().map(|event| &event["targetName"]);
    assert_eq!(told.collect::<Vec<_>>(), ["till", "till"]);
}
