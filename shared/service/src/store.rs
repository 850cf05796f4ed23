//! The service's storage, in words of the domain. Two implementations: SQLite and files on one machine, S3 and DynamoDB on
//! AWS. Every call on tenant data names the subscription. Data of another subscription is absent: no call could tell the
//! difference.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use crate::callback::CallbackSecrets;
use crate::events::Event;
use crate::ids::{EventId, SubscriptionId, TemplateId};
use crate::keys::{KeyHash, KeyRecord};
use crate::page::Listed;
use crate::page::Page;
use crate::plan::{Bucket, RequestRate, Taken};
use crate::reach::Labels;
use crate::subscriptions::Subscription;
use crate::templates::{NewVersion, Revision, TemplateChange, TemplateRecord};

/// Why a store did not answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It cannot be reached, is busy or full: the same request may succeed later.
    #[error("the store is unavailable: {0}")]
    Unavailable(String),
    /// Its content does not make sense: bytes are missing or changed, or a record does not parse.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// The database itself is damaged, and whatever else it says may be wrong.
    #[error(
        "the database is damaged: {0}; stop the server and restore a backup (`platen doctor` tells more)"
    )]
    Corrupt(String),
    /// A limit of the subscription was reached. Nothing was written.
    #[error("the limit `{limit}` is {allowed}: {used} are in use and {wanted} more are needed")]
    Limit {
        /// The limit's name: `storage_bytes` or `open_uploads`.
        limit: &'static str,
        /// The bytes in use.
        used: u64,
        /// The bytes requested in addition.
        wanted: u64,
        /// The limit.
        allowed: u64,
    },
    /// The template is no longer as its caller has seen it. Nothing was written.
    #[error("the template has changed since it was read")]
    Stale,
    /// There was no room for it on the disk, or in what this program may have of that. Nothing was recorded.
    #[error("the disk is full: {0}")]
    NoSpace(String),
    /// The disk is almost full: only what needs no space is done. Nothing was written.
    #[error(
        "the disk is almost full: {free} bytes are free, {reserve} are kept in reserve (limit `disk_reserve_bytes`)"
    )]
    DiskLow {
        /// Bytes that are free.
        free: u64,
        /// Bytes that must stay free.
        reserve: u64,
    },
}

impl From<getrandom::Error> for StoreError {
    /// The operating system gives no random bytes.
    fn from(error: getrandom::Error) -> Self {
        StoreError::Unavailable(error.to_string())
    }
}

/// The templates that a list contains. Case does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TemplateFilter<'a> {
    /// Those alone that documents can be made from; no rejected or disabled ones, and no drafts.
    pub ready: bool,
    /// Those whose name or file name contains this text.
    pub containing: &'a str,
    /// Those with this label.
    pub label: Option<&'a str>,
    /// Those with this very name.
    pub name: Option<&'a str>,
    /// Those with one of these labels.
    pub within: Option<&'a Labels>,
}

impl<'a> TemplateFilter<'a> {
    /// Those that documents can be made from.
    pub const READY: TemplateFilter<'static> =
        TemplateFilter { ready: true, containing: "", label: None, name: None, within: None };
    /// Also the drafts, the rejected and the disabled ones.
    pub const ALL: TemplateFilter<'static> =
        TemplateFilter { ready: false, containing: "", label: None, name: None, within: None };

    /// Those of all whose name or file name contains a text.
    pub fn containing(text: &'a str) -> TemplateFilter<'a> {
        TemplateFilter { containing: text, ..TemplateFilter::ALL }
    }

    /// Whether a list with this filter holds the template with this version in force.
    pub fn takes(&self, usable: bool, name: &str, file_name: &str, labels: &[String]) -> bool {
        let text = self.containing.to_lowercase();
        (usable || !self.ready)
            && (text.is_empty() || [name, file_name].iter().any(|name| name.to_lowercase().contains(&text)))
            && self.name.is_none_or(|wanted| wanted == name)
            && self.label.is_none_or(|wanted| {
                let wanted = wanted.to_lowercase();
                labels.iter().any(|label| label.to_lowercase() == wanted)
            })
            && self.within.is_none_or(|within| within.meet(labels))
    }
}

/// Templates: one record per version, one version in force per template.
#[async_trait]
pub trait TemplateStore: Send + Sync {
    /// Records a new version, numbered one above the last; its bytes and its record appear together or not at all.
    /// It comes into force where [`NewVersion::comes_into_force`] says so. A draft takes the place of the newest draft, which
    /// is removed: a file that is saved a hundred times leaves one version. The name and the description become the
    /// template's, unless the version is rejected and another one stays in force. A disabled template stays disabled.
    /// Where [`NewVersion::is_again`] says that the newest version is the same, nothing is recorded and that version is
    /// returned: events arrive more than once.
    ///
    /// Returns the version just recorded (or found), which need not be the one in force. [`StoreError::Stale`] when the
    /// template is not as [`NewVersion::seen`] says.
    async fn add_version(
        &self,
        subscription: SubscriptionId,
        version: NewVersion,
    ) -> Result<TemplateRecord, StoreError>;

