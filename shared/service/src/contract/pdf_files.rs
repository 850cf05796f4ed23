//! `options.pdf.attachments` and `options.pdf.eInvoice`: files attached to a PDF; `options.pdf.prepend` and `options.pdf.append`: PDFs
//! before and behind it.

use std::collections::HashSet;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use platen_docx::{Budget, InvoiceForm, MappingError, MappingFault};
use platen_pdf::finish::{
    Attachment, AttachmentName, Description, Finish, Joined, JoinedName, JoinedPdf, MediaType, PageRange,
    Relationship,
};
use serde_json::{Value, json};

use super::Fields;
use crate::Limits;
use crate::http::body::parse_json;
use crate::problem::Problem;

const ATTACHMENTS: &str = "attachments";

const E_INVOICE: &str = "eInvoice";

const PREPEND: &str = "prepend";

const APPEND: &str = "append";

const XML: &str = "xml";

const FROM_DATA: &str = "fromData";

const MAPPING: &str = "mapping";

/// Files that go along.
#[derive(Debug, Clone, Default)]
pub(crate) struct Files {
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) invoice: Option<Invoice>,
    pub(crate) joined: Joined,
}

/// An e-invoice.
#[derive(Debug, Clone)]
pub(crate) enum Invoice {
    /// Its XML. The PDF's process reads it.
    Xml(Bytes),
    /// Made of the document's data.
    OfData(InvoiceOfData),
}

impl Invoice {
    /// The XML that is there already, or what to make it of.
    pub(crate) fn parted(invoice: Option<Invoice>) -> (Option<Bytes>, Option<InvoiceOfData>) {
        match invoice {
            Some(Invoice::Xml(xml)) => (Some(xml), None),
            Some(Invoice::OfData(of_data)) => (None, Some(of_data)),
            None => (None, None),
        }
    }
}

/// An e-invoice that is created from the document's data.
#[derive(Debug, Clone, Default)]
pub struct InvoiceOfData {
    /// The mapping that came with the request; the template's without one.
    pub(crate) mapping: Option<Arc<InvoiceForm>>,
}

impl InvoiceOfData {
    /// The mapping that a request asks for.
    fn kept(&self) -> Value {
        match &self.mapping {
            Some(form) => json!({ MAPPING: form.json() }),
            None => json!({ FROM_DATA: true }),
        }
    }
}

impl Files {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.attachments.is_empty() && self.invoice.is_none() && self.joined.is_empty()
    }

    /// These files of all documents of a job with a document's own: the job's come first among the attachments, and outside
    /// of the document's own PDFs.
    ///
    /// # Errors
    /// Why one document cannot have all of them.
    pub(crate) fn with(&self, own: Files, limits: &Limits) -> Result<Files, String> {
        let limits = &limits.pdf;
        let attachments = [self.attachments.clone(), own.attachments].concat();
        let joined = Joined {
            prepend: [self.joined.prepend.clone(), own.joined.prepend].concat(),
            append: [own.joined.append, self.joined.append.clone()].concat(),
        };
        let mut names = HashSet::new();
        if let Some(twice) = attachments.iter().find(|file| !names.insert(file.name.folded())) {
            let name = twice.name.as_str();
            return Err(format!(
                "two attachments of the job and its document have the name {name:?}; rename one"
            ));
        }
        let bytes: u64 = attachments.iter().map(|file| file.content.len() as u64).sum();
        let crossed = match () {
            () if attachments.len() > limits.attachments => Some(("attachments", limits.attachments as u64)),
            () if bytes > limits.all_attachment_bytes => {
                Some(("all_attachment_bytes", limits.all_attachment_bytes))
            }
            () => joined.crossed(limits),
        };
        if let Some((limit, most)) = crossed {
            return Err(format!(
                "the files of the job and those of its document are too many or too large together (limit `{limit}`: {most})"
            ));
        }
        let invoice = self.invoice.clone().or(own.invoice);
        if invoice.is_some() && attachments.iter().any(|file| file.name.belongs_to_an_invoice()) {
            return Err("an attachment has the name of the e-invoice; give it another".to_owned());
        }
        if invoice.is_some() && !joined.is_empty() {
            return Err(NOT_JOINED.to_owned());
        }
        Ok(Files { attachments, invoice, joined })
    }
}

/// The use of a request's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// One document.
    Document,
    /// All documents of a job, which have their invoices each for itself.
    Job,
}

/// Reads `attachments`, `eInvoice`, `prepend` and `append` of `options.pdf`.
pub(super) fn read(pdf: &mut Fields, limits: &Limits) -> Files {
    let (attachments, invoice) = (read_attachments(pdf, limits), read_invoice(pdf, limits));
    if invoice.is_some()
        && let Some(index) = attachments.iter().position(|file| file.name.belongs_to_an_invoice())
    {
        let detail = "an attachment has the name of the e-invoice; give it another";
        pdf.fault_at(ATTACHMENTS, index, detail);
    }
    let joined = read_joined(pdf, limits);
    if invoice.is_some() {
        refuse_joined(pdf, &joined);
    }
    Files { attachments, invoice, joined }
}

