//! The command line and the one-machine home of Platen.
//!
//! A command is a file of `commands`; `server` is the HTTP home, `home` the data folder that it and the
//! administrative commands share.

mod background;
mod callbacks;
mod cli;
#[cfg(feature = "aws")]
mod cloud;
mod commands;
mod confirm;
mod enclosures;
mod failure;
mod fields;
mod files;
mod format;
mod home;
mod items;
mod logging;
#[cfg(feature = "mcp")]
mod mcp;
mod operator;
mod pdf;
mod place;
mod progress;
mod remote;
mod report;
mod rows;
mod server;
mod serving;
mod sheet;
mod table;
mod templates;
mod traces;
mod umask;
mod welcome;
mod workers;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

pub use server::dispatch;
pub use workers::start as start_workers;

use cli::{Cli, Command};
use commands::{
    backup, bulk, check, completions, convert, convert_worker, doctor, health, inspect, job, key, man,
    migrate, render, serve, subscription, template,
};

/// Runs the command that the process's arguments name; wrong usage ends the process with exit code 2.
pub fn run() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(args) => serve::run(args),
        Command::Render(args) => render::run(&args),
        Command::Bulk(args) => bulk::run(args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Migrate(args) => migrate::run(&args),
        Command::Template(args) => template::run(args),
        Command::Key(args) => key::run(args),
        Command::Subscription(args) => subscription::run(args),
        Command::Job(args) => job::run(args),
        Command::Backup(args) => backup::run(args),
        Command::Restore(args) => backup::restore(args),
        #[cfg(feature = "aws")]
        Command::Store(args) => commands::store::run(args),
        Command::Doctor(args) => doctor::run(args),
        #[cfg(feature = "mcp")]
        Command::Mcp(args) => commands::mcp::run(args),
        Command::Health(args) => health::run(&args),
        Command::Completions(args) => completions::run(&args, Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command()),
        Command::ConvertWorker => convert_worker::run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            failure.exit_code()
        }
    }
}
