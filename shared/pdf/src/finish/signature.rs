//! Signatures (ISO 32000-2, 12.8) as PAdES has them (ETSI EN 319 142-1): a child writes the PDF with a hole, and the parent, which
//! alone holds the key, fills it. The field is not seen on any page.
//!
//! The dictionary with the hole is an update of its own behind the file (7.5.6): what is written before may be compressed, and the
//! hole must not be.

use std::collections::HashSet;
use std::fmt::Write as _;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use platen_signing::Signer;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::resolved;
use crate::PdfError;

/// The places of the signed bytes, before they are known. Each number has ten places, spaces before it.
const UNKNOWN_RANGE: &str = "/ByteRange[0          0          0          0]/Contents<";

/// The field's name.
const FIELD: &str = "Signature";

/// `Print` and `Locked` (12.5.3): a reader's user does not move it.
const FLAGS: i64 = 4 | 128;

/// That there are signatures, and that changes are to be appended (12.7.3).
const SIGNATURES_EXIST_APPEND_ONLY: i64 = 3;

/// Characters of a reason or a place.
const MOST_CHARACTERS: usize = 200;

/// What a signature says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// Why the document is signed.
    pub reason: Option<SignatureText>,
    /// Where.
    pub location: Option<SignatureText>,
    /// When.
    pub time: Timestamp,
    /// Bytes that the signature takes, at most.
    #[serde(default)]
    pub(crate) room: usize,
}

/// A reason or a place: one line of 1 to 200 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignatureText(String);

