//! The signature itself: `SignedData` (RFC 5652, 5) with the attributes that PAdES asks for: the type of the content, its digest, and
//! which certificate signed (RFC 5035). The time stands in the PDF.

use cms::cert::CertificateChoices;
use cms::content_info::{CmsVersion, ContentInfo};
use cms::signed_data::{
    CertificateSet, EncapsulatedContentInfo, SignedData, SignerIdentifier, SignerInfo, SignerInfos,
};
use rustls_pki_types::CertificateDer;
use sha2::{Digest, Sha256};
use x509_cert::Certificate;
use x509_cert::attr::Attribute;
use x509_cert::der::asn1::{Any, Null, ObjectIdentifier, OctetString, SetOfVec};
use x509_cert::der::{Decode, Encode, Error};
use x509_cert::spki::AlgorithmIdentifierOwned;

use crate::SigningError;
use crate::certificate::Own;
use crate::key::Key;

const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.1");
const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
const SIGNING_CERTIFICATE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.47");
const SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");
const RSA_WITH_SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.11");
const ECDSA_WITH_SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.2");

/// What stands before a certificate's hash in `SigningCertificateV2` (RFC 5035, 3): three sequences and the head of the hash. That it
/// is a SHA-256 need not be said.
const BEFORE_HASH: [u8; 8] = [0x30, 0x26, 0x30, 0x24, 0x30, 0x22, 0x04, 0x20];

/// A `ContentInfo` in DER.
pub(crate) fn write(
    key: &Key,
    own: &Own,
    chain: &[CertificateDer<'_>],
    sha256: [u8; 32],
) -> Result<Vec<u8>, SigningError> {
    let unwritten = |error: Error| SigningError::Certificate(format!("no signature can be written: {error}"));
    let attributes = attributes(chain, sha256).map_err(unwritten)?;
    // They are signed as a set, whatever stands around them (5.4).
    let signature = key.sign(&attributes.to_der().map_err(unwritten)?)?;
    put_together(key, own, chain, attributes, signature).map_err(unwritten)
}

fn attributes(chain: &[CertificateDer<'_>], sha256: [u8; 32]) -> Result<SetOfVec<Attribute>, Error> {
    let one = |oid, value: Any| -> Result<Attribute, Error> {
        Ok(Attribute { oid, values: SetOfVec::try_from([value])? })
    };
    let certificate = chain.first().map_or_else(Default::default, Sha256::digest);
    let certificate = [&BEFORE_HASH, &*certificate].concat();
    SetOfVec::try_from([
        one(CONTENT_TYPE, Any::encode_from(&DATA)?)?,
        one(MESSAGE_DIGEST, Any::encode_from(&OctetString::new(sha256)?)?)?,
        one(SIGNING_CERTIFICATE, Any::from_der(&certificate)?)?,
    ])
}

fn put_together(
    key: &Key,
    own: &Own,
    chain: &[CertificateDer<'_>],
    attributes: SetOfVec<Attribute>,
    signature: Vec<u8>,
) -> Result<Vec<u8>, Error> {
    let digest = AlgorithmIdentifierOwned { oid: SHA256, parameters: None };
    let (oid, parameters) = match key {
        Key::Rsa(_) => (RSA_WITH_SHA256, Some(Any::encode_from(&Null)?)),
        Key::Ecdsa(_) => (ECDSA_WITH_SHA256, None),
    };
    let signer = SignerInfo {
        version: CmsVersion::V1,
        sid: SignerIdentifier::IssuerAndSerialNumber(own.id()),
        digest_alg: digest.clone(),
        signed_attrs: Some(attributes),
        signature_algorithm: AlgorithmIdentifierOwned { oid, parameters },
        signature: OctetString::new(signature)?,
        unsigned_attrs: None,
    };
    let certificates: Result<Vec<_>, Error> =
        chain.iter().map(|der| Ok(CertificateChoices::Certificate(Certificate::from_der(der)?))).collect();
    let data = SignedData {
        version: CmsVersion::V1,
        digest_algorithms: SetOfVec::try_from([digest])?,
        encap_content_info: EncapsulatedContentInfo { econtent_type: DATA, econtent: None },
        certificates: Some(CertificateSet(SetOfVec::try_from(certificates?)?)),
        crls: None,
        signer_infos: SignerInfos(SetOfVec::try_from([signer])?),
    };
    ContentInfo { content_type: SIGNED_DATA, content: Any::encode_from(&data)? }.to_der()
}
