//! Webhooks over HTTP: lists, creates and deletes them, and finds those that a job notifies.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use secrecy::ExposeSecret;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Service;
use crate::callback::CallbackSecret;
use crate::contract::CreateWebhook;
use crate::http::Request;
use crate::ids::{SubscriptionId, TemplateId, WebhookId};
use crate::jobs::Delivery;
use crate::keys::Scope;
use crate::page::{Page, Paged};
use crate::problem::{Code, FieldError, Problem};
use crate::reach::Labels;
use crate::subscriptions::Caller;
use crate::webhooks::{EventKind, Webhook};

/// A webhook, without its full address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
pub struct WebhookView {
    /// Its id.
    pub webhook_id: WebhookId,
    /// The host of its address. The rest is not shown: it is a secret of the receiver.
    pub host: String,
    /// The template whose jobs it is told of; `null` is told of all jobs.
    pub template_id: Option<TemplateId>,
    /// What it is told of.
    #[schema(value_type = Vec<String>)]
    pub events: BTreeSet<EventKind>,
    /// When it was made.
    #[serde(serialize_with = "crate::time::write")]
    pub created_at: Timestamp,
}

/// A webhook with a secret that was just made.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct NewWebhook {
    /// What is listed of it.
    #[serde(flatten)]
    pub listed: WebhookView,
    /// The secret that its messages are signed with (`whsec_...`, as libraries of Standard Webhooks take it). It is shown only
    /// in this answer.
    #[schema(examples("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="))]
    pub secret: String,
}

impl From<Webhook> for WebhookView {
    fn from(webhook: Webhook) -> Self {
        let Webhook { id, host, template, events, created_at } = webhook;
        WebhookView { webhook_id: id, host, template_id: template, events, created_at }
    }
}

impl WebhookView {
    /// Where it is.
    pub fn path(&self) -> String {
        format!("/api/webhooks/{}", self.webhook_id)
    }
}

/// The answer to whoever reaches only some templates, and asks to be told of the jobs of all.
fn of_every_job(labels: &Labels) -> Problem {
    let detail = format!("name a template: you reach those labeled {} alone", labels.listed());
    let errors = vec![FieldError::new("/templateId", detail)];
    Problem::with_errors(Code::InvalidBody, "The webhook would be told of jobs that you do not see.", errors)
}

/// What the service does with webhooks: [`Service::webhooks`].
#[derive(Clone, Copy)]
pub struct Webhooks<'a>(pub(super) &'a Service);

