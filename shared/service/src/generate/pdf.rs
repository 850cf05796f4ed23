//! The PDF step, and its errors in the service's words.

use std::sync::Arc;

use platen_docx::Budget;
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
        let options = PdfOptions {
            limits: self.limits.pdf.clone(),
            budget: Some(budget.clone()),
            tenant: Some(tenant.0),
            ..PdfOptions::default()
        };
        let made = convert_and_finish(self.engine.as_ref(), docx, &options, finish);
        self.state.learn(&made);
        made.map_err(|error| problem(&error))
    }
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
