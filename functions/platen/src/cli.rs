//! The command line's grammar.

use clap::{Parser, Subcommand};

use crate::commands::{
    backup, bulk, check, completions, convert, convert_worker, doctor, health, inspect, job, key, man,
    migrate, render, serve, subscription, template,
};

/// Word templates and JSON data become documents, as .docx or .pdf.
#[derive(Debug, Parser)]
#[command(
    name = "platen",
    version,
    arg_required_else_help = true,
    after_help = "`platen COMMAND --help` shows examples.\nExit codes: 0 done, 1 the input is wrong, 2 wrong usage, 3 internal error."
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
    #[command(
        after_help = "Examples:\n  platen serve\n  platen serve --listen 0.0.0.0:8080 --public-url https://docs.example.org --data /srv/platen"
    )]
    Serve(serve::Args),
    /// Make one document from a template and data
    #[command(
        override_usage = "platen render <TEMPLATE> <DATA> -o <OUT> [OPTIONS]",
        after_help = "Examples:\n  platen render letter.docx data.json -o letter.pdf\n  platen render letter.docx data.json -o letter.pdf --watch\n  platen inspect letter.docx --model | platen render letter.docx - -o letter.docx"
    )]
    Render(render::Args),
    /// Make a document for each item of a file, and pack them into one archive
    #[command(
        after_help = "Examples:\n  platen bulk invoice.docx rows.csv -o invoices.zip\n  platen bulk invoice.docx rows.jsonl --format pdf --file-name 'Invoice {{ number }}' -o invoices.zip\n  platen bulk invoice.docx orders.xlsx --group-by Number --map customer.name=Client --locale de -o invoices.zip\n  export-orders | platen bulk invoice.docx - --items-type jsonl -o invoices.zip"
    )]
    Bulk(bulk::Args),
    /// List the fields that a template needs, as JSON or as a sheet to fill in
    #[command(
        after_help = "Examples:\n  platen inspect letter.docx\n  platen inspect letter.docx --model > data.json\n  platen inspect letter.docx --schema > schema.json\n  platen inspect letter.docx --sheet rows.xlsx\n  platen inspect letter.docx --translations de,fr > texts.json"
    )]
    Inspect(inspect::Args),
    /// Check templates: all errors and warnings, exit code 1 on errors
    #[command(
        after_help = "Examples:\n  platen check letter.docx\n  platen check letter.docx --with data.json\n  platen check templates/*.docx && echo all are good"
    )]
    Check(check::Args),
    /// Rewrite the fields of another product's template as tags
    #[command(
        after_help = "Examples:\n  platen migrate old.docx -o letter.docx\n  platen migrate old.docx -o letter.docx --json > report.json"
    )]
    Migrate(migrate::Args),
    /// Convert a Word document to PDF
    #[command(
        after_help = "Examples:\n  platen convert report.docx -o report.pdf\n  platen convert report.docx -o report.pdf --conformance a-2b\n  platen convert report.docx -o page2.png --page 2 --dpi 150\n  platen convert report.docx -o report.pdf --url https://docs.example.org"
    )]
    Convert(convert::Args),
    /// Administer the templates of a data folder or a deployment
    #[command(
        after_help = "Examples:\n  platen template add letter.docx --data data\n  platen template list --data data\n  platen template download 0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071 -o letter.docx --data data\n  platen template disable 0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071 --data data"
    )]
    Template(template::Args),
    /// Administer the API keys of a data folder or a deployment
    #[command(
        after_help = "Examples:\n  platen key create --data data --label shop --expires 1y\n  platen key create --data data --label console --scope manage\n  platen key list --data data --subscription 0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071\n  platen key webhook --data data\n  platen key webhook --data data --rotate"
    )]
    Key(key::Args),
    /// Administer subscriptions: tenants that share nothing, their quotas and their rates of requests
    #[command(
        after_help = "Examples:\n  platen subscription create --data data --name 'Example Ltd' --storage-bytes 1000000000\n  platen subscription show --data data\n  platen subscription set --data data --monthly-documents 500\n  platen subscription set --data data --requests-per-minute 60 --request-burst 10\n  platen subscription list --data data"
    )]
    Subscription(subscription::Args),
    /// Administer the bulk jobs of a data folder or a deployment
    #[command(
        after_help = "Examples:\n  platen job list --data data\n  platen job cancel 0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071 --archive --data data"
    )]
    Job(job::Args),
    /// Copy a data folder, which may be served meanwhile
    #[command(after_help = "Examples:\n  platen backup /backups/monday --data /var/lib/platen")]
    Backup(backup::Args),
    /// Make a data folder of a copy, after checking all of it
    #[command(after_help = "Examples:\n  platen restore /backups/monday --data /var/lib/platen")]
    Restore(backup::RestoreArgs),
    /// Make, check, fill and empty the tables, buckets and queues that several processes share
    #[cfg(feature = "aws")]
    #[command(
        after_help = "Examples:\n  PLATEN_STORE=aws PLATEN_STORE_NAME=platen platen store create\n  platen store check\n  platen store import --data /var/lib/platen\n  platen store export --data /backups/monday"
    )]
    Store(crate::commands::store::Args),
    /// Offer tools to an agent by the Model Context Protocol, over stdin and stdout
    #[cfg(feature = "mcp")]
    #[command(
        after_help = "Examples:\n  platen mcp --url http://127.0.0.1:8080 --files ~/Documents\n  platen mcp --profile shop\n  platen mcp --data data --files ."
    )]
    Mcp(crate::commands::mcp::Args),
    /// Tell what is wrong with an installation, and how to fix it
    #[command(
        after_help = "Examples:\n  platen doctor --data /var/lib/platen\n  PLATEN_KEY=plk_... platen doctor --url https://docs.example.org --make"
    )]
    Doctor(doctor::Args),
    /// Tell by the exit code whether a service is up
    #[command(
        after_help = "Examples:\n  platen health\n  platen health https://docs.example.org || echo down"
    )]
    Health(health::Args),
    /// Print what a shell completes commands with
    #[command(
        after_help = "Examples:\n  platen completions bash > /etc/bash_completion.d/platen\n  platen completions zsh > ~/.zfunc/_platen\n  platen completions fish > ~/.config/fish/completions/platen.fish"
    )]
    Completions(completions::Args),
    /// Write the manual
    #[command(
        after_help = "Examples:\n  platen man | man --local-file -\n  platen man /usr/local/share/man/man1"
    )]
    Man(man::Args),
    /// Convert documents for a parent process, over stdin and stdout
    #[command(hide = true, name = convert_worker::NAME)]
    ConvertWorker,
}
