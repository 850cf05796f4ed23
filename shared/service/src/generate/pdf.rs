//! The PDF step, and its errors in the service's words.

use std::sync::Arc;

use platen_docx::{Budget, Diagnostic, Severity, Warning};
use platen_pdf::finish::{Finish, convert_and_finish};
use platen_pdf::{Converted, Engine, PdfError, PdfOptions};

use crate::health::EngineState;
use crate::problem::{Code, FieldError, Problem};
use crate::subscriptions::SubscriptionId;
use crate::{Limits, Service};

/// What makes PDFs, for work on another thread.
pub(crate) struct PdfMaker {
    engine: Arc<dyn Engine>,
    state: EngineState,
    pub(super) limits: Arc<Limits>,
}

impl Service {
    pub(crate) fn pdf_maker(&self) -> PdfMaker {
        PdfMaker {
            engine: self.engine.clone(),
            state: self.engine_state.clone(),
            limits: self.limits.clone(),
        }
    }
}

impl PdfMaker {
    /// Converts a finished .docx within a budget, with the properties that the document has and what the caller asks of the
    /// PDF. It is made for one tenant: no process of the engine serves two.
    pub(super) fn convert(
        &self,
        docx: &[u8],
        finish: &Finish,
        budget: &Budget,
        tenant: SubscriptionId,
    ) -> Result<Converted, Problem> {
        let made = convert_and_finish(self.engine.as_ref(), docx, &self.options(budget, tenant), finish);
        self.state.learn(&made);
        made.map_err(|error| problem(&error))
    }

    /// What a PDF of a template would not show as Word does, as remarks for its author. That none can be made of it is one
    /// too; what hinders the engine itself is told when a PDF is asked for.
    pub(crate) fn check(&self, package: &[u8], budget: &Budget, tenant: SubscriptionId) -> Vec<Diagnostic> {
        match self.engine.check(package, &self.options(budget, tenant)) {
            Ok(warnings) => warnings.into_iter().map(remark).collect(),
            Err(error) if is_of_the_document(&error) => {
                vec![remark(Warning::new("no-pdf", format!("no PDF can be made of this template: {error}")))]
            }
            Err(error) => {
                tracing::warn!(%error, "the engine cannot tell what a PDF of a template lacks");
                Vec::new()
            }
        }
    }

    fn options(&self, budget: &Budget, tenant: SubscriptionId) -> PdfOptions {
        PdfOptions {
            limits: self.limits.pdf.clone(),
            budget: Some(budget.clone()),
            tenant: Some(tenant.0),
            ..PdfOptions::default()
        }
    }
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
    )
}

fn problem(error: &PdfError) -> Problem {
    let sentence = format!("No PDF was made: {error}.");
    match error {
        // The author's document is at fault, or at least nobody but the author can do something about it.
        PdfError::Package(_) | PdfError::Invalid(_) | PdfError::Unsupported(_) | PdfError::Engine => {
            let errors = vec![FieldError::new("", error.to_string())];
            Problem::with_errors(Code::TemplateError, sentence, errors)
        }
        PdfError::Limit { .. } | PdfError::Exhausted(_) => Problem::new(Code::LimitExceeded, sentence),
        PdfError::Busy(_) | PdfError::Child(_) => Problem::unavailable(error),
        PdfError::Fonts { .. } | PdfError::Program { .. } | PdfError::Sandbox(_) => Problem::internal(error),
    }
}
