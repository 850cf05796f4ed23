//! Jobs with very many workers, and beside very large ones, in virtual time ([`platen_tests::simulation`]). `make model-aws` runs the
//! same with a thousand workers and a million items.

use std::time::Duration;

use platen_service::jobs::Status;
use platen_tests::meter::Call;
use platen_tests::simulation::{self, Region};
use serde_json::{Value, json};

use super::counts;

/// Chunks of a job for several processes.
const CHUNKS: usize = 400;

/// Each worker that is added adds most of what one alone does, and none is refused so often that it gives up: no record is
/// written by all of them.
#[test]
fn workers_that_are_added_add_their_capacity() {
    // Chunks in a second by so many workers, with eight chunks for each.
    let rate = |workers: usize| {
        simulation::run(async {
            let region = Region::deploy("chunk_items_docx=2").await;
            let tenant = region.tenant().await;
            let job = region.start_job(&tenant, ".docx", workers * 16).await;
            let staff = region.employ(workers);
            region.wait(job, |progress| progress.pending() == 0 && progress.done > 0).await;
            let time = staff.time();
            assert_eq!(*staff.tally().failed.lock().unwrap(), [] as [String; 0]);
            region.wait(job, |progress| progress.status.is_over()).await;
            counts(&region.job(job).await, workers * 16, 0);
            (workers * 8) as f64 / time.as_secs_f64()
        })
    };
    let (few, many) = (rate(5), rate(150));
    assert!(many > 0.8 * 30.0 * few, "{few} chunks a second by 5 workers, {many} by 150");
}

/// Four processes near their stores take a quarter of the time of one, and 10 % more at most: nothing but the stores is common to them.
#[test]
fn four_processes_share_a_job() {
    // Each renders two chunks at once.
    let time = |processes: usize| {
        simulation::run(async {
            let region = Region::deploy_at("chunk_items_docx=1", Some(Duration::from_millis(5))).await;
            let tenant = region.tenant().await;
            let job = region.start_job(&tenant, ".docx", CHUNKS).await;
            let staff = region.employ(2 * processes);
            region.wait(job, |progress| progress.status.is_over()).await;
            counts(&region.job(job).await, CHUNKS, 0);
            staff.time()
        })
    };
    let (one, four) = (time(1), time(4));
    println!("{one:?} with one process, {four:?} with four");
    assert!(4 * four < one + one / 10, "{one:?} with one process, {four:?} with four");
}

/// A tenant with ten items does not wait for one with twenty thousand.
#[test]
fn ten_items_wait_for_no_neighbor() {
    simulation::run(async {
        let region = Region::deploy("").await;
        let (large, small) = (region.tenant().await, region.tenant().await);
        let long = region.start_uploaded(&large, ".pdf", 20_000).await;
        let staff = region.employ(20);
        tokio::time::sleep(Duration::from_secs(5)).await;
        let began = staff.time();
        let job = region.start_job(&small, ".pdf", 10).await;
        region.wait(job, |progress| progress.status.is_over()).await;
        let waited = staff.time() - began;
        counts(&region.job(job).await, 10, 0);
        assert!(region.job(long).await.progress.pending() > 10_000, "the neighbor has work for minutes");
        assert!(waited < Duration::from_secs(60), "{waited:?}");
    });
}

/// S3 takes 3,500 writes a second: a job makes one for each chunk, however many documents that has, and as many reads.
#[test]
fn the_documents_of_a_chunk_are_one_object() {
    simulation::run(async {
        let region = Region::deploy("chunk_items_docx=20").await;
        let tenant = region.tenant().await;
        let job = region.start_job(&tenant, ".docx", 400).await;
        let _staff = region.employ_by_and_by(20);
        region.wait(job, |progress| progress.status.is_over()).await;
        counts(&region.job(job).await, 400, 0);
        let asked = region.meter().asked();
        let calls = |call| asked.get(&call).map_or(0, |asked| asked.calls);
        // Twenty chunks, and the archive, which two workers may assemble.
        assert!((21..=22).contains(&calls(Call::S3Write)), "{} writes", calls(Call::S3Write));
        // Each of them reads the template, the index and the items of its chunks.
        let reads = calls(Call::S3Read);
        assert!(reads < 100, "{reads} reads");
        assert_eq!(region.refused_by_s3(), 0);
    });
}

/// What lists an archive's failures asks where there are some.
#[test]
fn failures_are_listed_with_few_questions() {
    simulation::run(async {
        let region = Region::deploy("chunk_items_docx=1").await;
        let tenant = region.tenant().await;
        let items: Vec<Value> =
            (0..400).map(|n| if n == 77 { json!({}) } else { json!({ "n": n }) }).collect();
        let job = region.start(&tenant, ".docx", json!({ "items": items })).await;
        let _staff = region.employ(20);
        region.wait(job, |progress| progress.status.is_over()).await;
        let record = region.job(job).await;
        assert_eq!(record.progress.status, Status::Completed);
        assert_eq!((record.progress.done, record.progress.failed), (399, 1));
        let asked = region.meter().asked();
        let queries = asked.get(&Call::DynamoDb("Query".to_owned())).map_or(0, |asked| asked.calls);
        // Seven shards have documents, and one has the failure, which is read twice: for its length and for its text. Two workers
        // may assemble.
        assert!((9..=18).contains(&queries), "{queries} queries for 400 chunks");
    });
}
