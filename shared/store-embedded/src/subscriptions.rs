//! Subscriptions, keys, usage.

use async_trait::async_trait;
use jiff::Timestamp;
use platen_service::callback::CallbackSecrets;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::keys::{KeyHash, KeyRecord, Scope};
use platen_service::plan::{Bucket, Plan, RequestRate, Taken};
use platen_service::store::{StoreError, SubscriptionStore};
use platen_service::subscriptions::Subscription;
use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::database::Durability;
use crate::templates::time;
use crate::{EmbeddedStore, error, key_use, rate};

const KEY: &str = "k.hash, k.id, k.subscription, k.scope, k.label, k.created_at, k.expires_at, k.disabled_at, k.last_used_at, \
    k.requests_per_minute, k.request_burst, k.person, k.form, k.template_labels";
/// Columns of [`KEY`]: those of the subscription follow.
const KEY_COLUMNS: usize = 14;
const SUBSCRIPTION: &str =
    "s.id, s.name, s.active, s.monthly_documents, s.storage_bytes, s.requests_per_minute, s.request_burst";

#[async_trait]
impl SubscriptionStore for EmbeddedStore {
    async fn create_subscription(&self, subscription: &Subscription) -> Result<bool, StoreError> {
        let new = subscription.clone();
        let write = move |tx: &Transaction<'_>| {
            let sql = "SELECT EXISTS (SELECT 1 FROM subscriptions WHERE id = ?1)";
            if tx.query_row(sql, [new.id.0], |row| row.get(0))? {
                return Ok(false);
            }
            put(tx, &new).map(|()| true)
        };
        self.database.write(Durability::Full, move |tx| write(tx).map_err(error::database)).await
    }

    async fn put_subscription(&self, subscription: &Subscription) -> Result<(), StoreError> {
        let new = subscription.clone();
        self.database.write(Durability::Full, move |tx| put(tx, &new).map_err(error::database)).await
    }

    async fn subscription(&self, id: SubscriptionId) -> Result<Option<Subscription>, StoreError> {
        let sql = format!("SELECT {SUBSCRIPTION} FROM subscriptions s WHERE s.id = ?1");
        self.database
            .read(|db| db.prepare_cached(&sql)?.query_row([id.0], |row| subscription(row, 0)).optional())
    }

    async fn subscriptions(&self) -> Result<Vec<Subscription>, StoreError> {
        let sql = format!("SELECT {SUBSCRIPTION} FROM subscriptions s ORDER BY s.name, s.id");
        self.database.read(|db| db.prepare_cached(&sql)?.query_map([], |row| subscription(row, 0))?.collect())
    }

    async fn put_key(&self, key: &KeyRecord) -> Result<(), StoreError> {
        let new = key.clone();
        let (person, form) = (to_json(new.person.as_ref())?, to_json(new.form.as_ref())?);
        let template_labels = to_json(new.template_labels.as_ref())?;
        let write = move |tx: &Transaction<'_>| {
            tx.execute(
                "INSERT INTO keys (hash, id, subscription, scope, label, created_at, expires_at, disabled_at, last_used_at,
                  requests_per_minute, request_burst, person, form, template_labels)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
                params![
                    new.hash.as_bytes(),
                    new.id,
                    new.subscription.0,
                    new.scope.as_str(),
                    new.label,
                    new.created_at.as_microsecond(),
                    new.expires_at.map(Timestamp::as_microsecond),
                    new.disabled_at.map(Timestamp::as_microsecond),
                    new.last_used_at.map(Timestamp::as_microsecond),
                    new.requests.map(RequestRate::per_minute),
                    new.requests.map(RequestRate::burst),
                    person,
                    form,
                    template_labels
                ],
            )
            .map_err(error::database)
        };
        self.database.write(Durability::Full, write).await.map(|_| ())
    }

    async fn key(&self, hash: &KeyHash) -> Result<Option<(KeyRecord, Subscription)>, StoreError> {
        let sql = format!(
            "SELECT {KEY}, {SUBSCRIPTION} FROM keys k JOIN subscriptions s ON s.id = k.subscription WHERE k.hash = ?1"
        );
        let found = self.database.read(|db| {
            db.prepare_cached(&sql)?
                .query_row([hash.as_bytes()], |row| Ok((key(row)?, subscription(row, KEY_COLUMNS)?)))
                .optional()
        })?;
        Ok(found.map(|(key, subscription)| (self.key_use.with_use(key), subscription)))
    }

    async fn keys(&self, subscription: SubscriptionId) -> Result<Vec<KeyRecord>, StoreError> {
        let sql = format!("SELECT {KEY} FROM keys k WHERE k.subscription = ?1 ORDER BY k.created_at, k.id");
        let keys: Vec<KeyRecord> =
            self.database.read(|db| db.prepare_cached(&sql)?.query_map([subscription.0], key)?.collect())?;
        Ok(keys.into_iter().map(|key| self.key_use.with_use(key)).collect())
    }

    async fn disable_key(
        &self,
        subscription: SubscriptionId,
        key: Uuid,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql =
            "UPDATE keys SET disabled_at = coalesce(disabled_at, ?3) WHERE subscription = ?1 AND id = ?2";
        let write = move |tx: &Transaction<'_>| {
            tx.execute(sql, params![subscription.0, key, at.as_microsecond()]).map_err(error::database)
        };
        Ok(self.database.write(Durability::Full, write).await? > 0)
    }

    async fn enable_key(&self, subscription: SubscriptionId, key: Uuid) -> Result<bool, StoreError> {
        let sql = "UPDATE keys SET disabled_at = NULL WHERE subscription = ?1 AND id = ?2";
        let write = move |tx: &Transaction<'_>| {
            tx.execute(sql, params![subscription.0, key]).map_err(error::database)
        };
        Ok(self.database.write(Durability::Full, write).await? > 0)
    }

    async fn delete_key(&self, subscription: SubscriptionId, key: Uuid) -> Result<bool, StoreError> {
        let write = move |tx: &Transaction<'_>| {
            let gone = tx.execute(
                "DELETE FROM keys WHERE subscription = ?1 AND id = ?2",
                params![subscription.0, key],
            )?;
            if gone > 0 {
                tx.execute("DELETE FROM request_buckets WHERE id = ?1", [key])?;
            }
            Ok(gone > 0)
        };
        self.database.write(Durability::Full, move |tx| write(tx).map_err(error::database)).await
    }

    fn note_key_use(&self, subscription: SubscriptionId, key: Uuid, at: Timestamp) {
        self.key_use.note(subscription, (key, None), at);
    }

    fn note_template_use(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        key: Uuid,
        at: Timestamp,
    ) {
        self.key_use.note(subscription, (key, Some(template)), at);
    }

    async fn template_users(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        since: Timestamp,
    ) -> Result<u64, StoreError> {
        key_use::users(&self.database, subscription, template, since)
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
        self.replace_secrets(subscription, secrets).await
    }

    async fn take_request(
        &self,
        bucket: Bucket,
        rate: RequestRate,
        now: Timestamp,
    ) -> Result<Taken, StoreError> {
        rate::take(&self.database, bucket, rate, now).await
    }

    async fn count_documents(
        &self,
        subscription: SubscriptionId,
        month: &str,
        made: u64,
    ) -> Result<(), StoreError> {
        self.usage.count(subscription, month, made).await;
        Ok(())
    }

    async fn documents(&self, subscription: SubscriptionId, month: &str) -> Result<u64, StoreError> {
        self.usage.counted(subscription, month)
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.database.check()?;
        self.database.read(|db| db.query_row("SELECT count(*) FROM subscriptions", [], |_| Ok(())))
    }
}

