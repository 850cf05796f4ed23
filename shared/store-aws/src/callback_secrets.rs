//! The secrets that sign callbacks: `SUB#{subscription}` / `CALLBACKS` in a separate table, which only the function that signs can read.
//! It also has the addresses of webhooks ([`crate::webhooks`]).

use jiff::Timestamp;
use platen_service::callback::{CallbackSecret, CallbackSecrets};
use platen_service::ids::SubscriptionId;
use platen_service::store::StoreError;
use serde::Deserialize;

use crate::AwsStore;
use crate::fields::{from_micros, unhex};
use crate::item::{Condition, Key, absent, number, text};
use crate::subscriptions::partition;
use crate::table::Table;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredSecrets {
    current: String,
    previous: Option<String>,
    rotated_at: Option<i64>,
}

impl StoredSecrets {
    fn secrets(self) -> Result<CallbackSecrets, StoreError> {
        let read = |text: &str| unhex(text).map(CallbackSecret::from_bytes);
        let previous = self.previous.as_deref().zip(self.rotated_at);
        let previous = previous
            .map(|(secret, at)| Ok::<_, StoreError>((read(secret)?, from_micros(at)?)))
            .transpose()?;
        Ok(CallbackSecrets { current: read(&self.current)?, previous })
    }
}

fn key(subscription: SubscriptionId) -> Key {
    Key::new(partition(subscription), "CALLBACKS")
}

impl AwsStore {
    pub(crate) fn secrets_table(&self) -> Result<&Table, StoreError> {
        self.secrets
            .as_ref()
            .ok_or_else(|| StoreError::Unavailable("PLATEN_SECRETS_TABLE is not set".to_owned()))
    }

    /// Reads the secrets, or makes the first one: of callers at the same time one makes it, and all read that.
    pub(crate) async fn read_or_make_secrets(
        &self,
        subscription: SubscriptionId,
    ) -> Result<CallbackSecrets, StoreError> {
        let (table, key) = (self.secrets_table()?, key(subscription));
        if let Some(found) = table.get::<StoredSecrets>(&key).await? {
            return found.secrets();
        }
        let first = CallbackSecret::generate()?;
        let first =
            absent().name("#current", "current").value(":current", text(hex::encode(first.as_bytes())));
        // Refused: another caller was first, or an earlier try of this call whose answer was lost.
        table.update(&key, "SET #current = :current", first).await?;
        let made = table.get::<StoredSecrets>(&key).await?;
        made.ok_or_else(|| StoreError::Damaged("the secret of callbacks is missing".to_owned()))?.secrets()
    }

    pub(crate) async fn write_secrets(
        &self,
        subscription: SubscriptionId,
        secrets: &CallbackSecrets,
    ) -> Result<(), StoreError> {
        let hexed = |secret: &CallbackSecret| text(hex::encode(secret.as_bytes()));
        let change =
            Condition::default().name("#current", "current").value(":current", hexed(&secrets.current));
        let (update, change) = match &secrets.previous {
            None => ("SET #current = :current REMOVE previous, rotatedAt", change),
            Some((previous, at)) => (
                "SET #current = :current, previous = :previous, rotatedAt = :at",
                change.value(":previous", hexed(previous)).value(":at", number(at.as_microsecond())),
            ),
        };
        self.secrets_table()?.update(&key(subscription), update, change).await.map(|_| ())
    }

    pub(crate) async fn rotate_secrets(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
    ) -> Result<CallbackSecrets, StoreError> {
        self.read_or_make_secrets(subscription).await?;
        let new = CallbackSecret::generate()?;
        // The condition: a try whose answer was lost is sent again, and must not make the new secret the one before.
        let change = Condition::when("#current <> :new")
            .name("#current", "current")
            .value(":new", text(hex::encode(new.as_bytes())))
            .value(":now", number(now.as_microsecond()));
        let update = "SET previous = #current, rotatedAt = :now, #current = :new";
        self.secrets_table()?.update(&key(subscription), update, change).await?;
        self.read_or_make_secrets(subscription).await
    }
}