/// Why other PDFs are not joined to one that keeps a standard.
pub(super) const NOT_JOINED: &str = "nobody knows whether a PDF that is joined keeps the standard that `conformance` or an `eInvoice` asks for; leave out one of the two";

/// Says that nothing is joined to a PDF that keeps a standard.
pub(super) fn refuse_joined(pdf: &mut Fields, joined: &Joined) {
    for (name, list) in [(PREPEND, &joined.prepend), (APPEND, &joined.append)] {
        if !list.is_empty() {
            pdf.fault(name, format!("`{name}`: {NOT_JOINED}"));
        }
    }
}

fn read_joined(pdf: &mut Fields, limits: &Limits) -> Joined {
    let [prepend, append] = [PREPEND, APPEND].map(|list| read_list(pdf, list));
    let joined = Joined { prepend, append };
    if let Some((limit, most)) = joined.crossed(&limits.pdf) {
        let list = if joined.append.is_empty() { PREPEND } else { APPEND };
        let detail = match limit {
            "joined_pdfs" => format!("at most {most} PDFs can be joined to a document (limit `{limit}`)"),
            "joined_bytes" => format!("each PDF that is joined has at most {most} bytes (limit `{limit}`)"),
            _ => format!("the PDFs that are joined have at most {most} bytes together (limit `{limit}`)"),
        };
        pdf.fault(list, detail);
    }
    joined
}

/// Reads PDFs. The files themselves are read where the PDF is made.
fn read_list(pdf: &mut Fields, list: &'static str) -> Vec<JoinedPdf> {
    let objects = pdf.objects(list).unwrap_or_default();
    let mut read = Vec::with_capacity(objects.len());
    for (index, members) in objects.into_iter().enumerate() {
        let mut own = pdf.element(list, index, members);
        let name = own.string("name");
        let name = checked(&mut own, "name", name, JoinedName::new);
        let is_given = own.has("content");
        let content = own.file("content");
        if !is_given {
            own.missing("content");
        }
        let pages = own.string("pages");
        let pages = checked(&mut own, "pages", pages, PageRange::new);
        read.extend(content.map(|content| JoinedPdf { name, content, pages }));
        pdf.close(own);
    }
    read
}

/// Whether a request brings a mapping, which takes a while to compile.
pub(super) fn has_mapping(body: &Value) -> bool {
    body.pointer("/options/pdf/eInvoice/mapping").is_some()
}

/// Reads `eInvoice`: finished XML, or the source to create it from.
fn read_invoice(pdf: &mut Fields, limits: &Limits) -> Option<Invoice> {
    let mut own = pdf.open(E_INVOICE)?;
    let given = [XML, FROM_DATA, MAPPING].map(|name| own.has(name));
    if given.iter().filter(|is_given| **is_given).count() > 1 {
        own.fault(XML, "`xml`, `fromData` and `mapping` exclude one another; send only one of them");
    } else if !given.contains(&true) {
        let detail = "`xml` is required, or `fromData`, or a `mapping`: an e-invoice is ready, or made of the document's data";
        own.fault(XML, detail);
    }
    let xml = own.string(XML).map(Bytes::from);
    let most = limits.pdf.attachment_bytes;
    if xml.as_ref().is_some_and(|xml| xml.len() as u64 > most) {
        own.fault(XML, format!("`xml` has more than {most} bytes (limit `attachment_bytes`)"));
    }
    let from_data = own.boolean(FROM_DATA).unwrap_or(false);
    let mapping = own.object(MAPPING).and_then(|json| read_mapping(&mut own, json, limits));
    pdf.close(own);
    match (xml, mapping) {
        (Some(xml), _) => Some(Invoice::Xml(xml)),
        (None, Some(form)) => Some(Invoice::OfData(InvoiceOfData { mapping: Some(Arc::new(form)) })),
        (None, None) => from_data.then(|| Invoice::OfData(InvoiceOfData::default())),
    }
}

fn read_mapping(own: &mut Fields, json: Value, limits: &Limits) -> Option<InvoiceForm> {
    match InvoiceForm::compile(json, &limits.docx, &Budget::of(&limits.docx)) {
        Ok(form) => Some(form),
        Err(MappingError::Exhausted(exhausted)) => {
            own.fault(MAPPING, format!("`mapping` was not read: {exhausted}"));
            None
        }
        Err(MappingError::Faults(faults)) => {
            for MappingFault { pointer, detail } in faults {
                own.fault_below(MAPPING, &pointer, detail);
            }
            None
        }
    }
}

