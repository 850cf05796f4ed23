//! Counts of documents.

use platen_service::store::SubscriptionStore;
use platen_store_embedded::EmbeddedStore;

use super::{home, tenant};

#[tokio::test]
async fn counts_are_seen_at_once_and_kept() {
    let home = home();
    home.store.count_documents(tenant(1), "2026-11", 2).await.unwrap();
    home.store.count_documents(tenant(1), "2026-11", 1).await.unwrap();
    home.store.count_documents(tenant(1), "2026-12", 5).await.unwrap();
    assert_eq!(home.store.documents(tenant(1), "2026-11").await.unwrap(), 3);
    assert_eq!(home.store.documents(tenant(2), "2026-11").await.unwrap(), 0);
    drop(home.store);
    let again = EmbeddedStore::open(home.folder.path()).unwrap();
    assert_eq!(again.documents(tenant(1), "2026-11").await.unwrap(), 3);
    again.count_documents(tenant(1), "2026-11", 4).await.unwrap();
    assert_eq!(again.documents(tenant(1), "2026-11").await.unwrap(), 7);
    assert_eq!(again.documents(tenant(1), "2026-12").await.unwrap(), 5);
}

#[tokio::test]
async fn a_count_is_in_the_database_before_it_is_answered() {
    let home = home();
    let store = std::sync::Arc::new(home.store);
    let other = EmbeddedStore::open(home.folder.path()).unwrap();
    for round in 1..=20 {
        let counting: Vec<_> = (0..16)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move { store.count_documents(tenant(1), "2026-11", 1).await.unwrap() })
            })
            .collect();
        for task in counting {
            task.await.unwrap();
        }
        // Another process, which sees nothing of the first one's memory.
        assert_eq!(other.documents(tenant(1), "2026-11").await.unwrap(), round * 16);
    }
}
