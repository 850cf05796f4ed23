//! Messages to webhooks over HTTP: the sent ones with their results, a test, and sending again.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::managed_webhooks::Webhooks;
use crate::contract::Redeliver;
use crate::http::{Request, Stretch};
use crate::ids::{EventId, WebhookId};
use crate::jobs::Delivery;
use crate::problem::Problem;
use crate::subscriptions::Caller;
use crate::webhooks::{Message, TEST, TestNotice};

/// Most messages that one request sends again.
const REDELIVERED: usize = 500;

/// Messages that are read at once while those that failed are looked for.
const READ_AT_ONCE: u32 = 100;

/// A message to a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookMessage)]
pub struct MessageView {
    /// Its id.
    pub message_id: EventId,
    /// What it tells of: `job.ended`, `webhook.test` and so on.
    pub r#type: String,
    /// When it was made. What a webhook is told of a job's end is here once it was delivered or given up; until then the job says
    /// how far it is.
    #[serde(serialize_with = "crate::time::write")]
    pub created_at: Timestamp,
    /// The header `webhook-id` that it is sent with, each time.
    pub webhook_message_id: String,
    /// How far it is.
    pub delivery: Delivery,
    /// What it says.
    #[schema(value_type = Object)]
    pub body: Value,
}

impl From<Message> for MessageView {
    fn from(message: Message) -> Self {
        let Message { message_id, sent_as, r#type, created_at, body, delivery, .. } = message;
        let body = serde_json::from_str(&body).unwrap_or_default();
        MessageView { message_id, r#type, created_at, webhook_message_id: sent_as, delivery, body }
    }
}

/// Some messages, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebhookMessages {
    /// The messages.
    pub items: Vec<MessageView>,
    /// What `before` must be to get the next ones; `null` when there are none.
    pub next: Option<EventId>,
}

/// Messages that are sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Redelivered {
    /// How many they are.
    pub count: u32,
    /// Whether there are more, for another request.
    pub has_more: bool,
}

impl Webhooks<'_> {
    /// Messages to a webhook, newest first: `pageSize` of them, those before the one that `before` names.
    ///
    /// # Errors
    /// `unknown-webhook`, `invalid-query`, `unavailable`.
    pub async fn messages(self, request: &Request) -> Result<WebhookMessages, Problem> {
        let asked = Stretch::from_query(request, &self.0.limits)?;
        let webhook = self.own(request.caller()?, WebhookId::of_path(request)?).await?;
        let mut found = self.0.stores.webhooks.messages(webhook, asked.before(), asked.to_read()).await?;
        let next = asked.cut(&mut found, |message| &message.message_id);
        Ok(WebhookMessages { items: found.into_iter().map(MessageView::from).collect(), next })
    }

    /// Sends a test message to a webhook, whatever events it is told of.
    ///
    /// # Errors
    /// `unknown-webhook`, `unavailable`.
    pub async fn test(self, caller: &Caller, webhook: WebhookId) -> Result<MessageView, Problem> {
        let (webhook_id, subscription) = (self.own(caller, webhook).await?, caller.subscription_id());
        let body = json!(TestNotice { r#type: TEST, webhook_id }).to_string();
        let message = Message::new(subscription, webhook_id, TEST, body, Timestamp::now());
        self.0.stores.webhooks.put_messages(subscription, None, std::slice::from_ref(&message)).await?;
        Ok(message.into())
    }

    /// Sends a message again, also one that was delivered. One that is still tried is left as it is.
    ///
    /// # Errors
    /// `unknown-webhook`, `unknown-message`, `unavailable`.
    pub async fn redeliver(self, request: &Request) -> Result<MessageView, Problem> {
        let webhook = self.own(request.caller()?, WebhookId::of_path(request)?).await?;
        let id = request.param("messageId").and_then(EventId::parse).ok_or_else(Problem::unknown_message)?;
        let found = self.0.stores.webhooks.message(webhook, &id).await?;
        Ok(self.again(found.ok_or_else(Problem::unknown_message)?).await?.into())
    }

    /// Sends all messages to a webhook again that were created since a time and failed.
    ///
    /// # Errors
    /// `invalid-body`, `unknown-webhook`, `unavailable`.
    pub async fn redeliver_failed(self, request: &Request) -> Result<Redelivered, Problem> {
        let Redeliver { since } = Redeliver::read(request, &self.0.limits)?;
        let webhook = self.own(request.caller()?, WebhookId::of_path(request)?).await?;
        let (mut failed, mut before) = (Vec::new(), None);
        while failed.len() <= REDELIVERED {
            let found = self.0.stores.webhooks.messages(webhook, before.as_ref(), READ_AT_ONCE).await?;
            let Some(last) = found.last() else { break };
            before = Some(last.message_id.clone());
            let is_first_before = last.created_at < since;
            failed.extend(found.into_iter().filter(|each| each.has_failed() && each.created_at >= since));
            if is_first_before {
                break;
            }
        }
        let has_more = failed.len() > REDELIVERED;
        failed.truncate(REDELIVERED);
        let count = u32::try_from(failed.len()).unwrap_or(u32::MAX);
        for message in failed {
            self.again(message).await?;
        }
        Ok(Redelivered { count, has_more })
    }

    async fn again(self, message: Message) -> Result<Message, Problem> {
        if message.delivery.is_pending() {
            return Ok(message);
        }
        let message = Message { delivery: Delivery::default(), ..message };
        self.0.stores.webhooks.record_message(&message, true).await?;
        Ok(message)
    }

    /// A webhook within the caller's reach.
    async fn own(self, caller: &Caller, webhook: WebhookId) -> Result<WebhookId, Problem> {
        Ok(self.known(caller, webhook).await?.id)
    }
}
