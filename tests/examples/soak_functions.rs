//! The long tests of the functions' real binaries; `make soak` runs it and takes the lines that it prints, a result in JSON
//! each, into its table: soak_functions FOLDER [SCALE]. FOLDER has the binaries, SCALE divides the sizes of PROMISES;
//! `PLATEN_SEED` repeats an order.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use platen_service::ids::JobId;
use platen_service::jobs::Status;
use platen_tests::binaries;
use platen_tests::deployment::{Deployment, Working};
use platen_tests::event_source::{Fate, Instance};
use platen_tests::fault_proxy::Faults;
use platen_tests::fixtures::{docx, with_picture};
use platen_tests::function::Ended;
use platen_tests::random::Random;
use serde_json::json;

const WORKING: Working =
    Working { renderers: 2, time: Duration::from_secs(60), patience: Duration::from_secs(3_600) };

fn main() {
    binaries::take_from(std::env::args_os().nth(1).unwrap().into());
    let scale: usize = std::env::args().nth(2).map_or(1, |scale| scale.parse().unwrap());
    duplicates(10_000 / scale);
    kills(10_000 / scale, u32::try_from(200 / scale).unwrap());
    faults(2_000 / scale, 50);
    faults(500 / scale, 300);
    assembly(70_000 / scale);
}

fn result(row: impl Into<serde_json::Value>, what: String, figure: String, wanted: &str, kept: bool) {
    let row = row.into();
    println!("{}", json!({ "row": row, "what": what, "figure": figure, "wanted": wanted, "kept": kept }));
}

fn start(deployment: &Deployment, items: usize) -> JobId {
    start_job(deployment, docx(&["Number {{ n }}"]), items)
}

fn start_job(deployment: &Deployment, template: Vec<u8>, items: usize) -> JobId {
    let template = deployment.template("template.docx", template);
    let items: Vec<_> = (0..items).map(|n| json!({ "n": n })).collect();
    let body = json!({ "templateId": template, "format": ".docx", "fileName": "{{ n }}", "items": items });
    deployment.start_job(&body.to_string())
}

/// Items that are in the archive once, items that failed, and whether that is all.
fn end(deployment: &Deployment, job: JobId, items: usize) -> (usize, u32, bool) {
    let job = deployment.job(job);
    let progress = job.progress;
    // An entry that occurs twice, or is damaged, ends this program.
    let names = match progress.status {
        Status::Completed => deployment.entry_names(&job).into_iter().collect(),
        _ => HashSet::new(),
    };
    let there = (0..items).filter(|n| names.contains(&format!("{n}.docx"))).count();
    let counted = progress.done as usize == there && progress.done + progress.failed == progress.total;
    (there, progress.failed, progress.status == Status::Completed && counted)
}

fn duplicates(items: usize) {
    let deployment = Deployment::start("chunk_items_docx=1");
    let mut random = Random::new();
    let job = start(&deployment, items);
    let (messages, sent) = deployment.duplicate_messages(&mut random);
    let began = Instant::now();
    let tally = deployment.work(job, WORKING, |_| Fate::Fair);
    let (there, failed, whole) = end(&deployment, job, items);
    let (deliveries, looks) = (tally.deliveries.into_inner(), tally.looks.into_inner());
    result(
        8,
        format!(
            "Lambda workers: {messages} messages delivered {deliveries} times, {sent} of them at once and in any order; a poller \
             looks {looks} times"
        ),
        format!("{there} documents, {failed} failed, in {:.0} s", began.elapsed().as_secs_f64()),
        &format!("{items}, 0"),
        whole && there == items,
    );
}

fn kills(items: usize, wanted: u32) {
    let deployment = Deployment::start("");
    let job = start(&deployment, items);
    let (random, planned) = (Mutex::new(Random::new()), AtomicU32::new(0));
    let began = Instant::now();
    let tally = deployment.work(job, WORKING, |delivery| {
        let mut random = random.lock().unwrap();
        let killed = delivery.attempt == 1 && random.below(2) == 0;
        if killed && planned.fetch_add(1, Ordering::Relaxed) < 3 * wanted {
            Fate::Killed(Duration::from_micros(random.below(30_000) as u64))
        } else {
            Fate::Fair
        }
    });
    let (killed, looks) = (tally.killed.into_inner(), tally.looks.into_inner());
    let (there, failed, whole) = end(&deployment, job, items);
    result(
        9,
        format!("Lambda workers: {killed} kills in a job of {items}; a poller looks {looks} times"),
        format!("{} lost, {failed} failed, in {:.0} s", items - there, began.elapsed().as_secs_f64()),
        &format!("at least {wanted} kills; 0, 0"),
        whole && there == items && killed >= wanted,
    );
}

fn faults(items: usize, per_mille: usize) {
    let faults = Faults { per_mille, stall: Duration::from_millis(3_500) };
    let deployment = Deployment::behind_faults("", faults);
    let job = start(&deployment, items);
    deployment.work(job, WORKING, |_| Fate::Fair);
    let (requests, met) = deployment.met();
    let progress = deployment.job(job).progress;
    let (there, failed, whole) = end(&deployment, job, items);
    let failed_whole = progress.status == Status::Failed;
    let (wanted, kept) = match per_mille {
        50 => (format!("{items}, 0"), whole && there == items),
        _ => ("every item ends".to_owned(), whole || failed_whole),
    };
    result(
        10,
        format!("Lambda workers: {met} faults in {requests} requests, a job of {items}"),
        format!("{there} documents, {failed} failed, the job {}", progress.status.as_str()),
        &wanted,
        kept,
    );
}

/// The function that assembles, alone, on documents in the object store: more than 65,535 entries and 4 GiB at full size.
fn assembly(items: usize) {
    // The documents and the archive need the room twice, and their server writes them to the disk of this machine.
    let deployment = Deployment::start("");
    let job = start_job(&deployment, with_picture(&docx(&["Number {{ n }}"]), 64_000), items);
    let render = || {
        let mut instance =
            Instance::new(deployment.render_queue(), deployment.function("render-chunk"), WORKING.time);
        while instance.work(|_| Fate::Fair).is_some() {}
    };
    std::thread::scope(|scope| (0..WORKING.renderers).for_each(|_| drop(scope.spawn(render))));
    let queue = deployment.queue(&deployment.aws().settings().assemble_queue_url);
    let message = queue.receive().unwrap();

    let mut function = deployment.function("assemble-archive");
    let began = Instant::now();
    let ended = function.invoke_within(queue.event(&message), Duration::from_secs(900));
    let took = began.elapsed().as_secs_f64();
    assert!(matches!(ended, Ended::Settled(_)), "{ended:?}");
    let peak = function.most_memory() >> 20;
    let (there, _, whole) = end(&deployment, job, items);
    if !whole {
        eprintln!("{}", function.log());
    }
    let bytes = deployment.job(job).archive_bytes.unwrap_or_default();
    let (gib, rate) = (bytes as f64 / f64::from(1 << 30), bytes as f64 / took / 1e6);
    result(
        17,
        format!(
            "the function that assembles: {items} entries, {gib:.2} GiB, at {rate:.0} MB/s from a store on this machine"
        ),
        format!("{peak} MiB"),
        "256 MiB",
        whole && there == items && peak <= 256,
    );
}
