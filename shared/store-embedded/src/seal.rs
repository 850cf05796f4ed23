//! Secrets as they are stored: sealed with XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03), whose nonces may be random.
//!
//! ```text
//! 1 byte    version, 1
//! 4 bytes   which key: the beginning of the SHA-256 of it
//! 24 bytes  nonce, random
//! ...       what is sealed, and 16 bytes that prove it is unchanged
//! ```
//!
//! What is sealed for one purpose does not open for another: the purpose is authenticated with it.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use platen_service::secret_key::SecretKey;
use platen_service::store::StoreError;
use secrecy::SecretString;
use sha2::{Digest, Sha256};

const VERSION: u8 = 1;
const KEY_ID: usize = 4;
const NONCE: usize = 24;
const HEAD: usize = 1 + KEY_ID + NONCE;

/// The keys that are at hand: the first one seals, all of them open.
pub(crate) struct Seal {
    keys: Vec<([u8; KEY_ID], XChaCha20Poly1305)>,
}

/// Why something does not open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SealError {
    #[error(
        "it is sealed with a key that is not set: set PLATEN_SECRET_KEY or PLATEN_SECRET_KEY_FILE to the key that the service \
         runs with"
    )]
    WrongKey,
    #[error("a sealed secret was changed")]
    Damaged,
}

impl From<SealError> for StoreError {
    fn from(error: SealError) -> Self {
        match error {
            SealError::WrongKey => StoreError::Unavailable(error.to_string()),
            SealError::Damaged => StoreError::Damaged(error.to_string()),
        }
    }
}

impl Seal {
    /// With these keys. With none, nothing is sealed and nothing opens.
    pub(crate) fn new(keys: &[SecretKey]) -> Seal {
        let named = |key: &SecretKey| (key_id(key), XChaCha20Poly1305::new(key.expose().into()));
        Seal { keys: keys.iter().map(named).collect() }
    }

    /// Seals a secret for a purpose.
    pub(crate) fn seal(&self, purpose: &str, clear: &[u8]) -> Result<Vec<u8>, StoreError> {
        let (id, cipher) = self.keys.first().ok_or(SealError::WrongKey)?;
        let mut sealed = vec![VERSION];
        sealed.extend_from_slice(id);
        sealed.resize(HEAD, 0);
        let nonce = &mut sealed[1 + KEY_ID..];
        getrandom::fill(nonce)?;
        let payload = Payload { msg: clear, aad: purpose.as_bytes() };
        // It fails for texts of hundreds of gigabytes alone.
        let text = cipher.encrypt(XNonce::from_slice(nonce), payload).map_err(|_| SealError::Damaged)?;
        sealed.extend_from_slice(&text);
        Ok(sealed)
    }

    /// Opens what was sealed for a purpose.
    pub(crate) fn open(&self, purpose: &str, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        let (head, text) = sealed.split_at_checked(HEAD).ok_or(SealError::Damaged)?;
        if head[0] != VERSION {
            return Err(SealError::Damaged);
        }
        let (id, nonce) = head[1..].split_at(KEY_ID);
        let known = self.keys.iter().find(|(known, _)| known == id);
        let (_, cipher) = known.ok_or(SealError::WrongKey)?;
        let payload = Payload { msg: text, aad: purpose.as_bytes() };
        cipher.decrypt(XNonce::from_slice(nonce), payload).map_err(|_| SealError::Damaged)
    }

    /// Opens a secret that is a text.
    pub(crate) fn open_text(&self, purpose: &str, sealed: &[u8]) -> Result<SecretString, StoreError> {
        let text = String::from_utf8(self.open(purpose, sealed)?).map_err(|_| SealError::Damaged)?;
        Ok(SecretString::from(text))
    }

    /// Opens a secret of 32 bytes.
    pub(crate) fn open_32(&self, purpose: &str, sealed: &[u8]) -> Result<[u8; 32], SealError> {
        self.open(purpose, sealed)?.try_into().map_err(|_| SealError::Damaged)
    }

    /// Whether it is sealed with the key that seals now.
    pub(crate) fn is_current(&self, sealed: &[u8]) -> bool {
        let id = sealed.get(1..=KEY_ID);
        id.is_some() && id == self.keys.first().map(|(id, _)| id.as_slice())
    }
}

/// What names a key without telling it.
fn key_id(key: &SecretKey) -> [u8; KEY_ID] {
    let digest = Sha256::new().chain_update(b"platen key id\0").chain_update(key.expose()).finalize();
    std::array::from_fn(|at| digest[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_with_its_key_for_its_purpose_and_whole() {
        let [one, two] = [1, 2].map(|byte| SecretKey::from_bytes([byte; 32]));
        let (old, both) = (Seal::new(std::slice::from_ref(&one)), Seal::new(&[two.clone(), one]));
        let sealed = old.seal("links", b"sesame").unwrap();
        assert!(!sealed.windows(6).any(|bytes| bytes == b"sesame"));
        assert_ne!(sealed, old.seal("links", b"sesame").unwrap(), "each seal differs");
        assert_eq!(both.open("links", &sealed).unwrap(), b"sesame");
        assert!(old.is_current(&sealed) && !both.is_current(&sealed));
        assert_eq!(old.open("callbacks", &sealed), Err(SealError::Damaged));
        assert_eq!(Seal::new(&[two]).open("links", &sealed), Err(SealError::WrongKey));
        assert_eq!(Seal::new(&[]).open("links", &sealed), Err(SealError::WrongKey));
        assert!(Seal::new(&[]).seal("links", b"sesame").is_err());
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(old.open("links", &changed).is_err(), "{at}");
            assert!(old.open("links", &sealed[..at]).is_err(), "{at}");
        }
    }
}
