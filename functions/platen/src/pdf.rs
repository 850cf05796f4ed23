//! PDFs for one command, made as the service makes them: in a child, which is confined.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use jiff::Timestamp;
use platen_docx::{Enclosure, InvoiceForm, Template};
use platen_pdf::finish::{
    Attachment, AttachmentName, Conformance, Finish, Joined, JoinedName, JoinedPdf, PageRange, Password,
    Position, Protection, Relationship, Signature, SignatureText, Stamp, Watermark,
};
use platen_pdf::{
    ChildSettings, Converted, Engine, PageImage, PdfError, PdfOptions, Pictured, Platen, SvgChildren,
    UpdateFields,
};
use platen_service::config::Config;
use platen_service::work::Shares;
use platen_svg::DrawSvg;
use serde_json::{Value, json};

use crate::commands::convert_worker;
use crate::failure::Failure;
use crate::{enclosures, files, logging, templates, workers};

/// Arguments that say how a PDF is made.
#[derive(Debug, Default, clap::Args)]
pub struct PdfArgs {
    /// Make the PDF conform to a standard: a-2b (archiving), a-3b, a-3u or a-3a (archiving with attachments), ua-1 (accessibility)
    #[arg(long, value_name = "STANDARD", value_parser = parse_conformance)]
    conformance: Option<Conformance>,
    /// Encrypt the PDF with the password that is the first line of a file (`-` for stdin)
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// Draw a text across every page
    #[arg(long, value_name = "TEXT", value_parser = parse_watermark)]
    watermark: Option<Watermark>,
    /// Put a PDF before the document, `FILE` or some of its pages as `FILE=1-3,7`; can be repeated
    #[arg(long, value_name = "FILE[=PAGES]", value_parser = parse_joined)]
    prepend: Vec<JoinedFile>,
    /// Put a PDF behind the document, `FILE` or some of its pages as `FILE=1-3,7`; can be repeated
    #[arg(long, value_name = "FILE[=PAGES]", value_parser = parse_joined)]
    append: Vec<JoinedFile>,
    /// Print a line on each page, such as "Page {page} of {pages}"
    #[arg(long, value_name = "TEXT")]
    stamp: Option<String>,
    /// Where that line stands: top-left, top-center, top-right, bottom-left, bottom-center or bottom-right
    #[arg(long, value_name = "PLACE", requires = "stamp", value_parser = parse_position)]
    stamp_position: Option<Position>,
    /// Leave the first page without that line
    #[arg(long, requires = "stamp")]
    stamp_skip_first: bool,
    /// Keep some pages of the PDF only, such as `1-3,5`, `4-` (to the end) or `-1` (the last)
    #[arg(long, value_name = "PAGES", allow_hyphen_values = true, value_parser = parse_pages)]
    pages: Option<PageRange>,
    /// Make content controls fields of the PDF that can be filled in
    #[arg(long)]
    forms: bool,
    /// Attach a file to the PDF; can be repeated
    #[arg(long, value_name = "FILE")]
    attach: Vec<PathBuf>,
    /// Make the PDF an e-invoice (Factur-X, ZUGFeRD): with the data in an XML file (CII), or made of the document's data by the mapping in a
    /// .json file
    #[arg(long, value_name = "FILE")]
    e_invoice: Option<PathBuf>,
    /// Make the PDF an e-invoice of the document's data, by the mapping that the template carries
    #[arg(long, conflicts_with = "e_invoice")]
    e_invoice_from_data: bool,
    /// Sign the PDF with the key of PLATEN_SIGNING_KEY_FILE; `--sign=REASON` says why
    #[arg(long, value_name = "REASON", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = parse_reason)]
    sign: Option<Reason>,
}

/// Why a PDF is signed, if a reason is given.
#[derive(Debug, Clone)]
struct Reason(Option<SignatureText>);

fn parse_reason(text: &str) -> Result<Reason, String> {
    let reason = SignatureText::new(text.to_owned());
    match reason.is_none() && !text.is_empty() {
        true => Err("a reason is one line of 1 to 200 characters".to_owned()),
        false => Ok(Reason(reason)),
    }
}

fn parse_conformance(text: &str) -> Result<Conformance, String> {
    Conformance::parse(text).ok_or_else(|| format!("the standards are {}", Conformance::NAMES))
}

fn parse_watermark(text: &str) -> Result<Watermark, String> {
    Watermark::new(text).map_err(|error| error.to_string())
}

fn parse_pages(text: &str) -> Result<PageRange, String> {
    PageRange::new(text).map_err(|rule| format!("it {rule}"))
}

