//! `platen job`: the bulk jobs of a data folder or a deployment.

use jiff::Timestamp;
use platen_service::contract::Page;
use platen_service::jobs::{JobId, JobRecord};
use serde_json::Value;

use crate::failure::Failure;
use crate::place::{OneArgs, Tenant, TenantArgs};
use crate::{files, home, report};

/// Jobs that are read from the store at a time.
const PAGE_SIZE: u32 = 100;

/// Arguments of `platen job`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print all jobs as JSON, newest first
    List {
        #[command(flatten)]
        place: TenantArgs,
    },
    /// Print one job as JSON, with its failed items and the warnings of its documents
    Show(OneArgs),
    /// Cancel a job; one that is over stays as it is
    Cancel(OneArgs),
}

/// Runs the command.
///
/// # Errors
/// The place or job does not exist, or the store does not answer.
pub fn run(args: Args) -> Result<(), Failure> {
    home::block_on(async {
        match args.command {
            Command::List { place } => list(place.open().await?).await,
            Command::Show(OneArgs { id, place }) => show(place.open().await?, JobId(id)).await,
            Command::Cancel(OneArgs { id, place }) => cancel(place.open().await?, JobId(id)).await,
        }
    })
}

async fn list(tenant: Tenant) -> Result<(), Failure> {
    let mut views = Vec::new();
    for number in 1.. {
        let page = Page { number, size: PAGE_SIZE };
        let listed = tenant.stores.jobs.jobs(tenant.id, page).await?;
        let last = listed.items.len() < PAGE_SIZE as usize;
        for record in listed.items {
            let mut view = view(&tenant, record).await?;
            // A list tells how many failed or lack something; `show` tells which.
            if let Some(members) = view.as_object_mut() {
                members.remove("failedGenerations");
                members.remove("warnings");
            }
            views.push(view);
        }
        if last {
            break;
        }
    }
    files::print_json(&views)
}

async fn show(tenant: Tenant, id: JobId) -> Result<(), Failure> {
    let record = tenant.stores.jobs.job(tenant.id, id).await?.ok_or_else(|| unknown(id))?;
    files::print_json(&view(&tenant, record).await?)
}

async fn cancel(tenant: Tenant, id: JobId) -> Result<(), Failure> {
    let found = tenant.stores.jobs.cancel_job(tenant.id, id, Timestamp::now()).await?;
    let (record, ended) = found.ok_or_else(|| unknown(id))?;
    if ended {
        tenant.stores.jobs.announce(&(&record).into()).await?;
        report::note(&format!("job {id} is cancelled"));
    } else {
        report::note(&format!("job {id} was over before: {}", record.progress.status.as_str()));
    }
    Ok(())
}

/// A job as its callers see it, without a link: nothing tells this command the service's address.
async fn view(tenant: &Tenant, record: JobRecord) -> Result<Value, Failure> {
    let view = tenant.service().job_view(record, None).await?;
    serde_json::to_value(view).map_err(|error| Failure::Internal(error.to_string()))
}

fn unknown(id: JobId) -> Failure {
    Failure::Input(format!("job {id} not found; `platen job list` shows all jobs"))
}
