//! The mapping of an e-invoice in a file of its own.

use std::path::Path;

use platen_docx::{Budget, InvoiceForm, Limits, MappingError};
use serde_json::Value;

use crate::failure::Failure;
use crate::{files, report};

/// Reads a mapping.
///
/// # Errors
/// It cannot be read, or is not JSON.
pub fn read(file: &Path) -> Result<Value, Failure> {
    let text = files::read("the mapping", file)?;
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    serde_json::from_slice(text)
        .map_err(|error| Failure::Input(format!("{}: the mapping is not JSON: {error}", files::shown(file))))
}

/// Compiles the mapping that a file has.
///
/// # Errors
/// It is wrong; each fault is told.
pub fn compiled(file: &Path, mapping: Value, limits: &Limits) -> Result<InvoiceForm, Failure> {
    InvoiceForm::compile(mapping, limits, &Budget::of(limits)).map_err(|error| wrong(file, error))
}

fn wrong(file: &Path, error: MappingError) -> Failure {
    let name = files::shown(file);
    match error {
        MappingError::Exhausted(exhausted) => {
            Failure::Input(format!("{name}: the mapping was not read: {exhausted}"))
        }
        MappingError::Faults(faults) => {
            for fault in &faults {
                report::error(&format!("{name}: {}: {}", fault.pointer, fault.detail));
            }
            Failure::Input(format!("{name}: the mapping of the e-invoice is wrong"))
        }
    }
}
