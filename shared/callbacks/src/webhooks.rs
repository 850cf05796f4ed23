//! Webhooks of the subscription, which are told of a job's end, and of what else they ask for.

use std::collections::BTreeMap;

use futures_util::future::{TryFutureExt, try_join_all};
use http::StatusCode;
use jiff::Timestamp;
use platen_outbound::Failed;
use platen_service::Service;
use platen_service::callback::CallbackSecrets;
use platen_service::ids::{EventId, SubscriptionId, WebhookId};
use platen_service::jobs::{Callback, Delivery, DeliveryStatus, JobNotice, JobRecord};
use platen_service::problem::Problem;
use platen_service::trace::Parent;
use platen_service::webhooks::{Message, Receiver};
use secrecy::ExposeSecret;

use crate::{Deliverer, Told, after, log, wait_after, wait_until};

/// A message without its signature.
struct Content {
    id: String,
    body: String,
    trace: Option<Parent>,
}

impl Deliverer {
    /// Tries to deliver a message to a webhook, if that is due. What came of it is recorded and logged.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn deliver_message(
        &self,
        service: &Service,
        webhook: WebhookId,
        message: &EventId,
    ) -> Result<Told, Problem> {
        let (store, now) = (&service.stores().webhooks, Timestamp::now());
        // One that was settled meanwhile, or is no longer kept, needs nothing more.
        let found = store.message(webhook, message).await?.filter(|found| found.delivery.is_pending());
        let Some(found) = found else { return Ok(Told::Over) };
        if let Some(next) = found.delivery.next_try_at.filter(|next| *next > now) {
            return Ok(Told::Again(wait_until(next, now)));
        }
        let secrets = service.stores().subscriptions.callback_secrets(found.subscription_id).await?;
        let content =
            Content { id: found.sent_as.clone(), body: found.body.clone(), trace: found.trace.clone() };
        let tried = self.tell_webhook(service, found.subscription_id, webhook, content, &secrets).await?;
        let delivery = after(found.delivery.clone(), tried, service.limits());
        let tried = Message { delivery, ..found };
        log_message(&tried, service);
        store.record_message(&tried, false).await?;
        let next = tried.delivery.next_try_at;
        Ok(next.map_or(Told::Over, |next| Told::Again(wait_until(next, now))))
    }

    /// Tells those that are due, and says what came of it. They are few (limit `webhooks`), and told at the same time, so that all of them
    /// take no longer than one.
    pub(crate) async fn tell_webhooks(
        &self,
        service: &Service,
        job: &JobRecord,
    ) -> Result<BTreeMap<WebhookId, Delivery>, Problem> {
        let now = Timestamp::now();
        let webhooks = job.deliveries.webhooks.clone().into_iter();
        let due: Vec<_> = webhooks.filter(|(_, delivery)| delivery.is_due(now)).collect();
        if due.is_empty() {
            return Ok(BTreeMap::new());
        }
        let secrets = service.stores().subscriptions.callback_secrets(job.subscription).await?;
        let body = JobNotice::to_webhooks(job);
        let telling = due.into_iter().map(|(webhook, before)| {
            let trace = job.settings.trace.clone();
            let content = Content { id: job.message_id(webhook), body: body.clone(), trace };
            let trying = self.tell_webhook(service, job.subscription, webhook, content, &secrets);
            trying.map_ok(move |tried| (webhook, after(before, tried, service.limits())))
        });
        let told: BTreeMap<_, _> = try_join_all(telling).await?.into_iter().collect();
        for (webhook, tried) in &told {
            log(job, None, &format!("webhook {webhook}"), tried, service.limits());
        }
        let settled = told.iter().filter(|(_, tried)| !tried.is_pending());
        let history: Vec<Message> = settled
            .map(|(webhook, tried)| Message::of_job(job, *webhook, body.clone(), tried.clone(), now))
            .collect();
        if !history.is_empty() {
            service.stores().webhooks.put_messages(job.subscription, None, &history).await?;
        }
        Ok(told)
    }

    /// Tries to tell one a message. One that answers 410 is deleted: its flow is gone, and nobody else would delete it.
    async fn tell_webhook(
        &self,
        service: &Service,
        subscription: SubscriptionId,
        webhook: WebhookId,
        Content { id, body, trace }: Content,
        secrets: &CallbackSecrets,
    ) -> Result<Result<(), Failed>, Problem> {
        let webhooks = &service.stores().webhooks;
        let Some(Receiver { url, secrets: own }) = webhooks.receiver(subscription, webhook).await? else {
            return Ok(Err(Failed::Refused("the webhook was deleted".to_owned())));
        };
        let (limits, now) = (service.limits(), Timestamp::now());
        // Receivers verify with the webhook's own secret, or with the subscription's, which the operator gave them.
        let signing = own.iter().chain([secrets]);
        let signing = signing.flat_map(|each| each.signing(now, limits.callback_secret_overlap));
        let event = Callback::signed(id, body, signing, now).within(trace);
        let tried = self.post(limits, Some(url.expose_secret()), event).await;
        if matches!(tried, Err(Failed::Status(StatusCode::GONE))) {
            webhooks.delete_webhook(subscription, webhook, now).await?;
            return Ok(Err(Failed::Refused(
                "the receiver answered 410 Gone: the webhook is deleted".to_owned(),
            )));
        }
        Ok(tried)
    }
}

/// Logs what came of a try.
fn log_message(tried: &Message, service: &Service) {
    let Message { webhook_id, message_id, r#type, delivery, trace, .. } = tried;
    let trace_id = trace.as_ref().map(Parent::id);
    let (tries, cause) = (delivery.tries, delivery.error.as_deref().unwrap_or_default());
    match delivery.status {
        DeliveryStatus::Delivered => {
            tracing::info!(%webhook_id, %message_id, r#type, trace_id, tries, "message delivered");
        }
        DeliveryStatus::Failed => {
            tracing::warn!(%webhook_id, %message_id, r#type, trace_id, tries, cause, "message given up");
        }
        DeliveryStatus::Pending => {
            let wait_s = wait_after(tries, service.limits()).as_secs();
            tracing::warn!(%webhook_id, %message_id, r#type, trace_id, tries, wait_s, cause, "message failed and is tried again");
        }
    }
}
