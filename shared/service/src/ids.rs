//! The ids of stored things. Each has its own type, so that no other id can be passed instead.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// A tenant's id. A type of its own, so that no other id is ever passed in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema, Deserialize)]
#[serde(transparent)]
pub struct SubscriptionId(pub Uuid);

impl fmt::Display for SubscriptionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A template's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema, Deserialize)]
#[serde(transparent)]
pub struct TemplateId(pub Uuid);

impl TemplateId {
    /// The id of the template at a path: UUIDv5 (RFC 9562, 5.5) of subscription and path, so that the same path is the same
    /// template again.
    pub fn of_path(subscription: SubscriptionId, path: &str) -> TemplateId {
        TemplateId(Uuid::new_v5(&subscription.0, path.as_bytes()))
    }
}

impl fmt::Display for TemplateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A job's id: random, so that nobody guesses another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub Uuid);

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A webhook's id: random, so that nobody guesses another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema, Deserialize)]
#[serde(transparent)]
pub struct WebhookId(pub Uuid);

impl fmt::Display for WebhookId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An upload's id: random, so that nobody guesses another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema, Deserialize)]
#[serde(transparent)]
pub struct UploadId(pub Uuid);

impl fmt::Display for UploadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Characters of an id: 16 hexadecimal digits of the time in microseconds, a dash, and 8 of chance.
const ID_CHARS: usize = 25;

/// An event's id. Ids sort as the events happened.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct EventId(String);

impl EventId {
    /// The id of an event at `time`.
    pub fn new(time: Timestamp) -> EventId {
        let [a, b, c, d, ..] = *Uuid::new_v4().as_bytes();
        EventId(format!("{:016x}-{:08x}", time.as_microsecond().max(0), u32::from_be_bytes([a, b, c, d])))
    }

    /// Reads an id that a list named.
    pub fn parse(text: &str) -> Option<EventId> {
        let is_hex = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let (time, chance) = text.split_once('-')?;
        let fits = text.len() == ID_CHARS && time.len() == 16 && is_hex(time) && is_hex(chance);
        fits.then(|| EventId(text.to_owned()))
    }

    /// The id as a store sorts it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
