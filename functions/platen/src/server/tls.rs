//! TLS (RFC 8446 and 5246), where the operator gives a certificate.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

/// Why TLS cannot be offered.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file cannot be read, or holds no such thing in PEM (RFC 7468).
    #[error("{} holds no {what} in PEM: {cause}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What it should hold.
        what: &'static str,
        /// What is wrong with it.
        cause: pem::Error,
    },
    /// Key and certificate do not belong together, or are of a kind that is not supported.
    #[error("the certificate and the key cannot be used: {0}")]
    Unusable(#[from] rustls::Error),
}

/// Reads a chain of certificates, the server's own first, and its private key (PKCS#8, PKCS#1 or SEC1).
///
/// # Errors
/// [`TlsError`].
pub fn acceptor(certificate: &Path, key: &Path) -> Result<TlsAcceptor, TlsError> {
    let wrong = |file: &Path, what| {
        let file = file.to_owned();
        move |cause| TlsError::File { file, what, cause }
    };
    let chain = CertificateDer::pem_file_iter(certificate)
        .and_then(|found| found.collect::<Result<Vec<_>, _>>())
        .map_err(wrong(certificate, "certificate"))?;
    // A file of the wrong kind has none, and would be found out only by the first client.
    if chain.is_empty() {
        return Err(wrong(certificate, "certificate")(pem::Error::NoItemsFound));
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(wrong(key, "private key"))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, secret)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
