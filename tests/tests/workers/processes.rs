//! Several processes of `platen serve --store aws` on one store: what functions, mappings and streams do on AWS, they do.

use std::time::Duration;

use aws_sdk_sqs::types::QueueAttributeName;
use platen_service::ids::JobId;
use platen_service::work::Shares;
use platen_tests::aws::{Aws, Stopped};
use platen_tests::deployment::Deployment;
use platen_tests::process::Process;
use platen_tests::random::Random;
use platen_tests::receiver::{ERROR, OK, Receiver, until};
use platen_tests::watcher::Watcher;
use serde_json::{Value, json};

use super::{docx, is_whole};

/// Small chunks, and callbacks that are tried again soon.
const LIMITS: &str = "chunk_items_docx=5,callback_retry=1";

/// Each takes some hundredths of a second of computing, so that a job lasts.
const SLOW: &str = "Number {{ n }}{% for a in range(60) %}{% for b in range(250) %}{% endfor %}{% endfor %}";

/// The request for a job of so many items.
fn request(deployment: &Deployment, items: usize) -> Value {
    let template = deployment.template("template.docx", docx(&[SLOW]));
    let items: Vec<_> = (0..items).map(|n| json!({ "n": n })).collect();
    json!({ "templateId": template, "format": ".docx", "fileName": "{{ n }}", "items": items })
}

fn start(process: &Process, request: &Value) -> String {
    let started = process.post("/api/generateDocumentsBulk", request);
    assert_eq!(started.status, 202, "{:?}", started.body);
    started.json()["jobId"].as_str().unwrap().to_owned()
}

fn id(job: &str) -> JobId {
    JobId(job.parse().unwrap())
}

fn made(job: &Value) -> u64 {
    job["completedCount"].as_u64().unwrap()
}

fn is_over(job: &Value) -> bool {
    !["Pending", "Running"].contains(&job["status"].as_str().unwrap())
}

/// Messages of the queue of chunks: those that wait, and those that somebody has.
fn messages(deployment: &Deployment) -> [u32; 2] {
    let counts = [
        QueueAttributeName::ApproximateNumberOfMessages,
        QueueAttributeName::ApproximateNumberOfMessagesNotVisible,
    ];
    let client = aws_sdk_sqs::Client::new(deployment.aws().config());
    let ask = client.get_queue_attributes().queue_url(&deployment.aws().settings().render_queue_url);
    let found = deployment.block_on(ask.set_attribute_names(Some(counts.to_vec())).send()).unwrap();
    let found = found.attributes.unwrap();
    counts.map(|name| found[&name].parse().unwrap())
}

/// A job of 600 items, one death, and servers that stop for some seconds; of 20,000 items, 36 deaths and a minute with `COUNT=20000`,
/// as `make soak` has it.
#[test]
fn processes_that_die_and_servers_that_stop_lose_and_double_nothing() {
    #[expect(clippy::disallowed_methods, reason = "configuration of the test, not of the service")]
    let count = std::env::var("COUNT").ok().map(|count| count.parse().unwrap());
    let (items, deaths, stop) =
        count.map_or((600, 1, Duration::from_secs(3)), |count| (count, 36, Duration::from_mins(1)));
    let (deployment, mut random) = (Deployment::start(LIMITS), Random::new());
    let answers = Process::start(deployment.aws(), LIMITS, &[]);
    let mut dies = [0, 1].map(|_| Process::start(deployment.aws(), LIMITS, &["--role", "worker"]));
    let receiver = Receiver::new(&[ERROR, OK]);
    let mut request = request(&deployment, items);
    request["callbackUrl"] = json!(receiver.url());
    let job = start(&answers, &request);

    let watcher = Watcher::start(deployment.stores().clone(), id(&job));
    let (mut before, some) = (0, items / deaths / 4);
    for _ in 0..deaths {
        before += random.below(some) as u64;
        answers.await_job(&job, |job| made(job) > before);
        let one = &mut dies[random.below(2)];
        one.kill();
        *one = Process::start(deployment.aws(), LIMITS, &["--role", "worker"]);
    }
    println!("a poller: {:?}", watcher.end());
    for server in [Stopped::Sqs, Stopped::S3, Stopped::DynamoDb] {
        deployment.aws().stop(Some(server));
        if server == Stopped::DynamoDb {
            let refused = answers.get(&format!("/api/bulkGenerationJobs/{job}"));
            assert_eq!(refused.status, 503, "{:?}", refused.body);
            assert!(!refused.header("retry-after").is_empty(), "{:?}", refused.headers);
            assert_eq!(answers.get("/api/health/ready").status, 503);
        }
        std::thread::sleep(stop);
        deployment.aws().stop(None);
    }
    let ended = answers.await_job_for(40 * stop, &job, is_over);
    assert_eq!(ended["status"], "Completed", "{ended}");
    is_whole(&deployment, id(&job), items);
    let told = receiver.wait_for(2);
    assert!(told.iter().all(|told| told.header("webhook-id") == job), "{told:?}");
    assert_eq!(told[1].event()["status"], "Completed");
    assert!(dies.iter().all(|process| process.log().contains("message done")), "each takes its part");
}

