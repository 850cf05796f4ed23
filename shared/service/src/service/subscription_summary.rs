//! `GET /api/getSubscription`: who the caller is, its limits, and its usage.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Service;
use crate::ids::SubscriptionId;
use crate::keys::{Person, Scope};
use crate::page::Page;
use crate::plan::{RequestRate, month_of};
use crate::problem::Problem;
use crate::reach::Labels;
use crate::store::TemplateFilter;
use crate::subscriptions::Caller;

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Subscription)]
pub struct SubscriptionSummary {
    /// The tenant.
    pub subscription_id: SubscriptionId,
    /// What people call it.
    pub name: String,
    /// `active`: no other one gets an answer.
    #[schema(pattern = "^(active|inactive)$")]
    pub status: &'static str,
    /// The key of the request.
    pub key: KeySummary,
    /// Bounds on its requests.
    pub limits: LimitsSummary,
    /// What it used so far.
    pub usage: Usage,
}

/// The key of a request, without the key.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Key)]
pub struct KeySummary {
    /// Its id, as in logs.
    pub key_id: Uuid,
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub scope: Scope,
    /// The labels that templates have one of that it reaches; empty: all templates.
    pub template_labels: Vec<String>,
    /// The person whose session it is; `null` for a key.
    pub person: Option<Person>,
}

/// Bounds, as far as a caller meets them.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Limits)]
pub struct LimitsSummary {
    /// Documents per calendar month (UTC); `null` is without bound.
    pub monthly_documents: Option<u64>,
    /// Bytes that may be stored: templates of all versions, uploads, jobs; `null` is without bound.
    pub storage_bytes: Option<u64>,
    /// Requests per minute in the long run; `null` is without bound.
    pub requests_per_minute: Option<u32>,
    /// Requests that may come at once; `null` is without bound.
    pub request_burst: Option<u32>,
    /// Bytes of a request body as it is sent.
    pub request_bytes: u64,
    /// Bytes of a request body after gzip is undone.
    pub request_expanded_bytes: u64,
    /// Bytes of a template's file.
    pub template_bytes: u64,
    /// Bytes of a finished document.
    pub document_bytes: u64,
    /// Milliseconds that one render may take.
    pub render_time_ms: u64,
    /// Entries of one page of a list.
    pub page_size: u32,
}

/// What was used.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// The calendar month (UTC), such as `2026-11`.
    pub month: String,
    /// Documents made in it.
    pub documents: u64,
    /// Templates that documents can be made from.
    pub templates: u64,
    /// Bytes that are stored: templates of all versions, uploads, jobs.
    pub storage_bytes: u64,
    /// Requests that may follow this one at once; `null` is without bound.
    pub requests_left: Option<u32>,
}

/// What the service does with subscriptions: [`Service::subscriptions`].
#[derive(Clone, Copy)]
pub struct Subscriptions<'a>(pub(super) &'a Service);

impl Subscriptions<'_> {
    /// Who the caller is, what bounds it has, and what it used.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn summary(self, caller: &Caller) -> Result<SubscriptionSummary, Problem> {
        let (id, plan, limits) = (caller.subscription_id(), caller.subscription.plan, &self.0.limits);
        let month = month_of(Timestamp::now());
        let documents = self.0.stores.subscriptions.documents(id, &month).await?;
        let first = Page { number: 1, size: 1 };
        let templates = self.0.within(&caller.reach).list(TemplateFilter::READY, first).await?.total;
        let storage_bytes = self.0.stores.storage.stored(id).await?.total();
        Ok(SubscriptionSummary {
            subscription_id: id,
            name: caller.subscription.name.clone(),
            status: "active",
            key: KeySummary {
                key_id: caller.key_id,
                name: caller.key_name.clone(),
                scope: caller.scope,
                template_labels: Labels::names(caller.reach.labels()),
                person: caller.person.clone(),
            },
            limits: LimitsSummary {
                monthly_documents: plan.monthly_documents,
                storage_bytes: plan.storage_bytes,
                requests_per_minute: plan.requests.map(RequestRate::per_minute),
                request_burst: plan.requests.map(RequestRate::burst),
                request_bytes: limits.request_bytes,
                request_expanded_bytes: limits.request_expanded_bytes,
                template_bytes: limits.docx.package_bytes,
                document_bytes: limits.document_bytes,
                render_time_ms: u64::try_from(limits.docx.render_time.as_millis()).unwrap_or(u64::MAX),
                page_size: limits.page_size,
            },
            usage: Usage { month, documents, templates, storage_bytes, requests_left: caller.requests_left },
        })
    }
}
