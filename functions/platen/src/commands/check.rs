//! `platen check`: all errors and warnings of templates, for their authors and for CI.

use std::path::{Path, PathBuf};

use platen_docx::{CompileError, Limits, RenderError, RenderOptions};
use serde_json::Value;

use super::render;
use crate::enclosures::TranslationArgs;
use crate::failure::Failure;
use crate::remote::{Client, RemoteArgs, templates as remote};
use crate::{files, home, report, templates};

/// Arguments of `platen check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The templates
    #[arg(required = true)]
    templates: Vec<PathBuf>,
    /// Data to test the templates with, a JSON file: what would make a document fail is reported, too
    #[arg(long = "with", value_name = "JSON")]
    data: Option<PathBuf>,
    /// Show the values that errors of the data are about, as far as they are short; they may be personal
    #[arg(long, requires = "data")]
    error_data: bool,
    #[command(flatten)]
    translations: TranslationArgs,
    #[command(flatten)]
    remote: RemoteArgs,
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
/// Any template has an error, or cannot be read; a service refuses to check.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (limits, mut tally) = (templates::limits()?, Tally::default());
    let data = args.data.as_ref().map(|path| render::read_data(path).map(|data| (path, data))).transpose()?;
    let example = data.as_ref().map(|(path, data)| Example { path, data, error_data: args.error_data });
    let client = args.remote.client()?;
    for path in &args.templates {
        let found = match (args.translations.put_into(path), &client) {
            (Ok(bytes), Some(client)) => on_service(client, path, &bytes, example.as_ref())?,
            (Ok(bytes), None) => here(path, bytes, &limits, example.as_ref()),
            (Err(failure), _) => {
                report::error(&failure.to_string());
                Found { errors: 1, warnings: 0 }
            }
        };
        tally.errors += found.errors;
        tally.warnings += found.warnings;
        tally.failed += usize::from(found.errors > 0);
    }
    conclude(&tally, args.templates.len())
}

/// Data that a template is tested with.
struct Example<'a> {
    path: &'a Path,
    data: &'a Value,
    error_data: bool,
}

/// What was found about one template, and told.
struct Found {
    errors: usize,
    warnings: usize,
}

fn here(path: &Path, bytes: Vec<u8>, limits: &Limits, example: Option<&Example>) -> Found {
    let name = files::shown(path);
    let template = match templates::compiled(path, bytes, limits) {
        Ok(template) => template,
        Err(error) => {
            report::compile_error(&name, &error);
            let errors = match &error {
                CompileError::Package(_) | CompileError::Exhausted(_) => 1,
                CompileError::Template(remarks) => remarks.len(),
            };
            return Found { errors, warnings: 0 };
        }
    };
    report::diagnostics(&name, template.warnings());
    let tried = example.map(|example| {
        let options = RenderOptions { error_data: example.error_data, ..RenderOptions::default() };
        (example, template.render(example.data, &options))
    });
    let errors = match tried {
        Some((example, Err(error))) => {
            render::refusal(&error, path, example.path).report();
            match &error {
                RenderError::Data(errors) => errors.len(),
                RenderError::Template(remarks) => remarks.len(),
                RenderError::Limit { .. } | RenderError::Corrupt(_) | RenderError::Cancelled => 1,
            }
        }
        _ => 0,
    };
    Found { errors, warnings: template.warnings().len() }
}

/// Has a service check a template, with its own limits and the templates that it has to include.
fn on_service(
    client: &Client,
    path: &Path,
    bytes: &[u8],
    example: Option<&Example>,
) -> Result<Found, Failure> {
    let name = files::shown(path);
    let tried = home::block_on(remote::check(client, bytes, example.map(|it| (it.data, it.error_data))));
    let refusal = match tried {
        Ok(warnings) => {
            report::diagnostics(&name, &warnings);
            return Ok(Found { errors: 0, warnings: warnings.len() });
        }
        // All else is no fault of the template.
        Err(Failure::Refused(refusal)) if ABOUT_TEMPLATES.contains(&refusal.code()) => refusal,
        Err(failure) => return Err(failure),
    };
    match refusal.remarks().as_slice() {
        [] => {
            report::error(&format!("{name}: {refusal}"));
            Ok(Found { errors: 1, warnings: 0 })
        }
        remarks if refusal.code() == "template-error" => {
            report::diagnostics(&name, remarks);
            Ok(Found { errors: remarks.len(), warnings: 0 })
        }
        faults => {
            report::error(&format!("{name}: {refusal}"));
            Ok(Found { errors: faults.len(), warnings: 0 })
        }
    }
}

/// Codes of the service's errors that a template, or the data for it, is the reason of.
const ABOUT_TEMPLATES: [&str; 3] = ["template-error", "invalid-data", "limit-exceeded"];

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
