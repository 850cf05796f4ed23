//! The end of a job: puts results where their caller wants them, at addresses that a store signed for one PUT (S3, Azure,
//! Google Cloud), and sends callbacks. This module has the orders and their progress.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use jiff::Timestamp;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Email;
use crate::format::Format;
use crate::ids::WebhookId;
use crate::problem::Problem;

/// Where a result is put.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deliver {
    /// The address. Whoever has it may write there.
    pub url: String,
    /// Headers that the address wants, by name.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
}

impl fmt::Debug for Deliver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Deliver([redacted])")
    }
}

/// What a document of a job asks for when the job is over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentAtEnd {
    /// Where its end is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub callback_url: Option<String>,
    /// Where it is put.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deliver: Option<Deliver>,
    /// The e-mail that it is attached to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
}

impl DocumentAtEnd {
    /// Whether it asks for nothing.
    pub fn is_empty(&self) -> bool {
        *self == DocumentAtEnd::default()
    }

    /// How far it is before anything is tried.
    pub(crate) fn progress(&self) -> DocumentDelivery {
        let pending = |is_asked: bool| is_asked.then(Delivery::default);
        DocumentDelivery {
            delivery: pending(self.deliver.is_some()),
            callback: pending(self.callback_url.is_some()),
            email: pending(self.email.is_some()),
        }
    }
}

/// The addresses of a job's results, and the e-mails about them. Stores keep them sealed and apart from the record, until nothing is left to do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Addresses {
    /// Where the result is put.
    #[serde(default)]
    pub deliver: Option<Deliver>,
    /// Where the job's end is told. Whoever has the address may tell it things: flows of n8n and Power Automate ask for no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub callback_url: Option<String>,
    /// The e-mail with the result, or a link to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    /// What documents ask for, by the index of their item.
    #[serde(default)]
    pub documents: BTreeMap<u32, DocumentAtEnd>,
}

impl Addresses {
    /// As stores keep them; `None` for none.
    pub(crate) fn to_secret(&self) -> Result<Option<SecretString>, Problem> {
        if *self == Addresses::default() {
            return Ok(None);
        }
        Ok(Some(SecretString::from(serde_json::to_string(self).map_err(Problem::internal)?)))
    }
}

/// How far a delivery is, a callback or an e-mail.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum DeliveryStatus {
    /// It is to be tried, or tried again.
    #[default]
    Pending,
    /// The receiver has it.
    Delivered,
    /// It is given up.
    Failed,
}

/// What became of a delivery, of a callback or of an e-mail.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// How far it is.
    pub status: DeliveryStatus,
    /// Tries so far.
    pub tries: u32,
    /// Why the last try failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// When it is tried again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_try_at: Option<Timestamp>,
}

impl Delivery {
    /// Whether it is still to be tried.
    pub fn is_pending(&self) -> bool {
        self.status == DeliveryStatus::Pending
    }

    /// Whether its next try is due.
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.is_pending() && self.next_try_at.is_none_or(|at| at <= now)
    }
}

/// What became of what a document asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentDelivery {
    /// How far its delivery is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<Delivery>,
    /// How far its callback is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub callback: Option<Delivery>,
    /// How far its e-mail is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Delivery>,
}

impl DocumentDelivery {
    /// All that the document asked for.
    pub fn all(&self) -> impl Iterator<Item = &Delivery> {
        [&self.delivery, &self.callback, &self.email].into_iter().flatten()
    }
}

/// What became of all that a job's request asked for at its end.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deliveries {
    /// The delivery of the result, once it was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Delivery>,
    /// The callback, once it was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub callback: Option<Delivery>,
    /// The e-mail, once it was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Delivery>,
    /// Documents that asked for something, by the index of their item.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub documents: BTreeMap<u32, DocumentDelivery>,
    /// Webhooks of the subscription that are told of the end; those that it had when the job began.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub webhooks: BTreeMap<WebhookId, Delivery>,
}

/// What became of a document of a job that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is in the archive.
    Made {
        /// What it is called there.
        file_name: String,
        /// Which bytes of a ZIP it is.
        range: Range<u64>,
    },
    /// There is none, for this reason.
    Failed(String),
    /// Its job was canceled.
    Canceled,
}

impl Outcome {
    /// The media type of a document that was made.
    pub fn media_type(&self) -> Option<&'static str> {
        let Outcome::Made { file_name, .. } = self else { return None };
        let is_of = |format: &Format| file_name.ends_with(format.extension());
        [Format::Docx, Format::Pdf].into_iter().find(is_of).map(Format::media_type)
    }
}
