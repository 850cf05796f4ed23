//! A server that is told to stop in the middle of a job.

use std::sync::Arc;

use platen_service::ids::JobId;
use platen_service::jobs::JobStore;
use platen_store_embedded::EmbeddedStore;
use platen_tests::server::Server;
use serde_json::{Value, json};

use platen_tests::fixtures::docx;

/// Some seconds of work.
const ITEMS: u32 = 3_000;

#[test]
fn a_job_goes_on_where_a_stopped_server_left_it() {
    let mut server = Server::start();
    let key = server.key().to_owned();
    let template = server.template("greeting.docx", &docx(&["Dear {{ name }}"]));
    let items: Vec<Value> = (0..ITEMS).map(|n| json!({ "name": n.to_string() })).collect();
    let body = json!({ "templateId": template, "format": ".docx", "items": items });
    let started = server.post("/api/generateDocumentsBulk", body.to_string());
    assert_eq!(started.status, 202, "{:?}", started.body);
    let job = started.json()["jobId"].as_str().unwrap().to_owned();
    let path = format!("/api/bulkGenerationJobs/{job}");
    while server.get(&path).json()["completedCount"] == 0 {}
    server.terminate();
    assert!(server.wait().success(), "it ends in order: {}", server.log());
    let left = pending(&server, &job);
    assert!(left > 0 && left < ITEMS, "it was stopped in the middle: {left}");
    server.kill_and_restart();

    let ended = server.ended(&key, &job);
    println!("{left} of {ITEMS} items were left: {ended}");
    assert_eq!((&ended["status"], &ended["completedCount"]), (&json!("Completed"), &json!(ITEMS)));
    assert_eq!(ended["failedGenerationCount"], 0);
}

/// Items without a result, by the records of a server that does not exist.
fn pending(server: &Server, job: &str) -> u32 {
    let store = Arc::new(EmbeddedStore::open(&server.data()).unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let record = runtime.block_on(store.any_job(JobId(job.parse().unwrap()))).unwrap().unwrap();
    record.progress.pending()
}
