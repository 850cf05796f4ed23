//! `platen backup` and `platen restore`: the data folder as a copy, and back.

use std::path::PathBuf;

use platen_store_embedded::{BackupError, Copied, OpenError, back_up, restore as put_back};

use crate::failure::Failure;
use crate::home::DataFolder;
use crate::{report, umask};

/// Arguments of `platen backup`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to make; it must not exist, or be empty
    to: PathBuf,
    #[command(flatten)]
    data: DataFolder,
}

/// Arguments of `platen restore`.
#[derive(Debug, clap::Args)]
pub struct RestoreArgs {
    /// A folder that `platen backup` made
    from: PathBuf,
    #[command(flatten)]
    data: DataFolder,
}

/// Copies the data folder, which may be served meanwhile.
///
/// # Errors
/// There is no data folder, the target exists, or a file cannot be read or written.
pub fn run(args: Args) -> Result<(), Failure> {
    let home = args.data.existing()?;
    umask::make_private();
    let copied = back_up(home.path(), &args.to).map_err(failure)?;
    tell(copied, &format!("copied into {}", args.to.display()));
    if !args.to.join("secret.key").exists() {
        report::note(
            "The secrets are sealed with PLATEN_SECRET_KEY, which is not in the backup: keep it as well.",
        );
    }
    Ok(())
}

/// Checks a copy, and makes the data folder of it.
///
/// # Errors
/// The copy is damaged or newer than this program, the data folder exists, or a file cannot be written.
pub fn restore(args: RestoreArgs) -> Result<(), Failure> {
    let home = args.data.served()?;
    umask::make_private();
    let copied = put_back(&args.from, home.path()).map_err(failure)?;
    tell(copied, &format!("restored to {}; `platen serve` may start", home.path().display()));
    Ok(())
}

fn tell(Copied { files, bytes }: Copied, what: &str) {
    report::note(&format!("{files} files, {} MiB {what}", bytes.div_ceil(1 << 20)));
}

fn failure(error: BackupError) -> Failure {
    match error {
        BackupError::Source(OpenError::Store(_)) => Failure::Internal(error.to_string()),
        BackupError::File(path, error) => Failure::file("copy", &path, &error),
        _ => Failure::Input(error.to_string()),
    }
}
