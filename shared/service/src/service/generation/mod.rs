//! `POST /api/generateDocument`: creates a document from a template and data.

mod answer;
mod convert;
mod idempotency;
mod later;
mod pdf;
mod prefer;

pub use answer::{DocumentWarnings, InlineDocument, WARNINGS};
pub use idempotency::IdempotencyKey;
pub(crate) use idempotency::Turn;
pub(crate) use pdf::PdfMaker;
use pdf::fields_of;

use bytes::Bytes;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use platen_docx::{Budget, DataError, RenderError, Template, Warning, Warnings};
use platen_pdf::finish::Finish;
use platen_pdf::{PageImage, UpdateFields};

use super::Service;
use super::registry::{Content, SourceTemplate};
use crate::contract::template_source::TEMPLATE;
use crate::contract::{GenerateDocument, InvoiceOfData, Sent, TemplateSource};
use crate::file_name::safe_file_name;
use crate::format::Format;
use crate::http::Request;
use crate::http::body::parse_json;
use crate::http::form::{Form, is_form};
use crate::http::weight::weigh;
use crate::ids::SubscriptionId;
use crate::keys::Scope;
use crate::plan::month_of;
use crate::problem::{Code, FieldError, Problem};
use crate::subscriptions::{Caller, Subscription};
use crate::work::{HeldMemory, Work, run};
use crate::{Limits, figures};

/// A document that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The file.
    pub bytes: Bytes,
    /// Its format.
    pub format: Format,
    /// Its name: safe on every file system, with its extension.
    pub file_name: String,
    /// What it lacks, or shows differently from what the template's author meant.
    pub warnings: Warnings,
    /// For a picture: the number of pages of its document.
    pub pages: Option<u32>,
}

/// Bytes of a body that is read where it arrived: parsing it takes less time than handing it to another thread.
pub(super) const SMALL_BODY_BYTES: usize = 16 << 10;

/// Operations on single documents: [`Service::generation`].
#[derive(Clone, Copy)]
pub struct Generation<'a>(pub(super) &'a Service);

