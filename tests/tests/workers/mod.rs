//! The workers' real binaries on the queues of a deployment, while all happens that can happen to them: messages that come
//! twice, late and at once, SIGKILL at any moment, a network that fails, items that no process survives. Beside each job a
//! poller reads what is said to be done ([`platen_tests::watcher`]). `make soak` does the same at full size.

mod archives;
mod callbacks;
mod cut;
mod deadline;
mod duplicates;
mod faults;
mod kills;
mod memory;
mod overload;
mod poison;
mod processes;
mod scale;
mod stores;
mod submit;
mod traces;

use std::io::{Cursor, Read};

use bytes::Bytes;
use platen_service::ids::JobId;
use platen_service::jobs::{JobRecord, Status};
use platen_tests::deployment::Deployment;
use serde_json::{Value, json};

use platen_tests::fixtures::docx;

/// Starts a job of so many items, each of which says its number.
fn numbered(deployment: &Deployment, items: usize) -> JobId {
    start(deployment, (0..items).map(|n| json!({ "n": n })).collect())
}

fn start(deployment: &Deployment, items: Vec<Value>) -> JobId {
    let template = deployment.template("template.docx", docx(&["Number {{ n }}"]));
    let body = json!({ "templateId": template, "format": ".docx", "fileName": "{{ n }}", "items": items });
    deployment.start_job(&body.to_string())
}

/// What the job's end must be when nothing may fail: every document once, in the items' order, with its own text.
fn is_whole(deployment: &Deployment, job: JobId, items: usize) {
    let job = deployment.job(job);
    counts(&job, items, 0);
    let entries = deployment.entries(&job);
    let names: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, (0..items).map(|n| format!("{n}.docx")).collect::<Vec<_>>());
    for (n, (_, bytes)) in entries.iter().enumerate() {
        assert!(text(bytes).contains(&format!("Number {n}<")), "{n}");
    }
}

fn counts(job: &JobRecord, done: usize, failed: usize) {
    let progress = job.progress;
    assert_eq!(
        (progress.status, progress.done as usize, progress.failed as usize, progress.pending()),
        (Status::Completed, done, failed, 0),
        "{:?}",
        job.error
    );
}

fn text(document: &Bytes) -> String {
    let mut package = zip::ZipArchive::new(Cursor::new(document)).unwrap();
    let mut text = String::new();
    package.by_name("word/document.xml").unwrap().read_to_string(&mut text).unwrap();
    text
}
