//! Subscriptions, keys, usage.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use platen_service::form_links::{FormLink, FormResult};
use platen_service::format::Format;
use platen_service::ids::TemplateId;
use platen_service::keys::{ApiKey, KeyRecord, Person, Scope};
use platen_service::plan::{Bucket, Plan, RequestRate, Taken};
use platen_service::reach::Labels;
use platen_service::subscriptions::Subscription;
use uuid::Uuid;

use crate::home::{Home, at, tenant};

fn subscription(number: u8) -> Subscription {
    Subscription { id: tenant(number), name: format!("Tenant {number}"), active: true, plan: Plan::default() }
}

/// A plan with these documents, and ten requests at once that refill one a second.
fn plan(monthly_documents: Option<u64>) -> Plan {
    Plan { monthly_documents, storage_bytes: None, requests: RequestRate::new(60, 10) }
}

fn key(number: u8, second: i64, hash_of: &ApiKey) -> KeyRecord {
    KeyRecord {
        id: Uuid::new_v5(&tenant(number).0, &second.to_be_bytes()),
        subscription: tenant(number),
        hash: hash_of.hash(),
        scope: Scope::Manage,
        label: "laptop".to_owned(),
        created_at: at(second),
        expires_at: None,
        disabled_at: None,
        last_used_at: None,
        requests: None,
        person: None,
        template_labels: None,
        form: None,
    }
}

pub async fn keys_are_found_by_their_hash_alone(home: Home) {
    let store = &home.stores.subscriptions;
    let (first, second) = (ApiKey::generate().unwrap(), ApiKey::generate().unwrap());
    store.put_subscription(&subscription(1)).await.unwrap();
    // The second one is older.
    store.put_key(&key(1, 9, &first)).await.unwrap();
    store.put_key(&key(1, 4, &second)).await.unwrap();
    let found = store.key(&ApiKey::from_header(first.reveal()).hash()).await.unwrap();
    assert_eq!(found, Some((key(1, 9, &first), subscription(1))));
    assert_eq!(store.key(&ApiKey::generate().unwrap().hash()).await.unwrap(), None);
    assert_eq!(store.keys(tenant(1)).await.unwrap(), [key(1, 4, &second), key(1, 9, &first)]);
    assert_eq!(store.keys(tenant(2)).await.unwrap(), []);
}

pub async fn a_disabled_key_is_disabled_at_once_and_for_good(home: Home) {
    let store = &home.stores.subscriptions;
    let api_key = ApiKey::generate().unwrap();
    store.put_subscription(&subscription(1)).await.unwrap();
    store.put_key(&key(1, 0, &api_key)).await.unwrap();
    let id = key(1, 0, &api_key).id;
    assert!(!store.disable_key(tenant(2), id, at(5)).await.unwrap(), "not the other tenant's to disable");
    assert!(!store.disable_key(tenant(1), Uuid::from_u128(1), at(5)).await.unwrap());
    assert!(store.disable_key(tenant(1), id, at(5)).await.unwrap());
    assert!(store.disable_key(tenant(1), id, at(6)).await.unwrap());
    let (found, _) = store.key(&api_key.hash()).await.unwrap().unwrap();
    assert_eq!(found.disabled_at, Some(at(5)), "the first time stays");
    assert_eq!(store.keys(tenant(1)).await.unwrap(), [found]);
}