impl Generation<'_> {
    /// Reads what a request asks for. A large body takes a while to parse, and so does a file-name pattern to compile: both
    /// are done off the reactor, under the turn that the document is then made under.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once, `payload-too-large` over `json_values`, `unavailable`.
    pub async fn read(self, request: &Request) -> Result<GenerateDocument, Problem> {
        let mut wanted = self.parse_document(request).await?;
        let trail = request.head().trail();
        trail.format(wanted.format);
        if !wanted.is_for_later(request.head()) {
            wanted.at_end.refuse()?;
        }
        wanted.at_end = wanted.at_end.based(self.0.base_url(request.head()));
        match &wanted.source {
            TemplateSource::Registered { template, .. } => trail.template(*template),
            TemplateSource::Sent(_) => request.caller()?.holds(Scope::Compose)?,
        }
        Ok(wanted)
    }

    async fn parse_document(self, request: &Request) -> Result<GenerateDocument, Problem> {
        let (body, limits) = (request.body().clone(), self.0.limits.clone());
        if body.len() > SMALL_BODY_BYTES || is_form(request.head()) {
            return self.read_sent(request, TEMPLATE, GenerateDocument::parse).await;
        }
        let value = parse_json(&body, &limits)?;
        if GenerateDocument::has_pattern(&value) {
            return self.0.work(request.work()?, move || GenerateDocument::parse(value, &limits)).await;
        }
        GenerateDocument::parse(value, &limits)
    }

    /// Reads a body off the reactor, under the request's turn: JSON, or a form whose field `file` is a file.
    pub(in crate::service) async fn read_sent<T: Send + 'static>(
        self,
        request: &Request,
        file: &'static str,
        parse: fn(Sent, &Limits) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let (body, limits) = (request.body().clone(), self.0.limits.clone());
        let form = match is_form(request.head()) {
            true => {
                let form = Form::read(request, file, limits.request_bytes).await?;
                Some(self.weigh_form(request.work()?, form).await?)
            }
            false => None,
        };
        let read = move || {
            let sent = match form {
                Some(form) => Sent::of_form(form, &limits)?,
                None => Sent::of_json(&body, &limits)?,
            };
            parse(sent, &limits)
        };
        self.0.work(request.work()?, read).await
    }

    /// Takes the memory that the JSON in a form will take.
    async fn weigh_form(self, work: &Work, form: Form) -> Result<Form, Problem> {
        let limits = self.0.limits.clone();
        let weighed = move || {
            let json = form.fields.iter().filter(|(name, _)| Sent::is_json(name));
            // What is no JSON is told with the name of its field when it is parsed.
            let bytes = json.filter_map(|(_, text)| weigh(text.as_bytes(), &limits).ok()).sum();
            Ok((form, bytes))
        };
        let (form, bytes) = run((), weighed).await?;
        work.hold(self.0.memory.take(work.subscription(), bytes, self.0.limits.render_wait).await?);
        Ok(form)
    }

    /// Makes one document, from the version in force unless the request names another. A preview does not count, and needs nothing left of the quota.
    ///
    /// # Errors
    /// `unknown-template`, `template-error`, `invalid-data`, `limit-exceeded`, `quota-exceeded`, `unavailable`, `internal`.
    pub async fn generate(
        self,
        caller: &Caller,
        wanted: GenerateDocument,
        work: &Work,
    ) -> Result<Document, Problem> {
        let counts = !wanted.preview;
        let (_, document) = self.make_of_source(caller, wanted, work).await?;
        if counts {
            self.count_document(caller).await?;
        }
        Ok(document)
    }

    /// Makes one document, if the quota allows it, and tells what it was made from. It is not counted yet.
    async fn make_of_source(
        self,
        caller: &Caller,
        wanted: GenerateDocument,
        work: &Work,
    ) -> Result<(Content, Document), Problem> {
        if !wanted.preview {
            self.check_quota(&caller.subscription).await?;
        }
        let template = self.0.templates().source(work, &wanted.source, wanted.format).await?;
        if let Some(used) = wanted.source.registered().filter(|_| !wanted.preview) {
            self.0.templates().note_use(caller, used);
        }
        let content = template.content;
        Ok((content, self.make(template, wanted, work).await?))
    }

    async fn count_document(self, caller: &Caller) -> Result<(), Problem> {
        let month = month_of(Timestamp::now());
        Ok(self.0.stores.subscriptions.count_documents(caller.subscription_id(), &month, 1).await?)
    }

    async fn make(
        self,
        template: SourceTemplate,
        wanted: GenerateDocument,
        work: &Work,
    ) -> Result<Document, Problem> {
        let format = wanted.format;
        let made = self.make_in_turns(template, wanted, work).await;
        figures::document(format, made.as_ref().map(|made| made.bytes.len()).map_err(Problem::code));
        made
    }

    /// Renders under the render turn, and converts under a PDF turn.
    async fn make_in_turns(
        self,
        template: SourceTemplate,
        wanted: GenerateDocument,
        work: &Work,
    ) -> Result<Document, Problem> {
        let (format, image, budget) = (wanted.format, wanted.image, work.budget_for(wanted.format).clone());
        let (wanted, memory) = self.with_pictures(wanted, work).await?;
        let rendered = self.0.work(work, move || {
            let _memory = memory;
            let rendered = render_now(&template.compiled, &template.name, &wanted, &budget)?;
            // A large payload takes as long to free as to parse: not on the reactor's time.
            let GenerateDocument { options, .. } = wanted;
            Ok((rendered, options.pdf))
        });
        let (rendered, finish) = rendered.await?;
        if format == Format::Docx && rendered.updates().is_none() {
            return rendered.into_docx(&self.0.limits);
        }
        self.lay_out(rendered, format, image, finish, work).await
    }

    /// Fetches the pictures that the data names by address, where the operator allows it, and the memory that they take.
    async fn with_pictures(
        self,
        mut wanted: GenerateDocument,
        work: &Work,
    ) -> Result<(GenerateDocument, Option<HeldMemory>), Problem> {
        let Some(pictures) = &self.0.pictures else { return Ok((wanted, None)) };
        let fetched = pictures.fetch(&wanted.data, None, &self.0.limits).await?;
        if fetched.is_empty() {
            return Ok((wanted, None));
        }
        let memory =
            self.0.memory.take(work.subscription(), fetched.weight(), self.0.limits.render_wait).await?;
        let place = move || {
            fetched.put_into(&mut wanted.data);
            Ok(wanted)
        };
        Ok((self.0.work(work, place).await?, Some(memory)))
    }

    /// Makes of a filled template what has to be laid out, under a PDF turn.
    async fn lay_out(
        self,
        rendered: Rendered,
        format: Format,
        image: PageImage,
        finish: Finish,
        work: &Work,
    ) -> Result<Document, Problem> {
        let subscription = work.subscription();
        // Laying out has the time of a PDF, whatever format is made.
        let (pdfs, budget) = (self.pdf_maker(), work.budget_for(Format::Pdf).clone());
        let make = move || match format {
            Format::Docx => rendered.into_updated_docx(&pdfs, &budget, subscription),
            Format::Pdf => rendered.into_pdf(&pdfs, &finish, &budget, subscription),
            Format::Png => rendered.into_png(&pdfs, image, finish, &budget, subscription),
        };
        self.0.convert(work, make).await
    }

    /// Refuses when the month's documents are used up. Requests that run at the same time may pass it together by a few.
    async fn check_quota(self, subscription: &Subscription) -> Result<(), Problem> {
        self.take_of_quota(subscription, 1).await
    }

    /// The same for several documents that a request asks for. Webhooks are notified once most of the quota is used up.
    pub(crate) async fn take_of_quota(self, subscription: &Subscription, wanted: u64) -> Result<(), Problem> {
        let now = Timestamp::now();
        let documents = self.check_quota_for(subscription, wanted, now).await?;
        self.0.tell_of_quota(subscription, documents, now).await;
        Ok(())
    }

    /// Says how many documents the month has with those that it asks for. A job that would pass the quota is refused whole.
    async fn check_quota_for(
        self,
        subscription: &Subscription,
        wanted: u64,
        now: Timestamp,
    ) -> Result<u64, Problem> {
        let Some(quota) = subscription.plan.monthly_documents else { return Ok(0) };
        let made = self.0.stores.subscriptions.documents(subscription.id, &month_of(now)).await?;
        let documents = made.saturating_add(wanted);
        if documents <= quota {
            return Ok(documents);
        }
        let detail = match wanted {
            1 => format!("This month's quota is used up (documents: {quota}). It resets on the 1st (UTC)."),
            _ => format!(
                "Fewer than {wanted} of this month's {quota} documents are left. The quota resets on the 1st (UTC)."
            ),
        };
        Err(Problem::new(Code::QuotaExceeded, detail).retry_after(seconds_to_next_month(now)))
    }
}

