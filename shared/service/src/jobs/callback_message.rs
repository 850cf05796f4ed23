//! The message that reports a job's end to a caller's own server.
//!
//! The form is that of Standard Webhooks (standardwebhooks.com, 1.0), so that receivers can verify it with any library:
//! `webhook-signature` is `v1,` and the HMAC-SHA256, in base64, of `{webhook-id}.{webhook-timestamp}.{body}`; while a new
//! secret replaces an old one, there are several, separated by a space.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{DeliveryStatus, JobRecord, Outcome};
use crate::callback::CallbackSecret;
use crate::ids::{JobId, TemplateId};
use crate::links::Link;
use crate::trace::Parent;

/// What is told of a job that ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobNotice {
    /// What the message tells: `job.ended`. A receiver leaves alone what it does not know.
    pub r#type: &'static str,
    /// The job.
    pub job_id: JobId,
    /// The template that it made documents from.
    pub template_id: TemplateId,
    /// How it ended: `Completed`, `Failed` or `Canceled`.
    #[schema(pattern = "^(Completed|Failed|Canceled)$")]
    pub status: &'static str,
    /// Its items.
    pub total_count: u32,
    /// Items that failed.
    pub failed_generation_count: u32,
    /// A link to the archive, where the job asked for one with `callbackLink`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zip_url: Option<String>,
    /// When the link ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(serialize_with = "crate::time::write_optional")]
    pub zip_url_expires_at: Option<Timestamp>,
    /// What became of the delivery of the result, where the job asked for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery: Option<DeliveryStatus>,
}

impl JobNotice {
    fn of(job: &JobRecord, link: Option<&Link>) -> JobNotice {
        JobNotice {
            r#type: "job.ended",
            job_id: job.job_id,
            template_id: job.template_id,
            status: job.progress.status.as_str(),
            total_count: job.progress.total,
            failed_generation_count: job.progress.failed,
            zip_url: link.map(|link| link.url.clone()),
            zip_url_expires_at: link.map(|link| link.expires_at),
            delivery: job.delivery().map(|delivery| delivery.status),
        }
    }

    /// The body of what webhooks are told of a job.
    pub fn to_webhooks(job: &JobRecord) -> String {
        json!(JobNotice::of(job, None)).to_string()
    }
}

/// What is told of one document of a job that ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentNotice {
    /// What the message tells: `document.ended`. A receiver leaves alone what it does not know.
    pub r#type: &'static str,
    /// The job.
    pub job_id: JobId,
    /// The document's index in the request.
    pub index: u32,
    /// What became of it: `Completed`, `Failed` or `Canceled`.
    #[schema(pattern = "^(Completed|Failed|Canceled)$")]
    pub status: &'static str,
    /// Its name in the archive, where it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// Why there is none, where it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What became of its delivery, where it asked for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery: Option<DeliveryStatus>,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callback {
    /// The same at each try, so that a receiver knows a second delivery.
    pub id: String,
    /// Seconds since 1970, of this try.
    pub timestamp: String,
    /// A signature of each secret, separated by spaces.
    pub signature: String,
    /// The event.
    pub body: String,
    /// The trace that it is a part of.
    pub trace: Option<Parent>,
}

impl Callback {
    /// Tells of a job that ended, signed with each of the secrets; with a link to its result, where there is one to tell.
    pub fn of<'a>(
        job: &JobRecord,
        link: Option<&Link>,
        secrets: impl Iterator<Item = &'a CallbackSecret>,
        now: Timestamp,
    ) -> Callback {
        let body = json!(JobNotice::of(job, link)).to_string();
        Callback::signed(job.job_id.to_string(), body, secrets, now).within(job.settings.trace.clone())
    }

    /// Tells what became of one document of a job that ended, by its index in the request.
    pub fn of_document<'a>(
        job: &JobRecord,
        index: u32,
        outcome: &Outcome,
        delivery: Option<DeliveryStatus>,
        secrets: impl Iterator<Item = &'a CallbackSecret>,
        now: Timestamp,
    ) -> Callback {
        let (status, file_name, error) = match outcome {
            Outcome::Made { file_name, .. } => ("Completed", Some(file_name.clone()), None),
            Outcome::Failed(error) => ("Failed", None, Some(error.clone())),
            Outcome::Canceled => ("Canceled", None, None),
        };
        let r#type = "document.ended";
        let notice = DocumentNotice { r#type, job_id: job.job_id, index, status, file_name, error, delivery };
        let id = format!("{}.{index}", job.job_id);
        Callback::signed(id, json!(notice).to_string(), secrets, now).within(job.settings.trace.clone())
    }

    /// The same as a part of a trace.
    #[must_use]
    pub fn within(self, trace: Option<Parent>) -> Callback {
        Callback { trace, ..self }
    }

    /// A message under an id, signed with each of the secrets.
    pub fn signed<'a>(
        id: String,
        body: String,
        secrets: impl Iterator<Item = &'a CallbackSecret>,
        now: Timestamp,
    ) -> Callback {
        let timestamp = now.as_second().to_string();
        let parts = [id.as_bytes(), b".", timestamp.as_bytes(), b".", body.as_bytes()];
        let signatures: Vec<String> = secrets.map(|secret| secret.sign(&parts)).collect();
        Callback { signature: signatures.join(" "), id, timestamp, body, trace: None }
    }
}
