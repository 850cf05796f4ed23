//! `platen render`: one document from a template and data. To .docx it starts nothing that the document does not need:
//! no runtime, no storage, no fonts.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use platen_docx::{Budget, Controls, Missing, Packing, RenderError, RenderOptions, Rendered};
use platen_pdf::Converted;
use serde_json::{Value, json};

use super::watch::State;
use crate::enclosures::TranslationArgs;
use crate::failure::Failure;
use crate::fields::FieldArgs;
use crate::pdf::{self, Converter, PdfArgs};
use crate::remote::{Client, RemoteArgs, documents};
use crate::{files, home, report, templates};

/// Arguments of `platen render`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The template, a .docx or .dotx file (`-` for stdin); with `--url` also the id or name of one that the service has
    template: PathBuf,
    /// The data: a JSON file with one object (`-` for stdin)
    data: PathBuf,
    /// The document to write; its extension, .docx or .pdf, is the format (`-` writes a .docx to stdout)
    #[arg(short, long, value_name = "OUT", value_parser = crate::format::parse_output)]
    output: crate::format::Output,
    /// What happens to fields that the data does not hold
    #[arg(long, value_enum, default_value_t = MissingChoice::Error)]
    missing: MissingChoice,
    /// Language of texts to translate, dates, numbers and currencies, as a BCP 47 tag (`de-CH`)
    #[arg(long)]
    locale: Option<String>,
    /// The day that the template calls `today` (`2026-01-31`); no clock is read
    #[arg(long)]
    today: Option<jiff::civil::Date>,
    /// What becomes of the content controls of a .docx
    #[arg(long, value_enum, default_value_t = ControlsChoice::Keep)]
    controls: ControlsChoice,
    /// Show the values that errors of the data are about, as far as they are short; they may be personal
    #[arg(long)]
    error_data: bool,
    /// Make the document again each time that the template or the data is saved, until Ctrl-C
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    translations: TranslationArgs,
    #[command(flatten)]
    fields: FieldArgs,
    #[command(flatten)]
    pdf: PdfArgs,
    #[command(flatten)]
    remote: RemoteArgs,
}

/// [`Missing`], as the command line spells it.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum MissingChoice {
    /// The command fails and lists all of them
    Error,
    /// Nothing is written
    Empty,
    /// The tag stays in the text
    Keep,
}

/// [`Controls`], as the command line spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ControlsChoice {
    /// They can be filled again
    Keep,
    /// They go, what they hold stays
    Remove,
    /// Neither they nor what they hold can be changed in Word
    Lock,
}

impl From<ControlsChoice> for Controls {
    fn from(choice: ControlsChoice) -> Controls {
        match choice {
            ControlsChoice::Keep => Controls::Keep,
            ControlsChoice::Remove => Controls::Remove,
            ControlsChoice::Lock => Controls::Lock,
        }
    }
}

impl From<MissingChoice> for Missing {
    fn from(choice: MissingChoice) -> Missing {
        match choice {
            MissingChoice::Error => Missing::Error,
            MissingChoice::Empty => Missing::Empty,
            MissingChoice::Keep => Missing::Keep,
        }
    }
}

/// Makes the document; with `--watch` again each time that the template or the data is saved.
///
/// # Errors
/// Everything that hinders it, in words for the author of the template or of the data.
pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(client) = args.remote.instead_of(&args.template)? {
        return home::block_on(on_service(&client, args));
    }
    if files::is_stream(&args.template) && files::is_stream(&args.data) {
        return Err(Failure::Input(
            "stdin cannot be both the template and the data; put one of them into a file".to_owned(),
        ));
    }
    if args.pdf.is_any() && !args.output.is_pdf() {
        return Err(Failure::Input(
            "`--conformance`, `--password-file`, `--watermark`, `--prepend`, `--append`, `--stamp`, `--pages`, `--forms`, `--sign`, `--attach`, `--e-invoice` and `--e-invoice-from-data` say how a PDF is made; for a .docx leave them out"
                .to_owned(),
        ));
    }
    if args.controls != ControlsChoice::Keep && args.output.is_pdf() {
        return Err(Failure::Input(
            "`--controls` applies to .docx files only; leave it out for PDFs".to_owned(),
        ));
    }
    let converter = if args.output.is_pdf() { Some(Converter::new(&args.pdf)?) } else { None };
    if args.watch { watch_and_make(args, converter.as_ref()) } else { make(args, converter.as_ref()) }
}

/// Has a service make the document of one of its templates.
async fn on_service(client: &Client, args: &Args) -> Result<(), Failure> {
    if args.watch {
        let text = "`--watch` looks at files; the template is on a service";
        return Err(Failure::Input(text.to_owned()));
    }
    if args.translations.table.is_some() {
        let text = "`--translations` is for a file; a template on a service has its own: `platen template add --translations`";
        return Err(Failure::Input(text.to_owned()));
    }
    let mut options = service_options(args.missing, args.controls, &args.fields);
    options["locale"] = json!(args.locale);
    options["today"] = json!(args.today);
    options["errorData"] = json!(args.error_data);
    if args.output.is_pdf() {
        options["pdf"] = args.pdf.for_service()?;
    }
    let format = if args.output.is_pdf() { ".pdf" } else { ".docx" };
    let wanted = json!({ "format": format, "data": read_data(&args.data)?, "options": options });
    documents::render(client, &args.template, wanted, args.output.path()).await
}

