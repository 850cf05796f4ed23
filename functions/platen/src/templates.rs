//! A template given as a file.

use std::path::Path;

use platen_docx::{Limits, Template};

use crate::failure::Failure;
use crate::{files, home, report};

/// Bounds on templates, as the service has them.
///
/// # Errors
/// The configuration is wrong.
pub fn limits() -> Result<Limits, Failure> {
    Ok(home::configuration()?.limits.docx)
}

/// Reads and compiles a template. Its errors go to stderr, all of them.
///
/// # Errors
/// The file cannot be read, or is no template.
pub fn compile(path: &Path, limits: &Limits) -> Result<Template, Failure> {
    let bytes = files::read("the template", path)?;
    Template::compile(bytes, limits).map_err(|error| {
        report::compile_error(&files::shown(path), &error);
        Failure::Reported
    })
}
