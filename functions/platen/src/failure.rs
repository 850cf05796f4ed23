//! What went wrong with a command, by whose hand it is fixed. The exit code follows from that.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use platen_service::config::ConfigError;

use crate::remote::Refusal;

/// Why a command did not do what was asked. Wrong usage is clap's to report, with exit code 2.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong; the text says what is wrong, where, and how to fix it. Exit code 1.
    Input(String),
    /// The input is wrong, and every line about it is already on stderr. Exit code 1.
    Reported,
    /// The fault is ours or the machine's. Exit code 3.
    Internal(String),
    /// A service refused a request. Exit code 1, or 3 when the fault is its own.
    Refused(Box<Refusal>),
    /// Whoever read our stdout closed it (`platen ... | head`): there is nobody left to tell. Exit code 0.
    ReaderGone,
}

impl Failure {
    /// A file that could not be read, written or made: `what` completes "cannot", as in `read the template`.
    pub fn file(what: &str, path: &Path, error: &io::Error) -> Failure {
        use io::ErrorKind::{AlreadyExists, IsADirectory, NotADirectory, NotFound, PermissionDenied};
        let text = format!("cannot {what} {}: {error}", path.display());
        match error.kind() {
            NotFound => Failure::Input(match lacking_folder(path) {
                Some(folder) => format!(
                    "cannot {what} {}: folder {folder} not found; create it, or check the path",
                    path.display()
                ),
                None => format!("{text}; check the path"),
            }),
            PermissionDenied => Failure::Input(format!("{text}; check who may access it")),
            IsADirectory | NotADirectory | AlreadyExists => {
                Failure::Input(format!("{text}; name another file"))
            }
            _ => Failure::Internal(text),
        }
    }

    /// The same, about a file.
    #[must_use]
    pub fn of(self, path: &Path) -> Failure {
        match self {
            Failure::Input(text) => Failure::Input(format!("{}: {text}", path.display())),
            Failure::Refused(refusal) if !refusal.is_internal() => {
                Failure::Input(format!("{}: {refusal}", path.display()))
            }
            other => other,
        }
    }

    /// Tells of it on stderr, unless that is done.
    pub fn report(&self) {
        if !matches!(self, Failure::Reported | Failure::ReaderGone) {
            crate::report::error(&self.to_string());
        }
    }

    /// The exit code that the command line promises.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::ReaderGone => ExitCode::SUCCESS,
            Failure::Input(_) | Failure::Reported => ExitCode::from(1),
            Failure::Refused(refusal) if !refusal.is_internal() => ExitCode::from(1),
            Failure::Internal(_) | Failure::Refused(_) => ExitCode::from(3),
        }
    }
}

/// The missing folder of a file, if that is what is missing.
fn lacking_folder(path: &Path) -> Option<std::path::Display<'_>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty())?;
    (!folder.is_dir()).then(|| folder.display())
}

impl From<ConfigError> for Failure {
    /// The text names every wrong variable.
    fn from(error: ConfigError) -> Failure {
        Failure::Input(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(text) | Failure::Internal(text) => f.write_str(text),
            Failure::Refused(refusal) => refusal.fmt(f),
            Failure::Reported | Failure::ReaderGone => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(Box::new(refusal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_errors_name_the_file_and_the_remedy() {
        let missing = io::Error::from(io::ErrorKind::NotFound);
        let failure = Failure::file("read the template", Path::new("a/b.docx"), &missing);
        assert!(matches!(failure, Failure::Input(_)));
        let text = failure.to_string();
        assert_eq!(
            text,
            "cannot read the template a/b.docx: folder a not found; create it, or check the path"
        );
        let failure = Failure::file("read the template", Path::new("b.docx"), &missing);
        assert!(failure.to_string().ends_with("; check the path"), "{failure}");
    }

    #[test]
    fn a_full_disk_is_no_fault_of_the_input() {
        let full = io::Error::from(io::ErrorKind::StorageFull);
        assert!(matches!(Failure::file("write", Path::new("x"), &full), Failure::Internal(_)));
    }
}
