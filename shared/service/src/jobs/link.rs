//! Signed links to archives: one object, GET, for a time.

use hmac::{Hmac, Mac};
use jiff::Timestamp;
use sha2::Sha256;
use uuid::Uuid;

use super::JobId;
use crate::http::Query;

/// What a link opens, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArchiveLink {
    job: JobId,
    /// Seconds since 1970 (UTC).
    expires: u32,
}

impl ArchiveLink {
    /// A link to a job's archive.
    pub(super) fn new(job: JobId, expires: Timestamp) -> ArchiveLink {
        ArchiveLink { job, expires: u32::try_from(expires.as_second()).unwrap_or(u32::MAX) }
    }

    /// Until when it holds.
    pub(super) fn expires_at(self) -> Timestamp {
        Timestamp::from_second(i64::from(self.expires)).unwrap_or(Timestamp::MAX)
    }

    /// The link, relative to the service's address.
    pub(super) fn sign(self, secret: &[u8; 32]) -> String {
        use std::fmt::Write;
        let mut signature = String::with_capacity(64);
        for byte in self.mac(secret).finalize().into_bytes() {
            // Writing to a string does not fail.
            let _ = write!(signature, "{byte:02x}");
        }
        format!("/api/archives/{}?expires={}&signature={signature}", self.job, self.expires)
    }

    /// Reads a link, and says what it opens when it was signed with the secret and still holds.
    pub(super) fn verify(job: &str, mut query: Query, secret: &[u8; 32], now: Timestamp) -> Option<JobId> {
        let expires = query.number("expires", 0, u32::MAX)?;
        let signature = unhex(&query.text("signature")?)?;
        let link = ArchiveLink { job: JobId(Uuid::try_parse(job).ok()?), expires };
        // Compared in constant time: the time of the answer must not tell how much of a guess is right.
        link.mac(secret).verify_slice(&signature).ok()?;
        (link.expires_at() > now).then_some(link.job)
    }

    fn mac(self, secret: &[u8; 32]) -> Hmac<Sha256> {
        // Two fields of fixed length: no other pair has the same bytes.
        let mut message = *b"platen archive GET\0................\0....";
        message[19..35].copy_from_slice(self.job.0.as_bytes());
        message[36..40].copy_from_slice(&self.expires.to_be_bytes());
        let key: &hmac::digest::Key<Hmac<Sha256>> = &{
            let mut block = hmac::digest::Key::<Hmac<Sha256>>::default();
            block[..32].copy_from_slice(secret);
            block
        };
        let mut mac = <Hmac<Sha256> as hmac::digest::KeyInit>::new(key);
        mac.update(&message);
        mac
    }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    (0..64).step_by(2).map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_link_itself_opens_and_only_in_time() {
        let secret = [7; 32];
        let job = JobId(Uuid::from_u128(5));
        let now: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        let soon: Timestamp = "2026-11-21T13:00:00Z".parse().unwrap();
        let link = ArchiveLink::new(job, soon).sign(&secret);
        let query = link.split_once('?').unwrap().1;
        let open = |id: Uuid, query: &str, secret: &[u8; 32], at| {
            ArchiveLink::verify(&id.to_string(), Query::parse(query), secret, at)
        };
        assert_eq!(open(job.0, query, &secret, now), Some(job));
        assert_eq!(open(job.0, query, &secret, soon), None, "expired");
        assert_eq!(open(Uuid::from_u128(6), query, &secret, now), None, "another object");
        assert_eq!(open(job.0, query, &[8; 32], now), None, "another secret");
        assert_eq!(open(job.0, &query.replace("expires=1", "expires=2"), &secret, now), None, "later");
        for at in 0..64 {
            let mut changed = query.as_bytes().to_vec();
            let place = changed.len() - 1 - at;
            changed[place] = if changed[place] == b'0' { b'1' } else { b'0' };
            assert_eq!(open(job.0, std::str::from_utf8(&changed).unwrap(), &secret, now), None);
        }
        for wrong in ["", "expires=1", &format!("{query}0"), "expires=4000000000&signature=zz"] {
            assert_eq!(open(job.0, wrong, &secret, now), None, "{wrong}");
        }
    }
}