impl Webhooks<'_> {
    /// A page of the subscription's webhooks, the newest first.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn list(self, caller: &Caller, page: Page) -> Result<Paged<WebhookView>, Problem> {
        let mut webhooks = Vec::new();
        for webhook in self.0.stores.webhooks.webhooks(caller.subscription_id()).await?.into_iter().rev() {
            if self.0.within(&caller.reach).has(webhook.template).await? {
                webhooks.push(WebhookView::from(webhook));
            }
        }
        Ok(Paged::of_all(page, webhooks))
    }

    /// Makes a webhook.
    ///
    /// # Errors
    /// `invalid-body`, `missing-scope` for events that name keys, `unknown-template`, `limit-exceeded` when the subscription has as
    /// many as it may, `unavailable`.
    pub async fn create(self, request: &Request) -> Result<NewWebhook, Problem> {
        let CreateWebhook { url, host, template, events } = CreateWebhook::read(request, &self.0.limits)?;
        self.0.check_hosts(vec![("/url".to_owned(), url.expose_secret().to_owned())]).await?;
        let caller = request.caller()?;
        if events.contains(&EventKind::KeyExpiring) {
            // It names keys.
            caller.holds(Scope::Administer)?;
        }
        let subscription = caller.subscription_id();
        match (template, caller.reach.labels()) {
            (Some(template), _) => {
                request.head().trail().template(template);
                let found = self.0.within(&caller.reach).template(template).await?;
                found.ok_or_else(Problem::unknown_template)?;
            }
            (None, Some(labels)) => return Err(of_every_job(labels)),
            (None, None) => {}
        }
        let store = &self.0.stores.webhooks;
        let (used, most) = (store.webhooks(subscription).await?.len(), self.0.limits.webhooks);
        if used >= most {
            let detail = format!(
                "The subscription has {used} webhooks (limit `webhooks`: {most}). Delete some of them first."
            );
            return Err(Problem::new(Code::LimitExceeded, detail));
        }
        let id = WebhookId(Uuid::new_v4());
        let webhook = Webhook { id, host, template, events, created_at: Timestamp::now() };
        let secret = CallbackSecret::generate().map_err(Problem::internal)?;
        store.put_webhook(subscription, &webhook, &url, &secret).await?;
        Ok(NewWebhook { listed: webhook.into(), secret: secret.reveal() })
    }

    /// Gives a webhook a new secret. The one before signs as well for a while, so that its receiver can change over.
    ///
    /// # Errors
    /// `unknown-webhook`, `unavailable`.
    pub async fn rotate(self, caller: &Caller, webhook: WebhookId) -> Result<NewWebhook, Problem> {
        let (store, subscription) = (&self.0.stores.webhooks, caller.subscription_id());
        let known = self.known(caller, webhook).await?;
        let secret = CallbackSecret::generate().map_err(Problem::internal)?;
        let is_there = store.rotate_webhook(subscription, webhook, &secret, Timestamp::now()).await?;
        is_there.then_some(()).ok_or_else(Problem::unknown_webhook)?;
        Ok(NewWebhook { listed: known.into(), secret: secret.reveal() })
    }

    /// Deletes a webhook. Running jobs no longer tell it.
    ///
    /// # Errors
    /// `unknown-webhook`, `unavailable`.
    pub async fn delete(self, caller: &Caller, webhook: WebhookId) -> Result<(), Problem> {
        let store = &self.0.stores.webhooks;
        // One that is gone is deleted once more: whoever missed the answer asks again.
        if let Some(known) = self.find(caller, webhook).await?
            && !self.0.within(&caller.reach).has(known.template).await?
        {
            return Err(Problem::unknown_webhook());
        }
        let deleted = store.delete_webhook(caller.subscription_id(), webhook, Timestamp::now()).await?;
        deleted.then_some(()).ok_or_else(Problem::unknown_webhook)
    }

    /// A webhook within the caller's reach.
    pub(super) async fn known(self, caller: &Caller, webhook: WebhookId) -> Result<Webhook, Problem> {
        let known = self.find(caller, webhook).await?.ok_or_else(Problem::unknown_webhook)?;
        let is_within = self.0.within(&caller.reach).has(known.template).await?;
        is_within.then_some(known).ok_or_else(Problem::unknown_webhook)
    }

    /// A webhook of the caller's subscription, within reach or not.
    async fn find(self, caller: &Caller, webhook: WebhookId) -> Result<Option<Webhook>, Problem> {
        let webhooks = self.0.stores.webhooks.webhooks(caller.subscription_id()).await?;
        Ok(webhooks.into_iter().find(|known| known.id == webhook))
    }

    /// Those that a job from some templates tells its end. It keeps their ids, and no address: one that is deleted before
    /// the job ends is told nothing.
    ///
    /// # Errors
    /// `unavailable`.
    pub(super) async fn of_job(
        self,
        subscription: SubscriptionId,
        templates: &BTreeSet<TemplateId>,
    ) -> Result<BTreeMap<WebhookId, Delivery>, Problem> {
        let mut webhooks = self.0.stores.webhooks.webhooks(subscription).await?;
        webhooks.retain(|webhook| webhook.wants(EventKind::JobEnded, |only| templates.contains(&only)));
        Ok(webhooks.into_iter().map(|webhook| (webhook.id, Delivery::default())).collect())
    }
}
