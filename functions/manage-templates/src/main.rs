//! The Lambda function of the operations upon templates. With the PDF engine's fonts, to say which ones a template lacks.

use std::process::ExitCode;

fn main() -> ExitCode {
    platen_lambda::serve_http_with_pdf(manage_templates::OPERATIONS, |service, request| {
        Box::pin(manage_templates::handle(service, request))
    })
}
