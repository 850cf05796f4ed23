//! Messages between parent and child.

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;

use bytes::Bytes;
use platen_einvoice::Faults;
use platen_ooxml::{Exhausted, Limits, Warnings};
use platen_sandbox::{Confinement, SandboxReport};
use serde::{Deserialize, Serialize};

use crate::finish::{
    Attachment, AttachmentName, Conformance, Description, Finish, Joined, JoinedName, JoinedPdf, MediaType,
    PageRange, Password, Permission, Protection, Relationship, Signature, Stamp, Watermark,
};
use crate::{PageImage, Passage, PdfError, PdfLimits, UpdateFields, Whereabouts};

/// Parent to child, once: what it works with, and what it may do.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Greeting {
    pub(super) tool: Tool,
    pub(super) confinement: Confinement,
}

/// What a child works with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Tool {
    /// The engine, with the operator's fonts in these folders.
    Platen { folders: Vec<PathBuf> },
    /// The drawer of SVG pictures.
    Drawing,
    /// What joins PDFs.
    Merging,
}

/// Parent to child: work on the body.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Job {
    /// A document to PDF. What goes along in it stands behind the document in the body.
    Convert { limits: PdfLimits, finish: Box<FinishJob>, fields: Option<UpdateFields>, time: Duration },
    /// A document with its fields computed.
    UpdateFields { limits: PdfLimits, fields: UpdateFields, time: Duration },
    /// A page of that PDF to a picture.
    Picture {
        limits: PdfLimits,
        watermark: Option<String>,
        fields: Option<UpdateFields>,
        page: PageImage,
        time: Duration,
    },
    /// What a PDF of a document would lack.
    Check { limits: PdfLimits, time: Duration },
    /// Where passages stand on the pages of a document.
    Find { limits: PdfLimits, passages: Vec<Passage>, time: Duration },
    /// A PDF, to be joined to those before it.
    Merge { title: String },
    /// The end of those.
    EndMerge { title: Option<String> },
    /// An SVG picture to a drawing.
    Draw { limits: Limits, longer_side: Option<u64>, time: Duration },
}

/// Child to parent.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    /// First of all: this confines it.
    Ready(SandboxReport),
    /// In place of that: it is not confined as it should be, and ends.
    Unconfined(String),
    /// The body is a PDF.
    Pdf(Warnings),
    /// The body is a document, of whose fields these keep their saved results.
    Updated(Warnings),
    /// The body is a PNG, of one of so many pages.
    Picture(u32, Warnings),
    /// A PDF would lack this.
    Checked(Warnings),
    /// The passages stand here.
    Found(Vec<Option<Whereabouts>>),
    /// The body are the next bytes of the file.
    Merged,
    /// The PDF cannot be joined to the others.
    NotMerged(String),
    /// The body is a PNG of so many bytes, and an SVG.
    Drawing { width: f64, height: f64, png_bytes: usize },
    /// The picture is refused; a predicate.
    NoDrawing(String),
    /// The document is refused.
    Refused(Fault),
}

/// [`PdfError`], as far as a child meets it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Fault {
    Package(String),
    Invalid(String),
    Unsupported(String),
    Invoice(Faults),
    Limit { limit: String, allowed: String },
    NoPage { page: u32, pages: u32 },
    Joined { place: String, reason: String },
    NoneChosen { pages: u32 },
    Time,
    Engine,
}

impl From<PdfError> for Fault {
    fn from(error: PdfError) -> Fault {
        match error {
            PdfError::Package(text) => Fault::Package(text),
            PdfError::Invalid(text) => Fault::Invalid(text),
            PdfError::Unsupported(text) => Fault::Unsupported(text),
            PdfError::Invoice(faults) => Fault::Invoice(faults),
            PdfError::Limit { limit, allowed, .. } => Fault::Limit { limit: limit.to_owned(), allowed },
            PdfError::NoPage { page, pages } => Fault::NoPage { page, pages },
            PdfError::Joined { place, reason } => Fault::Joined { place, reason },
            PdfError::NoneChosen { pages } => Fault::NoneChosen { pages },
            PdfError::Exhausted(Exhausted::Steps { allowed }) => {
                Fault::Limit { limit: "work_steps".to_owned(), allowed: allowed.to_string() }
            }
            PdfError::Exhausted(_) => Fault::Time,
            _ => Fault::Engine,
        }
    }
}

impl Fault {
    /// The error, in the parent. `out_of_time` is what the budget says when its time is over.
    pub(super) fn into_error(self, out_of_time: impl FnOnce() -> PdfError) -> PdfError {
        match self {
            Fault::Package(text) => PdfError::Package(text),
            Fault::Invalid(text) => PdfError::Invalid(text),
            Fault::Unsupported(text) => PdfError::Unsupported(text),
            Fault::Invoice(faults) => PdfError::Invoice(faults),
            Fault::Limit { limit, allowed } => {
                PdfError::limit_named(&limit, allowed).unwrap_or(PdfError::Engine)
            }
            Fault::NoPage { page, pages } => PdfError::NoPage { page, pages },
            Fault::Joined { place, reason } => PdfError::Joined { place, reason },
            Fault::NoneChosen { pages } => PdfError::NoneChosen { pages },
            Fault::Time => out_of_time(),
            Fault::Engine => PdfError::Engine,
        }
    }
}

/// [`Finish`], with its passwords as text and without the files that go along.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct FinishJob {
    conformance: Option<Conformance>,
    watermark: Option<String>,
    protection: Option<ProtectionJob>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attachments: Vec<AttachmentJob>,
    /// Bytes of the invoice, which stands behind the attachments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invoice_bytes: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    signature: Option<Signature>,
    /// Those in front of the document, and those behind it; they stand behind the invoice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    prepend: Vec<JoinedJob>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    append: Vec<JoinedJob>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stamp: Option<Stamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pages: Option<PageRange>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    forms: bool,
}

