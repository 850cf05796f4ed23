//! `platen man`: the manual, a page per command.

use std::path::PathBuf;

use clap::Command;

use crate::failure::Failure;
use crate::{files, report};

/// Arguments of `platen man`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to write all pages into; without one the first page is printed
    folder: Option<PathBuf>,
}

/// Writes the pages of the program.
///
/// # Errors
/// The folder cannot be written.
pub fn run(args: &Args, program: Command) -> Result<(), Failure> {
    let Some(folder) = &args.folder else {
        let mut page = Vec::new();
        let rendered = clap_mangen::Man::new(program).render(&mut page);
        rendered.map_err(|error| Failure::Internal(error.to_string()))?;
        return files::print(&page);
    };
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(program, folder))
        .map_err(|error| Failure::file("write the manual into", folder, &error))?;
    report::note(&format!("man --local-file {} shows the first page", folder.join("platen.1").display()));
    Ok(())
}