/// A filled template, and what the file is called without its extension.
pub(crate) struct Rendered {
    name: String,
    docx: Vec<u8>,
    warnings: Warnings,
    updates: Option<Updates>,
    /// The XML of the e-invoice that was made of the same data.
    invoice: Option<Bytes>,
}

/// Why the fields of a document are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Updates {
    /// The request asks for it.
    Asked,
    /// The template has fields whose saved results are wrong in any other document.
    Needed,
}

/// Fills a template.
pub(crate) fn render_now(
    template: &Template,
    template_name: &str,
    wanted: &GenerateDocument,
    budget: &Budget,
) -> Result<Rendered, Problem> {
    let options = &wanted.options.render;
    let name = match &wanted.file_name {
        Some(pattern) => pattern.render_within(&wanted.data, options, budget),
        None => Ok(template_name.to_owned()),
    };
    let rendered = figures::rendering(|| template.render_within(&wanted.data, options, budget));
    let invoice = match &wanted.options.invoice {
        Some(of_data) => Some(make_invoice(template, of_data, wanted, budget)?),
        None => None,
    };
    match (name, rendered) {
        (Ok(name), Ok(platen_docx::Rendered { docx, warnings })) => Ok(Rendered {
            name,
            docx,
            warnings,
            invoice: invoice.transpose().map_err(Problem::from_render)?,
            updates: match wanted.options.update_fields {
                Some(true) => Some(Updates::Asked),
                None if template.has_placed_fields() => Some(Updates::Needed),
                _ => None,
            },
        }),
        // All that is wrong with the data in one answer: what the template misses, and what the name misses.
        (Err(RenderError::Data(of_name)), Err(RenderError::Data(mut errors))) => {
            errors.extend(of_name.into_iter().map(of_file_name));
            Err(Problem::invalid_data(errors))
        }
        (Err(RenderError::Data(of_name)), Ok(_)) => {
            Err(Problem::invalid_data(of_name.into_iter().map(of_file_name).collect()))
        }
        (_, Err(error)) | (Err(error), _) => Err(Problem::from_render(error)),
    }
}

/// The XML of the e-invoice of a document's data.
///
/// # Errors
/// `invalid-body` where the template has no mapping and the request brings none.
fn make_invoice(
    template: &Template,
    of_data: &InvoiceOfData,
    wanted: &GenerateDocument,
    budget: &Budget,
) -> Result<Result<Bytes, RenderError>, Problem> {
    let Some(form) = of_data.mapping.as_deref().or(template.invoice()) else {
        let detail = "the template has no mapping of an e-invoice: register it with one (`eInvoice`), or send a `mapping`";
        let errors = vec![FieldError::new("/options/pdf/eInvoice/fromData", detail)];
        return Err(Problem::with_errors(
            Code::InvalidBody,
            format!("No e-invoice was made: {detail}."),
            errors,
        ));
    };
    Ok(form.make(&wanted.data, &wanted.options.render, budget).map(Bytes::from))
}