/// [`JoinedPdf`], whose content stands in the body.
#[derive(Debug, Serialize, Deserialize)]
struct JoinedJob {
    name: Option<JoinedName>,
    bytes: usize,
    pages: Option<PageRange>,
}

/// [`Attachment`], whose content stands in the body.
#[derive(Debug, Serialize, Deserialize)]
struct AttachmentJob {
    name: AttachmentName,
    bytes: usize,
    media_type: MediaType,
    relationship: Relationship,
    description: Option<Description>,
}

#[derive(Serialize, Deserialize)]
struct ProtectionJob {
    password: Option<String>,
    owner: Option<String>,
    permissions: Option<Vec<Permission>>,
}

impl std::fmt::Debug for ProtectionJob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProtectionJob").field("permissions", &self.permissions).finish_non_exhaustive()
    }
}

impl From<&Finish> for FinishJob {
    fn from(finish: &Finish) -> FinishJob {
        let text =
            |password: &Option<Password>| password.as_ref().map(|password| password.reveal().to_owned());
        FinishJob {
            conformance: finish.conformance,
            watermark: finish.watermark.as_ref().map(|watermark| watermark.as_str().to_owned()),
            protection: finish.protection.as_ref().map(|protection| ProtectionJob {
                password: text(&protection.password),
                owner: text(&protection.owner),
                permissions: protection.permissions.clone(),
            }),
            attachments: finish.attachments.iter().map(AttachmentJob::from).collect(),
            invoice_bytes: finish.invoice.as_ref().map(Bytes::len),
            signature: finish.signature.clone(),
            prepend: finish.joined.prepend.iter().map(JoinedJob::from).collect(),
            append: finish.joined.append.iter().map(JoinedJob::from).collect(),
            stamp: finish.stamp.clone(),
            pages: finish.pages.clone(),
            forms: finish.forms,
        }
    }
}

impl From<&Attachment> for AttachmentJob {
    fn from(attachment: &Attachment) -> AttachmentJob {
        AttachmentJob {
            name: attachment.name.clone(),
            bytes: attachment.content.len(),
            media_type: attachment.media_type.clone(),
            relationship: attachment.relationship,
            description: attachment.description.clone(),
        }
    }
}

impl From<&JoinedPdf> for JoinedJob {
    fn from(JoinedPdf { name, content, pages }: &JoinedPdf) -> JoinedJob {
        JoinedJob { name: name.clone(), bytes: content.len(), pages: pages.clone() }
    }
}

/// A document, and behind it the files that go along in its PDF, and the PDFs that are joined to it.
pub(super) fn body<'b>(docx: &'b [u8], finish: &Finish) -> Cow<'b, [u8]> {
    if !finish.has_files() && finish.joined.is_empty() {
        return Cow::Borrowed(docx);
    }
    let files = finish.attachments.iter().map(|attachment| &*attachment.content);
    let joined = finish.joined.iter().map(|(_, pdf)| &*pdf.content);
    let parts = std::iter::once(docx).chain(files).chain(finish.invoice.as_deref()).chain(joined);
    Cow::Owned(parts.collect::<Vec<_>>().concat())
}

/// Takes the next bytes from the front of `rest`.
fn taken(rest: &mut &[u8], bytes: usize) -> Option<Bytes> {
    let (content, behind) = rest.split_at_checked(bytes)?;
    *rest = behind;
    Some(Bytes::copy_from_slice(content))
}

/// Takes the PDFs that are joined from the front of `rest`.
fn joined(jobs: Vec<JoinedJob>, rest: &mut &[u8]) -> Option<Vec<JoinedPdf>> {
    let pdf =
        |JoinedJob { name, bytes, pages }| Some(JoinedPdf { name, content: taken(rest, bytes)?, pages });
    jobs.into_iter().map(pdf).collect()
}

impl FinishJob {
    /// The same in the child, and the document that stands in front of the body; `None` for what no parent sends.
    pub(super) fn finish(self, body: &[u8]) -> Option<(Finish, &[u8])> {
        let password = |text: Option<String>| text.map(|text| Password::new(text).ok_or(())).transpose();
        let protection = |job: ProtectionJob| {
            Ok::<_, ()>(Protection {
                password: password(job.password)?,
                owner: password(job.owner)?,
                permissions: job.permissions,
            })
        };
        let files = self.attachments.iter().map(|file| file.bytes).chain(self.invoice_bytes);
        let files = files.chain(self.prepend.iter().chain(&self.append).map(|pdf| pdf.bytes));
        let files = files.into_iter().try_fold(0_usize, usize::checked_add)?;
        let (docx, mut rest) = body.split_at_checked(body.len().checked_sub(files)?)?;
        let mut attachments = Vec::with_capacity(self.attachments.len());
        for AttachmentJob { name, bytes, media_type, relationship, description } in self.attachments {
            let content = taken(&mut rest, bytes)?;
            attachments.push(Attachment { name, content, media_type, relationship, description });
        }
        let finish = Finish {
            conformance: self.conformance,
            watermark: self.watermark.map(|text| Watermark::new(&text)).transpose().ok()?,
            protection: self.protection.map(protection).transpose().ok()?,
            attachments,
            signature: self.signature,
            invoice: match self.invoice_bytes {
                Some(bytes) => Some(taken(&mut rest, bytes)?),
                None => None,
            },
            joined: Joined {
                prepend: joined(self.prepend, &mut rest)?,
                append: joined(self.append, &mut rest)?,
            },
            stamp: self.stamp,
            pages: self.pages,
            forms: self.forms,
        };
        Some((finish, docx))
    }
}
