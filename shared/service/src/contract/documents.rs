//! `documents` of `POST /api/generateDocumentsBulk`: items that can name their own template and format.

use bytes::Bytes;
use serde_json::value::RawValue;

use super::elements::elements;
use super::generate_document::read_format;
use super::pdf_options::NOT_IN_DOCX;
use super::read_email::{Data, Trial};
use super::template_source::read_version;
use super::{Fields, at_end, pdf_files};
use crate::Limits;
use crate::format::Format;
use crate::http::body::parse_json;
use crate::http::outline::{Outline, is_object, parse_outline};
use crate::ids::TemplateId;
use crate::jobs::DocumentAtEnd;

/// Faulty items that are named in one answer.
pub(super) const NAMED_ITEMS: usize = 100;

/// The formats of a job's documents.
pub(super) const FORMATS: [Format; 2] = [Format::Docx, Format::Pdf];

/// Memory that a document's members take beside its data, while it is read: far more than addresses and headers need.
const CHOICES_BYTES: u64 = 1 << 20;

/// A document of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentItem {
    /// Its template.
    pub template: TemplateId,
    /// One of the template's versions; the one in force without it.
    pub version: Option<u32>,
    /// Its format.
    pub format: Format,
    /// Its data, the text of a JSON object.
    pub data: Bytes,
    /// Its `options`, which hold the files that go along in it: the text of a JSON object, which was read.
    pub options: Option<Bytes>,
    /// Whether an e-invoice is among these files.
    pub is_invoice: bool,
    /// Whether attachments are among them.
    pub is_attached: bool,
    /// Whether PDFs that are joined are among them.
    pub is_joined: bool,
    /// The orders for it at the job's end.
    pub at_end: DocumentAtEnd,
}

/// The defaults for documents without their own choices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Usual {
    pub(super) template: Option<TemplateId>,
    pub(super) version: Option<u32>,
    pub(super) format: Option<Format>,
}

/// Reads the documents, whose texts are parts of `body`.
pub(super) fn read(
    fields: &mut Fields,
    documents: &RawValue,
    usual: Usual,
    body: &Bytes,
    limits: &Limits,
) -> Option<Vec<DocumentItem>> {
    let Ok((documents, count)) = elements(documents, limits.job_items) else {
        fields.fault("documents", "`documents` must be an array of objects");
        return None;
    };
    let most = limits.job_items;
    if count == 0 || count > most {
        let detail = format!("`documents` must contain 1 to {most} objects (limit `job_items`), not {count}");
        fields.fault("documents", detail);
        return None;
    }
    let limits_of_choices =
        Limits { json_memory_bytes: limits.json_memory_bytes.min(CHOICES_BYTES), ..limits.clone() };
    let (mut read, mut wrong) = (Vec::with_capacity(documents.len()), 0);
    for (index, document) in documents.into_iter().enumerate() {
        match read_one(fields, index, document, usual, body, [limits, &limits_of_choices]) {
            Some(document) => read.push(document),
            None => wrong += 1,
        }
        if wrong >= NAMED_ITEMS {
            break;
        }
    }
    let (asking, most) =
        (read.iter().filter(|document| !document.at_end.is_empty()).count(), limits.job_deliveries);
    if asking > most {
        let detail = format!(
            "`callbackUrl`, `deliver` and `email` may stand at {most} documents of a job (limit `job_deliveries`), not at {asking}"
        );
        fields.fault("documents", detail);
        return None;
    }
    (wrong == 0).then_some(read)
}

/// Tries the templates of the documents' e-mails.
pub(super) fn try_emails(fields: &mut Fields, documents: &mut [DocumentItem], trial: &Trial<'_>) {
    let emails = documents.iter_mut().enumerate();
    let emails = emails.filter_map(|(index, document)| {
        let DocumentItem { data, at_end, .. } = document;
        Some((index, data, at_end.email.as_mut()?))
    });
    let faulty = emails
        .filter_map(|(index, data, email)| Some((index, trial.complete(email, Data::Text(data)).err()?)));
    for (index, faults) in faulty.take(NAMED_ITEMS) {
        for (member, detail) in faults {
            fields.fault_below("documents", &format!("/{index}/email/{member}"), detail);
        }
    }
}

fn read_one(
    fields: &mut Fields,
    index: usize,
    document: &RawValue,
    usual: Usual,
    body: &Bytes,
    [limits, limits_of_choices]: [&Limits; 2],
) -> Option<DocumentItem> {
    if !is_object(document.get().as_bytes()) {
        fields.fault_at("documents", index, format!("document {index} must be an object"));
        return None;
    }
    let outline = parse_outline(document.get().as_bytes(), &["data", "options"], limits_of_choices);
    let outline = outline.and_then(|Outline { mut texts, mut members }| {
        let options = texts.remove("options").filter(|options| !matches!(options.get(), "null" | "\"\""));
        if let Some(options) = options {
            members.insert("options".to_owned(), parse_json(options.get().as_bytes(), limits)?);
        }
        Ok((texts, members, options))
    });
    let (mut texts, members, options) = match outline {
        Ok(outline) => outline,
        Err(problem) => {
            let detail = format!("document {index} cannot be read: {}", problem.detail());
            fields.fault_at("documents", index, detail);
            return None;
        }
    };
    let data = texts.remove("data").filter(|data| data.get() != "null");
    let mut own = fields.element("documents", index, members);
    let (template, version) = match own.has("templateId") {
        true => (own.required_guid("templateId").map(TemplateId), read_version(&mut own)),
        false => {
            own.know("templateId");
            let version = read_version(&mut own);
            (usual.template, version.or(usual.version))
        }
    };
    let format = match own.has("format") {
        true => read_format(&mut own, &FORMATS),
        false => {
            own.know("format");
            usual.format
        }
    };
    let files = pdf_files::read_of_document(&mut own, limits);
    let options = options.filter(|_| !files.is_empty());
    let (is_invoice, is_attached) = (files.invoice.is_some(), !files.attachments.is_empty());
    let is_joined = !files.joined.is_empty();
    if options.is_some() && format == Some(Format::Docx) {
        own.fault("options", NOT_IN_DOCX);
    }
    let options = options.map(|options| body.slice_ref(options.get().as_bytes()));
    let at_end = at_end::read_of_document(&mut own, limits);
    if at_end.email.as_ref().is_some_and(|email| !email.attach) {
        own.fault(
            "email",
            "a document of a job has no link of its own, so it is attached; leave out `attach`",
        );
    }
    own.know("data");
    let data = match data {
        Some(data) if data.get().starts_with('{') => Some(body.slice_ref(data.get().as_bytes())),
        Some(_) => {
            own.fault("data", "`data` must be an object");
            None
        }
        None => {
            own.missing("data");
            None
        }
    };
    let is_right = fields.close(own);
    // What is wrong with what all of them share is told once, where it stands.
    let (template, format, data) = (template?, format?, data?);
    let item =
        DocumentItem { template, version, format, data, options, is_invoice, is_attached, is_joined, at_end };
    is_right.then_some(item)
}
