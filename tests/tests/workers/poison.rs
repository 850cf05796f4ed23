//! PROMISES 11: a poison item harms only itself.

use std::collections::BTreeMap;
use std::time::Duration;

use platen_tests::deployment::{Deployment, Working, task_of};
use platen_tests::event_source::{Delivery, Fate};
use serde_json::{Value, json};

use super::{counts, start};

/// Chunks of this many items.
const CHUNK: u64 = 10;

/// The items that end their process, and those that it never comes back from.
const ABORTS: [u64; 2] = [63, 64];
const HANGS: [u64; 1] = [177];

/// Whether working the delivery off would render one of these items, in its chunk or alone: a chunk that comes again is only
/// split, and an item that comes a fourth time is given up.
fn renders(delivery: &Delivery, items: &[u64]) -> bool {
    let (task, chunk, item) = task_of(delivery);
    let has = |wanted: &u64| match item {
        Some(item) => item == *wanted && delivery.attempt <= 3,
        None => chunk == Some(wanted / CHUNK) && delivery.attempt == 1,
    };
    task == "render" && items.iter().any(has)
}

#[test]
fn a_poison_item_harms_only_itself() {
    let deployment = Deployment::start(&format!("chunk_items_docx={CHUNK}"));
    let mut items: Vec<Value> = (0..300).map(|n| json!({ "n": n })).collect();
    // Data that does not fit, and data that cannot be rendered.
    items[5] = json!({ "m": 1 });
    items[250] = json!({ "n": { "$image": "no picture" } });
    let job = start(&deployment, items);
    let tally =
        deployment.work(job, Working { time: Duration::from_secs(3), ..Working::default() }, |delivery| {
            let (aborts, hangs) = (renders(delivery, &ABORTS), renders(delivery, &HANGS));
            if aborts || hangs {
                deployment.note_try(delivery);
            }
            if aborts {
                Fate::Killed(Duration::ZERO)
            } else if hangs {
                Fate::Hangs
            } else {
                Fate::Fair
            }
        });
    // The chunk's try, and three of each item.
    assert_eq!(tally.killed.into_inner(), 7 + 4);
    let job = deployment.job(job);
    counts(&job, 295, 5);
    let failures = deployment.block_on(deployment.stores().jobs.failures(job.job_id, 100)).unwrap();
    let reasons: BTreeMap<u32, String> =
        failures.into_iter().map(|failure| (failure.index, failure.error)).collect();
    assert_eq!(reasons.keys().copied().collect::<Vec<_>>(), [5, 63, 64, 177, 250]);
    for index in [63, 64, 177] {
        assert!(reasons[&index].starts_with("The item was tried 3 times"), "{reasons:?}");
    }
    assert!(reasons[&5].contains("/n") && !reasons[&250].is_empty(), "{reasons:?}");
    assert_eq!(deployment.entries(&job).len(), 296);
}
