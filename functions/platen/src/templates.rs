//! A template given as a file.

use std::path::Path;

use bytes::Bytes;
use platen_docx::{Budget, CompileError, Includes, Limits, OpenedTemplate, Template};
use platen_service::config::Config;

use crate::failure::Failure;
use crate::{files, report};

/// Bounds on templates, as the service has them.
///
/// # Errors
/// The configuration is wrong.
pub fn limits() -> Result<Limits, Failure> {
    Ok(Config::from_env()?.limits.docx)
}

/// Templates beside another one: `{% include "terms" %}` is `terms.docx` or `terms.dotx` in the same folder.
struct Beside<'p>(&'p Path);

impl Includes for Beside<'_> {
    fn package(&self, name: &str) -> Result<Bytes, String> {
        // A template must not read what lies elsewhere.
        if Path::new(name).components().count() != 1
            || name.contains(['/', '\\', ':'])
            || name.starts_with('.')
        {
            return Err("is not a valid name: a template can include only files in its own folder".to_owned());
        }
        if files::is_stream(self.0) {
            return Err("was not found: a template from stdin has no folder".to_owned());
        }
        let files =
            [".docx", ".dotx", ""].map(|extension| self.0.with_file_name(format!("{name}{extension}")));
        match files.iter().find(|file| file.is_file()) {
            Some(file) => {
                std::fs::read(file).map(Bytes::from).map_err(|error| format!("cannot be read: {error}"))
            }
            None => Err(format!("was not found: no file {}", files[0].display())),
        }
    }
}

/// A template's file with the templates that it includes.
///
/// # Errors
/// It is no template, or includes what is missing.
pub fn with_included(path: &Path, bytes: Vec<u8>, limits: &Limits) -> Result<OpenedTemplate, CompileError> {
    let budget = Budget::of(limits);
    OpenedTemplate::open(bytes, limits, &budget)?.with_includes(&Beside(path), limits, &budget)
}

/// Compiles a template's file with the templates that it includes.
///
/// # Errors
/// As [`with_included`], and what is wrong with the template.
pub fn compiled(path: &Path, bytes: Vec<u8>, limits: &Limits) -> Result<Template, CompileError> {
    let source = with_included(path, bytes, limits)?;
    Template::compile_opened(source, limits, &Budget::of(limits))
}

/// Compiles a template that was read. Its errors go to stderr, all of them.
///
/// # Errors
/// The file is no template.
pub fn compile(path: &Path, file: Vec<u8>, limits: &Limits) -> Result<Template, Failure> {
    compiled(path, file, limits).map_err(|error| {
        report::compile_error(&files::shown(path), &error);
        Failure::Reported
    })
}