impl Rendered {
    /// The document as it is.
    pub(crate) fn into_docx(self, limits: &Limits) -> Result<Document, Problem> {
        document(self.docx, Format::Docx, &self.name, self.warnings, limits)
    }

    /// Whether its fields are computed, and why.
    pub(crate) fn updates(&self) -> Option<Updates> {
        self.updates
    }

    /// How its fields are computed for a PDF, if they are. It shows the name of the document that it is created from, as
    /// Word's do.
    fn fields(&self) -> Option<UpdateFields> {
        let name = || safe_file_name(&self.name, Format::Docx.extension());
        self.updates.map(|_| fields_of(name()))
    }

    /// The document with its fields computed, for a tenant. Where the request did not ask for it, a document whose fields
    /// cannot be computed is better than none: Word computes them when it is opened.
    pub(crate) fn into_updated_docx(
        self,
        pdfs: &PdfMaker,
        budget: &Budget,
        tenant: SubscriptionId,
    ) -> Result<Document, Problem> {
        let fields = self.fields().unwrap_or_default();
        let mut warnings = self.warnings;
        let docx = match pdfs.update_fields(&self.docx, fields, budget, tenant) {
            Ok(updated) => {
                warnings.extend(updated.warnings);
                updated.docx
            }
            Err(problem) if self.updates == Some(Updates::Asked) => return Err(problem),
            Err(_) => {
                let detail = "tables of contents, numbers of captions and references to pages are those of the template";
                let hint = "Word computes them when the document is opened";
                warnings.extend([Warning::new("field-not-updated", detail).hint(hint)]);
                self.docx
            }
        };
        document(docx, Format::Docx, &self.name, warnings, &pdfs.limits)
    }

    /// The document as a PDF, made for a tenant: no process of the engine serves two.
    pub(crate) fn into_pdf(
        self,
        pdfs: &PdfMaker,
        finish: &Finish,
        budget: &Budget,
        tenant: SubscriptionId,
    ) -> Result<Document, Problem> {
        let fields = self.fields();
        let with_invoice = self.invoice.map(|xml| Finish { invoice: Some(xml), ..finish.clone() });
        let finish = with_invoice.as_ref().unwrap_or(finish);
        let converted = figures::converting(|| pdfs.convert(&self.docx, finish, fields, budget, tenant))?;
        let mut warnings = self.warnings;
        warnings.extend(converted.warnings);
        document(converted.pdf, Format::Pdf, &self.name, warnings, &pdfs.limits)
    }

    /// A page of that PDF, as a picture.
    fn into_png(
        self,
        pdfs: &PdfMaker,
        image: PageImage,
        finish: Finish,
        budget: &Budget,
        tenant: SubscriptionId,
    ) -> Result<Document, Problem> {
        let fields = self.fields();
        let drawn =
            figures::converting(|| pdfs.picture(&self.docx, image, (finish, fields), budget, tenant))?;
        let mut warnings = self.warnings;
        warnings.extend(drawn.warnings);
        let document = document(drawn.png, Format::Png, &self.name, warnings, &pdfs.limits)?;
        Ok(Document { pages: Some(drawn.pages), ..document })
    }
}

fn document(
    bytes: Vec<u8>,
    format: Format,
    name: &str,
    warnings: Warnings,
    limits: &Limits,
) -> Result<Document, Problem> {
    if bytes.len() as u64 > limits.document_bytes {
        let most = limits.document_bytes;
        let detail = format!("The document has {} bytes; the limit `document_bytes` is {most}.", bytes.len());
        return Err(Problem::new(Code::LimitExceeded, detail));
    }
    let file_name = safe_file_name(name, format.extension());
    Ok(Document { bytes: bytes.into(), format, file_name, warnings, pages: None })
}

fn of_file_name(error: DataError) -> DataError {
    DataError { detail: format!("the file name: {}", error.detail), ..error }
}

fn seconds_to_next_month(now: Timestamp) -> u64 {
    const LONGEST_MONTH_S: u64 = 31 * 24 * 3600;
    let next = now.to_zoned(TimeZone::UTC).last_of_month().and_then(|last| last.tomorrow());
    let next = next.and_then(|day| day.start_of_day());
    next.map_or(LONGEST_MONTH_S, |next| next.timestamp().duration_since(now).as_secs().unsigned_abs() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_those_of_utc() {
        let late: Timestamp = "2026-11-30T23:59:30Z".parse().unwrap();
        assert_eq!((month_of(late).as_str(), seconds_to_next_month(late)), ("2026-11", 31));
        let early: Timestamp = "2028-02-01T00:00:00Z".parse().unwrap();
        assert_eq!((month_of(early).as_str(), seconds_to_next_month(early)), ("2028-02", 29 * 24 * 3600 + 1));
    }
}
