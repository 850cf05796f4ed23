//! PROMISES 10: faults are ridden out.

use std::time::Duration;

use platen_service::jobs::Status;
use platen_tests::deployment::{Deployment, Working};
use platen_tests::event_source::Fate;
use platen_tests::fault_proxy::Faults;

use super::{is_whole, numbered};

/// Longer than the store waits for a record.
const STALL: Duration = Duration::from_millis(3_500);

fn behind(per_mille: usize) -> Deployment {
    Deployment::behind_faults("chunk_items_docx=4", Faults { per_mille, stall: STALL })
}

#[test]
fn a_job_completes_though_every_twentieth_request_of_its_workers_fails() {
    let deployment = behind(50);
    let job = numbered(&deployment, 60);
    deployment.work(job, Working::default(), |_| Fate::Fair);
    is_whole(&deployment, job, 60);
    let (requests, met) = deployment.met();
    assert!(requests >= 100 && met > 0, "{met} faults in {requests} requests");
}

#[test]
fn every_item_ends_though_every_third_request_of_its_workers_fails() {
    let deployment = behind(300);
    let job = numbered(&deployment, 40);
    deployment.work(job, Working::default(), |_| Fate::Fair);
    let job = deployment.job(job);
    let progress = job.progress;
    if progress.status == Status::Completed {
        assert_eq!((progress.done + progress.failed, progress.pending()), (40, 0));
        let failures = deployment.block_on(deployment.stores().jobs.failures(job.job_id, 100)).unwrap();
        assert_eq!(failures.len(), progress.failed as usize);
        assert!(failures.iter().all(|failure| !failure.error.is_empty()));
        let entries = deployment.entries(&job).len();
        assert_eq!(entries, progress.done as usize + usize::from(progress.failed > 0));
    } else {
        assert_eq!(progress.status, Status::Failed);
        assert!(job.error.is_some_and(|error| error.contains("could not be assembled")));
    }
}
