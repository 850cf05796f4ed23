//! Idempotency keys.

use platen_service::store::Claim;

use crate::home::{Home, at, tenant};

const HASH: [u8; 32] = [1; 32];

pub async fn a_claim_is_settled_once_and_remembered_until_it_expires(home: Home) {
    let store = &home.stores.idempotency;
    let claim = |now, hash: [u8; 32]| async move {
        store.claim(tenant(1), "k", &hash, at(now), at(now + 60)).await.unwrap()
    };
    assert_eq!(claim(0, HASH).await, Claim::Fresh);
    assert_eq!(claim(59, HASH).await, Claim::InProgress);
    assert_eq!(claim(59, [2; 32]).await, Claim::Mismatch);
    store.settle(tenant(1), "k", &HASH, "7", at(1000)).await.unwrap();
    assert_eq!(claim(999, HASH).await, Claim::Done { result: "7".to_owned() });
    assert_eq!(claim(999, [2; 32]).await, Claim::Mismatch);
    assert_eq!(claim(1000, [2; 32]).await, Claim::Fresh, "the record has run out");
}

pub async fn a_claim_whose_process_died_runs_out(home: Home) {
    let store = &home.stores.idempotency;
    assert_eq!(store.claim(tenant(1), "k", &HASH, at(0), at(60)).await.unwrap(), Claim::Fresh);
    assert_eq!(store.claim(tenant(1), "k", &[2; 32], at(60), at(120)).await.unwrap(), Claim::Fresh);
    // The first one was slow rather than dead; its late outcome is not the second one's.
    store.settle(tenant(1), "k", &HASH, "late", at(1000)).await.unwrap();
    store.release(tenant(1), "k", &HASH).await.unwrap();
    assert_eq!(store.claim(tenant(1), "k", &[2; 32], at(61), at(121)).await.unwrap(), Claim::InProgress);
}

pub async fn a_released_claim_is_free_and_a_settled_one_is_not_released(home: Home) {
    let store = &home.stores.idempotency;
    store.claim(tenant(1), "k", &HASH, at(0), at(60)).await.unwrap();
    store.release(tenant(1), "k", &HASH).await.unwrap();
    assert_eq!(store.claim(tenant(1), "k", &[2; 32], at(1), at(61)).await.unwrap(), Claim::Fresh);
    store.settle(tenant(1), "k", &[2; 32], "1", at(1000)).await.unwrap();
    store.settle(tenant(1), "k", &[2; 32], "1", at(1000)).await.unwrap();
    store.release(tenant(1), "k", &[2; 32]).await.unwrap();
    let again = store.claim(tenant(1), "k", &[2; 32], at(2), at(62)).await.unwrap();
    assert_eq!(again, Claim::Done { result: "1".to_owned() });
}

pub async fn tenants_keys_do_not_meet(home: Home) {
    let store = &home.stores.idempotency;
    for number in [1, 2] {
        for key in ["k", "k#", "#k", "SUB#1"] {
            let claim = store.claim(tenant(number), key, &[number; 32], at(0), at(60)).await.unwrap();
            assert_eq!(claim, Claim::Fresh, "{number} {key}");
        }
    }
}

pub async fn of_a_hundred_claimants_one_wins(home: Home) {
    let store = &home.stores.idempotency;
    for round in 0..5 {
        let claiming: Vec<_> = (0..100)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move {
                    store.claim(tenant(1), &round.to_string(), &HASH, at(0), at(60)).await.unwrap()
                })
            })
            .collect();
        let mut fresh = 0;
        for task in claiming {
            match task.await.unwrap() {
                Claim::Fresh => fresh += 1,
                other => assert_eq!(other, Claim::InProgress),
            }
        }
        assert_eq!(fresh, 1);
    }
}
