//! Messages to webhooks: `MESSAGES#{webhook}` / the message's id. One that is `due` leads from the table's stream to the queue of
//! callbacks, as ends of jobs do; where processes look in place of a stream, `DUE` / `MESSAGE#{webhook}#{message}` stands for it, too.
//! `MESSAGES#{subscription}` / `TOLD#{cause}` stands for a cause that was told.
//!
//! All of them are written by updates: whoever may change a request's rate may leave a message, and needs no right to replace
//! records.

use std::time::Duration;

use aws_sdk_dynamodb::types::TransactWriteItem;
use jiff::{SignedDuration, Timestamp};
use platen_service::ids::{EventId, SubscriptionId, WebhookId};
use platen_service::store::StoreError;
use platen_service::webhooks::{CAUSES_KEPT, MESSAGES_KEPT, Message};
use serde::Deserialize;

use crate::item::{Condition, Key, absent, flag, number, text, value};
use crate::table::Written;
use crate::{AwsStore, Due};

/// After every id: they are hexadecimal digits.
const LAST: &str = "~";

#[derive(Deserialize)]
struct Stored {
    message: Message,
}

/// Where the note stands of a message that is due.
fn sort_key(due: &Due) -> String {
    format!("MESSAGE#{}#{}", due.webhook, due.message)
}

fn place(webhook: WebhookId, message: &EventId) -> Key {
    Key::new(format!("MESSAGES#{webhook}"), message.as_str())
}

impl AwsStore {
    pub(crate) async fn put_webhook_messages(
        &self,
        subscription: SubscriptionId,
        cause: Option<&str>,
        messages: &[Message],
    ) -> Result<bool, StoreError> {
        let mut steps = Vec::new();
        if let Some(cause) = cause {
            let key = Key::new(format!("MESSAGES#{subscription}"), format!("TOLD#{cause}"));
            let ends = number(ends_of(Timestamp::now(), CAUSES_KEPT));
            steps.push(self.table.update_step(
                &key,
                "SET expiresAt = :ends",
                absent().value(":ends", ends),
            )?);
        }
        for message in messages {
            steps.extend(self.message_steps(message, message.delivery.is_pending())?);
        }
        if steps.is_empty() {
            return Ok(true);
        }
        // A transaction whose answer was lost is sent under the same token, and refused by a cause of others alone.
        self.table.transact(steps).await.map(|written| written == Written::Done)
    }

    pub(crate) async fn webhook_messages(
        &self,
        webhook: WebhookId,
        before: Option<&EventId>,
        most: u32,
    ) -> Result<Vec<Message>, StoreError> {
        let before = before.map_or(LAST, EventId::as_str);
        let found: Vec<Stored> =
            self.table.query_before(&format!("MESSAGES#{webhook}"), before, most).await?;
        Ok(found.into_iter().map(|stored| stored.message).collect())
    }

    pub(crate) async fn webhook_message(
        &self,
        webhook: WebhookId,
        message: &EventId,
    ) -> Result<Option<Message>, StoreError> {
        let found: Option<Stored> = self.table.get(&place(webhook, message)).await?;
        Ok(found.map(|stored| stored.message))
    }

    pub(crate) async fn record_webhook_message(
        &self,
        message: &Message,
        is_due: bool,
    ) -> Result<(), StoreError> {
        self.table.transact(self.message_steps(message, is_due)?).await.map(|_| ())
    }

    /// The steps that write a message, and note that it is due where this store has an outbox.
    fn message_steps(&self, message: &Message, is_due: bool) -> Result<Vec<TransactWriteItem>, StoreError> {
        let Message { subscription_id, webhook_id, message_id, .. } = message.clone();
        let (update, change) = change(message, is_due)?;
        let mut steps = vec![self.table.update_step(&place(webhook_id, &message_id), update, change)?];
        if is_due && self.settings.outbox {
            let due = Due { subscription: subscription_id, webhook: webhook_id, message: message_id };
            steps.push(self.note_step(sort_key(&due), due)?);
        }
        Ok(steps)
    }

    /// Queues messages that are due, and says how many. Should one be queued twice, its delivery takes notice.
    ///
    /// # Errors
    /// The table or the queue does not answer: what is left is found again.
    pub(crate) async fn queue_due_messages(&self) -> Result<usize, StoreError> {
        let taken = self.take_notes("MESSAGE#", sort_key).await?;
        let due: Vec<_> = taken.iter().map(|note| note.of.clone()).collect();
        self.queue_messages(&due).await?;
        self.remove_notes(taken).await?;
        Ok(due.len())
    }
}

/// The update that writes a message.
fn change(message: &Message, is_due: bool) -> Result<(&'static str, Condition), StoreError> {
    let change = Condition::default()
        .name("#due", "due")
        .name("#webhook", "webhookId")
        .name("#subscription", "subscriptionId")
        .value(":message", value(message)?)
        .value(":webhook", text(message.webhook_id.to_string()))
        .value(":subscription", text(message.subscription_id.to_string()))
        .value(":ends", number(ends_of(message.created_at, MESSAGES_KEPT)))
        .value(":due", flag(is_due));
    let update = "SET message = :message, #webhook = :webhook, #subscription = :subscription, expiresAt = :ends, #due = :due";
    Ok((update, change))
}

/// Until when is kept what is of this time, in seconds since 1970, for DynamoDB.
fn ends_of(time: Timestamp, kept: Duration) -> i64 {
    let kept = SignedDuration::try_from(kept).unwrap_or(SignedDuration::MAX);
    time.checked_add(kept).unwrap_or(Timestamp::MAX).as_second()
}
