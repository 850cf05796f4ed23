//! What was done in subscriptions.

use std::time::Duration;

use platen_service::events::Event;
use platen_service::ids::EventId;
use uuid::Uuid;

use crate::home::{Home, at, tenant};

fn event(second: i64) -> Event {
    let time = at(second);
    Event {
        event_id: EventId::new(time),
        time,
        action: "deleteTemplate".to_owned(),
        who: "Ada \u{1F600}".to_owned(),
        email: (second % 2 == 0).then(|| "ada@example.org".to_owned()),
        key_id: Uuid::from_u128(7),
        target_id: (second > 1).then(|| Uuid::from_u128(8)),
        target_name: (second > 2).then(|| "Invoice".to_owned()),
        outcome: "ok".to_owned(),
        client: Some("203.0.113.7".to_owned()),
        request_id: format!("request-{second}"),
    }
}

pub async fn what_was_done_reads_back_newest_first_and_by_pages(home: Home) {
    let store = &home.stores.events;
    // The time that they are kept for is counted from when they happened.
    let kept = Duration::from_secs(400 * 24 * 3600 * 100);
    let mut all: Vec<Event> = (0..5).map(event).collect();
    // They may arrive in any order.
    for index in [3, 0, 4, 1, 2] {
        store.record_event(tenant(1), &all[index], kept).await.unwrap();
    }
    store.record_event(tenant(2), &event(9), kept).await.unwrap();
    all.reverse();
    assert_eq!(store.events(tenant(1), None, 100).await.unwrap(), all);
    assert_eq!(store.events(tenant(1), None, 2).await.unwrap(), all[..2]);
    assert_eq!(store.events(tenant(1), Some(&all[1].event_id), 2).await.unwrap(), all[2..4]);
    assert_eq!(store.events(tenant(1), Some(&all[4].event_id), 2).await.unwrap(), []);
    assert_eq!(store.events(tenant(3), None, 2).await.unwrap(), []);
}
