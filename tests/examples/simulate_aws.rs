//! How long jobs take on AWS with very many workers, in virtual time ([`platen_tests::simulation`]); `make model-aws` runs it:
//! simulate_aws [CHUNKS]. With a number of chunks, jobs have so many of one document each, and the neighbor ten times as many: what is
//! asked of the table and the queues is that of a job of 25 times as many documents, in a fraction of the time.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use platen_tests::meter::Call;
use platen_tests::simulation::{self, CHUNK_TIME, Region};

/// Workers that others are compared with: so few that they are in nobody's way.
const FEW: usize = 5;

/// Renderers as a deployment has them by default.
const DEFAULT: usize = 20;

/// As many as an account has after asking.
const MANY: usize = 1_000;

fn main() {
    let chunks: Option<usize> = std::env::args().nth(1).map(|chunks| chunks.parse().unwrap());
    let (items, of_a_chunk) = match chunks {
        Some(chunks) => (chunks, ",chunk_items_docx=1,chunk_items_pdf=1"),
        None => (100_000, ""),
    };
    println!(
        "| Items | Renderers | First document | Rendered | Archived | Capacity a renderer adds | Refused by DynamoDB, by S3 | Messages that came again | Dollars for calls |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for format in [".docx", ".pdf"] {
        let few = ran(format, items / 100, of_a_chunk, FEW);
        for (items, renderers) in [(items, DEFAULT), (items, MANY), (10 * items, MANY)] {
            let ran = ran(format, items, of_a_chunk, renderers);
            // How much longer a chunk takes because of the others.
            let share = few.chunk_s / ran.chunk_s;
            println!("{} | {:.0} % | {} |", ran.times, share * 100.0, ran.rest);
        }
    }
    beside_a_neighbor(10 * items, of_a_chunk);
}

struct Ran {
    times: String,
    /// A worker's time for a message.
    chunk_s: f64,
    rest: String,
}

/// Follows a job from the first worker's start to its archive.
fn ran(format: &str, items: usize, of_a_chunk: &str, renderers: usize) -> Ran {
    simulation::run(async {
        let region = Region::deploy(&format!("job_items={items}{of_a_chunk}")).await;
        let tenant = region.tenant().await;
        let job = region.start_uploaded(&tenant, format, items).await;
        let workers = region.employ_by_and_by(renderers);
        region.wait(job, |progress| progress.done > 0).await;
        let first = workers.time();
        region.wait(job, |progress| progress.pending() == 0).await;
        let rendered = workers.time();
        let (chunks, busy_ms) = (&workers.tally().done, &workers.tally().busy_ms);
        let chunk_s =
            busy_ms.load(Ordering::Relaxed) as f64 / 1e3 / f64::from(chunks.load(Ordering::Relaxed));
        region.wait(job, |progress| progress.status.is_over()).await;
        let (archived, job) = (workers.time(), region.job(job).await);
        assert_eq!((job.progress.done as usize, job.progress.failed), (items, 0));
        assert_eq!(region.unzipped(job.job_id).await, items);
        let again = told(&workers.tally().failed.lock().unwrap());
        let messages = f64::from(workers.tally().done.load(Ordering::Relaxed));
        // The event sources take a message and delete it.
        let dollars = region.meter().dollars() + 2.0 * messages * Call::SQS_DOLLARS;
        Ran {
            times: format!(
                "| {items} {format} | {renderers} | {} | {} | {}",
                seconds(first),
                seconds(rendered),
                seconds(archived)
            ),
            chunk_s,
            rest: format!("{}, {} | {again} | {dollars:.3}", region.refused(), region.refused_by_s3()),
        }
    })
}

/// Ten items behind very many of another tenant, by the renderers that a deployment has by default.
fn beside_a_neighbor(items: usize, of_a_chunk: &str) {
    for format in [".docx", ".pdf"] {
        simulation::run(async {
            let region = Region::deploy(&format!("job_items={items}{of_a_chunk}")).await;
            let (large, small) = (region.tenant().await, region.tenant().await);
            let neighbor = region.start_uploaded(&large, format, items).await;
            let workers = region.employ(DEFAULT);
            tokio::time::sleep(30 * CHUNK_TIME).await;
            let began = workers.time();
            let job = region.start_job(&small, format, 10).await;
            region.wait(job, |progress| progress.status.is_over()).await;
            let (waited, left) = (workers.time() - began, region.job(neighbor).await.progress.pending());
            println!(
                "10 {format} beside {left} items of a neighbor that wait: archived after {}",
                seconds(waited)
            );
        });
    }
}

/// Prints why messages came again, and returns how many did.
fn told(reasons: &[String]) -> usize {
    let mut counts = BTreeMap::new();
    for reason in reasons {
        *counts.entry(reason).or_insert(0) += 1;
    }
    for (reason, count) in counts {
        eprintln!("{count} messages came again: {reason}");
    }
    reasons.len()
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
