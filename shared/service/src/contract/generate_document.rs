//! `GenerateDocumentDto`: the body of `POST /api/generateDocument`.

use platen_docx::{Budget, Controls, Missing, Pattern, RenderOptions};
use platen_pdf::PageImage;
use platen_pdf::finish::{Finish, Watermark};
use secrecy::SecretString;
use serde_json::Value;

use super::pdf_files::{self, InvoiceOfData, Purpose};
use super::read_email::{Data, Trial, fault_email};
use super::{AtEnd, Fields, Sent, TemplateSource, at_end, pdf_options, template_source};
use crate::Limits;
use crate::format::Format;
use crate::problem::{Problem, diagnostics_of};

/// Choices of one request.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The treatment of fields without data, and the locale.
    pub render: RenderOptions,
    /// The options of a PDF.
    pub pdf: Finish,
    /// Its passwords and permissions as a job keeps them, sealed; `contract::protection_of` reads them.
    pub protection: Option<SecretString>,
    /// The source of an e-invoice that is created from data.
    pub invoice: Option<InvoiceOfData>,
    /// Whether fields are computed; `None` leaves it to the template.
    pub update_fields: Option<bool>,
}

/// One document to make.
pub struct GenerateDocument {
    /// From which template.
    pub source: TemplateSource,
    /// As what.
    pub format: Format,
    /// For a picture: which page, and its resolution.
    pub image: PageImage,
    /// How the file is called; the template's name without it.
    pub file_name: Option<Pattern>,
    /// With what.
    pub data: Value,
    /// How.
    pub options: Options,
    /// To look at only: a mark stands across its pages, and it does not count.
    pub preview: bool,
    /// The orders for its end, if it is created later.
    pub at_end: AtEnd,
}

/// The text across each page of a preview, so that it cannot serve as a document.
const PREVIEW_MARK: &str = "PREVIEW";

impl GenerateDocument {
    /// Whether a body has a file-name pattern, the mapping of an e-invoice or the templates of an e-mail, which take a while to compile.
    pub(crate) fn has_pattern(body: &Value) -> bool {
        body.get("fileName").and_then(Value::as_str).is_some_and(|pattern| pattern.contains('{'))
            || pdf_files::has_mapping(body)
            || body.get("email").is_some()
    }

    /// Reads a body.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once.
    pub fn parse(sent: impl Into<Sent>, limits: &Limits) -> Result<GenerateDocument, Problem> {
        let Sent { members, file } = sent.into();
        let mut fields = Fields::of_body(members)?;
        let source = template_source::read(&mut fields, file, limits);
        let format = read_format(&mut fields, &[Format::Docx, Format::Pdf, Format::Png]);
        let image = read_image(&mut fields, format);
        let file_name = read_file_name(&mut fields, limits);
        let data = fields.required_object("data");
        let mut options = read_options(&mut fields, format, limits, Purpose::Document);
        let preview = read_preview(&mut fields, format);
        let mut at_end = at_end::read(&mut fields, limits);
        if let (Some(email), Some(data)) = (&mut at_end.email, &data) {
            let trial = Trial { options: &options.render, limits, budget: Budget::of(&limits.docx) };
            trial
                .complete(email, Data::Value(data))
                .unwrap_or_else(|faults| fault_email(&mut fields, faults));
        }
        fields.finish()?;
        if preview {
            options.pdf.watermark = Some(Watermark::new(PREVIEW_MARK).map_err(Problem::internal)?);
            // They have no watermark, and would be of use as they are.
            (options.pdf.attachments, options.pdf.invoice, options.invoice) = (Vec::new(), None, None);
            options.pdf.signature = None;
        }
        match (source, format, image, data) {
            (Some(source), Some(format), Some(image), Some(data)) => {
                options.render.packing = format.packing();
                Ok(GenerateDocument { source, format, image, file_name, data, options, preview, at_end })
            }
            // Each `None` has left its fault, so that `finish` has failed already.
            _ => Err(Problem::internal("a required member is absent without a fault")),
        }
    }
}

fn read_preview(fields: &mut Fields, format: Option<Format>) -> bool {
    let preview = fields.boolean("preview").unwrap_or(false);
    // A mark in a .docx is gone with one click, and the document would have cost nothing.
    if preview && format == Some(Format::Docx) {
        fields.fault(
            "preview",
            "`preview` makes a PDF with a watermark; it needs the `format` `.pdf` or `.png`",
        );
    }
    preview
}

