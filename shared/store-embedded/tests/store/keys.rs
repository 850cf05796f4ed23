//! Keys.

use jiff::Timestamp;
use platen_service::keys::{ApiKey, KeyRecord, Scope};
use platen_service::store::SubscriptionStore;
use platen_store_embedded::EmbeddedStore;
use uuid::Uuid;

use super::{home, subscription, tenant};

fn key(number: u8, hash_of: &ApiKey) -> KeyRecord {
    KeyRecord {
        id: Uuid::from_u128(0xce << 64 | u128::from(number)),
        subscription: tenant(number),
        hash: hash_of.hash(),
        scope: Scope::Manage,
        label: "laptop".to_owned(),
        created_at: Timestamp::from_second(1_790_000_000).unwrap(),
        expires_at: None,
        disabled_at: None,
        last_used_at: None,
        requests: None,
        person: None,
        template_labels: None,
        form: None,
    }
}

#[tokio::test]
async fn the_data_folder_holds_no_key_in_clear() {
    let home = home();
    let api_key = ApiKey::generate().unwrap();
    home.store.put_subscription(&subscription(1)).await.unwrap();
    home.store.put_key(&key(1, &api_key)).await.unwrap();
    let secret = &api_key.reveal().as_bytes()[4..];
    for file in ["platen.db", "platen.db-wal"] {
        let bytes = std::fs::read(home.folder.path().join(file)).unwrap();
        assert!(!bytes.windows(secret.len()).any(|window| window == secret), "{file}");
    }
}

#[tokio::test]
async fn a_key_that_another_process_disables_is_disabled_at_once() {
    let home = home();
    let api_key = ApiKey::generate().unwrap();
    home.store.put_subscription(&subscription(1)).await.unwrap();
    home.store.put_key(&key(1, &api_key)).await.unwrap();
    let (id, at) = (key(1, &api_key).id, Timestamp::from_second(1_795_000_000).unwrap());
    let other = EmbeddedStore::open(home.folder.path()).unwrap();
    assert!(!other.disable_key(tenant(2), id, at).await.unwrap(), "not the other tenant's to disable");
    assert!(other.disable_key(tenant(1), id, at).await.unwrap());
    assert!(other.disable_key(tenant(1), id, Timestamp::now()).await.unwrap());
    let (found, _) = home.store.key(&api_key.hash()).await.unwrap().unwrap();
    assert_eq!(found.disabled_at, Some(at), "the first time stays");
}

#[tokio::test]
async fn the_last_use_of_a_key_is_written_beside_its_requests() {
    let home = home();
    let api_key = ApiKey::generate().unwrap();
    home.store.put_subscription(&subscription(1)).await.unwrap();
    home.store.put_key(&key(1, &api_key)).await.unwrap();
    let (id, at) =
        (key(1, &api_key).id, |second: i64| Timestamp::from_second(1_795_000_000 + second).unwrap());
    home.store.note_key_use(tenant(1), id, at(5));
    home.store.note_key_use(tenant(1), id, at(3));
    home.store.note_key_use(tenant(1), Uuid::from_u128(1), at(9));
    assert_eq!(home.store.keys(tenant(1)).await.unwrap()[0].last_used_at, Some(at(5)));
    drop(home.store);
    let again = EmbeddedStore::open(home.folder.path()).unwrap();
    assert_eq!(again.keys(tenant(1)).await.unwrap()[0].last_used_at, Some(at(5)), "the latest one");
}