fn parse_position(text: &str) -> Result<Position, String> {
    let names = || Position::ALL.map(|(name, _)| name).join(", ");
    Position::parse(text).ok_or_else(|| format!("the places are {}", names()))
}

/// A PDF that is joined, and which of its pages.
#[derive(Debug, Clone)]
struct JoinedFile {
    file: PathBuf,
    pages: Option<PageRange>,
}

/// A path, and behind the last `=` pages; a name that has one itself is written with `=1-` behind it.
fn parse_joined(text: &str) -> Result<JoinedFile, String> {
    match text.rsplit_once('=') {
        Some((file, pages)) => Ok(JoinedFile { file: file.into(), pages: Some(parse_pages(pages)?) }),
        None => Ok(JoinedFile { file: text.into(), pages: None }),
    }
}

impl JoinedFile {
    /// Reads it. Its bookmark is called as the file is.
    fn read(&self) -> Result<JoinedPdf, Failure> {
        let content = files::read("the PDF", &self.file)?.into();
        let name = self.file.file_stem().and_then(|name| JoinedName::new(&name.to_string_lossy()).ok());
        Ok(JoinedPdf { name, content, pages: self.pages.clone() })
    }

    fn for_service(&self) -> Result<Value, Failure> {
        let JoinedPdf { name, content, pages } = self.read()?;
        Ok(json!({
            "name": name.as_ref().map(JoinedName::as_str),
            "content": STANDARD.encode(&content),
            "pages": pages.as_ref().map(PageRange::as_str),
        }))
    }
}

impl PdfArgs {
    /// Whether anything is asked of a PDF.
    pub fn is_any(&self) -> bool {
        !self.suits_pictures() || self.watermark.is_some()
    }

    /// Whether nothing is asked that a picture of a page cannot have.
    pub fn suits_pictures(&self) -> bool {
        self.conformance.is_none()
            && self.password_file.is_none()
            && !self.has_files()
            && !self.changes_pages()
            && self.sign.is_none()
    }

    fn changes_pages(&self) -> bool {
        let is_joined = !self.prepend.is_empty() || !self.append.is_empty();
        is_joined || self.stamp.is_some() || self.pages.is_some() || self.forms
    }

    fn has_files(&self) -> bool {
        !self.attach.is_empty() || self.e_invoice.is_some() || self.e_invoice_from_data
    }

    /// The mapping's file, if there is one.
    fn mapping_file(&self) -> Option<&Path> {
        let is_json =
            |file: &&Path| file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        self.e_invoice.as_deref().filter(is_json)
    }

    /// Whether an e-invoice is made of a document's data.
    pub fn is_of_data(&self) -> bool {
        self.e_invoice_from_data || self.mapping_file().is_some()
    }

