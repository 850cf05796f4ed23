//! A home moves into another one and back, interrupted wherever it may be, and is the same at the end.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use platen_service::Stores;
use platen_service::callback::CallbackSecret;
use platen_service::events::Event;
use platen_service::ids::{EventId, SubscriptionId, TemplateId, WebhookId};
use platen_service::keys::{KeyRecord, Scope};
use platen_service::moving::{Moved, copy};
use platen_service::page::Page;
use platen_service::plan::{Plan, RequestRate};
use platen_service::store::TemplateFilter;
use platen_service::subscriptions::Subscription;
use platen_service::templates::{About, NewVersion, TemplateChange};
use platen_service::webhooks::{EventKind, Webhook};
use platen_store_aws::AwsStore;
use platen_store_embedded::EmbeddedStore;
use platen_tests::aws::Aws;
use platen_tests::random::Random;
use secrecy::SecretString;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::home::{at, run, template, tenant};

/// Longer than the events of the test are old.
const KEPT: Duration = Duration::from_secs(400 * 24 * 3600 * 100);

const KEYS: i64 = 12;

const EVENTS: i64 = 230;

fn version(id: TemplateId, content: Option<&str>, second: i64) -> NewVersion {
    let file = content.unwrap_or("rejected");
    NewVersion {
        number: None,
        template_id: id,
        name: "Letter".to_owned(),
        description: Some("for tests".to_owned()),
        file_name: "letter.docx".to_owned(),
        size_bytes: file.len() as u64,
        sha256: Sha256::digest(file).into(),
        labels: Vec::new(),
        package: content.map(|content| Bytes::copy_from_slice(content.as_bytes())),
        placeholder_count: 3,
        content_control_count: 1,
        at: at(second),
        diagnostics: Vec::new(),
        draft: false,
        added_by: Some("Ada".to_owned()),
        seen: None,
    }
}

fn secret(number: u8) -> CallbackSecret {
    CallbackSecret::from_bytes([number; 32])
}

/// Two tenants with what a home has after some weeks. The numbers of versions have gaps, where drafts were replaced.
async fn furnish(stores: &Stores) {
    let plan = Plan {
        monthly_documents: Some(500),
        // Less than there is: it was lowered.
        storage_bytes: Some(3),
        requests: RequestRate::new(60, 10),
    };
    for number in [1, 2] {
        let subscription = Subscription {
            id: tenant(number),
            name: format!("Tenant {number}"),
            active: number == 1,
            plan: Plan { storage_bytes: None, ..plan },
        };
        stores.subscriptions.put_subscription(&subscription).await.unwrap();
        furnish_tenant(stores, number).await;
        let lowered = Subscription { plan, ..subscription };
        stores.subscriptions.put_subscription(&lowered).await.unwrap();
    }
}

async fn furnish_tenant(stores: &Stores, number: u8) {
    let id = tenant(number);
    for second in 0..KEYS {
        let (_, key) = KeyRecord::generate(id, format!("key {second}"), Scope::Manage, None).unwrap();
        let expires_at = (second == 3).then(|| at(1_000_000));
        let disabled_at = (second == 4).then(|| at(9));
        let requests = RequestRate::new(7, 3).filter(|_| second == 5);
        let key = KeyRecord { created_at: at(second), expires_at, disabled_at, requests, ..key };
        stores.subscriptions.put_key(&key).await.unwrap();
    }
    let templates = &stores.templates;
    let add = async |new: NewVersion| templates.add_version(id, new).await.unwrap().version;
    let draft = |of, content, second| NewVersion { draft: true, ..version(of, Some(content), second) };
    // Drafts that replace each other, one that was passed by, one that was published, a rejected version, and one that waits.
    let of = template(1);
    add(version(of, Some("first"), 1)).await;
    add(draft(of, "draft 2", 2)).await;
    add(draft(of, "draft 3", 3)).await;
    add(version(of, Some("fourth"), 4)).await;
    add(draft(of, "draft 5", 5)).await;
    assert!(templates.change(id, of, TemplateChange::Publish(5), None).await.unwrap());
    add(version(of, None, 6)).await;
    assert_eq!(add(draft(of, "draft 7", 7)).await, 7);
    let about = About {
        name: "Named later".to_owned(),
        description: None,
        labels: vec!["post".to_owned(), "für alle".to_owned()],
    };
    assert!(templates.change(id, of, TemplateChange::About(about), None).await.unwrap());
    // An older version is in force again.
    assert!(templates.change(id, of, TemplateChange::Publish(1), None).await.unwrap());
    // A disabled one, whose only version is a draft; a rejected one; and more than fill a page.
    add(draft(template(2), "draft", 1)).await;
    assert!(templates.change(id, template(2), TemplateChange::Disabled(true), None).await.unwrap());
    add(version(template(3), None, 1)).await;
    // The second tenant has less of everything, for the test's time.
    let (last, events) = if number == 1 { (110, EVENTS) } else { (6, 3) };
    for more in 4..=last {
        add(version(template(more), Some("more"), i64::from(more))).await;
    }
    stores.subscriptions.callback_secrets(id).await.unwrap();
    stores.subscriptions.rotate_callback_secret(id, at(7)).await.unwrap();
    for hook in [1u8, 2] {
        let webhook = Webhook {
            id: WebhookId(Uuid::new_v5(&id.0, &[hook])),
            host: "example.org".to_owned(),
            template: (hook == 1).then(|| template(1)),
            events: if hook == 1 { EventKind::ALL.into() } else { EventKind::usual() },
            created_at: at(i64::from(hook)),
        };
        let url = SecretString::from(format!("https://example.org/{hook}"));
        stores.webhooks.put_webhook(id, &webhook, &url, &secret(hook)).await.unwrap();
        if hook == 2 {
            stores.webhooks.rotate_webhook(id, webhook.id, &secret(9), at(8)).await.unwrap();
        }
    }
    let month = platen_service::plan::month_of(jiff::Timestamp::now());
    stores.subscriptions.count_documents(id, &month, 1234).await.unwrap();
    for second in 0..events {
        let time = at(second);
        let event = Event {
            event_id: EventId::new(time),
            time,
            action: "deleteTemplate".to_owned(),
            who: "Ada".to_owned(),
            email: None,
            key_id: Uuid::from_u128(7),
            target_id: None,
            target_name: None,
            outcome: "ok".to_owned(),
            client: None,
            request_id: format!("request-{second}"),
        };
        stores.events.record_event(id, &event, KEPT).await.unwrap();
    }
}