/// Processes of two releases serve and work side by side for a while: each reads what the other wrote, also when the new one came first.
#[test]
fn an_upgrade_of_one_process_after_the_other_and_back_loses_and_doubles_nothing() {
    type Start = fn(&Aws, &str, &[&str]) -> Process;
    let deployment = Deployment::start(LIMITS);
    let mut processes = [0, 1].map(|_| Process::start_before(deployment.aws(), LIMITS, &[]));
    let receiver = Receiver::new(&[OK]);
    let mut request = request(&deployment, 600);
    request["callbackUrl"] = json!(receiver.url());
    for (jobs, next) in [(1, Process::start as Start), (2, Process::start_before)] {
        let job = start(&processes[0], &request);
        let watcher = Watcher::start(deployment.stores().clone(), id(&job));
        for (number, share) in [(0, 100), (1, 300)] {
            processes[number].await_job(&job, |job| made(job) > share);
            assert!(processes[number].stop().success(), "{}", processes[number].log());
            processes[number] = next(deployment.aws(), LIMITS, &[]);
        }
        let ended = processes[0].await_job(&job, is_over);
        assert_eq!(ended["status"], "Completed", "{ended}");
        println!("a poller: {:?}", watcher.end());
        is_whole(&deployment, id(&job), 600);
        assert_eq!(receiver.wait_for(jobs)[jobs - 1].event()["status"], "Completed");
    }
}

/// Whoever has worked for a while records what it has made and lets others pass, long before its chunk is done.
#[test]
fn long_work_gives_way_to_others() {
    const CHUNK: usize = 300;
    const LONG: &str =
        "Number {{ n }}{% for a in range(1000) %}{% for b in range(250) %}{% endfor %}{% endfor %}";
    let deployment = Deployment::start("chunk_items_docx=300");
    let items: Vec<_> = (0..CHUNK).map(|n| json!({ "n": n })).collect();
    let request = json!({ "format": ".docx", "items": items });
    let cores = std::thread::available_parallelism().unwrap().get();
    // One more than a process works for at the same time.
    let neighbors = Shares::of_workers(cores).most() + 1;
    let start = |_| deployment.start_neighbors_job(docx(&[LONG]), request.clone());
    let jobs: Vec<JobId> = (0..neighbors).map(start).collect();
    let process = Process::start(deployment.aws(), "chunk_items_docx=300", &["--role", "worker"]);
    let done = |job: &JobId| deployment.job(*job).progress.done as usize;
    let first = until(|| jobs.iter().map(done).find(|done| *done > 0));
    assert!(first < CHUNK, "{}", process.log());
}

#[test]
fn a_process_that_is_told_to_stop_hands_its_work_back_at_once() {
    let deployment = Deployment::start(LIMITS);
    let mut first = Process::start(deployment.aws(), LIMITS, &[]);
    let job = start(&first, &request(&deployment, 300));
    first.await_job(&job, |job| made(job) > 0);
    assert!(first.stop().success(), "{}", first.log());
    let [waiting, taken] = messages(&deployment);
    println!("{waiting} messages were left");
    assert!(waiting > 0, "it was stopped in the middle");
    assert_eq!(taken, 0, "{}", first.log());
    let second = Process::start(deployment.aws(), LIMITS, &[]);
    second.await_job(&job, is_over);
    is_whole(&deployment, id(&job), 300);
}

#[test]
fn what_arrives_in_queues_and_buckets_is_found() {
    let deployment = Deployment::start(LIMITS);
    let aws = deployment.aws();
    let subscription = deployment.subscription();
    let put = aws.s3().put_object().bucket(&aws.settings().templates_bucket);
    let put = put.key(format!("incoming/{subscription}/letters/dropped.docx"));
    deployment.block_on(put.body(docx(&["Dear {{ name }}"]).into()).send()).unwrap();

    // A chunk that no worker was there for, as the queue gave it up.
    let lost = deployment.start_job(&request(&deployment, 3).to_string());
    deployment.block_on(aws.drain(&aws.settings().render_queue_url));
    let dead = json!({ "jobId": lost, "task": "render", "chunk": 0 }).to_string();
    deployment.queue(aws.dead_letters()[0]).send(&[dead]);
    let mut wanted = request(&deployment, 7);
    wanted["subscriptionId"] = json!(subscription);
    wanted["requestId"] = json!("order-7");
    let wrong = json!({ "subscriptionId": subscription, "format": ".odt" });
    let intake = deployment.queue(aws.settings().intake_queue_url.as_ref().unwrap());
    intake.send(&[wanted.to_string(), wrong.to_string()]);

    let process = Process::start(aws, LIMITS, &[]);
    let lost = process.await_job(&lost.to_string(), is_over);
    assert_eq!((made(&lost), &lost["status"]), (3, &json!("Completed")), "each item is tried alone: {lost}");
    let shows =
        |path: &str, text: &str| until(|| process.get(path).json().to_string().contains(text).then_some(()));
    shows("/api/templates?pageNumber=1&pageSize=9", "dropped.docx");
    shows("/api/bulkGenerationJobs?pageNumber=1&pageSize=9", "\"totalCount\":7");
    let letters = aws.settings().intake_dead_letters_url.as_ref().unwrap();
    let refused = until(|| deployment.block_on(aws.drain(letters)).pop());
    assert!(refused.body.unwrap().contains(".odt"));
}
