//! A bucket, as the stores use it: whole objects by key.

use aws_sdk_s3::config::RequestChecksumCalculation;
use aws_sdk_s3::error::ProvideErrorMetadata;
use aws_sdk_s3::operation::head_object::{HeadObjectError, HeadObjectOutput};
use aws_sdk_s3::presigning::PresigningConfig;
use bytes::Bytes;
use platen_service::store::StoreError;

use crate::error::{unavailable, unbuilt};
use crate::links::Life;

/// How often an object is fetched whose body breaks off.
const BODY_TRIES: u32 = 3;

/// A bucket.
#[derive(Debug, Clone)]
pub(crate) struct Bucket {
    pub(crate) client: aws_sdk_s3::Client,
    pub(crate) name: String,
}

/// An object that was found.
pub(crate) enum Found {
    /// It is larger than was asked for, and was not read. Its size in bytes.
    TooLarge(u64),
    /// Its bytes and its metadata `template-id`.
    Read { bytes: Bytes, template_id: Option<String> },
}

/// Why nothing was fetched.
enum Fetch {
    Absent,
    /// The range begins behind the object's end.
    Outside,
    Failed(StoreError),
}

impl Bucket {
    /// Writes an object, whatever was there.
    pub(crate) async fn put(&self, key: &str, content_type: &str, bytes: Bytes) -> Result<(), StoreError> {
        let put = self.client.put_object().bucket(&self.name).key(key).content_type(content_type);
        let sent = put.body(bytes.into()).send().await;
        sent.map(|_| ()).map_err(|e| unavailable("PutObject", e))
    }

    /// What is known of an object without its bytes.
    pub(crate) async fn head(&self, key: &str) -> Result<Option<HeadObjectOutput>, StoreError> {
        match self.client.head_object().bucket(&self.name).key(key).send().await {
            Ok(head) => Ok(Some(head)),
            Err(failed) if failed.as_service_error().is_some_and(HeadObjectError::is_not_found) => Ok(None),
            Err(failed) => Err(unavailable("HeadObject", failed)),
        }
    }

    /// Bytes of an object from `offset` on, at most `most` of them; empty from its end on.
    pub(crate) async fn get_range(
        &self,
        key: &str,
        offset: u64,
        most: usize,
    ) -> Result<Option<Bytes>, StoreError> {
        if most == 0 {
            return Ok(Some(Bytes::new()));
        }
        let range = format!("bytes={offset}-{}", offset.saturating_add(most as u64 - 1));
        match self.fetch(key, Some(range), u64::MAX).await {
            Err(Fetch::Outside) => Ok(Some(Bytes::new())),
            Err(Fetch::Absent) => Ok(None),
            Err(Fetch::Failed(error)) => Err(error),
            Ok(Found::Read { bytes, .. }) => Ok(Some(bytes)),
            Ok(Found::TooLarge(_)) => Ok(None),
        }
    }

    /// Reads an object whole. Objects of ours are bounded when they are written.
    pub(crate) async fn get(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        Ok(self.get_bounded(key, u64::MAX).await?.and_then(|found| match found {
            Found::Read { bytes, .. } => Some(bytes),
            Found::TooLarge(_) => None,
        }))
    }

    /// Reads an object, unless it is larger than `most` bytes.
    pub(crate) async fn get_bounded(&self, key: &str, most: u64) -> Result<Option<Found>, StoreError> {
        match self.fetch(key, None, most).await {
            Ok(found) => Ok(Some(found)),
            Err(Fetch::Absent | Fetch::Outside) => Ok(None),
            Err(Fetch::Failed(error)) => Err(error),
        }
    }

    /// The SDK tries a call again, but not one whose body breaks off on its way.
    async fn fetch(&self, key: &str, range: Option<String>, most: u64) -> Result<Found, Fetch> {
        let mut broken = String::new();
        for _ in 0..BODY_TRIES {
            let get = self.client.get_object().bucket(&self.name).key(key).set_range(range.clone());
            let got = match get.send().await {
                Ok(got) => got,
                Err(failed) => {
                    return Err(match failed.code() {
                        Some("NoSuchKey") => Fetch::Absent,
                        Some("InvalidRange") => Fetch::Outside,
                        _ => Fetch::Failed(unavailable("GetObject", failed)),
                    });
                }
            };
            let size = got.content_length.unwrap_or_default().unsigned_abs();
            if size > most {
                return Ok(Found::TooLarge(size));
            }
            let template_id = got.metadata.and_then(|mut metadata| metadata.remove("template-id"));
            match got.body.collect().await {
                Ok(body) => return Ok(Found::Read { bytes: body.into_bytes(), template_id }),
                Err(error) => broken = error.to_string(),
            }
        }
        Err(Fetch::Failed(StoreError::Unavailable(format!("GetObject: the body breaks off: {broken}"))))
    }

    /// Removes an object; one that does not exist is no error.
    pub(crate) async fn delete(&self, key: &str) -> Result<(), StoreError> {
        let sent = self.client.delete_object().bucket(&self.name).key(key).send().await;
        sent.map(|_| ()).map_err(|e| unavailable("DeleteObject", e))
    }

    /// A link by which anybody may fetch this one object for its life, under this name.
    pub(crate) async fn link_to_get(
        &self,
        key: &str,
        disposition: Option<&str>,
        life: &Life,
    ) -> Result<String, StoreError> {
        let get = self.client.get_object().bucket(&self.name).key(key);
        let get = get.set_response_content_disposition(disposition.map(str::to_owned));
        let get = get.customize().config_override(life.signing());
        let signed = get.presigned(PresigningConfig::expires_in(life.duration).map_err(unbuilt)?).await;
        signed.map(|signed| signed.uri().to_owned()).map_err(|e| unavailable("GetObject", e))
    }

    /// A link by which anybody may write this one object for its life.
    pub(crate) async fn link_to_put(&self, key: &str, life: &Life) -> Result<String, StoreError> {
        // The bytes are not known yet: no checksum of theirs can be signed.
        let unsummed = life.signing().request_checksum_calculation(RequestChecksumCalculation::WhenRequired);
        let put = self.client.put_object().bucket(&self.name).key(key).customize().config_override(unsummed);
        let signed = put.presigned(PresigningConfig::expires_in(life.duration).map_err(unbuilt)?).await;
        signed.map(|signed| signed.uri().to_owned()).map_err(|e| unavailable("PutObject", e))
    }
}
