//! `platen key`: the API keys of a data folder.

use jiff::Timestamp;
use platen_service::Stores;
use platen_service::keys::{ApiKey, KeyRecord, Scope};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::failure::Failure;
use crate::home::{self, DataFolder, SUBSCRIPTION};
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
        data: DataFolder,
    },
    /// Print all keys, oldest first, as JSON; the keys themselves are not known
    List {
        #[command(flatten)]
        data: DataFolder,
    },
    /// Disable a key; requests with it are refused from now on
    Disable {
        /// The key's id, as `platen key list` prints it
        #[arg(value_parser = home::parse_id)]
        id: Uuid,
        #[command(flatten)]
        data: DataFolder,
    },
}

fn parse_scope(word: &str) -> Result<Scope, String> {
    Scope::parse(word).ok_or_else(|| "`generate` or `manage` is wanted".to_owned())
}

/// Runs the command.
///
/// # Errors
/// There is no such data folder or key, or the store does not answer.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::Create { label, scope, data } => {
            let stores = data.existing_or_new()?.stores()?;
            home::block_on(create(stores, label, scope))
        }
        Command::List { data } => home::block_on(list(data.existing()?.stores()?)),
        Command::Disable { id, data } => home::block_on(disable(data.existing()?.stores()?, id)),
    }
}

/// Makes a key of the home's subscription.
///
/// # Errors
/// The store does not answer, or the operating system gives no random bytes.
pub async fn make(stores: &Stores, label: &str, scope: Scope) -> Result<(ApiKey, KeyRecord), Failure> {
    let key = ApiKey::generate().map_err(|error| Failure::Internal(format!("no random bytes: {error}")))?;
    let record = KeyRecord {
        id: Uuid::new_v4(),
        subscription: SUBSCRIPTION,
        hash: key.hash(),
        scope,
        label: label.to_owned(),
        created_at: Timestamp::now(),
        disabled_at: None,
    };
    stores.subscriptions.put_key(&record).await?;
    Ok((key, record))
}

async fn create(stores: Stores, label: String, scope: Scope) -> Result<(), Failure> {
    home::ensure_subscription(&stores).await?;
    let (key, record) = make(&stores, &label, scope).await?;
    let mut shown = view(&record);
    shown["key"] = key.reveal().into();
    files::print_json(&shown)?;
    report::note("Keep the key: it is stored only as a hash and cannot be shown again.");
    Ok(())
}

async fn list(stores: Stores) -> Result<(), Failure> {
    let keys = stores.subscriptions.keys(SUBSCRIPTION).await?;
    files::print_json(&keys.iter().map(view).collect::<Vec<_>>())
}

async fn disable(stores: Stores, id: Uuid) -> Result<(), Failure> {
    if stores.subscriptions.disable_key(SUBSCRIPTION, id, Timestamp::now()).await? {
        report::note(&format!("key {id} is disabled"));
        return Ok(());
    }
    Err(Failure::Input(format!("there is no key {id} here; `platen key list` lists those there are")))
}

fn view(record: &KeyRecord) -> Value {
    json!({
        "id": record.id,
        "label": record.label,
        "scope": record.scope,
        "createdAt": record.created_at,
        "disabledAt": record.disabled_at,
    })
}
