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
//! The phases, one module each: [`package`] (the ZIP container and its relationships, ECMA-376 part 2),
//! `xml` (an arena tree of one part), `compile` (parts to MiniJinja templates), `render` (templates and data to a
//! package), [`discover`] (templates to fields, schema and model).

mod budget;
mod compile;
pub mod discover;
mod error;
mod faults;
pub mod field;
mod filters;
mod limits;
pub mod package;
mod pattern;
mod render;
mod rich;
mod template;
mod warning;
pub mod xml;

pub use budget::{Bounds, Budget, Exhausted};
pub use compile::foreign::{Migration, Rewritten, Untouched, migrate};
pub use compile::known_statements;
pub use error::{CompileError, DataError, Diagnostic, RenderError, Severity};
pub use filters::{in_english, roman};
pub use limits::Limits;
pub use pattern::Pattern;
pub use render::{Controls, Missing, RenderOptions, known_filters};
pub use rich::svg::{DrawInProcess, DrawSvg, SvgDrawing, read_svg, usvg};
pub use template::{Includes, Rendered, Template, included_names, with_includes};
pub use warning::{Warning, Warnings};

/// The language of templates for those who write them: every statement and filter with its result, as JSON. The console and
/// the printed guide show it; `tests/language/guide.rs` holds it to what is compiled and rendered.
pub const GUIDE: &str = include_str!("../guide/tags.json");

/// Writes a moment in a pattern of Unicode (UTS 35), such as `d MMMM yyyy`, with the names of a language (BCP 47; those of
/// English where it is none). `None` for a pattern that means nothing.
#[must_use]
pub fn date_by_pattern(at: jiff::civil::DateTime, pattern: &str, language: &str) -> Option<String> {
    let locale = filters::Locale::parse(language).or_else(|| filters::Locale::parse("en"))?;
    filters::with_pattern(at, pattern, &locale).ok()
}