/// Moves, and is killed in the middle again and again. How often it was.
async fn copy_with_kills(from: &Stores, to: &Stores, random: &mut Random) -> (Moved, u32) {
    let (mut most, mut kills) = (20, 0);
    loop {
        let time = Duration::from_millis(1 + random.below(most) as u64);
        if let Ok(moved) = tokio::time::timeout(time, copy(from, to, KEPT)).await {
            return (moved.unwrap(), kills);
        }
        // It ends at some time, also where the machine is slow.
        most += most / 4;
        kills += 1;
    }
}

#[test]
fn a_folder_moves_into_a_store_and_back_and_is_the_same() {
    let mut random = Random::new();
    let aws = Aws::start();
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = |path| Stores::all_in_one(Arc::new(EmbeddedStore::open(path).unwrap()));
    let (here, back) = (folder(first.path()), folder(second.path()));
    let there = Stores::all_in_one(Arc::new(AwsStore::new(aws.config(), aws.settings())));
    run(async {
        furnish(&here).await;
        let (moved, kills) = copy_with_kills(&here, &there, &mut random).await;
        assert_eq!((moved.subscriptions, moved.keys, moved.templates), (2, 24, 110 + 6));
        assert_eq!((moved.versions, moved.webhooks, moved.events), (115 + 11, 4, 233));
        let (_, more) = copy_with_kills(&there, &back, &mut random).await;
        assert!(kills > 2 && more > 2, "killed {kills} and {more} times: nothing was interrupted");
        // What the comparison at the end says, looked at without it.
        for id in [tenant(1), tenant(2)] {
            look_the_same(&here, &back, id).await;
        }
        // Again is nothing.
        assert_eq!(copy(&here, &there, KEPT).await.unwrap().versions, moved.versions);

        // A change at one end is told.
        let change = TemplateChange::Disabled(true);
        assert!(there.templates.change(tenant(1), template(9), change, None).await.unwrap());
        back.templates.remove(tenant(1), template(9), None).await.unwrap();
        let error = copy(&back, &there, KEPT).await.unwrap_err().to_string();
        let named = format!("template {} of subscription {} is in the target alone", template(9), tenant(1));
        assert!(error.contains(&named), "{error}");
    });
}

async fn look_the_same(here: &Stores, back: &Stores, id: SubscriptionId) {
    assert_eq!(
        here.subscriptions.subscription(id).await.unwrap(),
        back.subscriptions.subscription(id).await.unwrap()
    );
    assert_eq!(here.subscriptions.keys(id).await.unwrap(), back.subscriptions.keys(id).await.unwrap());
    let numbers = |stores: &Stores, of| {
        let templates = stores.templates.clone();
        async move {
            let versions = templates.versions(id, of, 100).await.unwrap();
            versions.into_iter().map(|it| (it.version, it.standing, it.updated_at)).collect::<Vec<_>>()
        }
    };
    let of_first = numbers(back, template(1)).await;
    assert_eq!(of_first.iter().map(|it| it.0).collect::<Vec<_>>(), [7, 6, 5, 4, 3, 1]);
    assert_eq!(of_first, numbers(here, template(1)).await);
    for of in [1, 2, 3, 6] {
        let found = back.templates.template(id, template(of)).await.unwrap();
        assert_eq!(here.templates.template(id, template(of)).await.unwrap(), found);
    }
    let page = Page { number: 2, size: 100 };
    let list = back.templates.list(id, TemplateFilter::ALL, page).await.unwrap();
    assert_eq!(here.templates.list(id, TemplateFilter::ALL, page).await.unwrap(), list);
    assert_eq!(
        here.events.events(id, None, 1_000).await.unwrap(),
        back.events.events(id, None, 1_000).await.unwrap()
    );
    let secrets = (
        here.subscriptions.callback_secrets(id).await.unwrap(),
        back.subscriptions.callback_secrets(id).await.unwrap(),
    );
    assert!(secrets.0 == secrets.1);
    // A version that is recorded now gets the next number.
    let room = back.subscriptions.subscription(id).await.unwrap().unwrap();
    back.subscriptions.put_subscription(&Subscription { plan: Plan::default(), ..room }).await.unwrap();
    let next = back.templates.add_version(id, version(template(1), Some("next"), 9)).await.unwrap();
    assert_eq!(next.version, 8);
}
