//! The secrets that sign a subscription's callbacks.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use jiff::{SignedDuration, Timestamp};
use sha2::Sha256;

/// A secret. It has no `Debug`, so that nothing prints it by mistake.
#[derive(Clone, PartialEq, Eq)]
pub struct CallbackSecret([u8; 32]);

impl CallbackSecret {
    /// A new one.
    ///
    /// # Errors
    /// The operating system gives no random bytes.
    pub fn generate() -> Result<CallbackSecret, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(CallbackSecret(bytes))
    }

    /// One that a store kept.
    pub fn from_bytes(bytes: [u8; 32]) -> CallbackSecret {
        CallbackSecret(bytes)
    }

    /// The bytes that a store keeps.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// As receivers' libraries take it, for the one place that shows it.
    pub fn reveal(&self) -> String {
        format!("whsec_{}", STANDARD.encode(self.0))
    }

    /// `v1,` and the HMAC-SHA256 of the parts, in base64.
    pub(crate) fn sign(&self, parts: &[&[u8]]) -> String {
        let mut block = hmac::digest::Key::<Hmac<Sha256>>::default();
        block[..32].copy_from_slice(&self.0);
        let mut mac = <Hmac<Sha256> as hmac::digest::KeyInit>::new(&block);
        for part in parts {
            mac.update(part);
        }
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// The secrets of a subscription.
#[derive(Clone, PartialEq, Eq)]
pub struct CallbackSecrets {
    /// The one that receivers must know.
    pub current: CallbackSecret,
    /// The one before, and when it was replaced. Older ones are forgotten.
    pub previous: Option<(CallbackSecret, Timestamp)>,
}

impl CallbackSecrets {
    /// Those that sign at this moment, the current one first. The one before signs too for as long as `overlap`, so that
    /// receivers can change over without refusing a message.
    pub fn signing(&self, now: Timestamp, overlap: Duration) -> impl Iterator<Item = &CallbackSecret> {
        let overlap = SignedDuration::try_from(overlap).unwrap_or(SignedDuration::MAX);
        let previous = self.previous.as_ref().filter(|(_, replaced)| now.duration_since(*replaced) < overlap);
        std::iter::once(&self.current).chain(previous.map(|(secret, _)| secret))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's libraries. Its secret is shorter, which HMAC fills up with zeros.
    #[test]
    fn the_signature_is_that_of_standard_webhooks() {
        let mut secret = [0; 32];
        secret[..24].copy_from_slice(&STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap());
        let parts: [&[u8]; 5] =
            [b"msg_p5jXN8AQM9LWM0D4loKWxJek", b".", b"1614265330", b".", br#"{"test": 2432232314}"#];
        let signature = CallbackSecret::from_bytes(secret).sign(&parts);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn the_secret_before_signs_until_receivers_had_their_time() {
        let at = |second: i64| Timestamp::from_second(1_795_000_000 + second).unwrap();
        let [old, new] = [1, 2].map(|byte| CallbackSecret::from_bytes([byte; 32]));
        let day = Duration::from_secs(24 * 3600);
        let signing = |secrets: &CallbackSecrets, second| {
            secrets.signing(at(second), day).map(|secret| secret.0[0]).collect::<Vec<_>>()
        };
        let first = CallbackSecrets { current: old.clone(), previous: None };
        assert_eq!(signing(&first, 0), [1]);
        let rotated = CallbackSecrets { current: new, previous: Some((old, at(0))) };
        assert_eq!(signing(&rotated, 0), [2, 1]);
        assert_eq!(signing(&rotated, 24 * 3600 - 1), [2, 1]);
        assert_eq!(signing(&rotated, 24 * 3600), [2]);
    }
}
