//! Sends events other than the ends of jobs to the webhooks that want them. The request's own work is done by then: if an
//! event cannot be sent, that is logged and undoes nothing.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::Service;
use crate::ids::SubscriptionId;
use crate::keys::KeyRecord;
use crate::plan::month_of;
use crate::problem::Problem;
use crate::subscriptions::Subscription;
use crate::templates::{Status, TemplateRecord};
use crate::webhooks::{EventKind, KeyNotice, Message, Notice, QuotaNotice, TemplateNotice};

/// How long before its end a key is reported.
const KEY_ENDS_WITHIN: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The part of a month's documents that is most of them, in percent.
const MOST_OF_QUOTA: u64 = 80;

/// Causes that a process remembers as reported. When there are more, all are forgotten together, and looked up in the store
/// again.
const REMEMBERED: usize = 10_000;

/// The causes that this process has reported: requests come by the thousands, and each would ask the store.
#[derive(Default)]
pub(crate) struct Told(Mutex<HashSet<(SubscriptionId, String)>>);

impl Told {
    fn knows(&self, subscription: SubscriptionId, cause: &str) -> bool {
        let told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.contains(&(subscription, cause.to_owned()))
    }

    fn note(&self, subscription: SubscriptionId, cause: String) {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() >= REMEMBERED {
            told.clear();
        }
        told.insert((subscription, cause));
    }
}

impl Service {
    /// Reports that a version of a template became current, or that a file has errors. A draft is reported when it is
    /// published.
    pub(crate) async fn tell_of_template(&self, subscription: SubscriptionId, version: &TemplateRecord) {
        let kind = match version.status {
            Status::Rejected => EventKind::TemplateRejected,
            Status::Ready => EventKind::TemplatePublished,
            Status::Draft | Status::Disabled => return,
        };
        let errors = version.diagnostics.iter();
        let errors = errors.filter(|each| each.severity == platen_docx::Severity::Error).count();
        let notice = TemplateNotice {
            r#type: kind.as_str(),
            template_id: version.template_id,
            name: version.name.clone(),
            version: version.version,
            error_count: u32::try_from(errors).unwrap_or(u32::MAX),
        };
        let template = Some(version.template_id);
        self.tell(subscription, Notice { kind, template, cause: None, body: json!(notice).to_string() })
            .await;
    }

    /// Reports once a month that most of its documents are used; `documents` counts them, with this request.
    pub(crate) async fn tell_of_quota(&self, subscription: &Subscription, documents: u64, now: Timestamp) {
        let Some(quota) = subscription.plan.monthly_documents else { return };
        if u128::from(documents) * 100 < u128::from(quota) * u128::from(MOST_OF_QUOTA) {
            return;
        }
        let (kind, month) = (EventKind::QuotaNearlyUsed, month_of(now));
        let cause = Some(format!("quota {month}"));
        let r#type = kind.as_str();
        let notice = QuotaNotice { r#type, month, documents, monthly_documents: quota };
        let body = json!(notice).to_string();
        self.tell(subscription.id, Notice { kind, template: None, cause, body }).await;
    }

    /// Tells once that a key ends soon. Sessions and links to forms are to end.
    pub(crate) async fn tell_of_key(&self, subscription: SubscriptionId, key: &KeyRecord, now: Timestamp) {
        let Some(expires_at) = key.expires_at.filter(|_| !key.passes()) else { return };
        if expires_at.duration_since(now) > KEY_ENDS_WITHIN {
            return;
        }
        let (kind, cause) = (EventKind::KeyExpiring, Some(format!("key {} {expires_at}", key.id)));
        let r#type = kind.as_str();
        let notice = KeyNotice { r#type, key_id: key.id, name: key.label.clone(), expires_at };
        self.tell(subscription, Notice { kind, template: None, cause, body: json!(notice).to_string() })
            .await;
    }

    async fn tell(&self, subscription: SubscriptionId, notice: Notice) {
        if notice.cause.as_deref().is_some_and(|cause| self.told.knows(subscription, cause)) {
            return;
        }
        let told = self.try_to_tell(subscription, &notice).await;
        // Not before: what failed, or was broken off with its request, is told by the next one.
        match told {
            Ok(()) => {
                if let Some(cause) = notice.cause {
                    self.told.note(subscription, cause);
                }
            }
            Err(problem) => {
                let (event, cause) = (notice.kind.as_str(), problem.cause().unwrap_or(problem.detail()));
                tracing::warn!(%subscription, event, cause, "webhooks are not told of an event");
            }
        }
    }

    async fn try_to_tell(&self, subscription: SubscriptionId, notice: &Notice) -> Result<(), Problem> {
        let Notice { kind, template, cause, body } = notice;
        let webhooks = self.stores.webhooks.webhooks(subscription).await?;
        // What is about no template is for all.
        let is_about = |only| template.is_none_or(|template| template == only);
        let told = webhooks.iter().filter(|webhook| webhook.wants(*kind, is_about));
        let now = Timestamp::now();
        let message = |webhook| Message::new(subscription, webhook, kind.as_str(), body.clone(), now);
        let messages: Vec<Message> = told.map(|webhook| message(webhook.id)).collect();
        if messages.is_empty() {
            return Ok(());
        }
        self.stores.webhooks.put_messages(subscription, cause.as_deref(), &messages).await?;
        Ok(())
    }
}
