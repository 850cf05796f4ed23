//! `platen key`: the API keys of a data folder or a deployment.

use jiff::Timestamp;
use platen_service::Stores;
use platen_service::keys::{ApiKey, KeyRecord, Scope};
use platen_service::subscriptions::SubscriptionId;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::failure::Failure;
use crate::home;
use crate::place::{Place, Tenant};
use crate::{files, report};

/// Arguments of `platen key`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Make a key and print it, as JSON; it is shown only now
    Create {
        /// What people call the key
        #[arg(long, default_value = "unnamed")]
        label: String,
        /// What the key may do: make documents, or administer templates too
        #[arg(long, default_value = "generate", value_parser = parse_scope)]
        scope: Scope,
        #[command(flatten)]
        place: Place,
    },
    /// Print all keys, oldest first, as JSON; the keys themselves are not known
    List {
        #[command(flatten)]
        place: Place,
    },
    /// Print the secret that callbacks of jobs are signed with, as receivers' libraries take it
    Webhook {
        /// Make a new one; for a day callbacks are signed with the one before too
        #[arg(long)]
        rotate: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Disable a key; requests with it are refused from now on
    Disable {
        /// The key's id, as `platen key list` prints it
        #[arg(value_parser = home::parse_id)]
        id: Uuid,
        #[command(flatten)]
        place: Place,
    },
}

fn parse_scope(word: &str) -> Result<Scope, String> {
    Scope::parse(word).ok_or_else(|| "`generate` or `manage` is wanted".to_owned())
}

/// Runs the command.
///
/// # Errors
/// There is no such place or key, or the store does not answer.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::Create { label, scope, place } => home::block_on(create(place, label, scope)),
        Command::List { place } => home::block_on(list(place)),
        Command::Webhook { rotate, place } => home::block_on(webhook(place, rotate)),
        Command::Disable { id, place } => home::block_on(disable(place, id)),
    }
}

/// Makes a key of a subscription.
///
/// # Errors
/// The store does not answer, or the operating system gives no random bytes.
pub async fn make(
    stores: &Stores,
    subscription: SubscriptionId,
    label: &str,
    scope: Scope,
) -> Result<(ApiKey, KeyRecord), Failure> {
    let key = ApiKey::generate().map_err(|error| Failure::Internal(format!("no random bytes: {error}")))?;
    let record = KeyRecord {
        id: Uuid::new_v4(),
        subscription,
        hash: key.hash(),
        scope,
        label: label.to_owned(),
        created_at: Timestamp::now(),
        disabled_at: None,
    };
    stores.subscriptions.put_key(&record).await?;
    Ok((key, record))
}

async fn create(place: Place, label: String, scope: Scope) -> Result<(), Failure> {
    let Tenant { stores, id, .. } = place.existing_or_new().await?;
    let (key, record) = make(&stores, id, &label, scope).await?;
    let mut shown = view(&record);
    shown["key"] = key.reveal().into();
    files::print_json(&shown)?;
    report::note("Keep the key: it is stored only as a hash and cannot be shown again.");
    Ok(())
}

async fn list(place: Place) -> Result<(), Failure> {
    let tenant = place.existing().await?;
    let keys = tenant.stores.subscriptions.keys(tenant.id).await?;
    files::print_json(&keys.iter().map(view).collect::<Vec<_>>())
}

async fn webhook(place: Place, rotate: bool) -> Result<(), Failure> {
    let tenant = place.existing().await?;
    let subscriptions = &tenant.stores.subscriptions;
    let secrets = if rotate {
        subscriptions.rotate_callback_secret(tenant.id, Timestamp::now()).await?
    } else {
        subscriptions.callback_secrets(tenant.id).await?
    };
    files::print(format!("{}\n", secrets.current.reveal()).as_bytes())?;
    if rotate {
        report::note(
            "Give it to the receivers; for a day the one before signs too. Rotate again to end that at once.",
        );
    }
    Ok(())
}

async fn disable(place: Place, id: Uuid) -> Result<(), Failure> {
    let tenant = place.existing().await?;
    if tenant.stores.subscriptions.disable_key(tenant.id, id, Timestamp::now()).await? {
        report::note(&format!("key {id} is disabled"));
        return Ok(());
    }
    Err(Failure::Input(format!("there is no key {id} here; `platen key list` lists those there are")))
}

fn view(record: &KeyRecord) -> Value {
    json!({
        "id": record.id,
        "subscriptionId": record.subscription,
        "label": record.label,
        "scope": record.scope,
        "createdAt": record.created_at,
        "disabledAt": record.disabled_at,
    })
}
