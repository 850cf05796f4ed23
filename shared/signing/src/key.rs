//! Private keys.

use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use rustls_pki_types::PrivateKeyDer;
use rustls_pki_types::pem::PemObject;

use crate::SigningError;

/// A key that signs SHA-256.
pub(crate) enum Key {
    Rsa(RsaKeyPair),
    Ecdsa(EcdsaKeyPair),
}

impl Key {
    pub(crate) fn from_pem(pem: &[u8]) -> Result<Key, SigningError> {
        let key = PrivateKeyDer::from_pem_slice(pem).map_err(|error| {
            SigningError::Key(format!("there is no private key in PEM without a password ({error})"))
        })?;
        let unknown = || {
            SigningError::Key(
                "the private key is neither RSA from 2048 to 8192 bits nor ECDSA on P-256".to_owned(),
            )
        };
        match &key {
            PrivateKeyDer::Pkcs8(der) => {
                let der = der.secret_pkcs8_der();
                let rsa = RsaKeyPair::from_pkcs8(der).map(Key::Rsa);
                let ecdsa = || EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, der, &SystemRandom::new());
                rsa.or_else(|_| ecdsa().map(Key::Ecdsa)).map_err(|_| unknown())
            }
            PrivateKeyDer::Pkcs1(der) => {
                RsaKeyPair::from_der(der.secret_pkcs1_der()).map(Key::Rsa).map_err(|_| unknown())
            }
            _ => Err(SigningError::Key(
                "the private key is in the form of SEC 1; write it as PKCS #8: openssl pkcs8 -topk8 -nodes -in KEY".to_owned(),
            )),
        }
    }

    /// As certificates have it: the content of `subjectPublicKey` (RFC 5280, 4.1.2.7).
    pub(crate) fn public_key(&self) -> &[u8] {
        match self {
            Key::Rsa(key) => key.public_key().as_ref(),
            Key::Ecdsa(key) => key.public_key().as_ref(),
        }
    }

    /// Signs the SHA-256 of these bytes.
    pub(crate) fn sign(&self, bytes: &[u8]) -> Result<Vec<u8>, SigningError> {
        let random = SystemRandom::new();
        let failed = |_| SigningError::Key("the private key cannot sign".to_owned());
        match self {
            Key::Rsa(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &random, bytes, &mut signature).map_err(failed)?;
                Ok(signature)
            }
            Key::Ecdsa(key) => Ok(key.sign(&random, bytes).map_err(failed)?.as_ref().to_vec()),
        }
    }
}
