//! What a child converts with, and what it is started with for that.

use std::io;
use std::path::PathBuf;
use std::process::Command;

use super::frame;
use crate::libreoffice::Profile;

/// The variables that a child of the embedded engine gets: where the fonts are. Keys and other secrets of the service
/// stay with the service.
const ENVIRONMENT: [&str; 3] = ["DOCXIDE_FONTS", "DOCXIDE_NO_FONT_CACHE", "HOME"];

/// The engine of the children of one pool.
pub(crate) enum Role {
    /// docxide-pdf.
    Embedded,
    /// Platen's own engine.
    Platen {
        /// The operator's font folders.
        fonts: Vec<PathBuf>,
    },
    /// LibreOffice, loaded from the folder `program`.
    LibreOffice {
        /// Folder of LibreOffice's libraries.
        program: PathBuf,
        /// The operator's font folders.
        fonts: Vec<PathBuf>,
    },
}

impl Role {
    /// Sets the child's whole environment. The profile, if there is one, has to live as long as the child.
    pub(super) fn prepare(&self, command: &mut Command) -> io::Result<Option<Profile>> {
        command.env_clear();
        match self {
            Role::Embedded => {
                command.envs(ENVIRONMENT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
                Ok(None)
            }
            Role::Platen { .. } => {
                command.envs(std::env::var_os("HOME").map(|home| ("HOME", home)));
                Ok(None)
            }
            Role::LibreOffice { fonts, .. } => {
                let profile = Profile::new(fonts)?;
                profile.set_environment(command);
                Ok(Some(profile))
            }
        }
    }

    /// The first frame for a child: what it may take of memory, and what it loads.
    pub(super) fn greeting(&self, memory_bytes: u64) -> (u8, String) {
        match self {
            Role::Embedded => (frame::EMBEDDED, memory_bytes.to_string()),
            Role::Platen { fonts } => {
                let folders: Vec<_> = fonts.iter().map(|folder| folder.display().to_string()).collect();
                (frame::PLATEN, format!("{memory_bytes} {}", folders.join("\0")))
            }
            Role::LibreOffice { program, .. } => {
                (frame::LIBREOFFICE, format!("{memory_bytes} {}", program.display()))
            }
        }
    }
}
