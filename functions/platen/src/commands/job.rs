//! `platen job`: the bulk jobs of a data folder or a deployment.

use platen_service::ids::JobId;
use platen_service::jobs::JobRecord;
use platen_service::page::Page;
use platen_service::reach::Reach;
use serde_json::Value;

use crate::failure::Failure;
use crate::place::{OneArgs, Tenant, TenantArgs};
use crate::remote::jobs;
use crate::table::ListArgs;
use crate::{files, home};

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
    /// Print all jobs, newest first
    List {
        #[command(flatten)]
        list: ListArgs,
        #[command(flatten)]
        place: TenantArgs,
    },
    /// Print one job as JSON, with its failed items and the warnings of its documents
    Show(OneArgs),
    /// Cancel a job; one that is over stays as it is
    Cancel {
        #[command(flatten)]
        one: OneArgs,
        /// Keep the finished documents: pack them into the archive, and list all others as failed
        #[arg(long)]
        archive: bool,
    },
}

/// Runs the command.
///
/// # Errors
/// The place or job does not exist, or the store does not answer.
pub fn run(args: Args) -> Result<(), Failure> {
    home::block_on(async {
        match args.command {
            Command::List { list: args, place } => match place.client()? {
                Some(client) => jobs::list(&client, args).await,
                None => list(place.open().await?, args).await,
            },
            Command::Show(OneArgs { id, place }) => match place.client()? {
                Some(client) => jobs::show(&client, id).await,
                None => show(place.open().await?, JobId(id)).await,
            },
            Command::Cancel { one: OneArgs { id, place }, archive } => match place.client()? {
                Some(client) => jobs::cancel(&client, id, archive).await,
                None => cancel(place.open().await?, JobId(id), archive).await,
            },
        }
    })
}

async fn list(tenant: Tenant, args: ListArgs) -> Result<(), Failure> {
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
    args.print(&views, &jobs::COLUMNS)
}

async fn show(tenant: Tenant, id: JobId) -> Result<(), Failure> {
    let record = tenant.stores.jobs.job(tenant.id, id).await?.ok_or_else(|| unknown(id))?;
    files::print_json(&view(&tenant, record).await?)
}

async fn cancel(tenant: Tenant, id: JobId, archive: bool) -> Result<(), Failure> {
    let record = tenant
        .service()
        .jobs()
        .end(&Reach::whole(tenant.id), id, archive)
        .await?
        .ok_or_else(|| unknown(id))?;
    tenant.note("cancelBulkGenerationJob", id.0, "").await;
    jobs::tell_canceled(id.0, record.progress.status.as_str());
    Ok(())
}

/// A job as its callers see it, without a link: nothing tells this command the service's address.
async fn view(tenant: &Tenant, record: JobRecord) -> Result<Value, Failure> {
    let view = tenant.service().jobs().view(record, None).await?;
    serde_json::to_value(view).map_err(|error| Failure::Internal(error.to_string()))
}

fn unknown(id: JobId) -> Failure {
    Failure::Input(format!("job {id} not found; `platen job list` shows all jobs"))
}
