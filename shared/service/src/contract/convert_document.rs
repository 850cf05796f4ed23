//! The body of `POST /api/convert`.

use platen_pdf::PageImage;
use platen_pdf::finish::Finish;
use serde_json::{Value, json};

use super::generate_document::{read_format, read_image};
use super::pdf_files::Purpose;
use super::{Fields, Sent, pdf_options, template_source};
use crate::Limits;
use crate::format::Format;
use crate::http::{Query, SentFile, invalid_query};
use crate::problem::{Code, FieldError, Problem};

/// The member, or the field of a form, that holds the document.
pub(crate) const FILE: &str = "file";

/// A Word document to be made into something else, as it is.
#[derive(Debug)]
pub struct ConvertDocument {
    /// The document.
    pub file: SentFile,
    /// The format of the result: a PDF, or a picture of a page.
    pub format: Format,
    /// For a picture: which page, and its resolution.
    pub image: PageImage,
    /// How the result is called; as `file` is without it.
    pub file_name: Option<String>,
    /// The options of the PDF.
    pub pdf: Finish,
    /// Whether fields are computed; what they show stays as it is without it.
    pub update_fields: bool,
}

/// The words that a query can have for a file sent alone, and their places in a body.
const WORDS: [(&str, &str); 7] = [
    ("format", "/format"),
    ("page", "/page"),
    ("dpi", "/dpi"),
    ("fileName", "/fileName"),
    ("updateFields", "/options/updateFields"),
    ("conformance", "/options/pdf/conformance"),
    ("watermark", "/options/pdf/watermark"),
];

/// The words that a query must not have: addresses are logged.
const SECRETS: [&str; 2] = ["password", "ownerPassword"];

impl ConvertDocument {
    /// Reads a file that came alone, and its query.
    ///
    /// # Errors
    /// `invalid-query` with every fault.
    pub fn of_query(file: SentFile, mut query: Query, limits: &Limits) -> Result<ConvertDocument, Problem> {
        let mut members = json!({ "options": { "pdf": {} } });
        for (name, place) in WORDS {
            let text = query.optional_text(name);
            if let Some((text, place)) = text.zip(members_at(&mut members, place)) {
                *place = text.into();
            }
        }
        for name in SECRETS.into_iter().filter(|name| query.has(name)).collect::<Vec<_>>() {
            let detail =
                format!("`{name}` must not be in an address, which is logged; send a form with `options`");
            query.fault(name, detail);
        }
        query.finish(Some(()))?;
        let sent = Sent { members, file: Some(file) };
        ConvertDocument::parse(sent, limits).map_err(in_query)
    }

    /// Reads a body.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once.
    pub fn parse(sent: impl Into<Sent>, limits: &Limits) -> Result<ConvertDocument, Problem> {
        let Sent { members, file } = sent.into();
        let mut fields = Fields::of_body(members)?;
        let is_given = file.is_some() || fields.has(FILE);
        let file = template_source::read_file(&mut fields, FILE, file, limits);
        if !is_given {
            fields.missing(FILE);
        }
        let format = read_format(&mut fields, &[Format::Pdf, Format::Png]);
        let image = read_image(&mut fields, format);
        let file_name = fields.string("fileName");
        let most = limits.template_name_bytes;
        if file_name.as_ref().is_some_and(|name| name.len() > most) {
            fields.fault("fileName", format!("`fileName` must have at most {most} bytes"));
        }
        let (mut pdf, mut update_fields) = (Finish::default(), false);
        if let Some(mut options) = fields.open("options") {
            update_fields = options.boolean("updateFields").unwrap_or(false);
            let of_data;
            (pdf, of_data) = pdf_options::read(&mut options, format, limits, Purpose::Document);
            if of_data.is_some() {
                options.fault("pdf", "the `eInvoice` of a document that is converted has its `xml`; there is no data to make it of");
            }
            fields.close(options);
        }
        fields.finish()?;
        match (file, format, image) {
            (Some(file), Some(format), Some(image)) => {
                Ok(ConvertDocument { file, format, image, file_name, pdf, update_fields })
            }
            // Each `None` has left its fault, so that `finish` has failed already.
            _ => Err(Problem::internal("a required member is absent without a fault")),
        }
    }
}

/// The member at a pointer (RFC 6901) whose object is there.
fn members_at<'a>(members: &'a mut Value, pointer: &str) -> Option<&'a mut Value> {
    let (object, name) = pointer.rsplit_once('/')?;
    Some(&mut members.pointer_mut(object)?[name])
}

/// The faults of members at the parameters that they came from.
fn in_query(problem: Problem) -> Problem {
    if problem.code() != Code::InvalidBody {
        return problem;
    }
    let named = |error: &FieldError| match WORDS.iter().find(|(_, place)| *place == error.pointer) {
        Some((name, _)) => FieldError::of_parameter(name, error.detail.clone()),
        None => error.clone(),
    };
    invalid_query(problem.errors().iter().map(named).collect())
}
