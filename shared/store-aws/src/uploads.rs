//! Upload tickets: signed links to `uploads/{subscription}/{upload}` of the jobs bucket, whose objects expire.

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use platen_service::links::{BaseUrl, Link};
use platen_service::store::StoreError;
use platen_service::subscriptions::SubscriptionId;
use platen_service::uploads::{NewUpload, Upload, UploadId, UploadStore};

use crate::AwsStore;

fn key(subscription: SubscriptionId, upload: UploadId) -> String {
    format!("uploads/{subscription}/{upload}")
}

#[async_trait]
impl UploadStore for AwsStore {
    async fn new_upload(
        &self,
        subscription: SubscriptionId,
        upload: UploadId,
        _: &BaseUrl,
        until: Timestamp,
    ) -> Result<Link, StoreError> {
        let life = self.link_life(until).await?;
        let url = self.jobs.link_to_put(&key(subscription, upload), life.duration).await?;
        Ok(Link { url, expires_at: life.end })
    }

    async fn upload(
        &self,
        subscription: SubscriptionId,
        upload: UploadId,
    ) -> Result<Option<Upload>, StoreError> {
        let found = self.jobs.head(&key(subscription, upload)).await?;
        Ok(found.map(|head| Upload {
            bytes: head.content_length.unwrap_or_default().unsigned_abs(),
            content_type: head.content_type,
            content_encoding: head.content_encoding,
        }))
    }

    async fn read_upload(
        &self,
        subscription: SubscriptionId,
        upload: UploadId,
        offset: u64,
        most: usize,
    ) -> Result<Bytes, StoreError> {
        let bytes = self.jobs.get_range(&key(subscription, upload), offset, most).await?;
        bytes.ok_or_else(|| StoreError::Damaged(format!("upload {upload} is gone")))
    }

    /// The links lead to S3, which takes the bytes in.
    async fn receive(
        &self,
        _: UploadId,
        _: Option<&str>,
        _: Option<&str>,
    ) -> Result<Option<Box<dyn NewUpload>>, StoreError> {
        Ok(None)
    }
}
