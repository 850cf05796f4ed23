//! PROMISES 9: kill -9 loses nothing.

use std::sync::Mutex;
use std::time::Duration;

use platen_tests::deployment::{Deployment, Working};
use platen_tests::event_source::Fate;
use platen_tests::random::Random;

use super::{is_whole, numbered};

/// Half of the first deliveries end with SIGKILL some milliseconds after they began. A message is killed twice at most: the third
/// time is an item's last.
#[test]
fn workers_that_are_killed_at_any_moment_lose_and_double_nothing() {
    let deployment = Deployment::start("chunk_items_docx=5");
    let job = numbered(&deployment, 150);
    let random = Mutex::new(Random::new());
    let tally = deployment.work(job, Working::default(), |delivery| {
        let mut random = random.lock().unwrap();
        match delivery.attempt {
            1 if random.below(2) == 0 => Fate::Killed(Duration::from_micros(random.below(60_000) as u64)),
            _ => Fate::Fair,
        }
    });
    let killed = tally.killed.into_inner();
    assert!(killed >= 5, "{killed} kills");
    is_whole(&deployment, job, 150);
}
