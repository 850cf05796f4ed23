//! LibreOffice as the engine, for those who have it installed: slower, and for documents that the embedded one draws
//! wrongly.
//!
//! Each document gets a process of its own, so that nothing of one document reaches the next, and a crash or a hang
//! ends with it. What makes a start slow, the user profile, is made once and kept; after a failure it is made anew.
//! A listener that stays would save the start (about 0.7 s of 1 s), but needs Python with LibreOffice's UNO bridge
//! beside it, and leaks from document to document: soffice itself ends after a document that a second call hands it.

mod links;
mod process;
mod profile;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use crate::{normalise, Engine, PdfError, PdfOptions};

/// How often a waiting caller looks whether its turn has come.
const LOOK: Duration = Duration::from_millis(5);

/// Converts with an installed LibreOffice, one document at a time.
pub struct LibreOffice {
    program: PathBuf,
    /// The operator's font folders.
    fonts: Vec<PathBuf>,
    /// Whoever holds it has the turn. `None` before the first conversion and after a failed one.
    profile: Mutex<Option<profile::Profile>>,
}

impl LibreOffice {
    /// Looks for `soffice` in the folders of `PATH`. The fonts of `folders` come beside the system's.
    ///
    /// # Errors
    /// [`PdfError::Program`] when it is not there.
    pub fn new(folders: Vec<PathBuf>) -> Result<Self, PdfError> {
        let path = env::var_os("PATH").unwrap_or_default();
        let program =
            env::split_paths(&path).map(|folder| folder.join("soffice")).find(|file| file.is_file());
        let program = program.ok_or_else(|| PdfError::Program {
            program: "soffice",
            reason: "it is in no folder of PATH; install LibreOffice Writer".to_owned(),
        })?;
        Ok(LibreOffice { program, fonts: folders, profile: Mutex::new(None) })
    }

    /// Waits for the turn, at most `patience`.
    fn turn(&self, patience: Duration) -> Result<MutexGuard<'_, Option<profile::Profile>>, PdfError> {
        let start = Instant::now();
        loop {
            match self.profile.try_lock() {
                Ok(turn) => return Ok(turn),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if start.elapsed() >= patience => {
                    return Err(PdfError::Busy(1))
                }
                Err(TryLockError::WouldBlock) => thread::sleep(LOOK),
            }
        }
    }

    fn convert_in(
        &self,
        profile: &profile::Profile,
        docx: &[u8],
        time: Duration,
    ) -> Result<Vec<u8>, PdfError> {
        let scratch = tempfile::Builder::new().prefix("platen-pdf-").tempdir().map_err(cannot_run)?;
        let (input, output) = (scratch.path().join("document.docx"), scratch.path().join("document.pdf"));
        fs::write(&input, docx).map_err(cannot_run)?;
        process::run(&mut self.command(profile, scratch.path(), &input), time)?;
        // soffice says success also where it wrote nothing.
        fs::read(output).map_err(|_| PdfError::Engine)
    }

    fn command(&self, profile: &profile::Profile, scratch: &Path, input: &Path) -> std::process::Command {
        let mut command = std::process::Command::new(&self.program);
        command
            .arg(format!("-env:UserInstallation=file://{}", profile.path().display()))
            .args(["--headless", "--invisible", "--nologo", "--norestore", "--nodefault", "--nolockcheck"])
            .args(["--convert-to", "pdf:writer_pdf_Export", "--outdir"])
            .arg(scratch)
            .arg(input)
            // Neither proxies nor credentials of the service reach the process.
            .env_clear()
            .env("PATH", env::var_os("PATH").unwrap_or_default())
            .env("HOME", profile.path())
            .env("TMPDIR", scratch)
            .env("LANG", "C.UTF-8")
            .env("SAL_USE_VCLPLUGIN", "svp")
            .env("FONTCONFIG_FILE", profile.font_settings());
        command
    }
}

impl Engine for LibreOffice {
    fn name(&self) -> &'static str {
        "libreoffice"
    }

    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Vec<u8>, PdfError> {
        let limits = &options.limits;
        let docx = links::without(normalise::normalised(docx, limits)?, limits)?;
        let mut turn = self.turn(limits.time)?;
        let profile = match turn.take() {
            Some(profile) => profile,
            None => profile::Profile::new(&self.fonts).map_err(cannot_run)?,
        };
        let pdf = self.convert_in(&profile, &docx, limits.time)?;
        // Only a profile that has just served well is used again.
        *turn = Some(profile);
        Ok(pdf)
    }
}

fn cannot_run(error: std::io::Error) -> PdfError {
    PdfError::Program { program: "soffice", reason: error.to_string() }
}