pub async fn a_session_and_a_bounded_key_read_back(home: Home) {
    let store = &home.stores.subscriptions;
    let [session, bounded, link] = [(); 3].map(|()| ApiKey::generate().unwrap());
    let template = TemplateId(Uuid::from_u128(9));
    let form = FormLink { template, format: Format::Pdf, once: true, result: FormResult::Keep };
    store.put_subscription(&subscription(1)).await.unwrap();
    let person =
        Person { subject: "7".to_owned(), name: "Ada".to_owned(), email: Some("ada@example.org".to_owned()) };
    // Long after the test: a store may forget a session that is over.
    let end = Some(at(4_000_000_000));
    let records = [
        KeyRecord { person: Some(person), expires_at: end, scope: Scope::Administer, ..key(1, 1, &session) },
        KeyRecord {
            requests: RequestRate::new(1, 1),
            template_labels: Labels::new(&["HR".to_owned(), "Zürich".to_owned()]),
            ..key(1, 2, &bounded)
        },
        KeyRecord { form: Some(form), expires_at: end, scope: Scope::Fill, ..key(1, 3, &link) },
    ];
    for record in &records {
        store.put_key(record).await.unwrap();
    }
    assert_eq!(store.key(&session.hash()).await.unwrap().unwrap().0, records[0]);
    assert_eq!(store.key(&bounded.hash()).await.unwrap().unwrap().0, records[1]);
    assert_eq!(store.key(&link.hash()).await.unwrap().unwrap().0, records[2]);
    assert_eq!(store.keys(tenant(1)).await.unwrap(), records);
    // The bucket of a key is its own, and goes with it.
    let (rate, bucket) = (RequestRate::new(1, 10).unwrap(), Bucket::Key(tenant(1), records[1].id));
    let take = async |bucket| store.take_request(bucket, rate, at(0)).await.unwrap();
    while let Taken::Granted { .. } = take(bucket).await {}
    assert!(matches!(take(Bucket::Subscription(tenant(1))).await, Taken::Granted { .. }));
    assert!(store.delete_key(tenant(1), records[1].id).await.unwrap());
    assert!(matches!(take(bucket).await, Taken::Granted { .. }), "a full one");
}

pub async fn a_key_is_enabled_again_expires_and_is_deleted(home: Home) {
    let store = &home.stores.subscriptions;
    let api_key = ApiKey::generate().unwrap();
    store.put_subscription(&subscription(1)).await.unwrap();
    let expiring = KeyRecord { expires_at: Some(at(100)), ..key(1, 0, &api_key) };
    store.put_key(&expiring).await.unwrap();
    let (found, _) = store.key(&api_key.hash()).await.unwrap().unwrap();
    assert_eq!(found, expiring);
    assert!(found.is_valid(at(99)) && !found.is_valid(at(100)));
    let id = expiring.id;
    assert!(store.disable_key(tenant(1), id, at(5)).await.unwrap());
    assert!(!store.key(&api_key.hash()).await.unwrap().unwrap().0.is_valid(at(6)));
    assert!(!store.enable_key(tenant(2), id).await.unwrap(), "not the other tenant's to enable");
    assert!(store.enable_key(tenant(1), id).await.unwrap());
    assert!(store.enable_key(tenant(1), id).await.unwrap(), "one that is enabled stays so");
    assert_eq!(store.keys(tenant(1)).await.unwrap(), [expiring]);
    assert!(!store.delete_key(tenant(2), id).await.unwrap(), "not the other tenant's to delete");
    assert!(store.delete_key(tenant(1), id).await.unwrap());
    assert!(!store.delete_key(tenant(1), id).await.unwrap());
    assert_eq!(store.key(&api_key.hash()).await.unwrap(), None);
    assert_eq!(store.keys(tenant(1)).await.unwrap(), []);
}

pub async fn the_last_use_of_a_key_is_noted(home: Home) {
    let store = &home.stores.subscriptions;
    let api_key = ApiKey::generate().unwrap();
    store.put_subscription(&subscription(1)).await.unwrap();
    store.put_key(&key(1, 0, &api_key)).await.unwrap();
    let secret = ApiKey::generate().unwrap();
    let person = Person { subject: "p1".to_owned(), name: "Ada".to_owned(), email: None };
    let session = KeyRecord { id: Uuid::new_v4(), person: Some(person), ..key(1, 1, &secret) };
    store.put_key(&session).await.unwrap();
    // Where it is written it goes on beside; where the network loses it, it is for the next use.
    let note = || {
        store.note_key_use(tenant(1), key(1, 0, &api_key).id, at(7));
        store.note_key_use(tenant(1), session.id, at(8));
    };
    note();
    let end = std::time::Instant::now() + Duration::from_secs(30);
    loop {
        let keys = store.keys(tenant(1)).await.unwrap();
        let used = |id| keys.iter().find(|known| known.id == id).unwrap().last_used_at;
        // A session says it itself: one that nobody uses ends.
        let (found, _) = store.key(&secret.hash()).await.unwrap().unwrap();
        if (used(key(1, 0, &api_key).id), found.last_used_at) == (Some(at(7)), Some(at(8))) {
            break;
        }
        assert!(std::time::Instant::now() < end);
        tokio::time::sleep(Duration::from_millis(20)).await;
        note();
    }
}

