//! Signatures of tokens, checked by ring. `jsonwebtoken` brings its own cryptography by features: aws-lc, which wants cmake, or
//! the crate rsa, which has an open advisory (RUSTSEC-2023-0071). ring is here for TLS anyhow.

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::signature::{Error, Verifier};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, DecodingKeyKind};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256,
    RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters, RsaPublicKeyComponents,
    UnparsedPublicKey, VerificationAlgorithm,
};

static RING: CryptoProvider = CryptoProvider {
    signer_factory: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
    verifier_factory: |algorithm, key| {
        let scheme = scheme(*algorithm).filter(|_| algorithm_family(*algorithm) == Some(key.family()));
        let scheme = scheme.ok_or(ErrorKind::InvalidAlgorithm)?;
        Ok(Box::new(Checker { algorithm: *algorithm, scheme, key: key.clone() }))
    },
    // For making keys and thumbprints, which nobody does here.
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes ring what checks signatures in this process.
pub(crate) fn install() {
    // Refused where it is done already.
    let _ = RING.install_default();
}

/// How ring checks an algorithm's signatures.
#[derive(Clone, Copy)]
enum Scheme {
    Rsa(&'static RsaParameters),
    Other(&'static dyn VerificationAlgorithm),
}

/// `None` for those that need a secret.
fn scheme(algorithm: Algorithm) -> Option<Scheme> {
    Some(match algorithm {
        Algorithm::RS256 => Scheme::Rsa(&RSA_PKCS1_2048_8192_SHA256),
        Algorithm::RS384 => Scheme::Rsa(&RSA_PKCS1_2048_8192_SHA384),
        Algorithm::RS512 => Scheme::Rsa(&RSA_PKCS1_2048_8192_SHA512),
        Algorithm::PS256 => Scheme::Rsa(&RSA_PSS_2048_8192_SHA256),
        Algorithm::PS384 => Scheme::Rsa(&RSA_PSS_2048_8192_SHA384),
        Algorithm::PS512 => Scheme::Rsa(&RSA_PSS_2048_8192_SHA512),
        Algorithm::ES256 => Scheme::Other(&ECDSA_P256_SHA256_FIXED),
        Algorithm::ES384 => Scheme::Other(&ECDSA_P384_SHA384_FIXED),
        Algorithm::EdDSA => Scheme::Other(&ED25519),
        _ => return None,
    })
}

fn algorithm_family(algorithm: Algorithm) -> Option<AlgorithmFamily> {
    [AlgorithmFamily::Rsa, AlgorithmFamily::Ec, AlgorithmFamily::Ed]
        .into_iter()
        .find(|family| family.algorithms().contains(&algorithm))
}

struct Checker {
    algorithm: Algorithm,
    scheme: Scheme,
    key: DecodingKey,
}

impl Verifier<Vec<u8>> for Checker {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), Error> {
        let checked = match (self.scheme, self.key.kind()) {
            (Scheme::Rsa(parameters), DecodingKeyKind::RsaModulusExponent { n, e }) => {
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signature)
            }
            (Scheme::Other(algorithm), DecodingKeyKind::SecretOrDer(key)) => {
                UnparsedPublicKey::new(algorithm, key).verify(message, signature)
            }
            _ => return Err(Error::new()),
        };
        checked.map_err(|_| Error::new())
    }
}

impl JwtVerifier for Checker {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}
