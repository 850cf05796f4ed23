//! `platen completions`: what a shell completes the command line with.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::failure::Failure;
use crate::files;

/// Arguments of `platen completions`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the completions.
///
/// # Errors
/// stdout cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "platen", &mut script);
    files::print(&script)
}