pub async fn the_keys_that_use_a_template_are_counted(home: Home) {
    let store = &home.stores.subscriptions;
    store.put_subscription(&subscription(1)).await.unwrap();
    let keys = [0, 1, 2].map(|second| key(1, second, &ApiKey::generate().unwrap()));
    for key in &keys {
        store.put_key(key).await.unwrap();
    }
    let template = TemplateId(Uuid::from_u128(4));
    let now = Timestamp::now();
    let note = |key: usize, ago| {
        store.note_template_use(tenant(1), template, keys[key].id, now - SignedDuration::from_hours(ago));
    };
    let note_all = || {
        note(0, 1);
        note(1, 2);
        // Long ago; and of another template.
        note(2, 24 * 20);
        store.note_template_use(tenant(1), TemplateId(Uuid::from_u128(5)), keys[2].id, now);
    };
    note_all();
    let users = async |whose, hours| {
        store.template_users(tenant(whose), template, now - SignedDuration::from_hours(hours)).await.unwrap()
    };
    let end = std::time::Instant::now() + Duration::from_secs(30);
    while users(1, 24 * 30).await != 3 {
        assert!(std::time::Instant::now() < end);
        tokio::time::sleep(Duration::from_millis(20)).await;
        note_all();
    }
    assert_eq!((users(1, 24).await, users(2, 24).await), (2, 0));
    // A key that is removed uses nothing any more.
    assert!(store.delete_key(tenant(1), keys[0].id).await.unwrap());
    assert_eq!(users(1, 24).await, 1);
}

pub async fn a_subscription_is_created_once(home: Home) {
    let store = &home.stores.subscriptions;
    assert!(store.create_subscription(&subscription(1)).await.unwrap());
    let other = Subscription { name: "Another".to_owned(), ..subscription(1) };
    assert!(!store.create_subscription(&other).await.unwrap());
    assert_eq!(store.subscriptions().await.unwrap(), [subscription(1)], "nothing is changed");
    let stored = Plan { storage_bytes: Some(1_000), ..plan(None) };
    store.put_subscription(&Subscription { plan: stored, ..subscription(1) }).await.unwrap();
    assert_eq!(store.subscription(tenant(1)).await.unwrap().unwrap().plan, stored);
}

pub async fn subscriptions_change_and_are_listed_by_name(home: Home) {
    let store = &home.stores.subscriptions;
    store.put_subscription(&Subscription { name: "Z".to_owned(), ..subscription(1) }).await.unwrap();
    store.put_subscription(&subscription(2)).await.unwrap();
    let changed =
        Subscription { name: "A".to_owned(), active: false, plan: plan(Some(10)), ..subscription(1) };
    store.put_subscription(&changed).await.unwrap();
    assert_eq!(store.subscription(tenant(1)).await.unwrap(), Some(changed.clone()));
    assert_eq!(store.subscription(tenant(3)).await.unwrap(), None);
    assert_eq!(store.subscriptions().await.unwrap(), [changed.clone(), subscription(2)]);
    let unbounded = Subscription { plan: Plan::default(), ..changed };
    store.put_subscription(&unbounded).await.unwrap();
    assert_eq!(store.subscription(tenant(1)).await.unwrap(), Some(unbounded), "a bound can be taken away");
    store.ping().await.unwrap();
}

