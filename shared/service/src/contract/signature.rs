//! `options.pdf.sign`: the signature of a PDF.

use jiff::Timestamp;
use platen_pdf::finish::{Conformance, Signature, SignatureText};

use super::Fields;
use crate::Limits;

/// Reads `sign`, an object with `reason` and `location`, and checks what cannot be combined with it.
pub(super) fn read(
    pdf: &mut Fields,
    limits: &Limits,
    conformance: Option<Conformance>,
    is_protected: bool,
) -> Option<Signature> {
    let mut sign = pdf.open("sign")?;
    let reason = read_text(&mut sign, "reason");
    let location = read_text(&mut sign, "location");
    pdf.close(sign);
    if !limits.signs {
        pdf.fault(
            "sign",
            "this service has no key to sign with: its operator sets `PLATEN_SIGNING_KEY_FILE`",
        );
    }
    if is_protected {
        pdf.fault("sign", "a PDF with a password or permissions cannot be signed; leave out one of the two");
    }
    if conformance == Some(Conformance::Ua1) {
        pdf.fault("sign", "a PDF/UA-1 (`ua-1`) cannot be signed; leave out one of the two");
    }
    Some(Signature::at(Timestamp::now(), reason, location))
}

fn read_text(sign: &mut Fields, name: &'static str) -> Option<SignatureText> {
    let text = SignatureText::new(sign.string(name)?);
    if text.is_none() {
        sign.fault(name, format!("`{name}` must be one line of 1 to 200 characters"));
    }
    text
}
