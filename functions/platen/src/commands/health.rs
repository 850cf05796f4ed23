//! `platen health`: whether a service is up, for supervisors that can only run a command.

use http::Method;

use crate::failure::Failure;
use crate::home;
use crate::remote::{Call, Client};

/// Arguments of `platen health`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The service's address
    #[arg(default_value = "http://127.0.0.1:8080")]
    url: String,
}

/// Asks the service.
///
/// # Errors
/// It does not answer, or says that it is not healthy.
pub fn run(args: &Args) -> Result<(), Failure> {
    let client = Client::new(&args.url, None)?;
    home::block_on(async { client.send(&Call::new(Method::GET, "/api/health")).await.map(drop) })
}
