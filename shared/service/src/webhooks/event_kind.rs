//! The kinds of events that webhooks report.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An event that a webhook can be told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
pub enum EventKind {
    /// A job ended.
    #[serde(rename = "job.ended")]
    JobEnded,
    /// A version of a template came into force.
    #[serde(rename = "template.published")]
    TemplatePublished,
    /// A file has errors, and did not become a version.
    #[serde(rename = "template.rejected")]
    TemplateRejected,
    /// Most of the month's documents are made.
    #[serde(rename = "quota.nearly_used")]
    QuotaNearlyUsed,
    /// A key that is in use ends soon.
    #[serde(rename = "key.expiring")]
    KeyExpiring,
}

impl EventKind {
    /// All of them.
    pub const ALL: [EventKind; 5] = [
        EventKind::JobEnded,
        EventKind::TemplatePublished,
        EventKind::TemplateRejected,
        EventKind::QuotaNearlyUsed,
        EventKind::KeyExpiring,
    ];

    /// Its name, the `type` of its messages.
    pub fn as_str(self) -> &'static str {
        match self {
            EventKind::JobEnded => "job.ended",
            EventKind::TemplatePublished => "template.published",
            EventKind::TemplateRejected => "template.rejected",
            EventKind::QuotaNearlyUsed => "quota.nearly_used",
            EventKind::KeyExpiring => "key.expiring",
        }
    }

    /// The kind of that name.
    pub fn parse(name: &str) -> Option<EventKind> {
        EventKind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// What a webhook is told of that does not say: the ends of jobs, as all were told before there was more.
    pub fn usual() -> BTreeSet<EventKind> {
        BTreeSet::from([EventKind::JobEnded])
    }
}
