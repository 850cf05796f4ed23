//! `platen backup` and `platen restore`: the data folder as a copy, and back.

use std::path::PathBuf;

use platen_store_embedded::{BackupError, Copied, Damage, OpenError, back_up, restore as put_back};

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
    /// Restores everything that is whole: damaged versions of templates are rejected, and damaged jobs have failed
    #[arg(long)]
    except_damaged: bool,
    #[command(flatten)]
    data: DataFolder,
}

/// Copies the data folder, which may be served meanwhile.
///
/// # Errors
/// There is no data folder, the target exists, or a file cannot be read or written. Also when something was damaged before it was
/// copied: everything else is in the copy then.
pub fn run(args: Args) -> Result<(), Failure> {
    let home = args.data.existing()?;
    umask::make_private();
    let copied = back_up(home.path(), &args.to).map_err(failure)?;
    tell(&copied, &format!("copied into {}", args.to.display()));
    if !args.to.join("secret.key").exists() {
        report::note(
            "The secrets are sealed with PLATEN_SECRET_KEY, which is not in the backup: keep it as well.",
        );
    }
    match name(&copied.damaged) {
        0 => Ok(()),
        damaged => Err(Failure::Input(format!(
            "{damaged} of the stored files are damaged, which are named above; the backup has everything else. Repair them now: \
             register those templates again, or copy the files from an older backup"
        ))),
    }
}

/// Checks a copy, and makes the data folder of it.
///
/// # Errors
/// The copy is damaged or newer than this program, the data folder exists, or a file cannot be written.
pub fn restore(args: RestoreArgs) -> Result<(), Failure> {
    let home = args.data.served()?;
    umask::make_private();
    let copied = put_back(&args.from, home.path(), args.except_damaged).map_err(|error| match error {
        BackupError::Source(OpenError::Absent { path }) => Failure::Input(format!(
            "{} is not a backup; name a folder that `platen backup` created",
            path.display()
        )),
        other => failure(other),
    })?;
    name(&copied.damaged);
    tell(&copied, &format!("restored to {}; `platen serve` may start", home.path().display()));
    Ok(())
}

fn tell(copied: &Copied, what: &str) {
    report::note(&format!("{} files, {} MiB {what}", copied.files, copied.bytes.div_ceil(1 << 20)));
}

/// Names what is damaged, and counts it.
fn name(damaged: &[Damage]) -> usize {
    for damage in damaged {
        report::note(&format!("damaged: {damage}"));
    }
    damaged.len()
}

fn failure(error: BackupError) -> Failure {
    match error {
        BackupError::Source(OpenError::Store(_)) => Failure::Internal(error.to_string()),
        BackupError::File(path, error) => Failure::file("copy", &path, &error),
        _ => Failure::Input(error.to_string()),
    }
}