impl SignatureText {
    /// Takes a text. `None` for one that is empty, too long or has control characters.
    #[must_use]
    pub fn new(text: String) -> Option<SignatureText> {
        let fits =
            (1..=MOST_CHARACTERS).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        fits.then_some(SignatureText(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A text string in UTF-16 (7.9.2.2).
    fn written(&self) -> String {
        let mut out = "<FEFF".to_owned();
        for unit in self.0.encode_utf16() {
            let _ = write!(out, "{unit:04X}");
        }
        out.push('>');
        out
    }
}

impl Signature {
    /// A signature that is made at this time.
    #[must_use]
    pub fn at(time: Timestamp, reason: Option<SignatureText>, location: Option<SignatureText>) -> Signature {
        Signature { reason, location, time, room: 0 }
    }

    /// Adds the field to a document. Returns the id that its signature is going to have.
    ///
    /// # Errors
    /// The PDF is not one as krilla writes it.
    pub(super) fn add_field(&self, document: &mut Document) -> lopdf::Result<ObjectId> {
        let first = document.get_pages().into_values().next().ok_or(lopdf::Error::PageNumberNotFound(1))?;
        let signature = document.new_object_id();
        let mut form = resolved(document, document.catalog()?.get(b"AcroForm").ok());
        let mut fields = array(document, form.get(b"Fields").ok());
        let name = unused(document, &fields);
        let mut field = Dictionary::new();
        field.set("Type", Object::Name(b"Annot".to_vec()));
        field.set("Subtype", Object::Name(b"Widget".to_vec()));
        field.set("FT", Object::Name(b"Sig".to_vec()));
        field.set("T", Object::string_literal(name));
        field.set("V", signature);
        field.set("Rect", vec![Object::Integer(0); 4]);
        // Archives ask for an appearance of each field, also of one that covers nothing (ISO 19005-1, 6.9).
        let mut appearance = Dictionary::new();
        appearance.set("Type", Object::Name(b"XObject".to_vec()));
        appearance.set("Subtype", Object::Name(b"Form".to_vec()));
        appearance.set("BBox", vec![Object::Integer(0); 4]);
        let appearance = document.add_object(Stream::new(appearance, Vec::new()));
        let mut appearances = Dictionary::new();
        appearances.set("N", appearance);
        field.set("AP", appearances);
        field.set("F", FLAGS);
        field.set("P", first);
        let field = document.add_object(field);

        let page = document.get_dictionary(first)?;
        let mut annotations = array(document, page.get(b"Annots").ok());
        annotations.push(field.into());
        document.get_dictionary_mut(first)?.set("Annots", annotations);

        fields.push(field.into());
        form.set("Fields", fields);
        form.set("SigFlags", SIGNATURES_EXIST_APPEND_ONLY);
        document.catalog_mut()?.set("AcroForm", form);
        Ok(signature)
    }

    /// Appends the signature with a hole to a document that was written with a cross-reference stream; `None` if it was not.
    pub(super) fn append(&self, pdf: &mut Vec<u8>, trailer: &Dictionary, (id, _): ObjectId) -> Option<()> {
        let (before, last_id) = last_table(pdf)?;
        let at = pdf.len();
        let time = self.time.to_zoned(TimeZone::UTC).strftime("D:%Y%m%d%H%M%SZ").to_string();
        let text = |name: &str, text: &Option<SignatureText>| {
            text.as_ref().map_or_else(String::new, |text| format!("/{name}{}", text.written()))
        };
        let (reason, location) = (text("Reason", &self.reason), text("Location", &self.location));
        let hole = "0".repeat(2 * self.room);
        let object = format!(
            "{id} 0 obj\n<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M({time}){reason}{location}\
             {UNKNOWN_RANGE}{hole}>>>\nendobj\n"
        );
        pdf.extend_from_slice(object.as_bytes());

        // The table of this update (7.5.8): for each of the two objects its kind, its place in eight bytes, its generation.
        let (table_at, table) = (pdf.len(), last_id + 1);
        let entry = |at: usize| [&[1][..], &(at as u64).to_be_bytes(), &[0]].concat();
        let entries = [entry(at), entry(table_at)].concat();
        let reference = |name: &str| match trailer.get(name.as_bytes()).and_then(Object::as_reference) {
            Ok((id, generation)) => format!("/{name} {id} {generation} R"),
            Err(_) => String::new(),
        };
        let head = format!(
            "{table} 0 obj\n<</Type/XRef/Size {size}/Index[{id} 1 {table} 1]/W[1 8 1]/Prev {before}{root}{info}{ids}/Length {length}>>\nstream\n",
            size = table + 1,
            root = reference("Root"),
            info = reference("Info"),
            ids = identifiers(trailer),
            length = entries.len(),
        );
        pdf.extend_from_slice(head.as_bytes());
        pdf.extend_from_slice(&entries);
        pdf.extend_from_slice(format!("\nendstream\nendobj\nstartxref\n{table_at}\n%%EOF\n").as_bytes());
        Some(())
    }
}

/// Fills the hole of a PDF that was written with one.
///
/// # Errors
/// [`PdfError::Engine`] when there is none, [`PdfError::Unsupported`] when the key cannot sign.
pub(crate) fn seal(pdf: &mut [u8], signer: &Signer) -> Result<(), PdfError> {
    let unknown = pdf.windows(UNKNOWN_RANGE.len()).rposition(|bytes| bytes == UNKNOWN_RANGE.as_bytes());
    let range_at = unknown.ok_or(PdfError::Engine)?;
    let hole = range_at + UNKNOWN_RANGE.len();
    let digits = pdf[hole..].iter().take_while(|byte| **byte == b'0').count();
    // The brackets around the hole are no part of what is signed (12.8.1, Table 255).
    let (first_end, second) = (hole - 1, hole + digits + 1);
    let second_length = pdf.len().checked_sub(second).ok_or(PdfError::Engine)?;
    let range = format!("/ByteRange[0 {first_end:>10} {second:>10} {second_length:>10}]/Contents<");
    if range.len() != UNKNOWN_RANGE.len() {
        return Err(PdfError::Unsupported("a PDF of ten gigabytes cannot be signed".to_owned()));
    }
    pdf[range_at..hole].copy_from_slice(range.as_bytes());
    let digest = Sha256::new().chain_update(&pdf[..first_end]).chain_update(&pdf[second..]).finalize();
    let signature = signer.sign(digest.into()).map_err(|error| unsigned(&error))?;
    let signature = hex::encode(signature);
    pdf.get_mut(hole..hole + signature.len().min(digits + 1))
        .filter(|room| room.len() == signature.len() && signature.len() <= digits)
        .ok_or(PdfError::Engine)?
        .copy_from_slice(signature.as_bytes());
    Ok(())
}

/// Why a document is not signed.
pub(crate) fn unsigned(error: &platen_signing::SigningError) -> PdfError {
    PdfError::Unsupported(format!("it cannot be signed: {error}"))
}

/// Where the last cross-reference table is, and its own id, which is the largest in the document.
fn last_table(pdf: &[u8]) -> Option<(usize, u32)> {
    let tail = String::from_utf8_lossy(&pdf[pdf.len().saturating_sub(64)..]).into_owned();
    let at = tail.rsplit_once("startxref")?.1.split_ascii_whitespace().next()?.parse().ok()?;
    let id = pdf.get(at..)?.split(|byte| *byte == b' ').next()?;
    Some((at, std::str::from_utf8(id).ok()?.parse().ok()?))
}

/// The array that an object is or refers to; an empty one for none.
fn array(document: &Document, object: Option<&Object>) -> Vec<Object> {
    let found = object.and_then(|object| document.dereference(object).ok());
    found.and_then(|(_, object)| object.as_array().ok().cloned()).unwrap_or_default()
}

/// A name that no other field of the form has.
fn unused(document: &Document, fields: &[Object]) -> String {
    let name =
        |field: &Object| lopdf::decode_text_string(resolved(document, Some(field)).get(b"T").ok()?).ok();
    let taken: HashSet<String> = fields.iter().filter_map(name).collect();
    let others = (2_usize..).map(|number| format!("{FIELD}_{number}"));
    std::iter::once(FIELD.to_owned()).chain(others).find(|name| !taken.contains(name)).unwrap_or_default()
}

/// The file identifiers of a trailer, written.
fn identifiers(trailer: &Dictionary) -> String {
    let Ok(ids) = trailer.get(b"ID").and_then(Object::as_array) else { return String::new() };
    let ids: Vec<_> =
        ids.iter().filter_map(|id| id.as_str().ok()).map(|id| format!("<{}>", hex::encode(id))).collect();
    format!("/ID[{}]", ids.concat())
}
