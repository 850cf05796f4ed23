//! `platen subscription`: the tenants of a data folder or a deployment, and what they may use.

use platen_service::plan::RequestRate;
use platen_service::subscriptions::Subscription;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::place::{Place, Tenant};
use crate::{files, home};

/// Arguments of `platen subscription`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print all subscriptions as JSON, by name
    List {
        #[command(flatten)]
        place: Place,
    },
    /// Change the subscription, or make it, and print it as JSON; what is not named stays as it is
    Set {
        #[command(flatten)]
        changes: Changes,
        #[command(flatten)]
        place: Place,
    },
}

#[derive(Debug, clap::Args)]
struct Changes {
    /// What people call it
    #[arg(long)]
    name: Option<String>,
    /// Whether its requests are answered
    #[arg(long, value_name = "true|false")]
    active: Option<bool>,
    /// Documents that it may make per calendar month (UTC)
    #[arg(long, value_name = "N|none", value_parser = bound::<u64>)]
    monthly_documents: Option<Bound<u64>>,
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
            .map_err(|_| "a whole number or `none` is wanted".to_owned()),
    }
}

/// Runs the command.
///
/// # Errors
/// There is no such place, a bound is out of range, or the store does not answer.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::List { place } => home::block_on(list(place)),
        Command::Set { changes, place } => home::block_on(set(place, changes)),
    }
}

async fn list(place: Place) -> Result<(), Failure> {
    let all = place.existing().await?.stores.subscriptions.subscriptions().await?;
    files::print_json(&all.iter().map(view).collect::<Vec<_>>())
}

async fn set(place: Place, changes: Changes) -> Result<(), Failure> {
    let Tenant { stores, id, .. } = place.existing_or_new().await?;
    let found = stores.subscriptions.subscription(id).await?;
    let mut subscription =
        found.ok_or_else(|| Failure::Internal(format!("there is no subscription {id}")))?;
    changes.apply(&mut subscription)?;
    stores.subscriptions.put_subscription(&subscription).await?;
    files::print_json(&view(&subscription))
}

impl Changes {
    fn apply(self, subscription: &mut Subscription) -> Result<(), Failure> {
        if let Some(name) = self.name {
            subscription.name = name;
        }
        subscription.active = self.active.unwrap_or(subscription.active);
        let plan = &mut subscription.plan;
        if let Some(Bound(documents)) = self.monthly_documents {
            plan.monthly_documents = documents;
        }
        if let (Some(Bound(None)), Some(_)) = (self.requests_per_minute, self.request_burst) {
            let text = "`--request-burst` belongs to a rate; with `--requests-per-minute none` leave it out";
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
        Failure::Input(format!("requests per minute and at once are from 1 to {}", RequestRate::MOST))
    })
}

fn view(subscription: &Subscription) -> Value {
    let plan = subscription.plan;
    json!({
        "subscriptionId": subscription.id,
        "name": subscription.name,
        "active": subscription.active,
        "monthlyDocuments": plan.monthly_documents,
        "requestsPerMinute": plan.requests.map(RequestRate::per_minute),
        "requestBurst": plan.requests.map(RequestRate::burst),
    })
}
