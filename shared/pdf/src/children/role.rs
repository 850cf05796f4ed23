//! The role of a child: its inputs, its start parameters and its rights.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use platen_sandbox::{Bounds, Confinement};

use super::ChildSettings;
use super::message::{Greeting, Tool};
use crate::fonts;
use crate::platen;

/// Processor time of a child's whole life. It is replaced long before.
pub(super) const LIFE: Duration = Duration::from_secs(3_600);

/// What the children of one pool work with.
pub(crate) enum Role {
    /// The engine.
    Platen {
        /// The operator's font folders. The bundled faces are in the program.
        folders: Vec<PathBuf>,
    },
    /// The drawer of SVG pictures. It brings its fonts, and reads no file.
    Drawing,
    /// What joins PDFs. It reads no file.
    Merging,
}

impl Role {
    /// Whether a child is started before it is needed.
    pub(super) fn keeps_a_spare(&self) -> bool {
        matches!(self, Role::Platen { .. })
    }

    /// Sets the child's whole environment: keys and other secrets of the service stay with the service.
    pub(super) fn prepare(&self, command: &mut Command, settings: &ChildSettings) -> Greeting {
        command.env_clear().envs(settings.environment.iter().copied());
        let bounds = Bounds { memory_bytes: settings.memory_bytes, processor: LIFE, ..Bounds::default() };
        let mut confinement = Confinement { mode: settings.sandbox, readable: Vec::new(), bounds };
        let tool = match self {
            Role::Platen { folders } => {
                fonts::set_home(command);
                confinement.readable = fonts::readable(&platen::font_folders(folders.clone()).all());
                // All font files are open where there is no Landlock.
                confinement.bounds.files = 1_024;
                Tool::Platen { folders: folders.clone() }
            }
            Role::Drawing => Tool::Drawing,
            Role::Merging => Tool::Merging,
        };
        Greeting { tool, confinement }
    }
}
