//! `platen subscription`: the tenants of a data folder or a deployment, and what they may use.

use jiff::Timestamp;
use platen_service::Stores;
use platen_service::ids::SubscriptionId;
use platen_service::plan::{Plan, RequestRate, month_of};
use platen_service::subscriptions::Subscription;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::failure::Failure;
use crate::place::{Place, TenantArgs};
use crate::{files, home};

/// Arguments of `platen subscription`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What a subscription may store unless it is told otherwise, in bytes: many jobs, and no disk that a stranger's jobs fill. The
/// first subscription of a folder is the operator's own and has no bound.
const STORAGE_BYTES: u64 = 20_000_000_000;

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Make a subscription and print it as JSON; `platen key create --subscription ID` makes its first key
    Create {
        /// What people call it
        #[arg(long)]
        name: String,
        /// Its id [default: a random one]
        #[arg(long, value_name = "ID", value_parser = home::parse_id)]
        id: Option<Uuid>,
        #[command(flatten)]
        changes: Changes,
        #[command(flatten)]
        place: Place,
    },
    /// Print all subscriptions as JSON, by name
    List {
        #[command(flatten)]
        place: Place,
    },
    /// Print one subscription as JSON, with what it used and stores
    Show {
        #[command(flatten)]
        place: TenantArgs,
    },
    /// Change a subscription and print it as JSON; what is not named stays as it is
    Set {
        /// What people call it
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        changes: Changes,
        #[command(flatten)]
        place: TenantArgs,
    },
}

#[derive(Debug, clap::Args)]
struct Changes {
    /// Whether its requests are answered
    #[arg(long, value_name = "true|false")]
    active: Option<bool>,
    /// Documents that it may make per calendar month (UTC)
    #[arg(long, value_name = "N|none", value_parser = bound::<u64>)]
    monthly_documents: Option<Bound<u64>>,
    /// Bytes that it may store: templates of all versions, uploads, jobs [default of a new one: 20 GB]
    #[arg(long, value_name = "N|none", value_parser = bound::<u64>)]
    storage_bytes: Option<Bound<u64>>,
    /// Requests that it may send per minute in the long run
    #[arg(long, value_name = "N|none", value_parser = bound::<u32>)]
    requests_per_minute: Option<Bound<u32>>,
    /// Requests that it may send at once [default: as many as per minute]
    #[arg(long, value_name = "N", requires = "requests_per_minute")]
    request_burst: Option<u32>,
}

/// A bound, or that there is none. A type of its own, since clap reads an `Option` as an argument that may be left out.
#[derive(Debug, Clone, Copy)]
struct Bound<T>(Option<T>);

fn bound<T: std::str::FromStr>(word: &str) -> Result<Bound<T>, String> {
    match word {
        "none" => Ok(Bound(None)),
        _ => word
            .parse()
            .map(|number| Bound(Some(number)))
            .map_err(|_| "a limit is a whole number or `none`".to_owned()),
    }
}

/// Runs the command.
///
/// # Errors
/// The place or subscription does not exist, a bound is out of range, or the store does not answer.
pub fn run(args: Args) -> Result<(), Failure> {
    home::block_on(async {
        match args.command {
            Command::Create { name, id, changes, place } => {
                create(&place.open().await?.stores, name, id, changes).await
            }
            Command::List { place } => {
                let all = place.open().await?.stores.subscriptions.subscriptions().await?;
                files::print_json(&all.iter().map(view).collect::<Vec<_>>())
            }
            Command::Show { place } => {
                if let Some(client) = place.client()? {
                    return files::print_json(&client.get("/api/getSubscription").await?);
                }
                let tenant = place.open().await?;
                files::print_json(&with_usage(&tenant.stores, &tenant.subscription).await?)
            }
            Command::Set { name, changes, place } => {
                let mut tenant = place.open_or_first().await?;
                tenant.subscription.name = name.unwrap_or(tenant.subscription.name);
                changes.apply(&mut tenant.subscription)?;
                tenant.stores.subscriptions.put_subscription(&tenant.subscription).await?;
                files::print_json(&view(&tenant.subscription))
            }
        }
    })
}

async fn create(stores: &Stores, name: String, id: Option<Uuid>, changes: Changes) -> Result<(), Failure> {
    let id = SubscriptionId(id.unwrap_or_else(Uuid::new_v4));
    let plan = Plan { storage_bytes: Some(STORAGE_BYTES), ..Plan::default() };
    let mut made = Subscription { id, name, active: true, plan };
    changes.apply(&mut made)?;
    if !stores.subscriptions.create_subscription(&made).await? {
        return Err(Failure::Input(format!(
            "there is a subscription {id} already; `platen subscription set` changes it"
        )));
    }
    files::print_json(&view(&made))
}

impl Changes {
    fn apply(self, subscription: &mut Subscription) -> Result<(), Failure> {
        subscription.active = self.active.unwrap_or(subscription.active);
        let plan = &mut subscription.plan;
        if let Some(Bound(documents)) = self.monthly_documents {
            plan.monthly_documents = documents;
        }
        if let Some(Bound(bytes)) = self.storage_bytes {
            plan.storage_bytes = bytes;
        }
        if let (Some(Bound(None)), Some(_)) = (self.requests_per_minute, self.request_burst) {
            let text = "`--request-burst` needs a rate; leave it out with `--requests-per-minute none`";
            return Err(Failure::Input(text.to_owned()));
        }
        if let Some(Bound(per_minute)) = self.requests_per_minute {
            plan.requests = per_minute
                .map(|per_minute| rate(per_minute, self.request_burst.unwrap_or(per_minute)))
                .transpose()?;
        }
        Ok(())
    }
}

fn rate(per_minute: u32, burst: u32) -> Result<RequestRate, Failure> {
    RequestRate::new(per_minute, burst).ok_or_else(|| {
        Failure::Input(format!(
            "requests per minute and requests at once must be from 1 to {}",
            RequestRate::MOST
        ))
    })
}

fn view(subscription: &Subscription) -> Value {
    let plan = subscription.plan;
    json!({
        "subscriptionId": subscription.id,
        "name": subscription.name,
        "active": subscription.active,
        "monthlyDocuments": plan.monthly_documents,
        "storageBytes": plan.storage_bytes,
        "requestsPerMinute": plan.requests.map(RequestRate::per_minute),
        "requestBurst": plan.requests.map(RequestRate::burst),
    })
}

/// A subscription with what it used this month, and what it stores.
async fn with_usage(stores: &Stores, subscription: &Subscription) -> Result<Value, Failure> {
    let month = month_of(Timestamp::now());
    let documents = stores.subscriptions.documents(subscription.id, &month).await?;
    let stored = stores.storage.stored(subscription.id).await?;
    let mut shown = view(subscription);
    shown["usage"] = json!({
        "month": month,
        "documents": documents,
        "storageBytes": stored.total(),
        "storage": stored,
    });
    Ok(shown)
}
