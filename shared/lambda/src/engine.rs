//! The PDF engine of a function. Functions name one of these two, so that the linker leaves out what they do not use. The
//! engine itself is in neither: it runs in children, which are another program.

use std::sync::Arc;

use platen_pdf::{ChildSettings, Engine, Platen};
use platen_service::NoEngine;
use platen_service::config::Config;

/// Makes an engine.
pub(crate) type MakeEngine = fn(&Config) -> Result<Arc<dyn Engine>, String>;

/// The program that converts: it lies beside the function's own.
const CONVERTER: &str = "convert-pdf";

/// The engine, with the operator's fonts. It is started when the first PDF is asked for, so that instances which make none
/// start at once.
pub(crate) fn whole(config: &Config) -> Result<Arc<dyn Engine>, String> {
    Ok(Arc::new(Platen::new(config.fonts.clone().into_iter().collect(), children(config)?)))
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
        memory_bytes: config.pdf_child_memory_bytes(),
        conversions: config.pdf_child_documents,
        sandbox: config.sandbox,
        ..ChildSettings::of(program)
    })
}
