//! The engine that an argument names.

use std::error::Error;

use platen_pdf::{ChildSettings, Embedded, Engine, FontSettings, Platen};

/// The engine `embedded` or `platen`, whose children are this program again.
pub(crate) fn of(name: &str) -> Result<Box<dyn Engine>, Box<dyn Error>> {
    let children = ChildSettings::of_this_program(Vec::new())?;
    match name {
        "embedded" => {
            let fonts = FontSettings::new(std::env::temp_dir().join("platen-example"));
            Ok(Box::new(Embedded::new(&fonts, children)?))
        }
        "platen" => Ok(Box::new(Platen::new(Vec::new(), children))),
        other => Err(format!("no engine is called `{other}`; `embedded` and `platen` are").into()),
    }
}
