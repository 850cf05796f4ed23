//! A template's file in a request: alone, with its names in the query, or as a form (RFC 7578).

use bytes::Bytes;
use platen_docx::{Budget, InvoiceForm, MAPPING_BYTES, MappingError};
use serde_json::Value;

use super::TemplateFile;
use crate::Limits;
use crate::http::body::parse_json;
use crate::http::form::{self, Form, SentFile, is_form, media_type};
use crate::http::{BYTES, Head, Request, body, invalid_query};
use crate::problem::{Code, FieldError, Problem};

/// Media types of a file that comes alone. Programs that do not know it say [`BYTES`].
const FILE_TYPES: [&str; 4] = [TemplateFile::DOCX, TemplateFile::DOTX, BYTES, "application/zip"];

/// The members of a form or a query with a file.
const FILE_NAME: &str = "fileName";
const NAME: &str = "name";
const DESCRIPTION: &str = "description";
const DRAFT: &str = "draft";
const FILE: &str = "file";
const E_INVOICE: &str = "eInvoice";

/// A file, and what its sender tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateUpload {
    /// The file.
    pub bytes: Bytes,
    /// Its name or path, such as `letters/welcome.docx`; that of a form's file without folders.
    pub file_name: Option<String>,
    /// The name of the template that people see.
    pub name: Option<String>,
    /// Its purpose.
    pub description: Option<String>,
    /// It waits to be published.
    pub draft: bool,
    /// The mapping of an e-invoice that it gets; `null` for none.
    pub e_invoice: Option<Value>,
}

/// Checks from the head alone that the body is a file or a form.
pub(crate) fn check_media_type(head: &Head) -> Result<(), Problem> {
    let kind = media_type(head);
    if kind.is_empty() || is_form(head) || FILE_TYPES.contains(&kind.as_str()) {
        return body::check_encoding(head);
    }
    Err(Problem::new(
        Code::UnsupportedMediaType,
        format!(
            "Send a template as the file's bytes (`Content-Type: {}`) or as `multipart/form-data` with the field `{FILE}`.",
            FILE_TYPES[0]
        ),
    ))
}

impl TemplateUpload {
    /// Reads the file and its names from the query and the form.
    ///
    /// # Errors
    /// `invalid-query` and `invalid-body` with every fault, `payload-too-large` when the file is over
    /// `package_bytes`.
    pub async fn read(request: &Request, limits: &Limits) -> Result<TemplateUpload, Problem> {
        let mut query = request.query();
        let draft = query.flag(DRAFT);
        let mut upload = TemplateUpload {
            bytes: Bytes::new(),
            file_name: None,
            name: None,
            description: None,
            draft,
            e_invoice: None,
        };
        let mut faults = Vec::new();
        for (name, place) in upload.words() {
            *place = query.optional_text(name);
            let fault = place.as_deref().and_then(|text| fault(name, text, limits));
            faults.extend(fault.map(|fault| FieldError::of_parameter(name, fault.detail)));
        }
        query.finish(Some(()))?;
        if !faults.is_empty() {
            return Err(invalid_query(faults));
        }
        if is_form(request.head()) {
            upload.read_form(request, limits).await?;
        } else {
            upload.bytes = request.body().clone();
        }
        if upload.bytes.is_empty() {
            return Err(form::invalid(vec![FieldError::new(
                "",
                "the file is missing; send a .docx or .dotx",
            )]));
        }
        if upload.bytes.len() as u64 > limits.docx.package_bytes {
            return Err(Problem::payload_too_large("package_bytes", limits.docx.package_bytes));
        }
        Ok(upload)
    }

    /// The words on a file, by name.
    fn words(&mut self) -> [(&'static str, &mut Option<String>); 3] {
        [(FILE_NAME, &mut self.file_name), (NAME, &mut self.name), (DESCRIPTION, &mut self.description)]
    }

    async fn read_form(&mut self, request: &Request, limits: &Limits) -> Result<(), Problem> {
        let words = limits.template_description_bytes.max(MAPPING_BYTES);
        let words = u64::try_from(words).unwrap_or(u64::MAX);
        let form = Form::read(request, FILE, words).await?;
        let mut faults = Vec::new();
        for (name, text) in form.fields {
            if name == E_INVOICE {
                self.read_mapping(&text, limits, &mut faults);
                continue;
            }
            match self.words().into_iter().find(|(known, _)| *known == name) {
                // It was left out: programs that fill forms send an empty text then.
                Some(_) if text.is_empty() => {}
                Some((known, place)) => {
                    faults.extend(fault(known, &text, limits));
                    if place.replace(text).is_some() {
                        let detail = format!("`{known}` is given more than once");
                        faults.push(FieldError::new(format!("/{known}"), detail));
                    }
                }
                // A typo must not pass silently.
                None => faults.push(FieldError::new(
                    format!("/{name}"),
                    format!("`{name}` is not known; known fields are `{FILE}`, `{FILE_NAME}`, `{NAME}`, `{DESCRIPTION}`, `{E_INVOICE}`"),
                )),
            }
        }
        match form.file {
            Some(SentFile { bytes, name }) => {
                self.bytes = bytes;
                if self.file_name.is_none()
                    && let Some(sent_as) = name
                {
                    faults.extend(fault(FILE_NAME, &sent_as, limits));
                    self.file_name = Some(sent_as);
                }
            }
            None => faults.push(FieldError::new("/file", "`file` is required")),
        }
        if faults.is_empty() { Ok(()) } else { Err(form::invalid(faults)) }
    }

    fn read_mapping(&mut self, text: &str, limits: &Limits, faults: &mut Vec<FieldError>) {
        let mut refuse = |pointer: &str, detail: String| {
            faults.push(FieldError::new(format!("/{E_INVOICE}{pointer}"), detail));
        };
        if text.trim().is_empty() {
            return;
        }
        if text.len() > MAPPING_BYTES {
            return refuse("", format!("`{E_INVOICE}` has more than {MAPPING_BYTES} bytes"));
        }
        let Ok(json) = parse_json(text.as_bytes(), limits) else {
            return refuse("", format!("`{E_INVOICE}` must be JSON: the mapping of an e-invoice"));
        };
        if self.e_invoice.is_some() {
            return refuse("", format!("`{E_INVOICE}` is given more than once"));
        }
        if !json.is_null()
            && let Err(MappingError::Faults(wrong)) =
                InvoiceForm::compile(json.clone(), &limits.docx, &Budget::of(&limits.docx))
        {
            wrong.into_iter().for_each(|fault| refuse(&fault.pointer, fault.detail));
        }
        self.e_invoice = Some(json);
    }
}

/// The error in a name, file name or description.
pub(super) fn fault(name: &str, text: &str, limits: &Limits) -> Option<FieldError> {
    let most = match name {
        DESCRIPTION => limits.template_description_bytes,
        _ => limits.template_name_bytes,
    };
    let detail = if text.trim().is_empty() {
        format!("`{name}` is empty")
    } else if text.len() > most {
        format!("`{name}` has more than {most} bytes")
    } else if text.chars().any(|c| c.is_control() && !(name == DESCRIPTION && c == '\n')) {
        // They would break the lines of logs and lists.
        format!("`{name}` has control characters")
    } else if name == FILE_NAME && text.ends_with('/') {
        format!("`{name}` names a folder")
    } else {
        return None;
    };
    Some(FieldError::new(format!("/{name}"), detail))
}
