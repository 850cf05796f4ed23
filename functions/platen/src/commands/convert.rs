//! `platen convert`: a Word document to PDF.

use std::path::PathBuf;

use platen_pdf::Converted;

use crate::failure::Failure;
use crate::pdf::{Converter, PdfArgs};
use crate::{files, format, report};

/// Arguments of `platen convert`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The document, a .docx file (`-` for stdin)
    document: PathBuf,
    /// The PDF to write (`-` for stdout)
    #[arg(short, long, value_name = "OUT", value_parser = parse_pdf)]
    output: PathBuf,
    #[command(flatten)]
    pdf: PdfArgs,
}

fn parse_pdf(text: &str) -> Result<PathBuf, String> {
    if text == "-" {
        return Ok(PathBuf::from(text));
    }
    match format::parse_output(text) {
        Ok(output) if output.is_pdf() => Ok(output.path().to_owned()),
        _ => Err("the name must end in .pdf".to_owned()),
    }
}

/// Converts the document.
///
/// # Errors
/// The document cannot be read, laid out or written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let document = files::read("the document", &args.document)?;
    let name = files::shown(&args.document);
    let Converted { pdf, warnings } = Converter::new(&args.pdf)?.convert(&name, &document)?;
    report::warnings(&name, &warnings);
    files::write(&args.output, &pdf)
}
