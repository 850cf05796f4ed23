//! What a child works with, what it is started with for that, and what it may do.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use platen_sandbox::{Bounds, Confinement, Profile as Calls};

use super::ChildSettings;
use super::message::{Greeting, Tool};
use crate::PdfError;
use crate::fonts;
use crate::libreoffice::{Profile, libraries_around};
use crate::platen;

/// Processor time of a child's whole life. It is replaced long before.
pub(super) const LIFE: Duration = Duration::from_secs(3_600);

/// What the children of one pool work with.
pub(crate) enum Role {
    /// Platen's own engine.
    Platen {
        /// The operator's font folders. The bundled faces are in the program.
        folders: Vec<PathBuf>,
    },
    /// The drawer of SVG pictures. It brings its fonts, and reads no file.
    Drawing,
    /// What joins PDFs. It reads no file.
    Merging,
    /// LibreOffice, loaded from the folder `program`.
    LibreOffice {
        /// Folder of LibreOffice's libraries.
        program: PathBuf,
        /// The operator's font folders.
        fonts: Vec<PathBuf>,
    },
}

impl Role {
    /// Whether a child is started before it is needed. A LibreOffice that waits would take 200 MiB.
    pub(super) fn keeps_a_spare(&self) -> bool {
        matches!(self, Role::Platen { .. })
    }

    /// Sets the child's whole environment: keys and other secrets of the service stay with the service. The profile, if
    /// there is one, has to live as long as the child.
    pub(super) fn prepare(
        &self,
        command: &mut Command,
        settings: &ChildSettings,
    ) -> Result<(Greeting, Option<Profile>), PdfError> {
        command.env_clear().envs(settings.environment.iter().copied());
        let bounds = Bounds { memory_bytes: settings.memory_bytes, processor: LIFE, ..Bounds::default() };
        let mut confinement = Confinement {
            mode: settings.sandbox,
            profile: Calls::Reader,
            readable: Vec::new(),
            writable: Vec::new(),
            bounds,
        };
        match self {
            Role::Platen { folders } => {
                fonts::set_home(command);
                confinement.readable = fonts::readable(&platen::font_folders(folders.clone()).all());
                // All font files are open where there is no Landlock.
                confinement.bounds.files = 1_024;
                let tool = Tool::Platen { folders: folders.clone() };
                Ok((Greeting { tool, confinement }, None))
            }
            Role::Drawing => Ok((Greeting { tool: Tool::Drawing, confinement }, None)),
            Role::Merging => Ok((Greeting { tool: Tool::Merging, confinement }, None)),
            Role::LibreOffice { program, fonts } => {
                let profile = Profile::new(fonts).map_err(PdfError::Child)?;
                profile.set_environment(command);
                confinement.profile = Calls::Office;
                confinement.readable =
                    libraries_around(program).into_iter().chain(fonts.iter().cloned()).collect();
                confinement.writable = vec![profile.folder().to_owned()];
                confinement.bounds.files = 1_024;
                confinement.bounds.file_bytes = 1 << 30;
                let tool = Tool::LibreOffice { program: program.clone() };
                Ok((Greeting { tool, confinement }, Some(profile)))
            }
        }
    }
}