/// Reads `format`, one of `allowed`, of which there are two or more.
pub(super) fn read_format(fields: &mut Fields, allowed: &[Format]) -> Option<Format> {
    let text = fields.required_string("format")?;
    let format = Format::parse(&text).filter(|format| allowed.contains(format));
    if format.is_none() {
        let names: Vec<String> = allowed.iter().map(|format| format!("`{}`", format.extension())).collect();
        let (last, first) = names.split_last().map_or(("", [].as_slice()), |(last, first)| (last, first));
        fields.fault("format", format!("`format` must be {} or {last}", first.join(", ")));
    }
    format
}

/// Reads `page` and `dpi`; the first page as screens show it without them.
pub(super) fn read_image(fields: &mut Fields, format: Option<Format>) -> Option<PageImage> {
    let (page, dpi) = (fields.whole("page", 1..=u32::MAX), fields.whole("dpi", PageImage::DPI));
    for (name, is_given) in [("page", page.is_some()), ("dpi", dpi.is_some())] {
        if is_given && format.is_some_and(|format| format != Format::Png) {
            fields.fault(name, format!("`{name}` applies to pictures only; it needs the `format` `.png`"));
        }
    }
    PageImage::new(page.unwrap_or(1), dpi.unwrap_or(PageImage::USUAL_DPI))
}

pub(super) fn read_file_name(fields: &mut Fields, limits: &Limits) -> Option<Pattern> {
    let text = fields.string("fileName")?;
    if text.len() > limits.file_name_pattern_bytes {
        let most = limits.file_name_pattern_bytes;
        fields.fault(
            "fileName",
            format!("`fileName` is longer than {most} bytes (limit `file_name_pattern_bytes`)"),
        );
        return None;
    }
    match Pattern::compile(&text, &limits.docx) {
        Ok(pattern) => Some(pattern),
        Err(error) => {
            for fault in diagnostics_of(error) {
                let hint = fault.hint.map(|hint| format!("; {hint}")).unwrap_or_default();
                fields.fault("fileName", format!("`fileName`: {}{hint}", fault.message));
            }
            None
        }
    }
}

pub(super) fn read_options(
    fields: &mut Fields,
    format: Option<Format>,
    limits: &Limits,
    purpose: Purpose,
) -> Options {
    let mut render = RenderOptions::default();
    let Some(mut options) = fields.open("options") else { return Options::default() };
    if let Some(word) = options.string("missing") {
        match word.as_str() {
            "error" => render.missing = Missing::Error,
            "empty" => render.missing = Missing::Empty,
            "keep" => render.missing = Missing::Keep,
            _ => options.fault("missing", "`missing` must be `error`, `empty` or `keep`"),
        }
    }
    if let Some(tag) = options.string("locale") {
        if RenderOptions::is_locale(&tag) {
            render.locale = Some(tag);
        } else {
            options.fault("locale", "`locale` must be a language tag such as `de` or `de-CH` (BCP 47)");
        }
    }
    if let Some(day) = options.string("today") {
        match day.parse() {
            // The parser takes a time behind the day as well.
            Ok(date) if day.len() == "2026-01-31".len() => render.today = Some(date),
            _ => options.fault("today", "`today` must be a date such as `2026-01-31` (ISO 8601)"),
        }
    }
    if let Some(word) = options.string("controls") {
        match serde_json::from_value(Value::String(word)) {
            Ok(Controls::Keep) => {}
            Ok(_) if format.is_some_and(|format| format != Format::Docx) => {
                options.fault(
                    "controls",
                    "`controls` applies to .docx files only; it needs the `format` `.docx`",
                );
            }
            Ok(controls) => render.controls = controls,
            Err(_) => options.fault("controls", "`controls` must be `keep`, `remove` or `lock`"),
        }
    }
    render.error_data = options.boolean("errorData").unwrap_or(false);
    let update_fields = options.boolean("updateFields");
    let protection = options.peek("pdf").and_then(pdf_options::kept_protection);
    let (pdf, invoice) = pdf_options::read(&mut options, format, limits, purpose);
    fields.close(options);
    Options { render, pdf, protection, invoice, update_fields }
}
