//! `platen migrate`: a template of another product becomes one of Platen's.

use std::path::PathBuf;

use platen_docx::{Budget, CompileError, Diagnostic, Migration, Severity, Template, migrate};
use serde::Serialize;

use crate::failure::Failure;
use crate::{files, report, templates};

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
}

/// What is printed with `--json`: the same members as the service's answer.
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
/// The file cannot be read or written, has no marks of another product, or has errors still.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.json && files::is_stream(&args.output) {
        return Err(Failure::Input(
            "stdout cannot take both the template and the report; name a file after `--output`".to_owned(),
        ));
    }
    let (name, limits) = (files::shown(&args.template), templates::limits()?);
    let bytes = files::read("the template", &args.template)?;
    let refused = |error: &CompileError| {
        report::compile_error(&name, error);
        Failure::Reported
    };
    let migration = migrate(bytes, &limits, &Budget::of(&limits)).map_err(|error| refused(&error))?;
    let remarks = match Template::compile(migration.docx.clone(), &limits) {
        Ok(template) => template.warnings().to_vec(),
        Err(CompileError::Template(remarks)) => remarks,
        Err(error) => return Err(refused(&error)),
    };
    if migration.rewritten.is_empty() && migration.untouched.is_empty() {
        report::diagnostics(&name, &remarks);
        return Err(Failure::Input(format!(
            "{name}: no marks of other products were found; nothing was written"
        )));
    }
    files::write(&args.output, &migration.docx)?;
    match args.json {
        true => files::print_json(&Report { migration: &migration, remarks: &remarks })?,
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

/// The report for people, on stderr.
fn tell(migration: &Migration) {
    for line in &migration.rewritten {
        let to = if line.to.is_empty() { "nothing" } else { &line.to };
        let note = line.note.map_or(String::new(), |note| format!(" ({note})"));
        report::note(&format!("{}: {} -> {to}{}{note}", line.place, line.from, times(line.count)));
    }
    for line in &migration.untouched {
        report::warning(&format!(
            "{}: {} stays{}: {}",
            line.place,
            line.mark,
            times(line.count),
            line.reason
        ));
    }
    let listed = migration.rewritten.iter().map(|line| line.count).sum::<usize>();
    let more = migration.rewritten_count.saturating_sub(listed);
    if more > 0 {
        report::note(&format!("{more} more were rewritten"));
    }
    report::note(&format!("{} rewritten, {} stay", migration.rewritten_count, migration.untouched_count));
}

fn times(count: usize) -> String {
    if count == 1 { String::new() } else { format!(", {count} times") }
}
