//! PROMISES 8: duplicates are harmless.

use std::sync::Mutex;

use platen_tests::deployment::{Deployment, Working};
use platen_tests::event_source::Fate;
use platen_tests::random::Random;

use super::{is_whole, numbered};

/// Every message two to five times, in any order, two at once, and some of them once more after they were done.
#[test]
fn messages_that_come_several_times_make_each_document_once() {
    let deployment = Deployment::start("chunk_items_docx=1");
    let mut random = Random::new();
    let job = numbered(&deployment, 200);
    let (messages, duplicates) = deployment.duplicate_messages(&mut random);
    assert!(messages == 200 && duplicates >= 400, "{messages} messages, {duplicates} with their duplicates");
    let random = Mutex::new(random);
    let tally = deployment.work(job, Working::default(), |delivery| {
        let again = delivery.attempt == 1 && random.lock().unwrap().below(10) == 0;
        if again { Fate::Again } else { Fate::Fair }
    });
    assert!(tally.deliveries.into_inner() as usize >= duplicates);
    is_whole(&deployment, job, 200);
}
