//! PROMISES 17: big jobs in small memory.

use platen_tests::deployment::{Deployment, Working};
use platen_tests::event_source::Fate;

use super::{is_whole, numbered};

/// What a function may have, in bytes.
const MOST: u64 = 256 << 20;

#[test]
fn a_job_of_thousands_fits_into_small_functions() {
    let deployment = Deployment::start("");
    let job = numbered(&deployment, 3_000);
    let tally = deployment.work(job, Working::default(), |_| Fate::Fair);
    is_whole(&deployment, job, 3_000);
    let most = tally.most_memory.into_inner();
    assert!(most <= MOST, "{} MiB", most >> 20);
}
