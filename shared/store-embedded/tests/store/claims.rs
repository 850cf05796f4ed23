//! Idempotency keys.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use platen_service::store::{Claim, IdempotencyStore};

use super::{home, tenant};

const HASH: [u8; 32] = [1; 32];

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + second).unwrap()
}

#[tokio::test]
async fn a_claim_is_settled_once_and_remembered_until_it_expires() {
    let home = home();
    let claim = |now, hash: [u8; 32]| {
        let store = &home.store;
        async move { store.claim(tenant(1), "k", &hash, at(now), at(now + 60)).await.unwrap() }
    };
    assert_eq!(claim(0, HASH).await, Claim::Fresh);
    assert_eq!(claim(59, HASH).await, Claim::InProgress);
    assert_eq!(claim(59, [2; 32]).await, Claim::Mismatch);
    home.store.settle(tenant(1), "k", &HASH, "7", at(1000)).await.unwrap();
    assert_eq!(claim(999, HASH).await, Claim::Done { result: "7".to_owned() });
    assert_eq!(claim(999, [2; 32]).await, Claim::Mismatch);
    assert_eq!(claim(1000, [2; 32]).await, Claim::Fresh, "the record has run out");
}

#[tokio::test]
async fn a_claim_whose_process_died_runs_out() {
    let home = home();
    let store = &home.store;
    assert_eq!(store.claim(tenant(1), "k", &HASH, at(0), at(60)).await.unwrap(), Claim::Fresh);
    assert_eq!(store.claim(tenant(1), "k", &[2; 32], at(60), at(120)).await.unwrap(), Claim::Fresh);
    // The first one was slow rather than dead; its late outcome is not the second one's.
    store.settle(tenant(1), "k", &HASH, "late", at(1000)).await.unwrap();
    assert_eq!(store.claim(tenant(1), "k", &[2; 32], at(61), at(121)).await.unwrap(), Claim::InProgress);
}

#[tokio::test]
async fn a_released_claim_is_free_and_a_settled_one_is_not_released() {
    let home = home();
    let store = &home.store;
    store.claim(tenant(1), "k", &HASH, at(0), at(60)).await.unwrap();
    store.release(tenant(1), "k", &HASH).await.unwrap();
    assert_eq!(store.claim(tenant(1), "k", &[2; 32], at(1), at(61)).await.unwrap(), Claim::Fresh);
    store.settle(tenant(1), "k", &[2; 32], "1", at(1000)).await.unwrap();
    store.release(tenant(1), "k", &[2; 32]).await.unwrap();
    let again = store.claim(tenant(1), "k", &[2; 32], at(2), at(62)).await.unwrap();
    assert_eq!(again, Claim::Done { result: "1".to_owned() });
}

#[tokio::test]
async fn tenants_keys_do_not_meet() {
    let home = home();
    for number in [1, 2] {
        let claim = home.store.claim(tenant(number), "k", &[number; 32], at(0), at(60)).await.unwrap();
        assert_eq!(claim, Claim::Fresh);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_claimants_one_wins() {
    let home = home();
    let store = Arc::new(home.store);
    for round in 0..20 {
        let now = Timestamp::now();
        let until = now + SignedDuration::from_secs(60);
        let tasks: Vec<_> = (0..16)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(
                    async move { store.claim(tenant(1), &round.to_string(), &HASH, now, until).await },
                )
            })
            .collect();
        let mut fresh = 0;
        for task in tasks {
            fresh += usize::from(task.await.unwrap().unwrap() == Claim::Fresh);
        }
        assert_eq!(fresh, 1);
    }
}
