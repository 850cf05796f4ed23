//! Documents to PDF: the engine trait, and the engine, which works in child processes and needs no installed font.
//!
//! ```no_run
//! use platen_pdf::{ChildSettings, Engine, PdfOptions, Platen};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     if std::env::args().any(|argument| argument == "child") {
//!         // In `main`, before any thread starts.
//!         return Ok(platen_pdf::serve()?);
//!     }
//!     let children = ChildSettings::of_this_program(vec!["child".into()])?;
//!     let engine = Platen::new(Vec::new(), children);
//!     let converted = engine.convert(&std::fs::read("letter.docx")?, &PdfOptions::default())?;
//!     Ok(std::fs::write("letter.pdf", converted.pdf)?)
//! }
//! ```
//!
//! The way of one document: the parent sends its bytes to a child (`children`). There the engine lays it out and writes its
//! pages, and [`finish`] adds what else is asked of the PDF. The parent reads nothing of it.

mod children;
mod engine;
mod error;
pub mod finish;
mod fonts;
mod join;
mod limits;
pub mod merge;
mod notes;
mod objects;
mod page_image;
mod passage;
mod platen;
mod substitutions;

pub use children::{ChildSettings, Platen, SandboxMode, SandboxReport, SvgChildren, serve};
pub use engine::{Converted, Engine, PdfOptions, Pictured, UpdateFields, UpdatedDocx};
pub use error::PdfError;
pub use limits::PdfLimits;
pub use page_image::PageImage;
pub use passage::{Mark, Passage, Whereabouts};
pub use platen::Typesetter;
pub use platen_einvoice::{Fault as InvoiceFault, Faults as InvoiceFaults};
pub use platen_ooxml::{Warning, Warnings};
pub use platen_signing::{Signer, SigningError};
