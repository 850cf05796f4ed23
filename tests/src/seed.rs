//! Tenants and templates put straight into a data folder, for what no command makes: other subscriptions, inactive ones,
//! keys with a known text.

use std::future::Future;
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::keys::{ApiKey, KeyRecord, Scope};
use platen_service::plan::Plan;
use platen_service::service::registry::Registration;
use platen_service::subscriptions::Subscription;
use platen_service::{Limits, NoEngine, Service, Stores};
use platen_store_embedded::EmbeddedStore;
use uuid::{Uuid, uuid};

/// The subscription of the recorded events.
pub const RECORDED_SUBSCRIPTION: Uuid = uuid!("0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071");

/// The key of the recorded events.
pub const RECORDED_KEY: &str = "plk_RecordedEventsKeyOfTheTests00000sP1jiT";

/// Another tenant's key.
pub const FOREIGN_KEY: &str = "plk_ForeignTenantKeyOfTheTests000000000000";

/// The first subscription of a data folder, as `platen serve` makes it.
pub const FIRST_SUBSCRIPTION: Uuid = uuid!("9d2c5f0e-7a34-4b1c-8f5e-2b7c60a1d3e4");

/// Makes a data folder with its first subscription and without templates and keys, for commands that want no server.
pub fn folder(data: &Path) {
    let (id, name) = (SubscriptionId(FIRST_SUBSCRIPTION), "default".to_owned());
    let first = Subscription { id, name, active: true, plan: Plan::default() };
    assert!(block_on(stores(data).subscriptions.create_subscription(&first)).unwrap());
}

/// Makes or changes a subscription with one key.
pub fn tenant(data: &Path, subscription: Uuid, key: &str, active: bool) {
    tenant_with_plan(data, subscription, key, active, Plan::default());
}

/// The same, with what it may use.
pub fn tenant_with_plan(data: &Path, subscription: Uuid, key: &str, active: bool, plan: Plan) {
    let stores = stores(data);
    let id = SubscriptionId(subscription);
    block_on(async {
        let made = Subscription { id, name: "test".to_owned(), active, plan };
        stores.subscriptions.put_subscription(&made).await.unwrap();
        put_key(&stores, id, key).await;
    });
}

/// Gives a subscription a key with a known text.
pub async fn put_key(stores: &Stores, subscription: SubscriptionId, key: &str) {
    let record = KeyRecord {
        id: Uuid::new_v5(&subscription.0, key.as_bytes()),
        subscription,
        hash: ApiKey::from_header(key).hash(),
        scope: Scope::Administer,
        label: "test".to_owned(),
        created_at: Timestamp::now(),
        expires_at: None,
        disabled_at: None,
        last_used_at: None,
        requests: None,
        person: None,
        template_labels: None,
        form: None,
    };
    stores.subscriptions.put_key(&record).await.unwrap();
}

/// Registers a template of a subscription.
pub fn template(data: &Path, subscription: Uuid, path: &str, docx: Vec<u8>) -> TemplateId {
    let service = Service::new(stores(data), Arc::new(NoEngine), Limits::default());
    let registration = Registration::new(path, docx);
    block_on(async {
        service.templates().register(SubscriptionId(subscription), registration).await.unwrap().template_id
    })
}

fn stores(data: &Path) -> Stores {
    Stores::all_in_one(Arc::new(EmbeddedStore::open(data).unwrap()))
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}
