//! `platen check`: all errors and warnings of templates, for their authors and for CI.

use std::path::PathBuf;

use platen_docx::{CompileError, RenderError, RenderOptions, Template};

use super::render;
use crate::failure::Failure;
use crate::{files, report, templates};

/// Arguments of `platen check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The templates
    #[arg(required = true)]
    templates: Vec<PathBuf>,
    /// Data to test the templates with, a JSON file: what would make a document fail is reported, too
    #[arg(long, value_name = "JSON")]
    data: Option<PathBuf>,
    /// Show the values that errors of the data are about, as far as they are short; they may be personal
    #[arg(long, requires = "data")]
    error_data: bool,
}

#[derive(Default)]
struct Tally {
    errors: usize,
    warnings: usize,
    failed: usize,
}

/// Checks each template and reports on all of them, however many fail.
///
/// # Errors
/// Any template has an error, or cannot be read.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (limits, mut tally) = (templates::limits()?, Tally::default());
    let data = args.data.as_ref().map(|path| render::read_data(path).map(|data| (path, data))).transpose()?;
    for path in &args.templates {
        let name = files::shown(path);
        let bytes = match files::read("the template", path) {
            Ok(bytes) => bytes,
            Err(failure) => {
                report::error(&failure.to_string());
                tally.errors += 1;
                tally.failed += 1;
                continue;
            }
        };
        let compiled = templates::with_included(path, bytes, &limits)
            .and_then(|bytes| Template::compile(bytes, &limits));
        match compiled {
            Ok(template) => {
                report::diagnostics(&name, template.warnings());
                tally.warnings += template.warnings().len();
                let options = RenderOptions { error_data: args.error_data, ..RenderOptions::default() };
                let tried = data.as_ref().map(|(path, data)| (path, template.render(data, &options)));
                if let Some((data, Err(error))) = tried {
                    render::refusal(&error, path, data).report();
                    tally.errors += match &error {
                        RenderError::Data(errors) => errors.len(),
                        RenderError::Template(remarks) => remarks.len(),
                        RenderError::Limit { .. } | RenderError::Cancelled => 1,
                    };
                    tally.failed += 1;
                }
            }
            Err(error) => {
                report::compile_error(&name, &error);
                tally.errors += match &error {
                    CompileError::Package(_) | CompileError::Exhausted(_) => 1,
                    CompileError::Template(remarks) => remarks.len(),
                };
                tally.failed += 1;
            }
        }
    }
    conclude(&tally, args.templates.len())
}

fn conclude(tally: &Tally, checked: usize) -> Result<(), Failure> {
    let counts = format!("{}, {}", counted(tally.errors, "error"), counted(tally.warnings, "warning"));
    if tally.failed > 0 {
        return Err(Failure::Input(format!(
            "{counts}; {} of {} failed",
            tally.failed,
            counted(checked, "template")
        )));
    }
    report::note(&format!("{} checked: {counts}", counted(checked, "template")));
    Ok(())
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
