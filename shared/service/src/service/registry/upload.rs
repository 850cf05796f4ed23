//! A template's file in a request: alone, with its names in the query, or as a form (RFC 7578).

use std::collections::BTreeMap;

use bytes::Bytes;
use platen_docx::{Budget, Enclosure, MappingError};
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
    /// What the file gets to carry; `null` for nothing of a kind.
    pub enclosures: BTreeMap<Enclosure, Value>,
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
            enclosures: BTreeMap::new(),
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
        let enclosures = Enclosure::ALL.into_iter().map(Enclosure::max_bytes);
        let words = enclosures.fold(limits.template_description_bytes, usize::max);
        let words = u64::try_from(words).unwrap_or(u64::MAX);
        let form = Form::read(request, FILE, words).await?;
        let mut faults = Vec::new();
        for (name, text) in form.fields {
            if let Some(kind) = Enclosure::ALL.into_iter().find(|kind| kind.name() == name) {
                self.read_enclosure(kind, &text, limits, &mut faults);
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
                None => {
                    let known = [FILE, FILE_NAME, NAME, DESCRIPTION];
                    let known: Vec<_> =
                        known.into_iter().chain(Enclosure::ALL.into_iter().map(Enclosure::name)).collect();
                    let known = known.join("`, `");
                    let detail = format!("`{name}` is not known; known fields are `{known}`");
                    faults.push(FieldError::new(format!("/{name}"), detail));
                }
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

    fn read_enclosure(&mut self, kind: Enclosure, text: &str, limits: &Limits, faults: &mut Vec<FieldError>) {
        let (name, most) = (kind.name(), kind.max_bytes());
        let mut refuse = |pointer: &str, detail: String| {
            faults.push(FieldError::new(format!("/{name}{pointer}"), detail));
        };
        if text.trim().is_empty() {
            return;
        }
        if text.len() > most {
            return refuse("", format!("`{name}` has more than {most} bytes"));
        }
        let Ok(json) = parse_json(text.as_bytes(), limits) else {
            return refuse("", format!("`{name}` must be JSON: {}", kind.label()));
        };
        if self.enclosures.contains_key(&kind) {
            return refuse("", format!("`{name}` is given more than once"));
        }
        if !json.is_null()
            && let Err(MappingError::Faults(wrong)) =
                kind.check(&json, &limits.docx, &Budget::of(&limits.docx))
        {
            wrong.into_iter().for_each(|fault| refuse(&fault.pointer, fault.detail));
        }
        self.enclosures.insert(kind, json);
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
