//! Webhooks of the subscription, which are told of a job's end.

use std::collections::BTreeMap;

use futures_util::future::{TryFutureExt, try_join_all};
use http::StatusCode;
use jiff::Timestamp;
use platen_service::Service;
use platen_service::callback::CallbackSecrets;
use platen_service::ids::WebhookId;
use platen_service::jobs::{Callback, Delivery, JobRecord};
use platen_service::problem::Problem;
use platen_service::webhooks::Receiver;
use secrecy::ExposeSecret;

use crate::send::Failed;
use crate::{Deliverer, after, log};

impl Deliverer {
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
        let telling = due.into_iter().map(|(webhook, before)| {
            let trying = self.tell_webhook(service, job, webhook, &secrets);
            trying.map_ok(move |tried| (webhook, after(before, tried, service.limits())))
        });
        let told: BTreeMap<_, _> = try_join_all(telling).await?.into_iter().collect();
        for (webhook, tried) in &told {
            log(job, None, &format!("webhook {webhook}"), tried, service.limits());
        }
        Ok(told)
    }

    /// Tries to tell one. One that answers 410 is deleted: its flow is gone, and nobody else would delete it.
    async fn tell_webhook(
        &self,
        service: &Service,
        job: &JobRecord,
        webhook: WebhookId,
        secrets: &CallbackSecrets,
    ) -> Result<Result<(), Failed>, Problem> {
        let webhooks = &service.stores().webhooks;
        let Some(Receiver { url, secrets: own }) = webhooks.receiver(job.subscription, webhook).await? else {
            return Ok(Err(Failed::Refused("the webhook was deleted".to_owned())));
        };
        let (limits, now) = (service.limits(), Timestamp::now());
        // Receivers verify with the webhook's own secret, or with the subscription's, which the operator gave them.
        let signing = own.iter().chain([secrets]);
        let signing = signing.flat_map(|each| each.signing(now, limits.callback_secret_overlap));
        let event = Callback::of_webhook(job, webhook, signing, now);
        let tried = self.post(limits, Some(url.expose_secret()), event).await;
        if matches!(tried, Err(Failed::Status(StatusCode::GONE))) {
            webhooks.delete_webhook(job.subscription, webhook, now).await?;
            return Ok(Err(Failed::Refused(
                "the receiver answered 410 Gone: the webhook is deleted".to_owned(),
            )));
        }
        Ok(tried)
    }
}
