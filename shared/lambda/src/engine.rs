//! The PDF engine of a function. Functions name one of these two, so that the linker leaves the engine and its fonts out of
//! those that name [`none`].

use std::path::PathBuf;
use std::sync::Arc;

use platen_pdf::{Embedded, Engine, FontSettings};
use platen_service::NoEngine;
use platen_service::config::{Config, PdfEngine, Store};

/// Makes an engine.
pub(crate) type MakeEngine = fn(&Config) -> Result<Arc<dyn Engine>, String>;

/// The engine in this process, its fonts put in place. Call it before any thread starts.
pub(crate) fn embedded(config: &Config) -> Result<Arc<dyn Engine>, String> {
    let PdfEngine::Embedded = config.pdf_engine;
    let fonts =
        FontSettings { store: font_store(config), folders: config.fonts.clone().into_iter().collect() };
    let engine = Embedded::new(&fonts).map_err(|error| error.to_string())?;
    Ok(Arc::new(engine))
}

/// On Lambda the temporary folder is the only one that can be written, and belongs to the instance alone.
fn font_store(config: &Config) -> PathBuf {
    match &config.store {
        Store::Embedded { data } => data.join("fonts"),
        Store::Aws(_) => std::env::temp_dir().join("platen-fonts"),
    }
}

/// The engine of functions that make no PDF.
#[expect(clippy::unnecessary_wraps, reason = "a `MakeEngine`, as the other one")]
pub(crate) fn none(_config: &Config) -> Result<Arc<dyn Engine>, String> {
    Ok(Arc::new(NoEngine))
}
