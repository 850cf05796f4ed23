//! PROMISES 7: submit once. The function that starts jobs is killed at any moment, and asked again with the same key.

use std::time::Duration;

use platen_service::ids::JobId;
use platen_service::jobs::Task;
use platen_service::page::Page;
use platen_store_aws::Message;
use platen_tests::deployment::{Deployment, Working};
use platen_tests::event_source::Fate;
use platen_tests::random::Random;
use platen_tests::runtime_api::Outcome;
use serde_json::{Value, json};

use super::docx;

#[test]
fn a_request_that_is_repeated_after_a_crash_is_one_job_that_ends() {
    let deployment = Deployment::start("idempotency_lease=1");
    let template = deployment.template("template.docx", docx(&["Number {{ n }}"]));
    let items: Vec<_> = (0..60).map(|n| json!({ "n": n })).collect();
    let body = json!({ "templateId": template, "format": ".docx", "items": items }).to_string();
    let mut event: Value =
        serde_json::from_str(&platen_tests::fixtures::event("generate-documents-bulk")).unwrap();
    event["body"] = body.into();
    let mut function = deployment.function("generate-documents-bulk");
    let mut random = Random::new();
    let mut jobs: Vec<JobId> = Vec::new();
    for round in 0..8 {
        event["headers"]["idempotency-key"] = format!("round-{round}").into();
        let mut killed = 0;
        let job = loop {
            // Killed a few times, then left alone.
            let after = if killed < 3 { random.below(40) } else { 10_000 };
            match function.invoke_or_kill(event.to_string(), Duration::from_millis(after as u64)) {
                None => {
                    killed += 1;
                    function.replace();
                }
                Some(Outcome::Response(answer)) => {
                    let answer: Value = serde_json::from_slice(&answer).unwrap();
                    let body: Value = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
                    match answer["statusCode"].as_u64() {
                        Some(202) => break JobId(body["jobId"].as_str().unwrap().parse().unwrap()),
                        // The dead one's claim has to run out.
                        Some(409) => std::thread::sleep(Duration::from_millis(100)),
                        _ => panic!("{answer}"),
                    }
                }
                Some(other) => panic!("{other:?}"),
            }
        };
        jobs.push(job);
    }
    let all = deployment.stores().jobs.jobs(deployment.subscription(), Page { number: 1, size: 100 });
    let mut all: Vec<JobId> =
        deployment.block_on(all).unwrap().items.iter().map(|record| record.job_id).collect();
    all.reverse();
    assert_eq!(all, jobs, "one job for each key");
    // The message that heals a crash between record and queue is sent before the record, and comes half a minute later.
    let bodies = jobs
        .iter()
        .map(|job| serde_json::to_string(&Message { job_id: *job, task: Task::Dispatch }).unwrap());
    deployment.render_queue().send(&bodies.collect::<Vec<_>>());
    for job in jobs {
        deployment.work(job, Working::default(), |_| Fate::Fair);
        super::counts(&deployment.job(job), 60, 0);
    }
}
