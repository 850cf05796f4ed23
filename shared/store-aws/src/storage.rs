//! What a subscription stores: `SUB#{subscription}` / `STORAGE` counts the bytes of its templates, in the transactions that add and
//! remove versions. Uploads, items, documents and archives are not counted: the jobs bucket removes them within two days, and they cannot
//! fill a disk of this service.

use async_trait::async_trait;
use aws_sdk_dynamodb::types::TransactWriteItem;
use platen_service::ids::SubscriptionId;
use platen_service::storage::{Storage, StorageState, StoredBytes};
use platen_service::store::{StoreError, SubscriptionStore};
use serde::{Deserialize, Serialize};

use crate::AwsStore;
use crate::item::{Condition, Key, absent, item, number};
use crate::subscriptions::partition;
use crate::table::Written;

#[derive(Serialize, Deserialize)]
struct Stored {
    templates: u64,
}

fn key(subscription: SubscriptionId) -> Key {
    Key::new(partition(subscription), "STORAGE")
}

#[async_trait]
impl Storage for AwsStore {
    async fn stored(&self, subscription: SubscriptionId) -> Result<StoredBytes, StoreError> {
        let found: Option<Stored> = self.table.get(&key(subscription)).await?;
        let templates = match found {
            Some(stored) => stored.templates,
            None => self.version_bytes(subscription).await?,
        };
        Ok(StoredBytes { templates, ..StoredBytes::default() })
    }

    fn disk(&self) -> Option<StorageState> {
        None
    }
}

impl AwsStore {
    /// A step that counts a version, and refuses its transaction when the subscription has no room for it.
    ///
    /// # Errors
    /// [`StoreError::Limit`] when there is no room as of now.
    pub(crate) async fn store_step(
        &self,
        subscription: SubscriptionId,
        wanted: u64,
    ) -> Result<TransactWriteItem, StoreError> {
        let used = self.counted(subscription).await?;
        let quota = self.subscription(subscription).await?.and_then(|found| found.plan.storage_bytes);
        let mut add = Condition::when("attribute_exists(pk)");
        if let Some(allowed) = quota {
            if used.saturating_add(wanted) > allowed {
                return Err(StoreError::Limit { limit: "storage_bytes", used, wanted, allowed });
            }
            add = Condition::when("attribute_exists(pk) AND templates <= :room")
                .value(":room", number(allowed.saturating_sub(wanted)));
        }
        self.table.update_step(
            &key(subscription),
            "ADD templates :bytes",
            add.value(":bytes", number(wanted)),
        )
    }

    /// A step that takes a version off the count.
    pub(crate) async fn free_step(
        &self,
        subscription: SubscriptionId,
        bytes: u64,
    ) -> Result<TransactWriteItem, StoreError> {
        self.counted(subscription).await?;
        let take = Condition::when("attribute_exists(pk)").value(":bytes", number(format!("-{bytes}")));
        self.table.update_step(&key(subscription), "ADD templates :bytes", take)
    }

    /// The count, which is computed from the versions if it is missing: older deployments have versions without it.
    async fn counted(&self, subscription: SubscriptionId) -> Result<u64, StoreError> {
        let key = key(subscription);
        loop {
            if let Some(stored) = self.table.get::<Stored>(&key).await? {
                return Ok(stored.templates);
            }
            // No version comes or goes before there is a count.
            let first = Stored { templates: self.version_bytes(subscription).await? };
            let step = self.table.put_step(item(&key, &first)?, Some(absent()))?;
            if self.table.transact(vec![step]).await? == Written::Done {
                return Ok(first.templates);
            }
        }
    }
}
