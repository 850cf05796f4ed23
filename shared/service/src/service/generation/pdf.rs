//! The PDF step, and its errors in the service's words.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use platen_docx::{Budget, Diagnostic, Severity, Warning};
use platen_pdf::finish::Finish;
use platen_pdf::{
    Converted, Engine, InvoiceFault, PageImage, Passage, PdfError, PdfOptions, Pictured, Signer,
    UpdateFields, UpdatedDocx, Whereabouts,
};

use super::Generation;
use crate::Limits;
use crate::ids::SubscriptionId;
use crate::problem::{Code, FieldError, Problem};
use crate::service::health::EngineState;

/// The place of an e-invoice's XML in a request.
const INVOICE: &str = "/options/pdf/eInvoice/xml";

/// Creates PDFs, for work on another thread.
pub(crate) struct PdfMaker {
    engine: Arc<dyn Engine>,
    state: EngineState,
    pub(super) limits: Arc<Limits>,
    signer: Option<Arc<Signer>>,
}

impl Generation<'_> {
    pub(crate) fn pdf_maker(self) -> PdfMaker {
        PdfMaker {
            engine: self.0.engine.clone(),
            state: self.0.engine_state.clone(),
            limits: self.0.limits.clone(),
            signer: self.0.signer.clone(),
        }
    }
}

impl PdfMaker {
    /// Converts a finished .docx within a budget, with the document's properties and the caller's PDF options. It works for
    /// one tenant: no process of the engine serves two.
    pub(super) fn convert(
        &self,
        docx: &[u8],
        finish: &Finish,
        fields: Option<UpdateFields>,
        budget: &Budget,
        tenant: SubscriptionId,
    ) -> Result<Converted, Problem> {
        let options = PdfOptions { fields, finish: finish.clone(), ..self.options(budget, tenant) };
        let made = self.engine.convert(docx, &options);
        self.state.learn(&made);
        made.map_err(|error| problem(&error))
    }

    /// Computes the fields of a finished .docx within a budget, for one tenant.
    pub(super) fn update_fields(
        &self,
        docx: &[u8],
        fields: UpdateFields,
        budget: &Budget,
        tenant: SubscriptionId,
    ) -> Result<UpdatedDocx, Problem> {
        let options = PdfOptions { fields: Some(fields), ..self.options(budget, tenant) };
        self.engine.update_fields(docx, &options).map_err(|error| not_updated(&error))
    }

    /// A page of that PDF as a picture.
    pub(crate) fn picture(
        &self,
        docx: &[u8],
        page: PageImage,
        (finish, fields): (Finish, Option<UpdateFields>),
        budget: &Budget,
        tenant: SubscriptionId,
    ) -> Result<Pictured, Problem> {
        let options = PdfOptions { finish, fields, ..self.options(budget, tenant) };
        self.engine.picture(docx, page, &options).map_err(|error| problem(&error))
    }

    /// The places of passages on the pages of that PDF ([`Engine::find`]).
    pub(crate) fn find(
        &self,
        docx: &[u8],
        passages: Vec<Passage>,
        budget: &Budget,
        tenant: SubscriptionId,
    ) -> Result<Vec<Option<Whereabouts>>, Problem> {
        self.engine.find(docx, passages, &self.options(budget, tenant)).map_err(|error| problem(&error))
    }

    /// Differences of a template's PDF from Word's, as remarks for its author. If no PDF can be created, that is one too;
    /// `None` if the engine itself is prevented, which is reported when a PDF is requested.
    pub(crate) fn check(
        &self,
        package: &[u8],
        budget: &Budget,
        tenant: SubscriptionId,
    ) -> Option<Vec<Diagnostic>> {
        match self.engine.check(package, &self.options(budget, tenant)) {
            Ok(warnings) => Some(warnings.into_iter().map(remark).collect()),
            Err(error) if is_of_the_document(&error) => {
                let detail = format!("no PDF can be made of this template: {error}");
                Some(vec![remark(Warning::new("no-pdf", detail))])
            }
            Err(error) => {
                tracing::warn!(%error, "the engine cannot tell what a PDF of a template lacks");
                None
            }
        }
    }

