//! The command line's grammar.

use clap::{Parser, Subcommand};

use crate::commands::{
    bulk, check, convert, convert_worker, inspect, job, key, render, serve, subscription, template,
};

/// Word templates and JSON data become documents, as .docx or .pdf.
#[derive(Debug, Parser)]
#[command(
    name = "platen",
    version,
    arg_required_else_help = true,
    after_help = "Exit codes: 0 done, 1 the input is wrong, 2 wrong usage, 3 internal error."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the HTTP interface on this machine
    Serve(serve::Args),
    /// Make one document from a template and data
    Render(render::Args),
    /// Make a document for each item of a file, and pack them into one archive
    Bulk(bulk::Args),
    /// Tell which data a template asks for, as JSON
    Inspect(inspect::Args),
    /// Check templates: all errors and warnings, exit code 1 on errors
    Check(check::Args),
    /// Convert a Word document to PDF
    Convert(convert::Args),
    /// Administer the templates of a data folder or a deployment
    Template(template::Args),
    /// Administer the API keys of a data folder or a deployment
    Key(key::Args),
    /// Administer subscriptions: whether they are active, their quota and their rate of requests
    Subscription(subscription::Args),
    /// Administer the bulk jobs of a data folder or a deployment
    Job(job::Args),
    /// Convert documents for a parent process, over stdin and stdout
    #[command(hide = true, name = convert_worker::NAME)]
    ConvertWorker,
}
