//! How long jobs take, and what they cost, by the functions' real binaries over stores that are as far away as in a region of AWS;
//! `make model-aws` runs it: model_aws FOLDER [RENDERERS [ITEMS...]]. FOLDER has the binaries.
//!
//! What waits for the stores is as on AWS. What computes shares this machine with the stores' servers: the time until all is
//! rendered says what this machine can do, and not what so many functions can. So jobs that would take hours here are followed to
//! their first document.
#![expect(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a program for the terminal")]

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use platen_service::ids::JobId;
use platen_service::jobs::Status;
use platen_tests::binaries;
use platen_tests::deployment::Deployment;
use platen_tests::event_source::{Fate, Instance};
use platen_tests::fixtures::{docx, event};
use platen_tests::function::Ended;
use platen_tests::meter::Call;
use platen_tests::runtime_api::Outcome;
use serde_json::{Value, json};
use uuid::Uuid;

/// Jobs of up to so many items are followed to their end.
const WHOLE: usize = 10_000;

/// Bytes of an item.
const ITEM_BYTES: usize = 600;

fn main() {
    binaries::take_from(std::env::args_os().nth(1).unwrap().into());
    let renderers = std::env::args().nth(2).map_or(16, |count| count.parse().unwrap());
    let mut sizes: Vec<usize> = std::env::args().skip(3).map(|items| items.parse().unwrap()).collect();
    if sizes.is_empty() {
        sizes = vec![10, 1_000, 10_000, 100_000, 1_000_000];
    }
    println!("| Items | Accepted | First document | Rendered | Archived | Dollars for calls | Calls |");
    println!("|---|---|---|---|---|---|---|");
    for format in [".docx", ".pdf"] {
        for items in &sizes {
            println!("{}", row(format, *items, renderers));
        }
    }
}

/// Starts a job over HTTP with uploaded lines, and follows it.
fn row(format: &str, items: usize, renderers: usize) -> String {
    let deployment = Deployment::distant("job_items=1000000");
    let event = request(&deployment, format, items);
    let mut function = deployment.function("generate-documents-bulk");
    let began = Instant::now();
    let Ended::Settled(Outcome::Response(answer)) = function.invoke(event) else {
        panic!("{}", function.log())
    };
    let accepted = began.elapsed();
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!(answer["statusCode"], 202, "{answer}");
    let answer: Value = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
    let job = JobId(answer["jobId"].as_str().unwrap().parse().unwrap());
    let seen = follow(&deployment, job, renderers, began, items <= WHOLE);

    let seconds =
        |time: Option<Duration>| time.map_or("-".to_owned(), |time| format!("{:.1} s", time.as_secs_f64()));
    let [first, rendered, archived] = seen.times.map(seconds);
    let (mut dollars, mut calls) = ("-".to_owned(), "-".to_owned());
    if items <= WHOLE {
        // The event sources take a message and delete it.
        let all = deployment.meter().dollars() + f64::from(2 * seen.messages) * Call::SQS_DOLLARS;
        dollars = format!("{all:.4}");
        let asked = deployment.meter().asked();
        let sum = |is: fn(&Call) -> bool| {
            asked.iter().filter(|(call, _)| is(call)).map(|(_, asked)| asked.calls).sum::<u64>()
        };
        let (s3, table) =
            (sum(|call| matches!(call, Call::S3Write)), sum(|call| matches!(call, Call::DynamoDb(_))));
        calls = format!("{s3} PUT, {} GET, {table} DynamoDB", sum(|call| matches!(call, Call::S3Read)));
    }
    let accepted = seconds(Some(accepted));
    format!("| {items} {format} | {accepted} | {first} | {rendered} | {archived} | {dollars} | {calls} |")
}

/// Uploads lines, and makes the event of a request for a job of them.
fn request(deployment: &Deployment, format: &str, items: usize) -> String {
    let text = "x".repeat(ITEM_BYTES - 30);
    let lines: String = (0..items).map(|n| format!("{{\"n\": {n}, \"text\": \"{text}\"}}\n")).collect();
    let upload = Uuid::new_v4();
    let put = deployment.aws().s3().put_object().bucket(&deployment.aws().settings().jobs_bucket);
    let put =
        put.key(format!("uploads/{}/{upload}", deployment.subscription())).content_type("application/jsonl");
    deployment.block_on(put.body(lines.into_bytes().into()).send()).unwrap();
    let template = deployment.template("template.docx", docx(&["Number {{ n }}", "{{ text }}"]));
    let body =
        json!({ "templateId": template, "format": format, "fileName": "{{ n }}", "itemsUploadId": upload });
    let mut event: Value = serde_json::from_str(&event("generate-documents-bulk")).unwrap();
    event["body"] = body.to_string().into();
    event.to_string()
}

/// What was seen of a job.
struct Seen {
    /// Until the first document, all of them, and the archive.
    times: [Option<Duration>; 3],
    /// Messages that were taken.
    messages: u32,
}

fn follow(deployment: &Deployment, job: JobId, renderers: usize, began: Instant, to_its_end: bool) -> Seen {
    let (over, messages) = (AtomicBool::new(false), AtomicU32::new(0));
    let mut times = [None; 3];
    let settings = deployment.aws().settings();
    let mut mappings = vec![("assemble-archive", &settings.assemble_queue_url); 2];
    mappings.push(("assemble-archive", &settings.cut_queue_url));
    mappings.extend(vec![("render-chunk", &settings.render_queue_url); renderers]);
    std::thread::scope(|scope| {
        for (name, queue) in mappings {
            let (over, messages) = (&over, &messages);
            scope.spawn(move || {
                let time = Duration::from_secs(900);
                let mut instance = Instance::new(deployment.queue(queue), deployment.function(name), time);
                while !over.load(Ordering::Relaxed) {
                    match instance.work(|_| Fate::Fair) {
                        Some(_) => _ = messages.fetch_add(1, Ordering::Relaxed),
                        None => std::thread::sleep(Duration::from_millis(20)),
                    }
                }
            });
        }
        loop {
            let progress = deployment.job(job).progress;
            let settled = progress.done + progress.failed;
            let reached = [
                progress.done > 0,
                settled > 0 && settled == progress.total,
                progress.status == Status::Completed,
            ];
            for (time, reached) in times.iter_mut().zip(reached) {
                if reached {
                    time.get_or_insert(began.elapsed());
                }
            }
            if progress.status.is_over() || (!to_its_end && progress.done > 0) {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        over.store(true, Ordering::Relaxed);
    });
    Seen { times, messages: messages.into_inner() }
}