    /// The version in force.
    async fn template(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
    ) -> Result<Option<TemplateRecord>, StoreError>;

    /// One version, in force or not.
    async fn version(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        version: u32,
    ) -> Result<Option<TemplateRecord>, StoreError>;

    /// The newest versions of a template, newest first, at most `most` of them.
    async fn versions(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        most: u32,
    ) -> Result<Vec<TemplateRecord>, StoreError>;

    /// Versions in force, by name (ASCII letters alike in both cases), then by id.
    async fn list(
        &self,
        subscription: SubscriptionId,
        filter: TemplateFilter<'_>,
        page: Page,
    ) -> Result<Listed<TemplateRecord>, StoreError>;

    /// The package of a ready version. `None` for unknown and for rejected versions, whose bytes are not kept.
    async fn package(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        version: u32,
    ) -> Result<Option<Bytes>, StoreError>;

    /// Changes a template; no version is recorded. `false` when the template does not exist, or the version that is to be
    /// published does not or is rejected. [`StoreError::Stale`] when it is not as `seen`.
    async fn change(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        change: TemplateChange,
        seen: Option<Revision>,
    ) -> Result<bool, StoreError>;

    /// Removes a template with all its versions. `false` when the template does not exist. [`StoreError::Stale`] when it is
    /// not as `seen`.
    async fn remove(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        seen: Option<Revision>,
    ) -> Result<bool, StoreError>;
}

/// An object of the incoming area, where templates are dropped to be registered.
#[derive(Debug, Clone, PartialEq)]
pub enum Incoming {
    /// There is none at this path.
    Absent,
    /// It is larger than was asked for; it was not read.
    TooLarge {
        /// Its size in bytes.
        bytes: u64,
    },
    /// The object.
    Found {
        /// Its bytes.
        bytes: Bytes,
        /// The id that its metadata gives the template.
        template_id: Option<TemplateId>,
    },
}

/// The area where templates arrive.
#[async_trait]
pub trait IncomingStore: Send + Sync {
    /// Reads `incoming/{subscription}/{path}`, unless it is larger than `max_bytes`.
    async fn incoming(
        &self,
        subscription: SubscriptionId,
        path: &str,
        max_bytes: u64,
    ) -> Result<Incoming, StoreError>;
}

/// How long it is kept who used a template.
pub const USES_KEPT: SignedDuration = SignedDuration::from_hours(31 * 24);

/// Subscriptions, their keys, and what they used.
#[async_trait]
pub trait SubscriptionStore: Send + Sync {
    /// Creates a subscription. `false`, and nothing is changed, when there is one of this id.
    async fn create_subscription(&self, subscription: &Subscription) -> Result<bool, StoreError>;

    /// Creates or changes a subscription. Its bucket of requests is full then: what one rate left says nothing of another.
    async fn put_subscription(&self, subscription: &Subscription) -> Result<(), StoreError>;

    /// A subscription by its id.
    async fn subscription(&self, id: SubscriptionId) -> Result<Option<Subscription>, StoreError>;

    /// All subscriptions, by name. For the operator; no request of a tenant reaches it.
    async fn subscriptions(&self) -> Result<Vec<Subscription>, StoreError>;

    /// Records a new key, session or link to a form. The last two are forgotten some time after they expired.
    async fn put_key(&self, key: &KeyRecord) -> Result<(), StoreError>;

    /// A key by its hash, with its subscription; disabled and expired ones too. Of a session and of a link to a form it says
    /// when it was last used. On the path of every request.
    async fn key(&self, hash: &KeyHash) -> Result<Option<(KeyRecord, Subscription)>, StoreError>;

    /// The keys of a subscription, oldest first.
    async fn keys(&self, subscription: SubscriptionId) -> Result<Vec<KeyRecord>, StoreError>;

