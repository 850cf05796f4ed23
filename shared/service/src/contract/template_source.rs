//! The template of a document.

use super::Fields;
use crate::Limits;
use crate::http::SentFile;
use crate::ids::TemplateId;

/// The source of a document's template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateSource {
    /// Among the registered ones.
    Registered {
        /// The template.
        template: TemplateId,
        /// One of its versions; the one in force without it.
        version: Option<u32>,
    },
    /// In the request.
    Sent(SentFile),
}

impl TemplateSource {
    /// The template, where it is a registered one.
    pub fn registered(&self) -> Option<TemplateId> {
        match self {
            TemplateSource::Registered { template, .. } => Some(*template),
            TemplateSource::Sent(_) => None,
        }
    }
}

/// The member, or the field of a form, that holds a template.
pub(crate) const TEMPLATE: &str = "template";

/// Reads `templateId` with `version`, or `template`, which may have come as `file` of a form.
pub(super) fn read(fields: &mut Fields, file: Option<SentFile>, limits: &Limits) -> Option<TemplateSource> {
    let is_sent = file.is_some() || fields.has(TEMPLATE);
    let sent = read_file(fields, TEMPLATE, file, limits);
    if !is_sent {
        let (template, version) = (read_template_id(fields), read_version(fields));
        return template.map(|template| TemplateSource::Registered { template, version });
    }
    for (name, wrong) in [
        ("templateId", "`templateId` and `template` are both given; send only one of them"),
        ("version", "`version` is one of a registered template's; leave it out beside `template`"),
    ] {
        if fields.has(name) {
            fields.fault(name, wrong);
        }
        fields.know(name);
    }
    sent.map(TemplateSource::Sent)
}

/// Reads a file in base64 at `name`, unless a form brought it.
pub(super) fn read_file(
    fields: &mut Fields,
    name: &'static str,
    file: Option<SentFile>,
    limits: &Limits,
) -> Option<SentFile> {
    let written = fields.file(name).map(|bytes| SentFile { bytes, name: None });
    let sent = file.or(written)?;
    let most = limits.docx.package_bytes;
    if sent.bytes.is_empty() || sent.bytes.len() as u64 > most {
        fields.fault(name, format!("`{name}` must have 1 to {most} bytes (limit `package_bytes`)"));
    }
    Some(sent)
}

pub(super) fn read_template_id(fields: &mut Fields) -> Option<TemplateId> {
    fields.required_guid("templateId").map(TemplateId)
}

pub(super) fn read_version(fields: &mut Fields) -> Option<u32> {
    fields.whole("version", 1..=u32::MAX)
}
