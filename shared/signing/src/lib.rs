//! Signs with a key of the operator: CMS (RFC 5652) as PAdES B-B asks for it (ETSI EN 319 142-1, 6.3).
//!
//! The bytes that are signed are not read here, only their SHA-256: what reads documents of strangers never sees the key.

mod certificate;
mod key;
mod signed_data;

use jiff::Timestamp;
use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject;

use certificate::Own;
use key::Key;

/// Bytes of a signature beside its certificates, at most: an RSA key of 8192 bits signs with 1024.
const BESIDE_CERTIFICATES: usize = 4096;

/// Why nothing can be signed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SigningError {
    /// There is no key of a kind that signs.
    #[error("{0}")]
    Key(String),
    /// There is no certificate, or not that of the key.
    #[error("{0}")]
    Certificate(String),
    /// The certificate is not valid at the time of signing.
    #[error("the certificate is valid from {from} to {to}; ask its issuer for a new one")]
    Expired {
        /// The first moment.
        from: Timestamp,
        /// The last one.
        to: Timestamp,
    },
}

/// A private key with its certificate, and those above it.
pub struct Signer {
    key: Key,
    own: Own,
    /// The certificate of the key first, then those that vouch for it, as they came.
    chain: Vec<CertificateDer<'static>>,
}

impl Signer {
    /// Reads PEM (RFC 7468): a private key (PKCS #8; RSA from 2048 bits, or ECDSA on P-256), its certificate, and those above it.
    ///
    /// # Errors
    /// [`SigningError`] says what is missing or does not fit.
    pub fn from_pem(pem: &[u8]) -> Result<Signer, SigningError> {
        let key = Key::from_pem(pem)?;
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
        let mut chain = chain.map_err(|error| {
            SigningError::Certificate(format!("a certificate is damaged: {error}; write it as PEM again"))
        })?;
        let mut all = Vec::with_capacity(chain.len());
        for certificate in &chain {
            all.push(Own::read(certificate)?);
        }
        let at = all.iter().position(|certificate| certificate.public_key() == key.public_key());
        let at = at.ok_or_else(|| {
            SigningError::Certificate(match chain.len() {
                0 => "there is no certificate beside the key; put both into one file".to_owned(),
                _ => "no certificate is that of the key; put the key's own certificate into the file"
                    .to_owned(),
            })
        })?;
        chain[..=at].rotate_right(1);
        Ok(Signer { key, own: all.swap_remove(at), chain })
    }

    /// Whether the certificate is valid at this time.
    ///
    /// # Errors
    /// [`SigningError::Expired`].
    pub fn check(&self, time: Timestamp) -> Result<(), SigningError> {
        let (from, to) = self.own.validity();
        if (from..=to).contains(&time) { Ok(()) } else { Err(SigningError::Expired { from, to }) }
    }

    /// Bytes that a signature takes, at most.
    pub fn room(&self) -> usize {
        self.chain.iter().map(|certificate| certificate.len()).sum::<usize>() + BESIDE_CERTIFICATES
    }

    /// The signature over bytes with this SHA-256: a `ContentInfo` in DER, which does not hold the bytes.
    ///
    /// # Errors
    /// [`SigningError::Key`] if the key cannot sign.
    pub fn sign(&self, sha256: [u8; 32]) -> Result<Vec<u8>, SigningError> {
        signed_data::write(&self.key, &self.own, &self.chain, sha256)
    }
}

impl PartialEq for Signer {
    /// Whether both have the same certificates, whose key is one.
    fn eq(&self, other: &Signer) -> bool {
        self.chain == other.chain
    }
}

impl Eq for Signer {}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Signer").field("certificates", &self.chain.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let error = |pem: &str| Signer::from_pem(pem.as_bytes()).unwrap_err().to_string();
        assert!(error("").starts_with("there is no private key"), "{}", error(""));
        let damaged = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
        assert!(error(damaged).starts_with("the private key is neither"), "{}", error(damaged));
        let old = "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n";
        assert!(error(old).contains("openssl pkcs8 -topk8 -nodes"), "{}", error(old));
    }
}