    /// Disables a key from `at` on. `false` when the subscription has no such key; one that is disabled stays as it is.
    async fn disable_key(
        &self,
        subscription: SubscriptionId,
        key: Uuid,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Enables a disabled key. `false` when the subscription has no such key; one that is enabled stays as it is.
    async fn enable_key(&self, subscription: SubscriptionId, key: Uuid) -> Result<bool, StoreError>;

    /// Deletes a key. `false` when the subscription has no such key.
    async fn delete_key(&self, subscription: SubscriptionId, key: Uuid) -> Result<bool, StoreError>;

    /// Notes that a key was used at `at`. It returns at once and is written later, at most once in some minutes per key: on the
    /// path of every request there is no time to write.
    fn note_key_use(&self, subscription: SubscriptionId, key: Uuid, at: Timestamp);

    /// Notes that documents were asked for of a template with a key, in the same way.
    fn note_template_use(&self, subscription: SubscriptionId, template: TemplateId, key: Uuid, at: Timestamp);

    /// How many keys asked for documents of a template since a time, of those that there still are. Uses are forgotten after
    /// [`USES_KEPT`].
    async fn template_users(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        since: Timestamp,
    ) -> Result<u64, StoreError>;

    /// The secrets that sign callbacks of the subscription's jobs. The first one is created when it is first requested.
    async fn callback_secrets(&self, subscription: SubscriptionId) -> Result<CallbackSecrets, StoreError>;

    /// Creates a new secret at `now`, and returns it with the one that it replaces.
    async fn rotate_callback_secret(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
    ) -> Result<CallbackSecrets, StoreError>;

    /// Writes the secrets that a subscription has in the home that it comes from.
    async fn put_callback_secrets(
        &self,
        subscription: SubscriptionId,
        secrets: &CallbackSecrets,
    ) -> Result<(), StoreError>;

    /// Takes one request from a bucket at `now`, in one step against all processes.
    async fn take_request(
        &self,
        bucket: Bucket,
        rate: RequestRate,
        now: Timestamp,
    ) -> Result<Taken, StoreError>;

    /// Counts documents made in a calendar month (`2026-11`). Once it returns, the end of the process does not lose the count.
    async fn count_documents(
        &self,
        subscription: SubscriptionId,
        month: &str,
        made: u64,
    ) -> Result<(), StoreError>;

    /// Documents made in a calendar month.
    async fn documents(&self, subscription: SubscriptionId, month: &str) -> Result<u64, StoreError>;

    /// Whether the store answers.
    async fn ping(&self) -> Result<(), StoreError>;
}

/// The state of an `Idempotency-Key`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// It is new, or its record has run out: the claimant must do the work, then settle or release it.
    Fresh,
    /// Another caller is working on it.
    InProgress,
    /// It belongs to a request with another body.
    Mismatch,
    /// The work is done; `result` is what the claimant settled it with.
    Done {
        /// A short reference to the outcome.
        result: String,
    },
}

/// The history of a subscription.
#[async_trait]
pub trait EventStore: Send + Sync {
    /// Records an event, to be kept for a time.
    async fn record_event(
        &self,
        subscription: SubscriptionId,
        event: &Event,
        kept: Duration,
    ) -> Result<(), StoreError>;

    /// Events before the one of an id, or the newest, at most `most` of them, newest first.
    async fn events(
        &self,
        subscription: SubscriptionId,
        before: Option<&EventId>,
        most: u32,
    ) -> Result<Vec<Event>, StoreError>;
}

/// Remembers requests by `Idempotency-Key`.
#[async_trait]
pub trait IdempotencyStore: Send + Sync {
    /// Claims a key for the request with this SHA-256 until `lease_until`, atomically: of many callers one gets
    /// [`Claim::Fresh`]. `now` decides what has run out.
    async fn claim(
        &self,
        subscription: SubscriptionId,
        key: &str,
        request_sha256: &[u8; 32],
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Claim, StoreError>;

    /// Records the outcome, to be remembered until `expires_at`.
    async fn settle(
        &self,
        subscription: SubscriptionId,
        key: &str,
        request_sha256: &[u8; 32],
        result: &str,
        expires_at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Gives a claimed key back, since nothing was done with it.
    async fn release(
        &self,
        subscription: SubscriptionId,
        key: &str,
        request_sha256: &[u8; 32],
    ) -> Result<(), StoreError>;
}
