//! Forms with a file (RFC 7578), as browsers and many programs send one.

use bytes::Bytes;
use futures_util::stream;
use http::header;
use multer::{Constraints, Multipart, SizeLimit};

use super::{BYTES, Head, Request};
use crate::format::Format;
use crate::problem::{Code, FieldError, Problem};

/// Its media type.
const FORM_TYPE: &str = "multipart/form-data";

/// Fields of a form: one of a million must not become an answer of a gigabyte that names them all.
const MOST_FIELDS: usize = 100;

/// A file that came with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentFile {
    /// The file.
    pub bytes: Bytes,
    /// Its name without folders, if its sender gave one.
    pub name: Option<String>,
}

impl SentFile {
    /// The name without its extension, where something is left of it.
    pub(crate) fn stem(&self) -> Option<&str> {
        let name = self.name.as_deref()?;
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        (!stem.is_empty()).then_some(stem)
    }
}

/// A form.
pub(crate) struct Form {
    /// The file, if there is one.
    pub(crate) file: Option<SentFile>,
    /// Names and texts of its other fields, in their order.
    pub(crate) fields: Vec<(String, String)>,
}

/// The media type of a body, in lower case and without its parameters; empty if there is none.
pub(crate) fn media_type(head: &Head) -> String {
    let value = head.header(header::CONTENT_TYPE.as_str()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Whether a body is a form.
pub(crate) fn is_form(head: &Head) -> bool {
    media_type(head) == FORM_TYPE
}

/// Whether a body is a Word document alone, or some file whose sender does not know what it is.
pub(crate) fn is_document(head: &Head) -> bool {
    [Format::Docx.media_type(), BYTES].contains(&media_type(head).as_str())
}

impl Form {
    /// Reads a form whose field `file` is the file, of any size that the body may have; each other field has at most `text_bytes`.
    ///
    /// # Errors
    /// `invalid-body` when it cannot be read, has too many fields, or has one of them twice.
    pub(crate) async fn read(request: &Request, file: &str, text_bytes: u64) -> Result<Form, Problem> {
        let kind = request.head().header(header::CONTENT_TYPE.as_str()).unwrap_or_default();
        let boundary = multer::parse_boundary(kind).map_err(|error| broken(&error))?;
        let body = stream::iter([Ok::<_, std::convert::Infallible>(request.body().clone())]);
        // The whole is bounded already; a field beside the file must not grow to its size.
        let bounds = SizeLimit::new().per_field(text_bytes).for_field(file, u64::MAX);
        let mut parts = Multipart::with_constraints(body, boundary, Constraints::new().size_limit(bounds));
        let mut form = Form { file: None, fields: Vec::new() };
        let mut faults = Vec::new();
        while let Some(part) = parts.next_field().await.map_err(|error| broken(&error))? {
            if form.fields.len() + faults.len() >= MOST_FIELDS {
                let detail = format!("The form has more than {MOST_FIELDS} fields.");
                return Err(Problem::new(Code::InvalidBody, detail));
            }
            let name = part.name().unwrap_or_default().to_owned();
            let is_again = if name == file {
                let name = part.file_name().map(last_segment).filter(|name| !name.is_empty());
                let bytes = part.bytes().await.map_err(|error| broken(&error))?;
                form.file.replace(SentFile { bytes, name }).is_some()
            } else {
                let text = part.text().await.map_err(|error| broken(&error))?;
                let is_again = form.fields.iter().any(|(known, _)| *known == name);
                form.fields.push((name.clone(), text));
                is_again
            };
            if is_again {
                faults.push(FieldError::new(format!("/{name}"), format!("`{name}` is given more than once")));
            }
        }
        if faults.is_empty() { Ok(form) } else { Err(invalid(faults)) }
    }
}

/// `invalid-body` with the faults of fields.
pub(crate) fn invalid(faults: Vec<FieldError>) -> Problem {
    let detail = match faults.as_slice() {
        [only] => format!("{}.", only.detail),
        several => format!("{} fields are wrong; see `errors`.", several.len()),
    };
    Problem::with_errors(Code::InvalidBody, detail, faults)
}

fn broken(error: &multer::Error) -> Problem {
    let detail = match error {
        multer::Error::FieldSizeExceeded { limit, field_name } => {
            format!("The field `{}` has more than {limit} bytes.", field_name.as_deref().unwrap_or_default())
        }
        error => format!("The form cannot be read: {error}. See RFC 7578 for how it is written."),
    };
    Problem::new(Code::InvalidBody, detail)
}

/// A form's file name without folders, which some programs send and nobody asked for (RFC 7578, 4.2).
fn last_segment(name: &str) -> String {
    name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
}
