//! Certificates (RFC 5280).

use std::time::SystemTime;

use cms::cert::IssuerAndSerialNumber;
use jiff::Timestamp;
use rustls_pki_types::CertificateDer;
use x509_cert::Certificate;
use x509_cert::der::Decode;
use x509_cert::time::Time;

use crate::SigningError;

/// A certificate that was read.
pub(crate) struct Own {
    certificate: Certificate,
    validity: (Timestamp, Timestamp),
}

impl Own {
    pub(crate) fn read(der: &CertificateDer<'_>) -> Result<Own, SigningError> {
        let damaged = |error: String| SigningError::Certificate(format!("a certificate is damaged: {error}"));
        let certificate = Certificate::from_der(der).map_err(|error| damaged(error.to_string()))?;
        let time = |time: &Time| {
            let time: SystemTime = time.to_system_time();
            Timestamp::try_from(time).map_err(|error| damaged(error.to_string()))
        };
        let validity = &certificate.tbs_certificate.validity;
        let validity = (time(&validity.not_before)?, time(&validity.not_after)?);
        Ok(Own { certificate, validity })
    }

    /// The first and the last moment at which it is valid.
    pub(crate) fn validity(&self) -> (Timestamp, Timestamp) {
        self.validity
    }

    pub(crate) fn public_key(&self) -> &[u8] {
        self.certificate.tbs_certificate.subject_public_key_info.subject_public_key.raw_bytes()
    }

    /// How a signature names it.
    pub(crate) fn id(&self) -> IssuerAndSerialNumber {
        let certificate = &self.certificate.tbs_certificate;
        IssuerAndSerialNumber {
            issuer: certificate.issuer.clone(),
            serial_number: certificate.serial_number.clone(),
        }
    }
}
