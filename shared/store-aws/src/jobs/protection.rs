//! Sealed data of a job: the passwords and permissions of its PDFs ([`platen_service::jobs::NewJob::protection`]), and the addresses of
//! its results ([`platen_service::jobs::NewJob::addresses`]). The table has a stream and weeks of backups, from which nothing can be
//! removed. So it has only a key, which is removed in the transaction that ends the job, or with its last delivery. The sealed data are
//! in the jobs bucket, which keeps nothing for more than two days.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use platen_service::ids::JobId;
use platen_service::store::StoreError;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use super::gone;
use super::record::{addresses_key, addresses_object, expires_at, protection_key, protection_object};
use crate::AwsStore;
use crate::fields::unhex;

/// Each key seals one text, so that no nonce is used twice with it.
const NONCE: [u8; 12] = [0; 12];

/// The key of one of a job's secrets.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredKey {
    key: String,
    expires_at: i64,
}

/// Seals one of a job's secrets with a key of its own.
pub(super) fn seal(job: JobId, text: &str) -> Result<(StoredKey, Vec<u8>), StoreError> {
    let mut key = [0; 32];
    getrandom::fill(&mut key)?;
    let payload = Payload { msg: text.as_bytes(), aad: job.0.as_bytes() };
    let sealed = ChaCha20Poly1305::new(&key.into()).encrypt(Nonce::from_slice(&NONCE), payload);
    // It fails for texts of hundreds of gigabytes alone.
    let sealed = sealed.map_err(|_| StoreError::Damaged("a password is too long".to_owned()))?;
    Ok((StoredKey { key: hex::encode(key), expires_at: expires_at() }, sealed))
}

fn open(job: JobId, stored: &StoredKey, sealed: &[u8]) -> Result<String, StoreError> {
    let payload = Payload { msg: sealed, aad: job.0.as_bytes() };
    let opened =
        ChaCha20Poly1305::new(&unhex(&stored.key)?.into()).decrypt(Nonce::from_slice(&NONCE), payload);
    let text = opened.ok().and_then(|text| String::from_utf8(text).ok());
    text.ok_or_else(|| StoreError::Damaged(format!("the secrets of job {job} are changed")))
}

impl AwsStore {
    /// A job's protection, until it ends.
    pub(super) async fn protection_of(&self, job: JobId) -> Result<Option<SecretString>, StoreError> {
        // Most jobs have none, and need not ask for it with each chunk.
        let Some(known) = self.known_job(job).await?.filter(|job| job.is_protected) else { return Ok(None) };
        let Some(key) = self.table.get::<StoredKey>(&protection_key(job)).await? else { return Ok(None) };
        let sealed = self.jobs.get(&protection_object(job, known.request)).await?;
        let sealed = sealed.ok_or_else(|| gone(job, "passwords"))?;
        Ok(Some(SecretString::from(open(job, &key, &sealed)?)))
    }

    /// The addresses of a job's results, until nothing is left to do with them, or the bucket removed them.
    pub(super) async fn sealed_addresses_of(&self, job: JobId) -> Result<Option<SecretString>, StoreError> {
        let Some(known) = self.known_job(job).await? else { return Ok(None) };
        let Some(key) = self.table.get::<StoredKey>(&addresses_key(job)).await? else { return Ok(None) };
        let sealed = self.jobs.get(&addresses_object(job, known.request)).await?;
        sealed.map(|sealed| open(job, &key, &sealed).map(SecretString::from)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_password_opens_with_its_key_for_its_job_alone() {
        let (job, other) = (JobId(Uuid::from_u128(1)), JobId(Uuid::from_u128(2)));
        let (key, sealed) = seal(job, "s3same").unwrap();
        assert!(!sealed.windows(6).any(|bytes| bytes == b"s3same"));
        assert_eq!(open(job, &key, &sealed).unwrap(), "s3same");
        assert!(open(other, &key, &sealed).is_err());
        assert!(open(job, &seal(job, "s3same").unwrap().0, &sealed).is_err());
        assert!(open(job, &key, &sealed[1..]).is_err());
    }
}