    /// What makes the e-invoice of the documents of a template: the mapping in a file, or the template's own.
    ///
    /// # Errors
    /// The mapping cannot be read; the template has none.
    pub fn invoice_form<'a>(&self, template: &'a Template) -> Result<Option<Form<'a>>, Failure> {
        if let Some(file) = self.mapping_file() {
            let form = enclosures::invoice_form(file, &templates::limits()?)?;
            return Ok(Some(Form::Sent(Box::new(form))));
        }
        if !self.e_invoice_from_data {
            return Ok(None);
        }
        let form = template.invoice().ok_or_else(|| {
            Failure::Input(
                "the template has no mapping of an e-invoice; give one with `--e-invoice MAPPING.json`"
                    .to_owned(),
            )
        });
        form.map(|form| Some(Form::Carried(form)))
    }

    /// What is asked, as a request's `options.pdf` has it.
    ///
    /// # Errors
    /// The password cannot be read.
    pub fn for_service(&self) -> Result<Value, Failure> {
        let mut wanted = json!({});
        if let Some(standard) = self.conformance {
            wanted["conformance"] = json!(standard.as_str());
        }
        if let Some(watermark) = &self.watermark {
            wanted["watermark"] = json!(watermark.as_str());
        }
        if let Some(file) = &self.password_file {
            wanted["password"] = json!(first_line(file)?);
        }
        if let Some(Reason(reason)) = &self.sign {
            wanted["sign"] = json!({ "reason": reason.as_ref().map(SignatureText::as_str) });
        }
        for (name, joined) in [("prepend", &self.prepend), ("append", &self.append)] {
            if !joined.is_empty() {
                wanted[name] = joined.iter().map(JoinedFile::for_service).collect::<Result<_, _>>()?;
            }
        }
        if let Some(text) = &self.stamp {
            let position = self.stamp_position.unwrap_or_default();
            wanted["stamp"] =
                json!({ "text": text, "position": position, "skipFirst": self.stamp_skip_first });
        }
        if let Some(pages) = &self.pages {
            wanted["pages"] = json!(pages.as_str());
        }
        if self.forms {
            wanted["forms"] = json!(true);
        }
        if !self.attach.is_empty() {
            let files = self.attachments()?;
            let files = files.iter().map(|Attachment { name, content, .. }| {
                json!({ "name": name.as_str(), "content": STANDARD.encode(content) })
            });
            wanted["attachments"] = files.collect();
        }
        if self.e_invoice_from_data {
            wanted["eInvoice"] = json!({ "fromData": true });
        }
        if let Some(file) = self.mapping_file() {
            wanted["eInvoice"] = json!({ "mapping": enclosures::read(Enclosure::EInvoice, file)? });
        } else if let Some(file) = &self.e_invoice {
            let xml = String::from_utf8(files::read("the e-invoice", file)?);
            let xml =
                xml.map_err(|_| Failure::Input(format!("{}: it must be in UTF-8", files::shown(file))))?;
            wanted["eInvoice"] = json!({ "xml": xml });
        }
        Ok(wanted)
    }

    fn finish(&self) -> Result<Finish, Failure> {
        let protection = self.password_file.as_deref().map(password).transpose()?;
        Ok(Finish {
            conformance: self.conformance,
            watermark: self.watermark.clone(),
            protection,
            attachments: self.attachments()?,
            invoice: self
                .e_invoice
                .as_deref()
                .filter(|_| self.mapping_file().is_none())
                .map(|file| files::read("the e-invoice", file))
                .transpose()?
                .map(Bytes::from),
            signature: self.sign.clone().map(|Reason(reason)| Signature::at(Timestamp::now(), reason, None)),
            joined: Joined { prepend: joined(&self.prepend)?, append: joined(&self.append)? },
            stamp: self.stamp()?,
            pages: self.pages.clone(),
            forms: self.forms,
        })
    }

    fn stamp(&self) -> Result<Option<Stamp>, Failure> {
        let Some(text) = &self.stamp else { return Ok(None) };
        let stamp = Stamp::new(text, self.stamp_position.unwrap_or_default(), self.stamp_skip_first);
        stamp.map(Some).map_err(|error| Failure::Input(format!("--stamp: {error}")))
    }

    fn attachments(&self) -> Result<Vec<Attachment>, Failure> {
        self.attach.iter().map(|file| attachment(file)).collect()
    }
}

/// What makes e-invoices of data.
pub enum Form<'a> {
    /// It came in a file of its own.
    Sent(Box<InvoiceForm>),
    /// The template carries it.
    Carried(&'a InvoiceForm),
}

impl Form<'_> {
    /// See the variants.
    pub fn get(&self) -> &InvoiceForm {
        match self {
            Form::Sent(form) => form,
            Form::Carried(form) => form,
        }
    }
}

fn joined(files: &[JoinedFile]) -> Result<Vec<JoinedPdf>, Failure> {
    files.iter().map(JoinedFile::read).collect()
}

/// A file as an attachment under its own name.
fn attachment(file: &Path) -> Result<Attachment, Failure> {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let name = AttachmentName::new(name)
        .map_err(|rule| Failure::Input(format!("{}: the name {rule}", files::shown(file))))?;
    Ok(Attachment {
        content: files::read("the attachment", file)?.into(),
        media_type: name.usual_type(),
        relationship: Relationship::Unspecified,
        description: None,
        name,
    })
}

fn password(file: &Path) -> Result<Protection, Failure> {
    let password = Password::new(first_line(file)?);
    let password = password.ok_or_else(|| {
        let name = files::shown(file);
        Failure::Input(format!("{name}: the first line must be a password of 1 to 127 bytes (UTF-8)"))
    })?;
    Ok(Protection { password: Some(password), owner: None, permissions: None })
}

