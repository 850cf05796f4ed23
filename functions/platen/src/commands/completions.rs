//! `platen completions`: what a shell completes the command line with.

use clap::Command;
use clap_complete::Shell;

use crate::failure::Failure;
use crate::files;

/// Arguments of `platen completions`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the completions of the program.
///
/// # Errors
/// stdout cannot be written.
pub fn run(args: &Args, mut program: Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "platen", &mut script);
    files::print(&script)
}