/// The options of a request that `render` and `bulk` share.
pub(super) fn service_options(missing: MissingChoice, controls: ControlsChoice, fields: &FieldArgs) -> Value {
    let name = |value: Option<PossibleValue>| value.map(|value| value.get_name().to_owned());
    let controls = (controls != ControlsChoice::Keep).then(|| name(controls.to_possible_value()));
    json!({
        "missing": name(missing.to_possible_value()),
        "controls": controls,
        "updateFields": fields.wanted(),
    })
}

/// Makes the document until the process is ended.
fn watch_and_make(args: &Args, converter: Option<&Converter>) -> Result<(), Failure> {
    let watched = [args.template.as_path(), args.data.as_path()];
    if watched.into_iter().chain([args.output.path()]).any(files::is_stream) {
        return Err(Failure::Input("`--watch` looks at files; name files in place of `-`".to_owned()));
    }
    let mut state = State::of(&watched);
    loop {
        let began = Instant::now();
        match make(args, converter) {
            Ok(()) => {
                let took_ms = began.elapsed().as_millis();
                report::note(&format!("{} made in {took_ms} ms", args.output.path().display()));
            }
            // An author's mistake is fixed by the next save.
            Err(failure) => failure.report(),
        }
        state = state.wait_for_another(&watched);
    }
}

fn make(args: &Args, converter: Option<&Converter>) -> Result<(), Failure> {
    let file = args.translations.put_into(&args.template)?;
    let template = templates::compile(&args.template, file, &templates::limits()?)?.with_svg(pdf::svg()?);
    // What the document lacks, or may not show as its author meant.
    report::diagnostics(&files::shown(&args.template), template.warnings());
    let needs = template.has_placed_fields();
    let data = read_data(&args.data)?;
    let options = RenderOptions {
        missing: args.missing.into(),
        locale: args.locale.clone(),
        today: args.today,
        controls: args.controls.into(),
        error_data: args.error_data,
        packing: if converter.is_some() { Packing::Quick } else { Packing::Small },
    };
    let rendered = template.render_within(&data, &options, &Budget::of(&templates::limits()?));
    let Rendered { docx, warnings } =
        rendered.map_err(|error| refusal(&error, &args.template, &args.data))?;
    let name = files::shown(&args.template);
    report::warnings(&name, &warnings);
    let form = args.pdf.invoice_form(&template)?;
    let limits = templates::limits()?;
    let invoice = form.map(|form| form.get().make(&data, &options, &Budget::of(&limits))).transpose();
    let invoice = invoice.map_err(|error| refusal(&error, &args.template, &args.data))?;
    match converter {
        Some(converter) => {
            let fields = args.fields.update(needs, args.output.path());
            let Converted { pdf, warnings } = converter.convert_invoice(&name, &docx, fields, invoice)?;
            report::warnings(&name, &warnings);
            files::write(args.output.path(), &pdf)
        }
        None => {
            files::write(args.output.path(), &args.fields.updated(&name, docx, needs, args.output.path())?)
        }
    }
}

pub(super) fn read_data(path: &Path) -> Result<Value, Failure> {
    let bytes = files::read("the data", path)?;
    let name = files::shown(path);
    // Editors on Windows put a byte-order mark before JSON, which JSON does not know.
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let data: Value = serde_json::from_slice(text).map_err(|error| {
        Failure::Input(format!(
            "{name}: the data is not valid JSON: {error}; fix it and run the command again"
        ))
    })?;
    if !data.is_object() {
        return Err(Failure::Input(format!(
            "{name}: the data must be one JSON object, such as {{\"name\": \"Ada\"}}; `platen inspect --model` makes one"
        )));
    }
    Ok(data)
}

/// A document that was not made, with each fault of its data or template told.
pub(super) fn refusal(error: &RenderError, template: &Path, data: &Path) -> Failure {
    let (template, data) = (files::shown(template), files::shown(data));
    match error {
        RenderError::Data(errors) => {
            for wrong in errors {
                report::error(&format!("{data}: {wrong}"));
            }
            let (count, noun) = (errors.len(), if errors.len() == 1 { "value does" } else { "values do" });
            Failure::Input(format!(
                "{count} {noun} not fit the template {template}; `platen inspect --model` shows data that does, \
                 `--missing empty` leaves missing fields blank"
            ))
        }
        RenderError::Template(remarks) => {
            report::diagnostics(&template, remarks);
            Failure::Reported
        }
        RenderError::Corrupt(remark) => {
            report::diagnostics(&template, std::slice::from_ref(remark));
            Failure::Internal(format!("no document of {template} was written"))
        }
        RenderError::Limit { .. } | RenderError::Cancelled => Failure::Input(format!("{template}: {error}")),
    }
}
