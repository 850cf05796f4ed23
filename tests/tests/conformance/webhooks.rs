//! Webhooks of subscriptions.

use platen_service::callback::{CallbackSecret, CallbackSecrets};
use platen_service::ids::{TemplateId, WebhookId};
use platen_service::jobs::{Delivery, DeliveryStatus};
use platen_service::webhooks::{EventKind, Message, Webhook};
use secrecy::{ExposeSecret, SecretString};
use uuid::Uuid;

use crate::home::{Home, at, tenant};

fn webhook(second: i64) -> Webhook {
    Webhook {
        id: WebhookId(Uuid::from_u128(0xff - second.unsigned_abs() as u128)),
        host: format!("flow-{second}.example.com"),
        template: (second > 1).then_some(TemplateId(Uuid::from_u128(7))),
        events: if second > 2 { EventKind::ALL.into() } else { EventKind::usual() },
        created_at: at(second),
    }
}

fn secret(byte: u8) -> CallbackSecret {
    CallbackSecret::from_bytes([byte; 32])
}

fn url(second: i64) -> SecretString {
    SecretString::from(format!("https://flow-{second}.example.com/hooks?sig=s3same"))
}

pub async fn webhooks_read_back_oldest_first_with_their_addresses(home: Home) {
    let store = &home.stores.webhooks;
    let all = [1, 2, 3].map(webhook);
    for second in [2, 3, 1] {
        store.put_webhook(tenant(1), &webhook(second), &url(second), &secret(1)).await.unwrap();
    }
    store.put_webhook(tenant(2), &webhook(9), &url(9), &secret(1)).await.unwrap();
    assert_eq!(store.webhooks(tenant(1)).await.unwrap(), all);
    assert_eq!(store.webhooks(tenant(3)).await.unwrap(), []);
    let found = store.receiver(tenant(1), all[1].id).await.unwrap().unwrap();
    assert_eq!(found.url.expose_secret(), url(2).expose_secret());
    assert!(
        found.secrets.is_some_and(|found| found == CallbackSecrets { current: secret(1), previous: None })
    );
    assert!(store.receiver(tenant(2), all[1].id).await.unwrap().is_none(), "another tenant's");
}

pub async fn a_deleted_webhook_is_gone_and_its_deletion_can_be_repeated(home: Home) {
    let store = &home.stores.webhooks;
    let (gone, kept) = (webhook(1), webhook(2));
    for (webhook, second) in [(&gone, 1), (&kept, 2)] {
        store.put_webhook(tenant(1), webhook, &url(second), &secret(1)).await.unwrap();
    }
    let now = jiff::Timestamp::now();
    assert!(!store.delete_webhook(tenant(2), gone.id, now).await.unwrap(), "another tenant's");
    assert!(!store.delete_webhook(tenant(1), webhook(9).id, now).await.unwrap(), "nobody's");
    assert!(store.delete_webhook(tenant(1), gone.id, now).await.unwrap());
    assert!(store.delete_webhook(tenant(1), gone.id, now).await.unwrap(), "the answer may have been lost");
    assert!(!store.delete_webhook(tenant(2), gone.id, now).await.unwrap(), "another tenant's");
    assert_eq!(store.webhooks(tenant(1)).await.unwrap(), [kept]);
    assert!(store.receiver(tenant(1), gone.id).await.unwrap().is_none());
}

pub async fn a_webhooks_new_secret_keeps_the_one_before(home: Home) {
    let store = &home.stores.webhooks;
    let (one, other) = (webhook(1), webhook(2));
    for (webhook, second) in [(&one, 1), (&other, 2)] {
        store.put_webhook(tenant(1), webhook, &url(second), &secret(1)).await.unwrap();
    }
    for (byte, second) in [(2, 10), (3, 20)] {
        assert!(store.rotate_webhook(tenant(1), one.id, &secret(byte), at(second)).await.unwrap());
        let found = store.receiver(tenant(1), one.id).await.unwrap().unwrap();
        let before = Some((secret(byte - 1), at(second)));
        assert!(found.secrets.is_some_and(|found| found.current == secret(byte) && found.previous == before));
        assert_eq!(found.url.expose_secret(), url(1).expose_secret());
    }
    let kept = store.receiver(tenant(1), other.id).await.unwrap().unwrap();
    assert!(kept.secrets.is_some_and(|kept| kept.current == secret(1)));
    assert!(!store.rotate_webhook(tenant(2), one.id, &secret(4), at(30)).await.unwrap(), "another tenant's");
    store.delete_webhook(tenant(1), one.id, at(40)).await.unwrap();
    assert!(!store.rotate_webhook(tenant(1), one.id, &secret(4), at(50)).await.unwrap(), "it is gone");
    assert!(store.receiver(tenant(1), one.id).await.unwrap().is_none());
}

pub async fn messages_read_back_newest_first_and_a_cause_is_told_once(home: Home) {
    let store = &home.stores.webhooks;
    let [one, other] = [webhook(1).id, webhook(2).id];
    let message =
        |webhook, second| Message::new(tenant(1), webhook, "key.expiring", "{}".to_owned(), at(second));
    let all = [1, 2, 3].map(|second| message(one, second));
    assert!(store.put_messages(tenant(1), None, &all[..2]).await.unwrap());
    assert!(store.put_messages(tenant(1), Some("key"), &[all[2].clone(), message(other, 3)]).await.unwrap());
    assert!(!store.put_messages(tenant(1), Some("key"), &[message(one, 4)]).await.unwrap(), "it was told");
    assert!(store.put_messages(tenant(2), Some("key"), &[]).await.unwrap(), "another tenant's");
    let [first, second, third] = all;
    assert_eq!(store.messages(one, None, 2).await.unwrap(), [third.clone(), second.clone()]);
    assert_eq!(store.messages(one, Some(&second.message_id), 9).await.unwrap(), [first]);
    assert_eq!(store.messages(other, None, 9).await.unwrap().len(), 1);

    let delivery = Delivery { status: DeliveryStatus::Failed, tries: 3, ..Delivery::default() };
    let failed = Message { delivery, ..third };
    store.record_message(&failed, false).await.unwrap();
    assert_eq!(store.message(one, &failed.message_id).await.unwrap(), Some(failed.clone()));
    assert_eq!(store.message(other, &failed.message_id).await.unwrap(), None);
    assert!(failed.has_failed());
}
