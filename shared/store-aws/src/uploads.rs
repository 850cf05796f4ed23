//! Upload tickets: signed links to `uploads/{subscription}/{upload}` of the jobs bucket, whose objects expire. A ticket is
//! `REQUESTS#{subscription}` / `UPLOAD#{upload}` until its link expires, so that they can be counted; it stays open when something
//! was uploaded, of which nobody is told.

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use platen_service::ids::{SubscriptionId, UploadId};
use platen_service::links::{BaseUrl, Link};
use platen_service::store::StoreError;
use platen_service::uploads::{NewUpload, Upload, UploadStore};
use serde::Deserialize;

use crate::AwsStore;
use crate::item::{Condition, Key, number};

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
        most_open: u32,
    ) -> Result<Link, StoreError> {
        let life = self.link_life(until).await?;
        self.record_ticket(subscription, upload, life.end, most_open).await?;
        let url = self.jobs.link_to_put(&key(subscription, upload), &life).await?;
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
        bytes.ok_or_else(|| StoreError::Damaged(format!("upload {upload} is missing")))
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

/// A ticket.
#[derive(Deserialize)]
struct Ticket {
    until: i64,
}

impl AwsStore {
    /// Records a ticket, unless there are too many. Of requests at the same time some more may pass.
    async fn record_ticket(
        &self,
        subscription: SubscriptionId,
        upload: UploadId,
        until: Timestamp,
        most_open: u32,
    ) -> Result<(), StoreError> {
        let partition = format!("REQUESTS#{subscription}");
        let tickets: Vec<Ticket> = self.table.query(&partition, "UPLOAD#").await?;
        // The table removes those that ended, some time later.
        let now = Timestamp::now().as_microsecond();
        let used = tickets.iter().filter(|ticket| ticket.until > now).count() as u64;
        if used >= u64::from(most_open) {
            let (limit, allowed) = ("open_uploads", u64::from(most_open));
            return Err(StoreError::Limit { limit, used, wanted: 1, allowed });
        }
        let ticket = Condition::default()
            .name("#until", "until")
            .value(":until", number(until.as_microsecond()))
            .value(":end", number(until.as_second()));
        let key = Key::new(partition, format!("UPLOAD#{upload}"));
        self.table.update(&key, "SET #until = :until, expiresAt = :end", ticket).await.map(|_| ())
    }
}
