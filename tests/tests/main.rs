//! End to end: the real binaries, driven as their users drive them. One test binary, so that it is linked once.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests, and their figures"
)]

mod audit;
mod backups;
mod bulk;
mod bulk_command;
mod circles;
mod clients;
mod cloud;
mod command_line;
mod connector;
mod console;
mod data_folder;
mod documentation;
mod documents;
mod durability;
mod e_invoices;
mod emails;
mod error_table;
mod fields;
mod full_disk;
mod functions;
mod heavy_json;
mod jinja;
mod judged;
mod layers;
mod live_changes;
mod manners;
mod mcp;
mod metrics;
mod moving;
mod numbers;
mod packages;
mod pdf;
mod pictures_by_address;
mod plain_english;
mod remote;
mod runtime_host;
mod schemathesis;
mod service_unit;
mod signed;
mod stopping;
mod store;
mod tenants;
mod tls;
mod upgrade;
mod webhooks;
mod welcome;
mod workers;
mod workflow_action;
