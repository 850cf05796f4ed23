//! What the service asks of its storage, in words of the domain. Two implementations: SQLite and files on one machine,
//! S3 and DynamoDB in the cloud. Every call on tenant data names the subscription, and what belongs to another
//! subscription is absent: there is no call that could tell the difference.

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use uuid::Uuid;

use crate::contract::Page;
use crate::jobs::callback::CallbackSecrets;
use crate::keys::{KeyHash, KeyRecord};
use crate::plan::{RequestRate, Taken};
use crate::subscriptions::{Subscription, SubscriptionId};
use crate::templates::{NewVersion, TemplateId, TemplateRecord};

/// Why a store did not answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It cannot be reached, is busy or full: the same request may succeed later.
    #[error("the store is unavailable: {0}")]
    Unavailable(String),
    /// What it holds does not make sense: bytes that are missing or changed, a record that does not parse.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// A limit of the subscription was reached. Nothing was written.
    #[error("the limit `{limit}` is {allowed}: {used} are in use and {wanted} more are needed")]
    Limit {
        /// The limit's name: `storage_bytes` or `open_uploads`.
        limit: &'static str,
        /// What is in use.
        used: u64,
        /// What was asked for on top of it.
        wanted: u64,
        /// The limit.
        allowed: u64,
    },
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

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed<T> {
    /// The entries of the page.
    pub items: Vec<T>,
    /// Entries of all pages together.
    pub total: u64,
}

/// Which templates a list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateFilter<'a> {
    /// Those that documents can be made from.
    Ready,
    /// Also the rejected and disabled ones.
    All,
    /// Of all of them, those whose name or file name holds this text, in either case of letters.
    Containing(&'a str),
}

impl TemplateFilter<'_> {
    /// Whether a list with this filter holds the template with this version in force.
    pub fn takes(&self, usable: bool, name: &str, file_name: &str) -> bool {
        match self {
            TemplateFilter::Ready => usable,
            TemplateFilter::All => true,
            TemplateFilter::Containing(text) => {
                let text = text.to_lowercase();
                [name, file_name].iter().any(|name| name.to_lowercase().contains(&text))
            }
        }
    }
}

/// Templates: one record per version, one version in force per template.
#[async_trait]
pub trait TemplateStore: Send + Sync {
    /// Records a new version, numbered one above the last; its bytes and its record appear together or not at all.
    /// A ready version comes into force. A rejected one does only as long as the template has no ready version.
    /// A disabled template stays disabled. When the newest version has the same content, status and names, nothing is
    /// recorded and that version is returned: events arrive more than once.
    ///
    /// Returns the version just recorded (or found), which need not be the one in force.
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

    /// Hides a template from generation, or shows it again. `false` when the template does not exist.
    async fn set_disabled(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        disabled: bool,
    ) -> Result<bool, StoreError>;

    /// Removes a template with all its versions. `false` when the template does not exist.
    async fn remove(&self, subscription: SubscriptionId, template: TemplateId) -> Result<bool, StoreError>;
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

    /// Records a new key.
    async fn put_key(&self, key: &KeyRecord) -> Result<(), StoreError>;

    /// A key by its hash, with its subscription; disabled and expired ones too. On the path of every request.
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

    /// What callbacks of the subscription's jobs are signed with. The first secret is made when it is first asked for.
    async fn callback_secrets(&self, subscription: SubscriptionId) -> Result<CallbackSecrets, StoreError>;

    /// Makes a new secret at `now`, and returns it with the one that it takes the place of.
    async fn rotate_callback_secret(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
    ) -> Result<CallbackSecrets, StoreError>;

    /// Takes one request from the subscription's bucket at `now`, in one step against all processes.
    async fn take_request(
        &self,
        subscription: SubscriptionId,
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

/// What is known of an `Idempotency-Key`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// It is new, or its record has run out: the claimant must do the work, then settle or release it.
    Fresh,
    /// Somebody else is at it.
    InProgress,
    /// It belongs to a request with another body.
    Mismatch,
    /// The work is done; `result` is what the claimant settled it with.
    Done {
        /// A short reference to the outcome.
        result: String,
    },
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
