//! What a template's file carries beside its text, in files of its own.

use std::path::{Path, PathBuf};

use platen_docx::{Budget, Enclosure, InvoiceForm, Limits, MappingError, with_enclosure};
use serde_json::Value;

use crate::failure::Failure;
use crate::{files, report, templates};

/// JSON files that templates' files are to carry.
#[derive(Debug, clap::Args)]
pub struct EnclosureArgs {
    /// Keep the mapping of an e-invoice in a .json file with the templates
    #[arg(long, value_name = "MAPPING")]
    e_invoice: Option<PathBuf>,
    #[command(flatten)]
    translations: TranslationArgs,
}

/// A table of translations in a file of its own.
#[derive(Debug, clap::Args)]
pub struct TranslationArgs {
    /// Put the translations in a .json file into the template, in place of those that it has
    #[arg(long = "translations", value_name = "TABLE")]
    pub table: Option<PathBuf>,
}

impl EnclosureArgs {
    /// The file of a template, with these in it.
    ///
    /// # Errors
    /// A file cannot be read; what it is to carry is wrong.
    pub fn put_into(&self, path: &Path) -> Result<Vec<u8>, Failure> {
        let file = self.translations.put_into(path)?;
        put(file, path, Enclosure::EInvoice, self.e_invoice.as_deref())
    }
}

impl TranslationArgs {
    /// The file of a template, with the table in it.
    ///
    /// # Errors
    /// A file cannot be read; the table is wrong.
    pub fn put_into(&self, path: &Path) -> Result<Vec<u8>, Failure> {
        put(files::read("the template", path)?, path, Enclosure::Translations, self.table.as_deref())
    }
}

fn put(file: Vec<u8>, path: &Path, kind: Enclosure, source: Option<&Path>) -> Result<Vec<u8>, Failure> {
    let Some(source) = source else { return Ok(file) };
    let (limits, json) = (templates::limits()?, read(kind, source)?);
    // So that what is wrong with it is told with its place.
    kind.check(&json, &limits, &Budget::of(&limits)).map_err(|error| wrong(kind, source, error))?;
    let carrying = with_enclosure(file, (kind, Some(&json)), &limits, &Budget::of(&limits));
    carrying.map(Vec::from).map_err(|error| Failure::Input(format!("{}: {error}", files::shown(path))))
}

/// Reads what a template's file is to carry.
///
/// # Errors
/// It cannot be read, or is not JSON.
pub fn read(kind: Enclosure, file: &Path) -> Result<Value, Failure> {
    let text = files::read(kind.label(), file)?;
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    let told = |error| format!("{}: {} is not JSON: {error}", files::shown(file), kind.label());
    serde_json::from_slice(text).map_err(|error| Failure::Input(told(error)))
}

/// Compiles the mapping of an e-invoice in a file.
///
/// # Errors
/// It cannot be read, or is wrong; each fault is told.
pub fn invoice_form(file: &Path, limits: &Limits) -> Result<InvoiceForm, Failure> {
    let mapping = read(Enclosure::EInvoice, file)?;
    InvoiceForm::compile(mapping, limits, &Budget::of(limits))
        .map_err(|error| wrong(Enclosure::EInvoice, file, error))
}

fn wrong(kind: Enclosure, file: &Path, error: MappingError) -> Failure {
    let (name, label) = (files::shown(file), kind.label());
    match error {
        MappingError::Exhausted(exhausted) => {
            Failure::Input(format!("{name}: {label} was not read: {exhausted}"))
        }
        MappingError::Faults(faults) => {
            for fault in &faults {
                report::error(&format!("{name}: {}: {}", fault.pointer, fault.detail));
            }
            Failure::Input(format!("{name}: {label} is wrong"))
        }
    }
}
