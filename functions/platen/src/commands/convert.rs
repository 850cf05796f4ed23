//! `platen convert`: a Word document to PDF, or a page of it to a picture.

use std::path::PathBuf;

use clap::value_parser;
use platen_pdf::{Converted, PageImage, Pictured};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::fields::fields_of;
use crate::pdf::{Converter, PdfArgs};
use crate::remote::{RemoteArgs, documents};
use crate::{files, home, report};

/// Arguments of `platen convert`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The document, a .docx file (`-` for stdin)
    document: PathBuf,
    /// The PDF to write (`-` for stdout), or with .png a picture of a page
    #[arg(short, long, value_name = "OUT", value_parser = parse_output)]
    output: Output,
    /// The page that a picture shows [default: 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    page: Option<u32>,
    /// Pixels to the inch of a picture, 10 to 200 [default: 96]
    #[arg(long, value_name = "N", value_parser = parse_dpi)]
    dpi: Option<u32>,
    /// Update tables of contents, references, dates and other Word fields [default: keep their saved results]
    #[arg(long)]
    update_fields: bool,
    #[command(flatten)]
    pdf: PdfArgs,
    #[command(flatten)]
    remote: RemoteArgs,
}

/// What is written, and where.
#[derive(Debug, Clone)]
enum Output {
    Pdf(PathBuf),
    Png(PathBuf),
}

fn parse_output(text: &str) -> Result<Output, String> {
    let path = PathBuf::from(text);
    if text == "-" {
        return Ok(Output::Pdf(path));
    }
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("pdf") => Ok(Output::Pdf(path)),
        Some(extension) if extension.eq_ignore_ascii_case("png") => Ok(Output::Png(path)),
        _ => Err("the name must end in .pdf or .png, which sets the format".to_owned()),
    }
}

fn parse_dpi(text: &str) -> Result<u32, String> {
    let dpi = text.parse().ok().filter(|dpi| PageImage::DPI.contains(dpi));
    let (least, most) = PageImage::DPI.into_inner();
    dpi.ok_or_else(|| format!("it must be a whole number from {least} to {most}"))
}

/// Converts the document.
///
/// # Errors
/// The document cannot be read, laid out or written; it lacks the page; what is asked for does not go together.
pub fn run(args: &Args) -> Result<(), Failure> {
    let image = match &args.output {
        Output::Png(_) if !args.pdf.suits_pictures() => {
            let reason = "a picture of a page cannot follow a PDF standard, have a password, take files, be joined with other PDFs or be filled in: leave these out, or make a .pdf";
            return Err(Failure::Input(reason.to_owned()));
        }
        Output::Png(_) => PageImage::new(args.page.unwrap_or(1), args.dpi.unwrap_or(PageImage::USUAL_DPI)),
        Output::Pdf(_) if args.page.is_some() || args.dpi.is_some() => {
            let reason = "--page and --dpi apply to pictures: name a .png file with --output";
            return Err(Failure::Input(reason.to_owned()));
        }
        Output::Pdf(_) => None,
    };
    if args.pdf.is_of_data() {
        let reason = "a document that is converted has no data to make an e-invoice of; give its XML with `--e-invoice`";
        return Err(Failure::Input(reason.to_owned()));
    }
    let (Output::Pdf(path) | Output::Png(path)) = &args.output;
    if let Some(client) = args.remote.client()? {
        let wanted = for_service(args, image.is_some())?;
        return home::block_on(documents::convert(&client, &args.document, &wanted, path));
    }
    let document = files::read("the document", &args.document)?;
    let name = files::shown(&args.document);
    let fields = args.update_fields.then(|| fields_of(&args.document));
    let converter = Converter::new(&args.pdf)?;
    let (bytes, warnings) = match image {
        Some(image) => {
            let Pictured { png, warnings, .. } = converter.picture(&name, &document, image, fields)?;
            (png, warnings)
        }
        None => {
            let Converted { pdf, warnings } = converter.convert(&name, &document, fields)?;
            (pdf, warnings)
        }
    };
    report::warnings(&name, &warnings);
    files::write(path, &bytes)
}

/// What is asked of a service, beside the document.
fn for_service(args: &Args, is_picture: bool) -> Result<Value, Failure> {
    let mut wanted = json!({ "format": if is_picture { ".png" } else { ".pdf" } });
    if let Some(page) = args.page {
        wanted["page"] = json!(page);
    }
    if let Some(dpi) = args.dpi {
        wanted["dpi"] = json!(dpi);
    }
    wanted["options"] = json!({ "updateFields": args.update_fields, "pdf": args.pdf.for_service()? });
    Ok(wanted)
}
