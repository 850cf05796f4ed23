//! Large uploads: the job is accepted before they are read, and cut into chunks by a worker, which may die at any moment.

use std::sync::Mutex;
use std::time::Duration;

use platen_service::ids::JobId;
use platen_service::jobs::Status;
use platen_tests::deployment::{Deployment, Working, task_of};
use platen_tests::event_source::Fate;
use platen_tests::random::Random;
use serde_json::json;
use uuid::Uuid;

use super::{docx, is_whole};

/// Uploads of more than a kilobyte are left to a worker.
const LIMITS: &str = "read_at_once_bytes=1000,chunk_items_docx=5";

/// Starts a job with uploaded lines.
fn start(deployment: &Deployment, lines: String) -> JobId {
    let (subscription, upload) = (deployment.subscription(), Uuid::new_v4());
    let put = deployment.aws().s3().put_object().bucket(&deployment.aws().settings().jobs_bucket);
    let put = put.key(format!("uploads/{subscription}/{upload}")).content_type("application/jsonl");
    deployment.block_on(put.body(lines.into_bytes().into()).send()).unwrap();
    let template = deployment.template("template.docx", docx(&["Number {{ n }}"]));
    let body =
        json!({ "templateId": template, "format": ".docx", "fileName": "{{ n }}", "itemsUploadId": upload });
    deployment.start_job(&body.to_string())
}

fn numbers(items: usize) -> String {
    (0..items).map(|n| format!("{{\"n\": {n}}}\n")).collect()
}

/// 1,500 items are two packs and 300 chunks, more than a request queues by itself. All that cut and queue are killed at first.
#[test]
fn an_upload_is_cut_by_a_worker_and_kills_amid_the_fan_out_lose_and_double_nothing() {
    let deployment = Deployment::start(LIMITS);
    let job = start(&deployment, numbers(1_500));
    let accepted = deployment.job(job).progress;
    assert_eq!((accepted.status, accepted.total), (Status::Pending, 0), "it is accepted, and not read");
    let random = Mutex::new(Random::new());
    let tally = deployment.work(job, Working::default(), |delivery| {
        let mut random = random.lock().unwrap();
        match task_of(delivery).0.as_str() {
            // The first is killed at its beginning, the second anywhere, or after its end.
            "cut" if delivery.attempt == 1 => Fate::Killed(Duration::from_millis(random.below(20) as u64)),
            "cut" if delivery.attempt == 2 => Fate::Killed(Duration::from_millis(random.below(400) as u64)),
            "render" if delivery.attempt == 1 && random.below(50) == 0 => {
                Fate::Killed(Duration::from_millis(5))
            }
            _ => Fate::Fair,
        }
    });
    assert!(tally.killed.into_inner() >= 1);
    is_whole(&deployment, job, 1_500);
}

/// The message that heals a crash begins a second cut, where the first takes longer than that message waits: both write the same.
#[test]
fn an_upload_that_is_cut_by_three_at_once_is_cut_once() {
    let deployment = Deployment::start(LIMITS);
    let job = start(&deployment, numbers(1_500));
    let again = json!({ "jobId": job, "task": "cut" }).to_string();
    deployment.queue(&deployment.aws().settings().cut_queue_url).send(&[again.clone(), again]);
    deployment.work(job, Working::default(), |_| Fate::Fair);
    is_whole(&deployment, job, 1_500);
}

#[test]
fn what_is_wrong_with_an_upload_ends_its_job_with_the_line() {
    let deployment = Deployment::start(&format!("{LIMITS},job_items=400"));
    for (lines, reason) in [
        (numbers(150) + "{\"n\": \n" + &numbers(50), "line 151"),
        (numbers(500), "more than the 400 objects"),
    ] {
        let job = start(&deployment, lines);
        deployment.work(job, Working::default(), |_| Fate::Fair);
        let job = deployment.job(job);
        assert_eq!((job.progress.status, job.progress.total), (Status::Failed, 0));
        let error = job.error.unwrap();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn a_job_that_is_canceled_before_it_is_cut_stays_so() {
    let deployment = Deployment::start(LIMITS);
    let job = start(&deployment, numbers(300));
    let jobs = &deployment.stores().jobs;
    let cancel = jobs.cancel_job(deployment.subscription(), job, jiff::Timestamp::now());
    assert!(deployment.block_on(cancel).unwrap().unwrap().1);
    deployment.work(job, Working::default(), |_| Fate::Fair);
    let progress = deployment.job(job).progress;
    assert_eq!((progress.status, progress.total, progress.done), (Status::Canceled, 0, 0));
}
