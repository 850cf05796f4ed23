//! A template's file as a request brings it: alone, with its names in the query, or as a form (RFC 7578).

use bytes::Bytes;
use futures_util::stream;
use http::header;
use multer::{Constraints, Multipart, SizeLimit};

use super::TemplateFile;
use crate::Limits;
use crate::http::{Head, Request, body, invalid_query};
use crate::problem::{Code, FieldError, Problem};

/// Media types of a file that comes alone. Programs that do not know it say `application/octet-stream`.
const FILE_TYPES: [&str; 4] =
    [TemplateFile::DOCX, TemplateFile::DOTX, "application/octet-stream", "application/zip"];
const FORM_TYPE: &str = "multipart/form-data";

/// What a form or a query tells of a file.
const FILE_NAME: &str = "fileName";
const NAME: &str = "name";
const DESCRIPTION: &str = "description";
const FILE: &str = "file";

/// Faults of a form that one answer lists: a form of a million wrong fields must not become an answer of a gigabyte.
const MOST_FAULTS: usize = 100;

/// A file, and what its sender tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateUpload {
    /// The file.
    pub bytes: Bytes,
    /// Its name or path, such as `letters/welcome.docx`; that of a form's file without folders.
    pub file_name: Option<String>,
    /// What people must call the template.
    pub name: Option<String>,
    /// What it is for.
    pub description: Option<String>,
}

/// Checks from the head alone that the body is a file or a form.
pub(crate) fn check_media_type(head: &Head) -> Result<(), Problem> {
    let kind = media_type(head);
    if kind.is_empty() || kind == FORM_TYPE || FILE_TYPES.contains(&kind.as_str()) {
        return body::check_encoding(head);
    }
    Err(Problem::new(
        Code::UnsupportedMediaType,
        format!(
            "A template comes as the file's bytes (`Content-Type: {}`) or as `{FORM_TYPE}` with the field `{FILE}`.",
            FILE_TYPES[0]
        ),
    ))
}

fn media_type(head: &Head) -> String {
    let value = head.header(header::CONTENT_TYPE.as_str()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

impl TemplateUpload {
    /// Reads the file and its names from the query and the form.
    ///
    /// # Errors
    /// `invalid-query` and `invalid-body` with every fault, `payload-too-large` when the file is over
    /// `package_bytes`.
    pub async fn read(request: &Request, limits: &Limits) -> Result<TemplateUpload, Problem> {
        let mut query = request.query();
        let mut upload =
            TemplateUpload { bytes: Bytes::new(), file_name: None, name: None, description: None };
        let mut faults = Vec::new();
        for (name, place) in upload.words() {
            *place = query.optional_text(name);
            faults.extend(place.as_deref().and_then(|text| fault(name, text, limits)));
        }
        query.finish(Some(()))?;
        if !faults.is_empty() {
            return Err(invalid_query(faults));
        }
        if media_type(request.head()) == FORM_TYPE {
            upload.read_form(request, limits).await?;
        } else {
            upload.bytes = request.body().clone();
        }
        if upload.bytes.is_empty() {
            return Err(invalid_body(vec![FieldError::new(
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
        let kind = request.head().header(header::CONTENT_TYPE.as_str()).unwrap_or_default();
        let boundary = multer::parse_boundary(kind).map_err(|error| broken_form(&error))?;
        let body = request.body().clone();
        let body = stream::iter([Ok::<_, std::convert::Infallible>(body)]);
        // The whole is bounded already; a field beside the file must not grow to its size.
        let words = u64::try_from(limits.template_description_bytes).unwrap_or(u64::MAX);
        let bounds = SizeLimit::new().per_field(words).for_field(FILE, u64::MAX);
        let mut form = Multipart::with_constraints(body, boundary, Constraints::new().size_limit(bounds));
        let mut faults = Vec::new();
        let mut file = None;
        while let Some(field) = form.next_field().await.map_err(|error| broken_form(&error))? {
            if faults.len() >= MOST_FAULTS {
                return Err(invalid_body(faults));
            }
            let name = field.name().unwrap_or_default().to_owned();
            if name == FILE {
                let sent_as = field.file_name().map(last_segment).filter(|name| !name.is_empty());
                let bytes = field.bytes().await.map_err(|error| broken_form(&error))?;
                if file.replace((bytes, sent_as)).is_some() {
                    faults.push(FieldError::new("/file", "`file` is given more than once"));
                }
                continue;
            }
            let text = field.text().await.map_err(|error| broken_form(&error))?;
            match self.words().into_iter().find(|(known, _)| *known == name) {
                Some((known, place)) => {
                    faults.extend(fault(known, &text, limits));
                    if place.replace(text).is_some() {
                        faults.push(FieldError::new(
                            format!("/{known}"),
                            format!("`{known}` is given more than once"),
                        ));
                    }
                }
                // A typo must not pass silently.
                None => faults.push(FieldError::new(
                    format!("/{name}"),
                    format!("`{name}` is not known; known fields are `{FILE}`, `{FILE_NAME}`, `{NAME}`, `{DESCRIPTION}`"),
                )),
            }
        }
        match file {
            Some((bytes, sent_as)) => {
                self.bytes = bytes;
                if self.file_name.is_none()
                    && let Some(sent_as) = sent_as
                {
                    faults.extend(fault(FILE_NAME, &sent_as, limits));
                    self.file_name = Some(sent_as);
                }
            }
            None => faults.push(FieldError::new("/file", "`file` is required")),
        }
        if faults.is_empty() { Ok(()) } else { Err(invalid_body(faults)) }
    }
}

/// What is wrong with a name, file name or description.
fn fault(name: &str, text: &str, limits: &Limits) -> Option<FieldError> {
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

/// A form's file name without folders, which some programs send and nobody asked for (RFC 7578, 4.2).
fn last_segment(name: &str) -> String {
    name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
}

fn invalid_body(faults: Vec<FieldError>) -> Problem {
    let detail = match faults.as_slice() {
        [only] => format!("{}.", only.detail),
        several => format!("{} fields are wrong; see `errors`.", several.len()),
    };
    Problem::with_errors(Code::InvalidBody, detail, faults)
}

fn broken_form(error: &multer::Error) -> Problem {
    let detail = match error {
        multer::Error::FieldSizeExceeded { limit, field_name } => {
            format!("The field `{}` has more than {limit} bytes.", field_name.as_deref().unwrap_or_default())
        }
        error => format!("The form cannot be read: {error}. See RFC 7578 for how it is written."),
    };
    Problem::new(Code::InvalidBody, detail)
}
