//! Word templates: open a package safely, compile its text parts once, render many documents, and tell
//! which data a template asks for.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use platen_docx::{Limits, RenderOptions, Template};
//!
//! let template = Template::compile(std::fs::read("letter.docx")?, &Limits::default())?;
//! let data = serde_json::json!({ "name": "Ada" });
//! std::fs::write("out.docx", template.render(&data, &RenderOptions::default())?)?;
//! # Ok(()) }
//! ```
//!
//! `platen-ooxml` reads and writes files, and `platen-rich` makes what is more than text. The modules are layers, each of which
//! imports only those below: `text` (what a reader sees of a part, and the tags in it), `expression` and `filters` (what tags may
//! call), `compile` (parts to MiniJinja templates), `render` (templates and data to parts), [`discover`] (templates to fields,
//! schema and model), `template` (all of it).

mod compile;
pub mod discover;
mod enclosed;
mod error;
mod expression;
mod filters;
mod invoice;
mod options;
mod pattern;
mod render;
mod spelling;
mod stack;
mod template;
#[cfg(test)]
mod tests;
mod text;
mod translations;

pub use compile::Enclosure;
pub use compile::foreign::{Migration, Rewritten, Untouched, migrate};
pub use enclosed::with_enclosure;
pub use error::{CompileError, RenderError};
pub use expression::known_filters;
pub use invoice::{InvoiceForm, MappingError};
pub use options::{Controls, Missing, RenderOptions};
pub use pattern::Pattern;
pub use platen_einvoice::MappingFault;
pub use platen_ooxml::package::Packing;
pub use platen_ooxml::{Bounds, Budget, Diagnostic, Exhausted, Limits, Severity, Warning, Warnings};
pub use platen_rich::{DataError, Rendered};
pub use spelling::nearest;
pub use template::{Includes, OpenedTemplate, Template};
pub use text::known_statements;
pub use translations::{LanguageTexts, Translations};

/// The language of templates for those who write them: every statement and filter with its result, as JSON. The console and
/// the printed guide show it; `tests/language/guide.rs` holds it to what is compiled and rendered.
pub const GUIDE: &str = include_str!("../guide/tags.json");
