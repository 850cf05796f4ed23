//! The storage of upload tickets.

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;

use crate::ids::SubscriptionId;
use crate::ids::UploadId;
use crate::links::{BaseUrl, Link};
use crate::store::StoreError;

/// An uploaded file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Its bytes, as they arrived.
    pub bytes: u64,
    /// The `Content-Type` of its PUT.
    pub content_type: Option<String>,
    /// The `Content-Encoding` of its PUT.
    pub content_encoding: Option<String>,
}

/// Uploads. They go away by themselves, a day or two after their ticket ended.
#[async_trait]
pub trait UploadStore: Send + Sync {
    /// Gives a ticket out: a link for PUT of that one object, until `until` or sooner. `base` is the service's own address.
    /// [`StoreError::Limit`] when the subscription has `most_open` open tickets.
    async fn new_upload(
        &self,
        subscription: SubscriptionId,
        upload: UploadId,
        base: &BaseUrl,
        until: Timestamp,
        most_open: u32,
    ) -> Result<Link, StoreError>;

    /// A subscription's uploaded file; `None` if none has arrived completely.
    async fn upload(
        &self,
        subscription: SubscriptionId,
        upload: UploadId,
    ) -> Result<Option<Upload>, StoreError>;

    /// Bytes of an upload from `offset` on, at most `most` of them, and fewer only at its end.
    async fn read_upload(
        &self,
        subscription: SubscriptionId,
        upload: UploadId,
        offset: u64,
        most: usize,
    ) -> Result<Bytes, StoreError>;

    /// Begins to take in what a link to the service's own address brings. `None` when the ticket does not exist, as in a
    /// home whose links lead to an object store.
    async fn receive(
        &self,
        upload: UploadId,
        content_type: Option<&str>,
        content_encoding: Option<&str>,
    ) -> Result<Option<Box<dyn NewUpload>>, StoreError>;
}

/// An upload that is coming in: bytes in order. Dropped before [`NewUpload::finish`], it leaves nothing.
#[async_trait]
pub trait NewUpload: Send {
    /// Adds bytes.
    async fn write(&mut self, bytes: Bytes) -> Result<(), StoreError>;

    /// Puts the upload in place, whole; one that was there before is replaced.
    async fn finish(self: Box<Self>) -> Result<(), StoreError>;
}
