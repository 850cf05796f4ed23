//! `platen key` and `platen template` on the data folder of a running server take effect with its next request.

use std::fs;

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