fn read_attachments(pdf: &mut Fields, limits: &Limits) -> Vec<Attachment> {
    let limits = &limits.pdf;
    let Some(objects) = pdf.objects(ATTACHMENTS) else { return Vec::new() };
    if objects.len() > limits.attachments {
        let (count, most) = (objects.len(), limits.attachments);
        pdf.fault(
            ATTACHMENTS,
            format!("`{ATTACHMENTS}` has {count} files; at most {most} are allowed (limit `attachments`)"),
        );
        return Vec::new();
    }
    let (mut attachments, mut names, mut all) = (Vec::with_capacity(objects.len()), HashSet::new(), 0);
    for (index, members) in objects.into_iter().enumerate() {
        let mut own = pdf.element(ATTACHMENTS, index, members);
        let attachment = read_one(&mut own, limits);
        if let Some(attachment) = attachment {
            all += attachment.content.len() as u64;
            if !names.insert(attachment.name.folded()) {
                own.fault("name", "another attachment has this name already; names must differ");
            }
            attachments.push(attachment);
        }
        pdf.close(own);
    }
    let most = limits.all_attachment_bytes;
    if all > most {
        let detail = format!(
            "`{ATTACHMENTS}` has {all} bytes; at most {most} are allowed (limit `all_attachment_bytes`)"
        );
        pdf.fault(ATTACHMENTS, detail);
    }
    attachments
}

fn read_one(own: &mut Fields, limits: &platen_pdf::PdfLimits) -> Option<Attachment> {
    let name = own.required_string("name");
    let name = checked(own, "name", name, AttachmentName::new);
    let is_given = own.has("content");
    let content = own.file("content");
    if !is_given {
        own.missing("content");
    }
    let most = limits.attachment_bytes;
    if content.as_ref().is_some_and(|content| content.len() as u64 > most) {
        own.fault("content", format!("`content` has more than {most} bytes (limit `attachment_bytes`)"));
    }
    let media_type = own.string("mediaType");
    let media_type = checked(own, "mediaType", media_type, MediaType::new);
    let relationship = own.string("relationship").and_then(|text| {
        let known = Relationship::parse(&text);
        if known.is_none() {
            let names = Relationship::ALL.map(|each| format!("`{}`", each.as_str())).join(", ");
            own.fault("relationship", format!("`relationship` must be one of {names} (ISO 32000-2)"));
        }
        known
    });
    let description = own.string("description");
    let description = checked(own, "description", description, Description::new);
    let name = name?;
    Some(Attachment {
        media_type: media_type.unwrap_or_else(|| name.usual_type()),
        name,
        content: content?,
        relationship: relationship.unwrap_or_default(),
        description,
    })
}

/// The value of a text, or an error of the member if it breaks its rule.
fn checked<T>(
    own: &mut Fields,
    member: &'static str,
    text: Option<String>,
    new: impl Fn(&str) -> Result<T, &'static str>,
) -> Option<T> {
    match new(&text?) {
        Ok(value) => Some(value),
        Err(rule) => {
            own.fault(member, format!("`{member}` {rule}"));
            None
        }
    }
}

/// PDFs as a request has them.
fn kept_joined(list: &[JoinedPdf]) -> Vec<Value> {
    let pdf = |JoinedPdf { name, content, pages }: &JoinedPdf| {
        json!({
            "name": name.as_ref().map(JoinedName::as_str),
            "content": STANDARD.encode(content),
            "pages": pages.as_ref().map(PageRange::as_str),
        })
    };
    list.iter().map(pdf).collect()
}

/// Reads `options` of one of a job's documents, which may ask for such files alone.
pub(super) fn read_of_document(document: &mut Fields, limits: &Limits) -> Files {
    let mut files = Files::default();
    if let Some(mut options) = document.open("options") {
        if let Some(mut pdf) = options.open("pdf") {
            files = read(&mut pdf, limits);
            options.close(pdf);
        }
        document.close(options);
    }
    files
}

/// The text of the `options` that ask for the same files, as an item of a job keeps them; `None` when there are none.
pub(crate) fn kept_files(finish: &Finish, of_data: Option<&InvoiceOfData>) -> Option<String> {
    if !finish.has_files() && finish.joined.is_empty() && of_data.is_none() {
        return None;
    }
    let attachment = |attachment: &Attachment| {
        json!({
            "name": attachment.name.as_str(),
            "content": STANDARD.encode(&attachment.content),
            "mediaType": attachment.media_type.as_str(),
            "relationship": attachment.relationship.as_str(),
            "description": attachment.description.as_ref().map(Description::as_str),
        })
    };
    let attachments: Vec<Value> = finish.attachments.iter().map(attachment).collect();
    let invoice = finish.invoice.as_ref().map(|xml| json!({ XML: String::from_utf8_lossy(xml) }));
    let invoice = invoice.or(of_data.map(InvoiceOfData::kept));
    let Joined { prepend, append } = &finish.joined;
    let (prepend, append) = (kept_joined(prepend), kept_joined(append));
    let pdf = json!({ ATTACHMENTS: attachments, E_INVOICE: invoice, PREPEND: prepend, APPEND: append });
    Some(json!({ "pdf": pdf }).to_string())
}

/// The files of an item of a job, from its `options`.
///
/// # Errors
/// `payload-too-large`; `invalid-body` where a limit was lowered since the job was accepted.
pub(crate) fn files_of(options: &[u8], limits: &Limits) -> Result<Files, Problem> {
    let mut document = Fields::of_body(json!({ "options": parse_json(options, limits)? }))?;
    let files = read_of_document(&mut document, limits);
    document.finish()?;
    Ok(files)
}
