//! `platen inspect`: which data a template asks for, as JSON on stdout or as a sheet to fill in.

use std::path::PathBuf;

use platen_docx::{Diagnostic, RenderOptions, Translations, discover::Discovery};
use serde::Serialize;

use crate::failure::Failure;
use crate::remote::documents::{self, What};
use crate::remote::{Client, RemoteArgs};
use crate::{files, home, sheet, templates};

/// Arguments of `platen inspect`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The template, a .docx or .dotx file (`-` for stdin); with `--url` also the id or name of one that the service has
    template: PathBuf,
    /// Print a starter payload, which `platen render` takes as it is
    #[arg(long, conflicts_with_all = ["schema", "sheet", "translations"])]
    model: bool,
    /// Print the JSON Schema (2020-12) of the data
    #[arg(long, conflicts_with_all = ["sheet", "translations"])]
    schema: bool,
    /// Write an Excel sheet to fill in, a column for each field, which `platen bulk` takes as it is
    #[arg(long, value_name = "OUT.xlsx", value_parser = parse_sheet)]
    sheet: Option<PathBuf>,
    /// Print a table to fill in with translations into these languages (`de,fr`): what there is, and an empty text for what is missing
    #[arg(long, value_name = "LANGUAGES", value_delimiter = ',', conflicts_with = "sheet")]
    translations: Vec<String>,
    #[command(flatten)]
    remote: RemoteArgs,
}

fn parse_sheet(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_sheet = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xlsx"));
    if is_sheet || files::is_stream(&path) { Ok(path) } else { Err("the name must end in .xlsx".to_owned()) }
}

/// What is printed without `--model` and `--schema`: the same members as the service's metadata of a template, but
/// those that only a registered one has.
#[derive(Serialize)]
struct Metadata<'a> {
    #[serde(flatten)]
    discovery: &'a Discovery,
    warnings: &'a [Diagnostic],
    #[serde(skip_serializing_if = "Option::is_none")]
    translations: Option<Translations>,
}

/// Prints what the template asks for.
///
/// # Errors
/// The file cannot be read, or is no template.
pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(client) = args.remote.instead_of(&args.template)? {
        return home::block_on(on_service(&client, args));
    }
    let file = files::read("the template", &args.template)?;
    let template = templates::compile(&args.template, file, &templates::limits()?)?;
    let discovery = template.discovery();
    if let Some(path) = &args.sheet {
        files::write(path, &sheet::of(&discovery.schema)?)
    } else if !args.translations.is_empty() {
        print_table(template.translations(), &args.translations)
    } else if args.model {
        files::print_json(&discovery.model())
    } else if args.schema {
        files::print_json(&discovery.schema)
    } else {
        let translations = template.translations();
        files::print_json(&Metadata { discovery, warnings: template.warnings(), translations })
    }
}

/// Prints a table for translators.
fn print_table(translations: Option<Translations>, languages: &[String]) -> Result<(), Failure> {
    if let Some(tag) = languages.iter().find(|tag| !RenderOptions::is_locale(tag)) {
        return Err(Failure::Input(format!(
            "{tag:?} is not a language; use a language tag such as en-US or de-CH"
        )));
    }
    let translations = translations.ok_or_else(|| {
        let text = "the template has no text to translate: put `{% trans %}` and `{% endtrans %}` around one";
        Failure::Input(text.to_owned())
    })?;
    files::print_json(&translations.starter(languages))
}

async fn on_service(client: &Client, args: &Args) -> Result<(), Failure> {
    let what = match (args.model, args.schema || args.sheet.is_some()) {
        (true, _) => What::Model,
        (false, true) => What::Schema,
        (false, false) => What::Everything,
    };
    let mut found = documents::inspect(client, &args.template, what).await?;
    match &args.sheet {
        Some(path) => files::write(path, &sheet::of(&found)?),
        None if !args.translations.is_empty() => {
            let known = serde_json::from_value(found["translations"].take());
            print_table(known.unwrap_or_default(), &args.translations)
        }
        None => files::print_json(&found),
    }
}
