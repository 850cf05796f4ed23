//! `options.pdf`: the options of a PDF.

use platen_pdf::finish::{
    Conformance, Finish, PageRange, Password, Permission, Position, Protection, Stamp, Watermark,
};
use secrecy::SecretString;
use serde_json::{Map, Value};

use super::pdf_files::{self, Files, Invoice, InvoiceOfData, Purpose};
use super::{Fields, signature};
use crate::Limits;
use crate::format::Format;

/// Why a .docx takes none of it.
pub(super) const NOT_IN_DOCX: &str = "`pdf` applies to PDFs only; leave it out for the format `.docx`";

/// Why a PDF/A-2 takes no files.
pub(super) const NOT_IN_A2: &str =
    "`a-2b` takes no attachments but other PDF/A files; ask for the `conformance` `a-3b`, or leave them out";

/// The reason why an option cannot be combined with an e-invoice.
pub(super) const NO_INVOICE: &str = "a PDF with an `eInvoice` is a PDF/A-3: its `conformance` is `a-3b`, `a-3u` or `a-3a`, and it has no password and no permissions";

/// Why no fields are in a PDF that keeps a standard.
pub(super) const NO_FORMS: &str = "`forms` and a standard (`conformance`, `eInvoice`) exclude each other: what is filled in has fonts that are not in the file; leave out one of the two";

/// The members that [`read_protection`] reads.
const PROTECTION: [&str; 3] = ["password", "ownerPassword", "permissions"];

/// Reads `options.pdf`, including the source of an e-invoice.
pub(super) fn read(
    options: &mut Fields,
    format: Option<Format>,
    limits: &Limits,
    purpose: Purpose,
) -> (Finish, Option<InvoiceOfData>) {
    let Some(mut pdf) = options.open("pdf") else { return Default::default() };
    let conformance = read_conformance(&mut pdf);
    let protection = read_protection(&mut pdf);
    let watermark = read_watermark(&mut pdf);
    let signature = signature::read(&mut pdf, limits, conformance, protection.is_some());
    let stamp = read_stamp(&mut pdf);
    let pages = read_pages(&mut pdf);
    let forms = pdf.boolean("forms").unwrap_or(false);
    let files = pdf_files::read(&mut pdf, limits);
    check_files(&mut pdf, &files, conformance, protection.is_some(), purpose);
    if let Some(archive) = conformance.filter(|standard| standard.archive().is_some())
        && protection.is_some()
    {
        let detail = format!(
            "`{}` excludes passwords and permissions: whoever finds the archive must be able to open it",
            archive.as_str()
        );
        pdf.fault("conformance", detail);
    }
    if forms && (conformance.is_some() || files.invoice.is_some()) {
        pdf.fault("forms", NO_FORMS);
    }
    if format == Some(Format::Png) {
        let fault = "a picture of a page cannot follow a PDF standard, have a password, take files, be joined with other PDFs, be filled in or be signed; leave it out, or make a `.pdf`";
        let given = [
            ("conformance", conformance.is_some()),
            ("password", protection.is_some()),
            ("attachments", !files.attachments.is_empty()),
            ("eInvoice", files.invoice.is_some()),
            ("prepend", !files.joined.prepend.is_empty()),
            ("append", !files.joined.append.is_empty()),
            ("stamp", stamp.is_some()),
            ("pages", pages.is_some()),
            ("forms", forms),
            ("sign", signature.is_some()),
        ];
        for (name, is_given) in given {
            if is_given {
                pdf.fault(name, format!("`{name}`: {fault}"));
            }
        }
    }
    if format == Some(Format::Docx) {
        options.fault("pdf", NOT_IN_DOCX);
    }
    options.close(pdf);
    let Files { attachments, invoice, joined } = files;
    let (invoice, of_data) = Invoice::parted(invoice);
    let finish = Finish {
        conformance,
        watermark,
        protection,
        attachments,
        invoice,
        joined,
        stamp,
        pages,
        forms,
        signature,
    };
    (finish, of_data)
}

/// Refuses options that cannot be combined with the files of a PDF.
fn check_files(
    pdf: &mut Fields,
    files: &Files,
    conformance: Option<Conformance>,
    is_protected: bool,
    purpose: Purpose,
) {
    // All documents of a job have invoices of their own data by the mappings of their templates.
    let is_alike = matches!(&files.invoice, Some(Invoice::OfData(of_data)) if of_data.mapping.is_none());
    let is_single = files.invoice.is_some() && !is_alike;
    if is_single && purpose == Purpose::Job {
        let detail = "`eInvoice` of a job stands at its documents: send `documents`, each with `options.pdf.eInvoice` of its own";
        pdf.fault("eInvoice", detail);
    }
    if conformance.is_some() && files.invoice.is_none() {
        pdf_files::refuse_joined(pdf, &files.joined);
    }
    if files.invoice.is_some() {
        if conformance.is_some_and(|standard| !standard.suits_invoices()) {
            pdf.fault("conformance", NO_INVOICE);
        }
        if is_protected && conformance.is_none() {
            pdf.fault("eInvoice", NO_INVOICE);
        }
    } else if !files.attachments.is_empty()
        && conformance.is_some_and(|standard| !standard.takes_attachments())
    {
        pdf.fault("attachments", NOT_IN_A2);
    }
}

