//! The document library's errors in the service's words.

use platen_docx::{CompileError, DataError, Diagnostic, Exhausted, RenderError, Severity};

use super::{Code, FieldError, Problem};

impl Problem {
    /// A template that cannot render, with all its errors.
    pub(crate) fn template_error(diagnostics: &[Diagnostic]) -> Problem {
        let errors: Vec<FieldError> =
            diagnostics.iter().filter(|d| d.severity == Severity::Error).map(FieldError::from).collect();
        let detail = match errors.as_slice() {
            [] => "The template cannot be rendered.".to_owned(),
            [only] => only.detail.clone(),
            several => format!("The template has {} errors; see `errors`.", several.len()),
        };
        Problem::with_errors(Code::TemplateError, detail, errors)
    }

    /// Data that does not fit the template, which got the data that stands at `/data` of the request.
    pub(crate) fn invalid_data(errors: Vec<DataError>) -> Problem {
        let errors: Vec<FieldError> = errors
            .into_iter()
            .map(|DataError { pointer, detail, value }| FieldError {
                value,
                ..FieldError::new(format!("/data{pointer}"), detail)
            })
            .collect();
        let detail = match errors.as_slice() {
            [only] => format!("{}: {}", only.pointer, only.detail),
            several => format!("{} values do not fit the template; see `errors`.", several.len()),
        };
        Problem::with_errors(Code::InvalidData, detail, errors)
    }

    /// A template that was not compiled.
    pub(crate) fn from_compile(error: CompileError) -> Problem {
        match error {
            // Nobody reads it.
            CompileError::Exhausted(Exhausted::Cancelled) => {
                Problem::unavailable("the caller closed the connection")
            }
            CompileError::Exhausted(exhausted) => {
                Problem::new(Code::LimitExceeded, format!("The template was not read: {exhausted}."))
            }
            error => Problem::template_error(&diagnostics_of(error)),
        }
    }

    /// A render that failed.
    pub(crate) fn from_render(error: RenderError) -> Problem {
        match error {
            RenderError::Data(errors) => Problem::invalid_data(errors),
            RenderError::Template(diagnostics) => Problem::template_error(&diagnostics),
            RenderError::Limit { limit, allowed, hint } => Problem::new(
                Code::LimitExceeded,
                format!("The document exceeds the limit `{limit}` ({allowed}): {hint}."),
            ),
            RenderError::Corrupt(remark) => Problem::internal(remark),
            // Nobody reads it; a job tries the item again.
            RenderError::Cancelled => Problem::unavailable("the caller closed the connection"),
        }
    }
}

/// Remarks on one file that are kept and shown. Twenty thousand wrong tags get as many words as a hundred: a list of such
/// files must not become an answer of gigabytes.
const LISTED: usize = 100;

/// Why a file does not compile, as remarks for its author: a refused package is one remark about the file as a whole.
pub(crate) fn diagnostics_of(error: CompileError) -> Vec<Diagnostic> {
    match error {
        CompileError::Template(diagnostics) => listed(diagnostics),
        CompileError::Package(_) | CompileError::Exhausted(_) => {
            vec![on_the_file(Severity::Error, error.to_string())]
        }
    }
}

/// The first remarks, errors before all others where there are too many, and how many more there are.
pub(crate) fn listed(mut remarks: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let more = remarks.len().saturating_sub(LISTED);
    if more > 0 {
        remarks.sort_by_key(|remark| remark.severity != Severity::Error);
        remarks.truncate(LISTED);
        let severity = remarks.first().map_or(Severity::Warning, |first| first.severity);
        remarks.push(on_the_file(severity, format!("{more} more remarks; these are the first {LISTED}")));
    }
    remarks
}

pub(crate) fn on_the_file(severity: Severity, message: String) -> Diagnostic {
    Diagnostic {
        severity,
        place: "the file".to_owned(),
        part: String::new(),
        excerpt: String::new(),
        caret: 0,
        width: 1,
        message,
        hint: None,
    }
}
