//! LibreOffice as the engine, for those who have it installed: slower, and for documents that Platen's own engine warns of.
//!
//! It runs in one child process, which loads LibreOffice's library (LibreOfficeKit) once and stays: a letter then
//! takes 70 ms instead of the second that a start takes. The child has a user profile of its own, is ended when a
//! document takes too long, and replaced when it crashed, after [`ChildSettings::conversions`] documents, and before it
//! would read a document of another tenant.

use std::env;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::{Children, InChildren};
use crate::children::{ChildSettings, Role};
use crate::finish::Conformance;
use crate::{Capabilities, PdfError};

/// Converts with an installed LibreOffice, one document at a time.
pub struct LibreOffice(Children);

impl LibreOffice {
    /// Looks for `soffice` in the folders of `PATH`; its libraries lie beside what it leads to. The fonts of `folders`
    /// come beside the system's. Of `children`, `most` is not used: there is one.
    ///
    /// # Errors
    /// [`PdfError::Program`] when it is missing.
    pub fn new(folders: Vec<PathBuf>, children: ChildSettings) -> Result<Self, PdfError> {
        let path = env::var_os("PATH").unwrap_or_default();
        let program = env::split_paths(&path).find_map(|folder| libraries(&folder.join("soffice")));
        let program = program.ok_or_else(|| PdfError::Program {
            program: "LibreOffice",
            reason: "`soffice` was not found in PATH; install LibreOffice Writer (Debian: \
                     libreoffice-writer-nogui), or choose the engine `platen`"
                .to_owned(),
        })?;
        // What draws pictures and joins PDFs needs no more memory than Platen's own engine.
        let memory_bytes = children.memory_bytes.min(ChildSettings::MEMORY_BYTES);
        let others = ChildSettings { memory_bytes, ..children.clone() };
        let settings = ChildSettings { most: NonZeroUsize::MIN, ..children };
        let role = Role::LibreOffice { program, fonts: folders.clone() };
        Ok(LibreOffice(Children::new(settings, role, folders, others)))
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

impl InChildren for LibreOffice {
    const NAME: &'static str = "libreoffice";
    const CAPABILITIES: Capabilities = Capabilities { conformance: &[Conformance::A2b, Conformance::Ua1] };
    const CHECKS: bool = false;

    fn children(&self) -> &Children {
        &self.0
    }
}
