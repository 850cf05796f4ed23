//! The bodies of webhook messages other than those about the ends of jobs.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::EventKind;
use crate::ids::{TemplateId, WebhookId};

/// The `type` of a test message.
pub const TEST: &str = "webhook.test";

/// A message that somebody asked for, to see whether it arrives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestNotice {
    /// What the message tells: `webhook.test`.
    pub r#type: &'static str,
    /// The webhook.
    pub webhook_id: WebhookId,
}

/// What became of a file that was to be a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateNotice {
    /// What the message tells: `template.published` of a version that came into force, `template.rejected` of one with errors.
    pub r#type: &'static str,
    /// The template.
    pub template_id: TemplateId,
    /// What people call it.
    pub name: String,
    /// The version.
    pub version: u32,
    /// How many errors it has. `GET /api/templates/{templateId}` says which.
    pub error_count: u32,
}

/// Most of a month's documents are made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuotaNotice {
    /// What the message tells: `quota.nearly_used`.
    pub r#type: &'static str,
    /// The month, as in `2026-11` (UTC).
    pub month: String,
    /// Documents made in it, with those of the request that the message comes of.
    pub documents: u64,
    /// Documents that the plan includes in a month.
    pub monthly_documents: u64,
}

/// A key that is in use ends soon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyNotice {
    /// What the message tells: `key.expiring`.
    pub r#type: &'static str,
    /// The key.
    pub key_id: Uuid,
    /// What people call it.
    pub name: String,
    /// From when on it is refused.
    #[serde(serialize_with = "crate::time::write")]
    pub expires_at: Timestamp,
}

/// An event that webhooks are told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What it is.
    pub kind: EventKind,
    /// The template that it is about. Webhooks of another template are not told.
    pub template: Option<TemplateId>,
    /// What tells it from others of its kind. The same cause is told once; `None` is always a new one.
    pub cause: Option<String>,
    /// The body of the message.
    pub body: String,
}
