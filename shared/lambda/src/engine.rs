//! The PDF engine of a function. Functions name one of these four, so that the linker leaves out what they do not use. The
//! engines themselves are in none of them: they run in children, which are another program.

use std::sync::Arc;

use platen_pdf::{ChildSettings, Engine, LibreOffice, Platen};
use platen_service::NoEngine;
use platen_service::config::{Config, PdfEngine};

/// Makes an engine.
pub(crate) type MakeEngine = fn(&Config) -> Result<Arc<dyn Engine>, String>;

/// The program that converts: it lies beside the function's own.
const CONVERTER: &str = "convert-pdf";

/// The engine that the configuration names. Platen's own is started when the first PDF is asked for, so that instances
/// which make none start at once; LibreOffice takes seconds, and begins while the function starts, which Lambda gives more
/// processor for.
pub(crate) fn configured(config: &Config) -> Result<Arc<dyn Engine>, String> {
    let (folders, children) = (config.fonts.clone().into_iter().collect(), children(config)?);
    match config.pdf_engine {
        PdfEngine::Platen => Ok(Arc::new(Platen::new(folders, children))),
        PdfEngine::LibreOffice => {
            let engine = LibreOffice::new(folders, children).map_err(|error| error.to_string())?;
            engine.warm_up().map_err(|error| error.to_string())?;
            Ok(Arc::new(engine))
        }
    }
}

/// The engine of functions that tell what a PDF of a template would lack. LibreOffice cannot tell, so it is not among them.
pub(crate) fn checking(config: &Config) -> Result<Arc<dyn Engine>, String> {
    match config.pdf_engine {
        PdfEngine::Platen => configured(config),
        PdfEngine::LibreOffice => none(config),
    }
}

/// The engine of functions that join PDFs, which any engine's converter does.
pub(crate) fn merging(config: &Config) -> Result<Arc<dyn Engine>, String> {
    Ok(Arc::new(Platen::new(Vec::new(), children(config)?)))
}

/// The engine of functions that have nothing to do with PDFs.
#[expect(clippy::unnecessary_wraps, reason = "a `MakeEngine`, as the other one")]
pub(crate) fn none(_config: &Config) -> Result<Arc<dyn Engine>, String> {
    Ok(Arc::new(NoEngine))
}

/// How the converter is started.
fn children(config: &Config) -> Result<ChildSettings, String> {
    let own =
        std::env::current_exe().map_err(|error| format!("the path of this program is unknown: {error}"))?;
    let program = own.with_file_name(CONVERTER);
    if !program.is_file() {
        let program = program.display();
        return Err(format!(
            "{program}, which makes the PDFs, is missing; infra/deploy.sh packs it with the function"
        ));
    }
    Ok(ChildSettings {
        memory_bytes: config.pdf_child_memory_bytes(config.pdf_engine),
        conversions: config.pdf_child_documents,
        sandbox: config.sandbox,
        ..ChildSettings::of(program)
    })
}
