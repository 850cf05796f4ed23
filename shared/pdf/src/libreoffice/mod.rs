//! LibreOffice as the engine, for those who have it installed: slower, and for documents that the embedded one draws
//! wrongly (letters that join or reorder, above all).
//!
//! It runs in one child process, which loads LibreOffice's library (LibreOfficeKit) once and stays: a letter then
//! takes 70 ms instead of the second that a start takes. The child has a user profile of its own, is ended when a
//! document takes too long, and replaced when it crashed or after [`ChildSettings::conversions`] documents.

mod links;
mod office;
mod profile;

use std::env;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::children::{ChildSettings, Pool, Role};
use crate::finish::Conformance;
use crate::{normalise, Capabilities, Engine, PdfError, PdfOptions};

pub(crate) use office::Office;
pub(crate) use profile::Profile;

/// Converts with an installed LibreOffice, one document at a time.
pub struct LibreOffice(Pool);

impl LibreOffice {
    /// Looks for `soffice` in the folders of `PATH`; its libraries lie beside what it leads to. The fonts of `folders`
    /// come beside the system's. Of `children`, `most` is not used: there is one.
    ///
    /// # Errors
    /// [`PdfError::Program`] when it is not there.
    pub fn new(folders: Vec<PathBuf>, children: ChildSettings) -> Result<Self, PdfError> {
        let path = env::var_os("PATH").unwrap_or_default();
        let program = env::split_paths(&path).find_map(|folder| libraries(&folder.join("soffice")));
        let program = program.ok_or_else(|| PdfError::Program {
            program: "LibreOffice",
            reason: "`soffice` is in no folder of PATH; install LibreOffice Writer (Debian: \
                     libreoffice-writer-nogui), or choose the engine `embedded`"
                .to_owned(),
        })?;
        let settings = ChildSettings { most: NonZeroUsize::MIN, ..children };
        Ok(LibreOffice(Pool::new(settings, Role::LibreOffice { program, fonts: folders })))
    }
}

/// The folder of the libraries: that of the program which the command `soffice` leads to.
fn libraries(command: &Path) -> Option<PathBuf> {
    let program = command.canonicalize().ok()?;
    let folder = program.parent()?;
    let is_there =
        ["libsofficeapp.so", "libmergedlo.so"].iter().any(|library| folder.join(library).is_file());
    is_there.then(|| folder.to_owned())
}

impl Engine for LibreOffice {
    fn name(&self) -> &'static str {
        "libreoffice"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            conformance: &[Conformance::A2b, Conformance::Ua1],
            joins_letters: true,
            writes_properties: false,
        }
    }

    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Vec<u8>, PdfError> {
        let limits = &options.limits;
        let docx = links::without(normalise::normalised(docx, limits, None)?.docx, limits)?;
        self.0.convert(docx, options)
    }

    fn warm_up(&self) -> Result<(), PdfError> {
        self.convert(crate::BLANK, &PdfOptions::default()).map(|_| ())
    }
}