fn read_conformance(pdf: &mut Fields) -> Option<Conformance> {
    let level = pdf.string("conformance")?;
    let known = Conformance::parse(&level);
    if known.is_none() && level != "none" {
        pdf.fault("conformance", format!("`conformance` must be `none`, {}", Conformance::NAMES));
    }
    known
}

/// Reads `password`, `ownerPassword` and `permissions`.
fn read_protection(pdf: &mut Fields) -> Option<Protection> {
    // An empty one is not left out: who means to protect a document must not get an open one.
    let password = pdf.string_or_empty("password");
    let owner = pdf.string_or_empty("ownerPassword");
    let permissions = read_permissions(pdf);
    // Whoever knew the one would know the other, and nothing would be forbidden.
    if password.is_some() && password == owner {
        pdf.fault("ownerPassword", "`ownerPassword` must differ from `password`");
    }
    if owner.is_some() && permissions.is_none() {
        pdf.fault("ownerPassword", "`ownerPassword` lifts what `permissions` forbid; give both");
    }
    if password.is_none() && owner.is_none() && permissions.is_none() {
        return None;
    }
    Some(Protection {
        password: password.and_then(|text| read_password(pdf, "password", text)),
        owner: owner.and_then(|text| read_password(pdf, "ownerPassword", text)),
        permissions,
    })
}

/// The part of `options.pdf` that a job keeps as a secret: the members about protection, as JSON. `None` if there are none.
pub(super) fn kept_protection(pdf: &Value) -> Option<SecretString> {
    let is_given = |name: &&str| pdf.get(name).is_some_and(|value| !value.is_null());
    let given = PROTECTION.into_iter().filter(is_given);
    let kept: Map<String, Value> = given.map(|name| (name.to_owned(), pdf[name].clone())).collect();
    (!kept.is_empty()).then(|| Value::Object(kept).to_string().into())
}

/// The protection that [`kept_protection`] kept; `None` when the text is damaged.
pub(crate) fn protection_of(kept: &str) -> Option<Protection> {
    let mut fields = Fields::of_body(serde_json::from_str(kept).ok()?).ok()?;
    let protection = read_protection(&mut fields);
    fields.finish().ok()?;
    protection
}

/// Everything is permitted unless a `false` forbids it.
fn read_permissions(pdf: &mut Fields) -> Option<Vec<Permission>> {
    let mut members = pdf.open("permissions")?;
    let mut permitted = Vec::new();
    for (name, permission) in Permission::ALL {
        if members.boolean(name).unwrap_or(true) {
            permitted.push(permission);
        }
    }
    pdf.close(members);
    Some(permitted)
}

fn read_password(pdf: &mut Fields, name: &'static str, text: String) -> Option<Password> {
    let password = Password::new(text);
    if password.is_none() {
        // The password itself stays out of the answer.
        pdf.fault(name, format!("`{name}` must have 1 to 127 bytes (UTF-8) and no control characters"));
    }
    password
}

fn read_pages(pdf: &mut Fields) -> Option<PageRange> {
    let text = pdf.string("pages")?;
    match PageRange::new(&text) {
        Ok(pages) => Some(pages),
        Err(rule) => {
            pdf.fault("pages", format!("`pages` {rule}"));
            None
        }
    }
}

/// Reads `stamp`: its text, and where it stands.
fn read_stamp(pdf: &mut Fields) -> Option<Stamp> {
    let mut own = pdf.open("stamp")?;
    let text = own.required_string("text");
    let position = own.string("position").and_then(|name| {
        let position = Position::parse(&name);
        if position.is_none() {
            let names = Position::ALL.map(|(name, _)| format!("`{name}`")).join(", ");
            own.fault("position", format!("`position` must be one of {names}"));
        }
        position
    });
    let skip_first = own.boolean("skipFirst").unwrap_or(false);
    let stamp = text.and_then(|text| match Stamp::new(&text, position.unwrap_or_default(), skip_first) {
        Ok(stamp) => Some(stamp),
        Err(error) => {
            own.fault("text", format!("`text` cannot be drawn: {error}"));
            None
        }
    });
    pdf.close(own);
    stamp
}

fn read_watermark(pdf: &mut Fields) -> Option<Watermark> {
    let text = pdf.string("watermark")?;
    match Watermark::new(&text) {
        Ok(watermark) => Some(watermark),
        Err(error) => {
            pdf.fault("watermark", format!("`watermark` cannot be drawn: {error}"));
            None
        }
    }
}
