//! `platen migrate`: a template of another product becomes one of Platen's.

use std::path::PathBuf;

use platen_docx::{Budget, CompileError, Diagnostic, Migration, Severity, Template, migrate};
use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;
use crate::remote::{RemoteArgs, templates};
use crate::templates::limits;
use crate::{files, home, report};

/// Arguments of `platen migrate`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The template of another product, a .docx or .dotx file (`-` for stdin)
    template: PathBuf,
    /// The template to write (`-` for stdout)
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Print the report as JSON on stdout
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    remote: RemoteArgs,
}

/// What became of a template's marks: the same members as the service's answer.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    migration: &'a Migration,
    /// What the new template's author should know, errors and warnings.
    remarks: &'a [Diagnostic],
}

/// Rewrites the marks and tells what became of each.
///
/// # Errors
/// The file cannot be read or written, has no marks of another product, or has errors still; a service refuses it.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.json && files::is_stream(&args.output) {
        return Err(Failure::Input(
            "stdout cannot take both the template and the report; name a file after `--output`".to_owned(),
        ));
    }
    let name = files::shown(&args.template);
    let bytes = files::read("the template", &args.template)?;
    let (migration, docx) = match args.remote.client()? {
        Some(client) => home::block_on(templates::migrate(&client, bytes))?,
        None => here(&name, bytes)?,
    };
    let remarks = serde_json::from_value(migration["remarks"].clone());
    let remarks: Vec<Diagnostic> = remarks.map_err(|error| Failure::Internal(error.to_string()))?;
    if lines(&migration, "rewritten").chain(lines(&migration, "untouched")).next().is_none() {
        report::diagnostics(&name, &remarks);
        return Err(Failure::Input(format!(
            "{name}: no marks of other products were found; nothing was written"
        )));
    }
    files::write(&args.output, &docx)?;
    match args.json {
        true => files::print_json(&migration)?,
        false => tell(&migration),
    }
    let output = args.output.display().to_string();
    report::diagnostics(&output, &remarks);
    let errors = remarks.iter().filter(|remark| remark.severity == Severity::Error).count();
    if errors > 0 {
        return Err(Failure::Input(format!(
            "{output} is written, but no document can be made from it yet: errors remain ({errors}); open it in Word and fix them"
        )));
    }
    Ok(())
}

/// Rewrites the marks on this machine: the report, and the new file.
fn here(name: &str, bytes: Vec<u8>) -> Result<(Value, Vec<u8>), Failure> {
    let limits = limits()?;
    let refused = |error: &CompileError| {
        report::compile_error(name, error);
        Failure::Reported
    };
    let migration = migrate(bytes, &limits, &Budget::of(&limits)).map_err(|error| refused(&error))?;
    let remarks = match Template::compile(migration.docx.clone(), &limits) {
        Ok(template) => template.warnings().to_vec(),
        Err(CompileError::Template(remarks)) => remarks,
        Err(error) => return Err(refused(&error)),
    };
    let report = serde_json::to_value(Report { migration: &migration, remarks: &remarks });
    Ok((report.map_err(|error| Failure::Internal(error.to_string()))?, migration.docx))
}

fn lines<'a>(migration: &'a Value, list: &str) -> impl Iterator<Item = &'a Value> {
    migration[list].as_array().into_iter().flatten()
}

/// The report for people, on stderr.
fn tell(migration: &Value) {
    let count = |of: &Value| of.as_u64().unwrap_or_default();
    let mut listed = 0;
    for line in lines(migration, "rewritten") {
        let word = |name: &str| line[name].as_str().unwrap_or_default();
        let to = if word("to").is_empty() { "nothing" } else { word("to") };
        let note = line["note"].as_str().map_or(String::new(), |note| format!(" ({note})"));
        let times = times(count(&line["count"]));
        report::note(&format!("{}: {} -> {to}{times}{note}", word("place"), word("from")));
        listed += count(&line["count"]);
    }
    for line in lines(migration, "untouched") {
        let word = |name: &str| line[name].as_str().unwrap_or_default();
        let times = times(count(&line["count"]));
        report::warning(&format!("{}: {} stays{times}: {}", word("place"), word("mark"), word("reason")));
    }
    let (rewritten, untouched) = (count(&migration["rewrittenCount"]), count(&migration["untouchedCount"]));
    let more = rewritten.saturating_sub(listed);
    if more > 0 {
        report::note(&format!("{more} more were rewritten"));
    }
    report::note(&format!("{rewritten} rewritten, {untouched} stay"));
}

fn times(count: u64) -> String {
    if count == 1 { String::new() } else { format!(", {count} times") }
}
