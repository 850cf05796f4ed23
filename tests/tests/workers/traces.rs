//! One id leads from a request through its job's messages to the archive, and to whoever is told of the end: it is on the lines of
//! all their logs. The platform has an id of its own for each invocation.

use std::time::Duration;

use platen_service::ids::JobId;
use platen_service::jobs::Status;
use platen_tests::deployment::Deployment;
use platen_tests::event_source::{Fate, Instance, Queue};
use platen_tests::function::Ended;
use platen_tests::receiver::{OK, Receiver};
use platen_tests::runtime_api::Outcome;
use serde_json::{Value, json};

use super::docx;

/// The spans of a log's lines that have this message.
fn spans(log: &str, message: &str) -> Vec<Value> {
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["message"] == message).map(|line| line["span"].clone()).collect()
}

#[test]
fn a_trace_leads_from_the_request_to_archive_and_callback() {
    let deployment = Deployment::start("");
    let receiver = Receiver::new(&[OK]);
    let template = deployment.template("template.docx", docx(&["Number {{ n }}"]));
    let items: Vec<_> = (0..30).map(|n| json!({ "n": n })).collect();
    let body = json!({
        "templateId": template, "format": ".docx", "items": items, "callbackUrl": receiver.url(),
    });
    let mut event: Value =
        serde_json::from_str(&platen_tests::fixtures::event("generate-documents-bulk")).unwrap();
    event["body"] = body.to_string().into();
    let mut function = deployment.function("generate-documents-bulk");
    let Ended::Settled(Outcome::Response(answer)) = function.invoke(event.to_string()) else {
        panic!("no answer: {}", function.log())
    };
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    let answer: Value = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
    let job = JobId(answer["jobId"].as_str().unwrap().parse().unwrap());
    let started = spans(&function.log(), "job started");
    let trace = started[0]["trace_id"].as_str().unwrap();
    assert!(trace.starts_with("1-"), "{trace}");

    let work_off = |name: &str, queue: Queue, messages: usize| {
        let mut instance = Instance::new(queue, deployment.function(name), Duration::from_secs(60));
        while instance.work(|_| Fate::Fair).is_some() {}
        let spans = spans(&instance.log(), "message done");
        assert_eq!(spans.len(), messages, "{name}: {}", instance.log());
        for span in spans {
            assert_eq!((&span["trace_id"], &span["job_id"]), (&json!(trace), &json!(job)), "{name}: {span}");
        }
    };
    work_off("render-chunk", deployment.render_queue(), 2);
    work_off("assemble-archive", deployment.queue(&deployment.aws().settings().assemble_queue_url), 1);
    assert_eq!(deployment.job(job).progress.status, Status::Completed);
    assert!(deployment.queue_callback(job));
    work_off("deliver-callback", deployment.callback_queue(), 1);
    let told = receiver.received();
    // The gateway's trace, as everybody else writes it.
    let parent = trace.trim_start_matches("1-").replace('-', "");
    assert!(told[0].header("traceparent").starts_with(&format!("00-{parent}-")), "{told:?}");
    assert_eq!(told.len(), 1);
}
