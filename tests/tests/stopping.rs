//! A server that is told to stop in the middle of a job.

use std::time::{Duration, Instant};

use platen_tests::server::Server;
use serde_json::{Value, json};

use crate::fixtures::docx;

const ITEMS: usize = 300;

#[test]
fn a_job_goes_on_where_a_stopped_server_left_it() {
    let mut server = Server::start();
    let key = server.key().to_owned();
    let path = server.scratch().join("greeting.docx");
    std::fs::write(&path, docx(&["Dear {{ name }}"])).unwrap();
    let added = server.command(&["template", "add", path.to_str().unwrap()]).output().unwrap();
    let added: Value = serde_json::from_slice(&added.stdout).unwrap();
    let items: Vec<Value> = (0..ITEMS).map(|n| json!({ "name": n.to_string() })).collect();
    let body = json!({ "templateId": added[0]["templateId"], "format": ".docx", "items": items });
    let started = server.post("/api/generateDocumentsBulk", body.to_string());
    assert_eq!(started.status, 202, "{:?}", started.body);
    let job = started.header("location").to_owned();

    server.terminate();
    assert!(server.wait().success(), "it ends in order: {}", server.log());
    server.kill_and_restart();

    let end = Instant::now() + Duration::from_secs(120);
    let ended = loop {
        let job = server.send(http::Method::GET, &job, &[("x-functions-key", &key)], "").json();
        if job["status"] == "Completed" {
            break job;
        }
        assert!(Instant::now() < end, "{job}");
        std::thread::sleep(Duration::from_millis(20));
    };
    println!("{} of {ITEMS} items done, {} failed", ended["completedCount"], ended["failedGenerationCount"]);
    assert_eq!(ended["completedCount"], ITEMS);
    assert_eq!(ended["failedGenerationCount"], 0);
}
