//! The key that encrypts the secrets of a data folder. It comes from outside, so that a copy of the folder is worthless
//! without it.

use std::fmt;
use std::sync::Arc;

use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use secrecy::{ExposeSecret, SecretBox};
use subtle::ConstantTimeEq;

const LENGTH: usize = 32;

/// 32 secret bytes. Its `Debug` prints nothing of it, and it is wiped from memory when dropped.
#[derive(Clone)]
pub struct SecretKey(Arc<SecretBox<[u8; LENGTH]>>);

impl SecretKey {
    /// Reads a key: 64 hexadecimal digits, or base64 of 32 bytes with or without padding. Space around it does not count.
    pub fn parse(text: &str) -> Option<SecretKey> {
        let text = text.trim();
        unhex(text).or_else(|| unbase64(text)).map(SecretKey::from_bytes)
    }

    /// A key of these bytes.
    pub fn from_bytes(bytes: [u8; LENGTH]) -> SecretKey {
        SecretKey(Arc::new(SecretBox::new(Box::new(bytes))))
    }

    /// The bytes, for the cipher alone.
    pub fn expose(&self) -> &[u8; LENGTH] {
        self.0.expose_secret()
    }
}

fn unhex(text: &str) -> Option<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    Some(bytes)
}

fn unbase64(text: &str) -> Option<[u8; LENGTH]> {
    let lenient = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engine = GeneralPurpose::new(&base64::alphabet::STANDARD, lenient);
    engine.decode(text).ok()?.try_into().ok()
}

impl PartialEq for SecretKey {
    fn eq(&self, other: &Self) -> bool {
        self.expose().ct_eq(other.expose()).into()
    }
}

impl Eq for SecretKey {}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey([redacted])")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_in_both_notations() {
        let key = SecretKey::from_bytes([0xa5; LENGTH]);
        let base64 = "paWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaU";
        for text in
            [&"a5".repeat(32), &"A5".repeat(32), base64, &format!("{base64}="), &format!(" {base64}=\n")]
        {
            assert_eq!(SecretKey::parse(text).as_ref(), Some(&key), "{text}");
        }
        for wrong in ["", "secret", &"a5".repeat(31), &"g5".repeat(32), &"+5".repeat(32), &base64[1..]] {
            assert_eq!(SecretKey::parse(wrong), None, "{wrong}");
        }
        assert_eq!(format!("{key:?}"), "SecretKey([redacted])");
    }
}
