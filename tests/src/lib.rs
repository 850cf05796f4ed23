//! What the end-to-end tests share: the real binaries, a host for Lambda functions, a running `platen serve`, an HTTP
//! client, independent programs that read what we write, and snapshots.
#![expect(clippy::unwrap_used, clippy::panic, reason = "test support: a panic here is the test's failure")]

pub mod aws;
pub mod binaries;
mod bus;
mod busy;
mod calls;
pub mod certificate;
pub mod client;
pub mod deployment;
pub mod event_source;
pub mod fault_proxy;
pub mod fixtures;
mod folder;
pub mod function;
mod groups;
pub mod hostile;
pub mod mail_server;
pub mod memory;
pub mod meter;
pub mod process;
pub mod random;
pub mod receiver;
pub mod runtime_api;
pub mod secrets;
pub mod seed;
pub mod server;
pub mod simulation;
pub mod skipped;
pub mod snapshot;
mod stream;
pub mod template;
mod transactions;
pub mod watcher;
pub mod witnesses;