fn first_line(file: &Path) -> Result<String, Failure> {
    let text = String::from_utf8(files::read("the password", file)?).unwrap_or_default();
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// An engine and what is asked of its PDFs.
pub struct Converter {
    engine: Platen,
    options: PdfOptions,
}

impl Converter {
    /// Makes the engine.
    ///
    /// # Errors
    /// The password is not one, or the configuration is wrong.
    pub fn new(args: &PdfArgs) -> Result<Converter, Failure> {
        let finish = args.finish()?;
        let config = Config::from_env()?;
        let (limits, signer) = (config.limits.pdf.clone(), config.signer.clone());
        let options = PdfOptions { limits, finish, signer, ..PdfOptions::default() };
        logging::warnings();
        let folders = config.fonts.clone().into_iter().collect();
        Ok(Converter { engine: Platen::new(folders, children(&config)?), options })
    }

    /// Converts one document; `name` is what messages call it.
    ///
    /// # Errors
    /// The document cannot be laid out, or the engine cannot work.
    pub fn convert(
        &self,
        name: &str,
        document: &[u8],
        fields: Option<UpdateFields>,
    ) -> Result<Converted, Failure> {
        self.convert_invoice(name, document, fields, None)
    }

    /// As [`Converter::convert`], with the XML of the e-invoice that was made of the document's data.
    ///
    /// # Errors
    /// As there.
    pub fn convert_invoice(
        &self,
        name: &str,
        document: &[u8],
        fields: Option<UpdateFields>,
        invoice: Option<Vec<u8>>,
    ) -> Result<Converted, Failure> {
        let mut options = PdfOptions { fields, ..self.options.clone() };
        if let Some(xml) = invoice {
            options.finish.invoice = Some(xml.into());
        }
        self.engine.convert(document, &options).map_err(|error| refusal(name, &error))
    }

    /// Draws a page of one document; `name` is what messages call it.
    ///
    /// # Errors
    /// As [`Converter::convert`]; the document has no such page.
    pub fn picture(
        &self,
        name: &str,
        document: &[u8],
        page: PageImage,
        fields: Option<UpdateFields>,
    ) -> Result<Pictured, Failure> {
        let options = PdfOptions { fields, ..self.options.clone() };
        self.engine.picture(document, page, &options).map_err(|error| refusal(name, &error))
    }
}

/// What draws the SVG pictures of documents that strangers may have made. No child is started before one comes.
///
/// # Errors
/// The operating system does not tell where the program is, or the configuration is wrong.
pub fn svg() -> Result<Arc<dyn DrawSvg>, Failure> {
    Ok(SvgChildren::new(children(&Config::from_env()?)?).of(None))
}

/// The engine, with the operator's fonts.
///
/// # Errors
/// The operating system does not tell where the program is.
pub fn engine(config: &Config) -> Result<Arc<dyn Engine>, Failure> {
    Ok(Arc::new(Platen::new(config.fonts.clone().into_iter().collect(), children(config)?)))
}

/// How children of this program are started.
///
/// # Errors
/// The operating system does not tell where the program is.
pub fn children(config: &Config) -> Result<ChildSettings, Failure> {
    let settings = ChildSettings::of_this_program(vec![convert_worker::NAME.into()]);
    let settings = settings
        .map_err(|error| Failure::Internal(format!("the path of this program is unknown: {error}")))?;
    // Requests wait for their turns in the service, and the workers of bulk jobs convert beside them: nobody who has a turn or a
    // worker waits for a child.
    let limits = &config.limits;
    let slots = limits.concurrent_pdfs.max(limits.concurrent_renders);
    let kept = NonZeroUsize::new(limits.concurrent_pdfs).unwrap_or(NonZeroUsize::MIN);
    let most = Shares::of_slots(slots).most().saturating_add(workers::most());
    Ok(ChildSettings {
        most: kept.max(NonZeroUsize::new(most).unwrap_or(NonZeroUsize::MIN)),
        kept,
        memory_bytes: config.pdf_child_memory_bytes(),
        // Else the allocator reserves a gigabyte of addresses at once, which is more than a child may have, and that of the C
        // library, which hardly anything uses, 64 MiB for each thread.
        environment: vec![("MIMALLOC_ARENA_RESERVE", "32MiB"), ("MALLOC_ARENA_MAX", "1")],
        conversions: config.pdf_child_documents,
        sandbox: config.sandbox,
        ..settings
    })
}

/// What a command says of a document that an engine refuses.
pub fn refusal(name: &str, error: &PdfError) -> Failure {
    match error {
        PdfError::Package(_)
        | PdfError::Invalid(_)
        | PdfError::Unsupported(_)
        | PdfError::Invoice(_)
        | PdfError::Limit { .. }
        | PdfError::NoPage { .. }
        | PdfError::Joined { .. }
        | PdfError::NoneChosen { .. }
        | PdfError::Engine
        | PdfError::Killed
        | PdfError::Exhausted(_) => Failure::Input(format!("{name}: {error}")),
        _ => Failure::Internal(format!("{name}: {error}")),
    }
}
