//! A template given as a file.

use std::path::Path;

use platen_docx::{Limits, Template};

use crate::failure::Failure;
use crate::{files, report};

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