/// Writes a subscription, and fills its bucket of requests.
fn put(tx: &Transaction<'_>, new: &Subscription) -> Result<(), rusqlite::Error> {
    let number = |quota: Option<u64>| quota.map(|quota| i64::try_from(quota).unwrap_or(i64::MAX));
    let Plan { monthly_documents, storage_bytes, requests } = new.plan;
    tx.execute(
        "INSERT INTO subscriptions
         (id, name, active, monthly_documents, storage_bytes, requests_per_minute, request_burst)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT DO UPDATE SET name = ?2, active = ?3, monthly_documents = ?4, storage_bytes = ?5,
         requests_per_minute = ?6, request_burst = ?7",
        params![
            new.id.0,
            new.name,
            new.active,
            number(monthly_documents),
            number(storage_bytes),
            requests.map(RequestRate::per_minute),
            requests.map(RequestRate::burst)
        ],
    )?;
    tx.execute("DELETE FROM request_buckets WHERE id = ?1", [new.id.0]).map(|_| ())
}

fn subscription(row: &Row<'_>, first: usize) -> Result<Subscription, rusqlite::Error> {
    Ok(Subscription {
        id: SubscriptionId(row.get(first)?),
        name: row.get(first + 1)?,
        active: row.get(first + 2)?,
        plan: Plan {
            monthly_documents: row.get::<_, Option<i64>>(first + 3)?.map(i64::unsigned_abs),
            storage_bytes: row.get::<_, Option<i64>>(first + 4)?.map(i64::unsigned_abs),
            requests: requests(row.get(first + 5)?, row.get(first + 6)?),
        },
    })
}

fn requests(per_minute: Option<u32>, burst: Option<u32>) -> Option<RequestRate> {
    RequestRate::new(per_minute?, burst?)
}

fn key(row: &Row<'_>) -> Result<KeyRecord, rusqlite::Error> {
    let scope: String = row.get(3)?;
    let moment = |column| match row.get::<_, Option<i64>>(column)? {
        Some(_) => time(row, column).map(Some),
        None => Ok(None),
    };
    Ok(KeyRecord {
        hash: KeyHash::from_bytes(row.get(0)?),
        id: row.get(1)?,
        subscription: SubscriptionId(row.get(2)?),
        scope: Scope::parse(&scope).ok_or(rusqlite::Error::InvalidColumnType(
            3,
            "scope".into(),
            Type::Text,
        ))?,
        label: row.get(4)?,
        created_at: time(row, 5)?,
        expires_at: moment(6)?,
        disabled_at: moment(7)?,
        last_used_at: moment(8)?,
        requests: requests(row.get(9)?, row.get(10)?),
        person: of_json(row, 11, "person")?,
        form: of_json(row, 12, "form")?,
        template_labels: of_json(row, 13, "template_labels")?,
    })
}

/// A part of a key that has a shape of its own, as its column keeps it.
fn to_json<T: Serialize>(value: Option<&T>) -> Result<Option<String>, StoreError> {
    value.map(serde_json::to_string).transpose().map_err(|error| StoreError::Damaged(error.to_string()))
}

fn of_json<T: DeserializeOwned>(
    row: &Row<'_>,
    column: usize,
    name: &str,
) -> Result<Option<T>, rusqlite::Error> {
    let text: Option<String> = row.get(column)?;
    let value = text.map(|text| serde_json::from_str(&text)).transpose();
    value.map_err(|_| rusqlite::Error::InvalidColumnType(column, name.into(), Type::Text))
}