    fn options(&self, budget: &Budget, tenant: SubscriptionId) -> PdfOptions {
        PdfOptions {
            limits: self.limits.pdf.clone(),
            budget: Some(budget.clone()),
            tenant: Some(tenant.0),
            signer: self.signer.clone(),
            ..PdfOptions::default()
        }
    }
}

/// Fields take the time of the request for the present, in UTC: the service is nowhere.
pub(super) fn fields_of(file_name: String) -> UpdateFields {
    let now = Timestamp::now().to_zoned(TimeZone::UTC).datetime();
    UpdateFields { now: Some(now), file_name: Some(file_name) }
}

/// A warning as a remark on a template.
fn remark(warning: Warning) -> Diagnostic {
    let Warning { code, detail, hint, part, text, count } = warning;
    let place = if matches!(code.as_str(), "substituted-font" | "missing-glyph") { "fonts" } else { "PDF" };
    let times = if count > 1 { format!(" ({count} times)") } else { String::new() };
    let excerpt = text.unwrap_or_default();
    Diagnostic {
        severity: Severity::Warning,
        place: place.to_owned(),
        part: part.unwrap_or_default(),
        caret: 0,
        width: excerpt.chars().count().max(1),
        excerpt,
        message: format!("{detail}{times}"),
        hint,
    }
}

/// Whether the author's document is at fault, or at least nobody but the author can do something about it.
fn is_of_the_document(error: &PdfError) -> bool {
    matches!(
        error,
        PdfError::Package(_)
            | PdfError::Invalid(_)
            | PdfError::Unsupported(_)
            | PdfError::Limit { .. }
            | PdfError::Exhausted(_)
            | PdfError::Engine
            | PdfError::Killed
    )
}

fn problem(error: &PdfError) -> Problem {
    of_engine(error, format!("No PDF was made: {error}."))
}

fn not_updated(error: &PdfError) -> Problem {
    of_engine(error, format!("The fields of the document were not updated: {error}."))
}

fn of_engine(error: &PdfError, sentence: String) -> Problem {
    match error {
        // The author's document is at fault, or at least nobody but the author can do something about it.
        PdfError::Package(_)
        | PdfError::Invalid(_)
        | PdfError::Unsupported(_)
        | PdfError::Engine
        | PdfError::Killed => {
            let errors = vec![FieldError::new("", error.to_string())];
            Problem::with_errors(Code::TemplateError, sentence, errors)
        }
        PdfError::Invoice(faults) => {
            let at = |fault: &InvoiceFault| FieldError::new(INVOICE, fault.to_string());
            let mut errors: Vec<_> = faults.listed().iter().map(at).collect();
            if faults.more() > 0 {
                errors.push(FieldError::new(INVOICE, format!("{} more rules are broken", faults.more())));
            }
            let detail = match faults.listed() {
                [only] => format!("The e-invoice is refused: {only}."),
                several => {
                    format!("The e-invoice breaks {} rules; see `errors`.", several.len() + faults.more())
                }
            };
            Problem::with_errors(Code::InvalidBody, detail, errors)
        }
        PdfError::Joined { place, .. } => {
            let errors = vec![FieldError::new(format!("/options/pdf/{place}"), error.to_string())];
            Problem::with_errors(Code::InvalidBody, sentence, errors)
        }
        PdfError::NoneChosen { .. } => {
            let errors = vec![FieldError::new("/options/pdf/pages", error.to_string())];
            Problem::with_errors(Code::InvalidBody, sentence, errors)
        }
        PdfError::NoPage { pages, .. } => {
            let detail = format!("`page` must be from 1 to {pages}: {error}");
            let errors = vec![FieldError::new("/page", detail.as_str())];
            Problem::with_errors(Code::InvalidBody, format!("{detail}."), errors)
        }
        PdfError::Limit { .. } | PdfError::Exhausted(_) => Problem::new(Code::LimitExceeded, sentence),
        PdfError::Busy(_) | PdfError::Child(_) => Problem::unavailable(error),
        PdfError::Sandbox(_) => Problem::internal(error),
    }
}