pub async fn a_callback_secret_is_made_once_and_the_one_before_is_kept(home: Home) {
    let asking: Vec<_> = (0..10)
        .map(|_| {
            let store = home.stores.subscriptions.clone();
            tokio::spawn(async move { store.callback_secrets(tenant(1)).await.unwrap() })
        })
        .collect();
    let store = &home.stores.subscriptions;
    let first = store.callback_secrets(tenant(1)).await.unwrap();
    for task in asking {
        assert!(task.await.unwrap() == first, "whoever asks first, it is one");
    }
    assert!(first.previous.is_none());
    assert!(store.callback_secrets(tenant(2)).await.unwrap().current != first.current);

    let second = store.rotate_callback_secret(tenant(1), at(5)).await.unwrap();
    assert!(second.current != first.current && second.previous == Some((first.current, at(5))));
    let third = store.rotate_callback_secret(tenant(1), at(6)).await.unwrap();
    assert!(third.previous == Some((second.current, at(6))));
    assert!(store.callback_secrets(tenant(1)).await.unwrap() == third);
    assert!(
        store.rotate_callback_secret(tenant(3), at(7)).await.unwrap().previous.is_some(),
        "it had a first one"
    );
}

pub async fn counts_add_up_however_they_come(home: Home) {
    let store = &home.stores.subscriptions;
    let counting: Vec<_> = (0..40)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.count_documents(tenant(1), "2026-11", 3).await.unwrap() })
        })
        .collect();
    for task in counting {
        task.await.unwrap();
    }
    store.count_documents(tenant(1), "2026-12", 5).await.unwrap();
    assert_eq!(store.documents(tenant(1), "2026-11").await.unwrap(), 120);
    assert_eq!(store.documents(tenant(1), "2026-12").await.unwrap(), 5);
    assert_eq!(store.documents(tenant(2), "2026-11").await.unwrap(), 0);
}

pub async fn a_bucket_grants_its_burst_and_then_what_refills(home: Home) {
    let store = &home.stores.subscriptions;
    let rate = RequestRate::new(60, 10).unwrap();
    let take = |number, second| async move {
        store.take_request(Bucket::Subscription(tenant(number)), rate, at(second)).await.unwrap()
    };
    let mut granted = Vec::new();
    let wait = loop {
        match take(1, 0).await {
            Taken::Granted { left } => granted.push(left),
            Taken::Refused { wait } => break wait,
        }
    };
    // Where an answer is lost, the request takes two.
    assert!((7..=10).contains(&granted.len()) && granted.is_sorted_by(|one, two| one > two), "{granted:?}");
    assert!(wait > Duration::ZERO && wait <= Duration::from_secs(1), "{wait:?}");
    assert!(matches!(take(1, 1).await, Taken::Granted { .. }), "one refills in a second");
    assert!(matches!(take(2, 0).await, Taken::Granted { left: 8.. }), "tenants' buckets do not meet");
    assert!(matches!(take(1, 1_000).await, Taken::Granted { left: 8.. }), "it is full after a while");
}

/// What was left under the old plan says nothing of the new one: whoever waits for an hour is not to wait when more was bought.
pub async fn a_changed_plan_begins_with_a_full_bucket(home: Home) {
    let store = &home.stores.subscriptions;
    let mut changed = subscription(1);
    for (per_minute, burst) in [(1, 60), (600, 10)] {
        let rate = RequestRate::new(per_minute, burst).unwrap();
        changed.plan.requests = Some(rate);
        store.put_subscription(&changed).await.unwrap();
        let full = store.take_request(Bucket::Subscription(tenant(1)), rate, at(0)).await.unwrap();
        // Where an answer is lost, the request takes two.
        assert!(matches!(full, Taken::Granted { left } if left + 3 >= burst), "{full:?}");
        while let Taken::Granted { .. } =
            store.take_request(Bucket::Subscription(tenant(1)), rate, at(0)).await.unwrap()
        {}
    }
}

pub async fn of_requests_at_once_no_more_than_the_burst_are_granted(home: Home) {
    let rate = RequestRate::new(60, 10).unwrap();
    let taking: Vec<_> = (0..40)
        .map(|_| {
            let store = home.stores.subscriptions.clone();
            tokio::spawn(async move {
                store.take_request(Bucket::Subscription(tenant(1)), rate, at(0)).await.unwrap()
            })
        })
        .collect();
    let mut granted = 0;
    for task in taking {
        granted += u32::from(matches!(task.await.unwrap(), Taken::Granted { .. }));
    }
    assert!((5..=10).contains(&granted), "{granted}");
}
