//! The PDF engine of a function. Functions name one of these two, so that the linker leaves the engine and its fonts out of
//! those that name [`none`].

use std::process::ExitCode;
use std::sync::Arc;

use platen_pdf::{ChildSettings, Embedded, Engine, FontSettings, LibreOffice};
use platen_service::NoEngine;
use platen_service::config::{Config, PdfEngine};

/// Makes an engine.
pub(crate) type MakeEngine = fn(&Config) -> Result<Arc<dyn Engine>, String>;

/// The argument with which a function starts itself to convert in a child.
const CONVERT_WORKER: &str = "convert-worker";

/// Converts for the parent process, when this one was started for that.
pub(crate) fn child() -> Option<ExitCode> {
    (std::env::args().nth(1).as_deref() == Some(CONVERT_WORKER))
        .then(|| platen_pdf::serve().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS))
}

/// The engine that the configuration names. The embedded one puts its fonts in place when the first PDF is asked for, so that
/// instances which make none start at once; LibreOffice takes seconds, and begins while the function starts, which Lambda
/// gives more processor for. Call it before any thread starts.
pub(crate) fn configured(config: &Config) -> Result<Arc<dyn Engine>, String> {
    let folders = config.fonts.clone().into_iter().collect();
    match config.pdf_engine {
        // In this process: a document that ends it is delivered again to another one.
        PdfEngine::Embedded => {
            // The temporary folder is the only one that can be written, and belongs to the instance alone.
            let fonts = FontSettings { store: std::env::temp_dir().join("platen-fonts"), folders };
            Ok(Arc::new(Embedded::new(&fonts).map_err(|error| error.to_string())?))
        }
        PdfEngine::LibreOffice => {
            let children = ChildSettings::of_this_program(vec![CONVERT_WORKER.into()]);
            let children = ChildSettings {
                memory_bytes: config.pdf_child_memory_bytes,
                conversions: config.pdf_child_documents,
                ..children.map_err(|error| format!("no path to this program: {error}"))?
            };
            let engine = LibreOffice::new(folders, children).map_err(|error| error.to_string())?;
            engine.warm_up().map_err(|error| error.to_string())?;
            Ok(Arc::new(engine))
        }
    }
}

/// The engine of functions that make no PDF.
#[expect(clippy::unnecessary_wraps, reason = "a `MakeEngine`, as the other one")]
pub(crate) fn none(_config: &Config) -> Result<Arc<dyn Engine>, String> {
    Ok(Arc::new(NoEngine))
}
