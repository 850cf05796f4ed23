//! Subscriptions, keys, usage.
//!
//! `SUB#{id}` / `SUBSCRIPTION` is a subscription and `SUBSCRIPTIONS` / `SUB#{id}` its entry in the operator's list;
//! `KEY#{sha256}` / `KEY` is a key and `SUB#{id}` / `KEY#{key}` its entry in its subscription's list;
//! `SUB#{id}` / `USAGE#{month}` counts documents. A record and its entry are written in one transaction. When a key was last
//! used stands apart from it ([`crate::key_use`]).

use async_trait::async_trait;
use aws_sdk_dynamodb::types::TransactWriteItem;
use jiff::Timestamp;
use platen_service::callback::CallbackSecrets;
use platen_service::form_links::FormLink;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::keys::{KeyHash, KeyRecord, Person, Scope};
use platen_service::plan::{Bucket, Plan, RequestRate, Taken};
use platen_service::reach::Labels;
use platen_service::store::{StoreError, SubscriptionStore};
use platen_service::subscriptions::Subscription;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::fields::{from_micros, unhex};
use crate::item::{Condition, Key, absent, item, number};
use crate::table::Written;
use crate::{AwsStore, key_use, rate};

/// The partition of a tenant's records.
pub(crate) fn partition(subscription: SubscriptionId) -> String {
    format!("SUB#{subscription}")
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredSubscription {
    subscription_id: SubscriptionId,
    name: String,
    active: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    monthly_documents: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    storage_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requests_per_minute: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_burst: Option<u32>,
}

impl From<StoredSubscription> for Subscription {
    fn from(stored: StoredSubscription) -> Self {
        Subscription {
            id: stored.subscription_id,
            name: stored.name,
            active: stored.active,
            plan: Plan {
                monthly_documents: stored.monthly_documents,
                storage_bytes: stored.storage_bytes,
                requests: requests(stored.requests_per_minute, stored.request_burst),
            },
        }
    }
}

impl From<&Subscription> for StoredSubscription {
    fn from(subscription: &Subscription) -> Self {
        let Plan { monthly_documents, storage_bytes, requests } = subscription.plan;
        StoredSubscription {
            subscription_id: subscription.id,
            name: subscription.name.clone(),
            active: subscription.active,
            monthly_documents,
            storage_bytes,
            requests_per_minute: requests.map(RequestRate::per_minute),
            request_burst: requests.map(RequestRate::burst),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredKey {
    key_id: Uuid,
    subscription_id: SubscriptionId,
    sha256: String,
    scope: Scope,
    label: String,
    created_at: i64,
    /// When the key expires. Not `expiresAt`: by that the table removes records.
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_until: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disabled_at: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requests_per_minute: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_burst: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<Person>,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<FormLink>,
    #[serde(skip_serializing_if = "Option::is_none")]
    template_labels: Option<Labels>,
    /// Of a session and of a link to a form: when the table removes it, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
}

impl StoredKey {
    fn record(self) -> Result<KeyRecord, StoreError> {
        Ok(KeyRecord {
            id: self.key_id,
            subscription: self.subscription_id,
            hash: KeyHash::from_bytes(unhex(&self.sha256)?),
            scope: self.scope,
            label: self.label,
            created_at: from_micros(self.created_at)?,
            expires_at: self.valid_until.map(from_micros).transpose()?,
            disabled_at: self.disabled_at.map(from_micros).transpose()?,
            last_used_at: None,
            requests: requests(self.requests_per_minute, self.request_burst),
            person: self.person,
            form: self.form,
            template_labels: self.template_labels,
        })
    }
}

#[derive(Deserialize)]
struct StoredUsage {
    documents: u64,
}

fn requests(per_minute: Option<u32>, burst: Option<u32>) -> Option<RequestRate> {
    RequestRate::new(per_minute?, burst?)
}

fn subscription_key(id: SubscriptionId) -> Key {
    Key::new(partition(id), "SUBSCRIPTION")
}

fn key_key(sha256: &str) -> Key {
    Key::new(format!("KEY#{sha256}"), "KEY")
}

fn key_entry(subscription: SubscriptionId, key: Uuid) -> Key {
    Key::new(partition(subscription), format!("KEY#{key}"))
}

fn usage_key(subscription: SubscriptionId, month: &str) -> Key {
    Key::new(partition(subscription), format!("USAGE#{month}"))
}

#[async_trait]
impl SubscriptionStore for AwsStore {
    async fn create_subscription(&self, subscription: &Subscription) -> Result<bool, StoreError> {
        Ok(self.write_subscription(subscription, Some(absent())).await? == Written::Done)
    }

    async fn put_subscription(&self, subscription: &Subscription) -> Result<(), StoreError> {
        self.write_subscription(subscription, None).await.map(|_| ())
    }

    async fn subscription(&self, id: SubscriptionId) -> Result<Option<Subscription>, StoreError> {
        let found: Option<StoredSubscription> = self.table.get(&subscription_key(id)).await?;
        Ok(found.map(Into::into))
    }

    async fn subscriptions(&self) -> Result<Vec<Subscription>, StoreError> {
        let found: Vec<StoredSubscription> = self.table.query("SUBSCRIPTIONS", "SUB#").await?;
        let mut all: Vec<Subscription> = found.into_iter().map(Into::into).collect();
        all.sort_by(|a, b| (&a.name, a.id).cmp(&(&b.name, b.id)));
        Ok(all)
    }

    async fn put_key(&self, key: &KeyRecord) -> Result<(), StoreError> {
        let sha256 = hex::encode(key.hash.as_bytes());
        let stored = StoredKey {
            key_id: key.id,
            subscription_id: key.subscription,
            sha256: sha256.clone(),
            scope: key.scope,
            label: key.label.clone(),
            created_at: key.created_at.as_microsecond(),
            valid_until: key.expires_at.map(Timestamp::as_microsecond),
            disabled_at: key.disabled_at.map(Timestamp::as_microsecond),
            requests_per_minute: key.requests.map(RequestRate::per_minute),
            request_burst: key.requests.map(RequestRate::burst),
            person: key.person.clone(),
            form: key.form.clone(),
            template_labels: key.template_labels.clone(),
            expires_at: key.expires_at.filter(|_| key.passes()).map(Timestamp::as_second),
        };
        let steps = vec![
            self.table.put_step(item(&key_key(&sha256), &stored)?, Some(absent()))?,
            self.table.put_step(item(&key_entry(key.subscription, key.id), &stored)?, Some(absent()))?,
        ];
        match self.table.transact(steps).await? {
            Written::Done => Ok(()),
            // A new key is random: only its own record can be in its way.
            Written::Refused => Err(StoreError::Damaged(format!("key {} is there already", key.id))),
        }
    }

    async fn key(&self, hash: &KeyHash) -> Result<Option<(KeyRecord, Subscription)>, StoreError> {
        let Some(stored) = self.table.get::<StoredKey>(&key_key(&hex::encode(hash.as_bytes()))).await? else {
            return Ok(None);
        };
        let mut key = stored.record()?;
        if key.passes() {
            key_use::add_to(&self.table, &mut key).await?;
        }
        let subscription = self.subscription(key.subscription).await?;
        Ok(subscription.map(|subscription| (key, subscription)))
    }

    async fn keys(&self, subscription: SubscriptionId) -> Result<Vec<KeyRecord>, StoreError> {
        let found: Vec<StoredKey> = self.table.query(&partition(subscription), "KEY#").await?;
        let mut keys = found.into_iter().map(StoredKey::record).collect::<Result<Vec<_>, _>>()?;
        key_use::add(&self.table, subscription, &mut keys).await?;
        keys.sort_by_key(|key| (key.created_at, key.id));
        Ok(keys)
    }

    async fn disable_key(
        &self,
        subscription: SubscriptionId,
        key: Uuid,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let entry = key_entry(subscription, key);
        let Some(stored) = self.table.get::<StoredKey>(&entry).await? else { return Ok(false) };
        let steps = [key_key(&stored.sha256), entry]
            .iter()
            .map(|place| {
                let once = Condition::when("attribute_exists(pk) AND attribute_not_exists(disabledAt)")
                    .value(":at", number(at.as_microsecond()));
                self.table.update_step(place, "SET disabledAt = :at", once)
            })
            .collect::<Result<_, _>>()?;
        // Refused: it is disabled already, and stays as it is.
        self.table.transact(steps).await.map(|_| true)
    }

    async fn enable_key(&self, subscription: SubscriptionId, key: Uuid) -> Result<bool, StoreError> {
        let entry = key_entry(subscription, key);
        let Some(stored) = self.table.get::<StoredKey>(&entry).await? else { return Ok(false) };
        let enable = |place| {
            let there = Condition::when("attribute_exists(pk)");
            self.table.update_step(place, "REMOVE disabledAt", there)
        };
        let steps = [key_key(&stored.sha256), entry].iter().map(enable).collect::<Result<_, _>>()?;
        // Refused: it was deleted meanwhile.
        Ok(self.table.transact(steps).await? == Written::Done)
    }

    async fn delete_key(&self, subscription: SubscriptionId, key: Uuid) -> Result<bool, StoreError> {
        let entry = key_entry(subscription, key);
        let Some(stored) = self.table.get::<StoredKey>(&entry).await? else { return Ok(false) };
        let places = [
            key_key(&stored.sha256),
            entry,
            key_use::key(subscription, key),
            rate::key(Bucket::Key(subscription, key)),
        ];
        let steps = places.iter().map(|place| self.table.delete_step(place)).collect::<Result<_, _>>()?;
        self.table.transact(steps).await.map(|_| true)
    }

    fn note_key_use(&self, subscription: SubscriptionId, key: Uuid, at: Timestamp) {
        self.key_use.note(&self.table, subscription, (key, None), at);
    }

    fn note_template_use(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        key: Uuid,
        at: Timestamp,
    ) {
        self.key_use.note(&self.table, subscription, (key, Some(template)), at);
    }

    async fn template_users(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        since: Timestamp,
    ) -> Result<u64, StoreError> {
        let keys = self.keys(subscription).await?;
        key_use::users(&self.table, subscription, template, since, &keys).await
    }

    async fn callback_secrets(&self, subscription: SubscriptionId) -> Result<CallbackSecrets, StoreError> {
        self.read_or_make_secrets(subscription).await
    }

    async fn rotate_callback_secret(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
    ) -> Result<CallbackSecrets, StoreError> {
        self.rotate_secrets(subscription, now).await
    }

    async fn put_callback_secrets(
        &self,
        subscription: SubscriptionId,
        secrets: &CallbackSecrets,
    ) -> Result<(), StoreError> {
        self.write_secrets(subscription, secrets).await
    }

    async fn take_request(
        &self,
        bucket: Bucket,
        rate: RequestRate,
        now: Timestamp,
    ) -> Result<Taken, StoreError> {
        rate::take(&self.table, bucket, rate, now).await
    }

    async fn count_documents(
        &self,
        subscription: SubscriptionId,
        month: &str,
        made: u64,
    ) -> Result<(), StoreError> {
        // A plain update whose answer is lost would be sent again and count twice; a transaction carries a token.
        self.table.transact(vec![self.count_step(subscription, month, made)?]).await.map(|_| ())
    }

    async fn documents(&self, subscription: SubscriptionId, month: &str) -> Result<u64, StoreError> {
        let found: Option<StoredUsage> = self.table.get(&usage_key(subscription, month)).await?;
        Ok(found.map_or(0, |usage| usage.documents))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.table.get::<StoredUsage>(&Key::new("PING", "PING")).await.map(|_| ())
    }
}

impl AwsStore {
    /// A step that counts documents.
    pub(crate) fn count_step(
        &self,
        subscription: SubscriptionId,
        month: &str,
        made: u64,
    ) -> Result<TransactWriteItem, StoreError> {
        let add = Condition::default().value(":made", number(made));
        self.table.update_step(&usage_key(subscription, month), "ADD documents :made", add)
    }

    /// Writes a subscription and its entry, and fills its bucket of requests.
    async fn write_subscription(
        &self,
        subscription: &Subscription,
        condition: Option<Condition>,
    ) -> Result<Written, StoreError> {
        let stored = StoredSubscription::from(subscription);
        let entry = Key::new("SUBSCRIPTIONS", partition(subscription.id));
        let steps = vec![
            self.table.put_step(item(&subscription_key(subscription.id), &stored)?, condition)?,
            self.table.put_step(item(&entry, &stored)?, None)?,
            self.table.delete_step(&rate::key(Bucket::Subscription(subscription.id)))?,
        ];
        self.table.transact(steps).await
    }
}
