//! The engine, in this process or in children of it.

use std::path::PathBuf;
use std::sync::Arc;

use platen_fonts::{FontFolders, Library};

use super::convert::{convert, warn};
use crate::children::{ChildSettings, Pool, Role};
use crate::embedded::Place;
use crate::worker::{Conversion, Workers};
use crate::{Capabilities, Engine, PdfError, PdfLimits, PdfOptions};

/// Lays documents out itself, with bundled fonts and the widths of those that documents name.
pub struct Platen(Box<dyn Place>);

impl Platen {
    /// The engine in this process. `folders` are the operator's font folders, the first with the highest rank.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>) -> Platen {
        Platen(Box::new(Workers::with(conversion(folders))))
    }

    /// The same in child processes: a document that makes the engine abort, hang or take too much memory costs itself
    /// alone.
    #[must_use]
    pub fn in_children(folders: Vec<PathBuf>, children: ChildSettings) -> Platen {
        Platen(Box::new(Pool::new(children, Role::Platen { fonts: folders })))
    }
}

/// Converts with one library of fonts.
pub(crate) fn conversion(folders: Vec<PathBuf>) -> Conversion {
    let library = Library::new(FontFolders { folders, system: true });
    Arc::new(move |docx| {
        let (pdf, undrawn) = convert(docx, &library, &PdfLimits::default())?;
        warn(&undrawn);
        Ok(pdf)
    })
}

impl Engine for Platen {
    fn name(&self) -> &'static str {
        "platen"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { conformance: &[], joins_letters: true, writes_properties: false }
    }

    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Vec<u8>, PdfError> {
        self.0.convert(docx.to_vec(), options)
    }

    fn warm_up(&self) -> Result<(), PdfError> {
        self.convert(crate::BLANK, &PdfOptions::default()).map(|_| ())
    }
}
