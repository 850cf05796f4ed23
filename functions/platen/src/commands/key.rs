//! `platen key`: the API keys of a subscription.

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, civil};
use platen_service::ids::SubscriptionId;
use platen_service::keys::{ApiKey, KeyRecord, Scope};
use platen_service::plan::RequestRate;
use platen_service::reach::Labels;
use platen_service::{Limits, Stores};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::failure::Failure;
use crate::place::{OneArgs, RemoveArgs, Tenant, TenantArgs};
use crate::remote::keys;
use crate::table::ListArgs;
use crate::{confirm, files, home, report};

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
        /// What people call the key, such as the program that will use it
        #[arg(long, alias = "name")]
        label: String,
        /// What the key may do: make documents (`generate`), also of files in the request (`compose`), also manage templates (`manage`),
        /// or everything (`administer`)
        #[arg(long, default_value = "generate", value_parser = parse_scope)]
        scope: Scope,
        /// Reach only templates with this label, to see and change them, their jobs and forms; name several to reach those of each
        /// [default: all templates]
        #[arg(long, value_name = "LABEL")]
        template_label: Vec<String>,
        /// When the key expires: a day (`2027-12-31`, at its beginning in UTC), a moment (`2027-12-31T18:00:00Z`), or a time from
        /// now (`90d`, `12h`, `1y`) [default: never]
        #[arg(long, value_name = "DATE|DURATION", value_parser = parse_expiry)]
        expires: Option<Timestamp>,
        #[command(flatten)]
        place: TenantArgs,
    },
    /// Print all keys, oldest first; the keys themselves are not known
    List {
        #[command(flatten)]
        list: ListArgs,
        #[command(flatten)]
        place: TenantArgs,
    },
    /// Print one key as JSON, without the key itself
    Show(OneArgs),
    /// Disable a key; requests with it are refused from now on
    Disable(OneArgs),
    /// Enable a disabled key again; one that expired stays expired
    Enable(OneArgs),
    /// Delete a key; requests with it are refused from now on. Asks on a terminal
    #[command(alias = "remove")]
    Delete(RemoveArgs),
    /// Print the secret that callbacks of jobs are signed with, as receivers' libraries take it
    Webhook {
        /// Make a new one; for a day callbacks are signed with the previous one too
        #[arg(long)]
        rotate: bool,
        #[command(flatten)]
        place: TenantArgs,
    },
}

fn parse_scope(word: &str) -> Result<Scope, String> {
    Scope::parse(word).ok_or_else(|| "a scope is `generate`, `compose`, `manage` or `administer`".to_owned())
}

/// Reads when a key expires. What is over already is a mistake.
fn parse_expiry(text: &str) -> Result<Timestamp, String> {
    let now = Timestamp::now();
    let end =
        expiry(text, now).ok_or("expected a date such as 2027-12-31, or a period from now such as 90d")?;
    if end <= now { Err(format!("{end} is over")) } else { Ok(end) }
}

fn expiry(text: &str, now: Timestamp) -> Option<Timestamp> {
    if let Ok(day) = text.parse::<civil::Date>()
        && !text.contains('T')
    {
        return Some(day.to_zoned(TimeZone::UTC).ok()?.timestamp());
    }
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Some(moment);
    }
    let span: Span = text.parse().ok()?;
    Some(now.to_zoned(TimeZone::UTC).checked_add(span).ok()?.timestamp())
}

/// Runs the command.
///
/// # Errors
/// The place, subscription or key does not exist, or the store does not answer.
pub fn run(args: Args) -> Result<(), Failure> {
    home::block_on(async {
        match args.command {
            Command::Create { label, scope, template_label, expires, place } => match place.client()? {
                Some(client) => keys::create(&client, &label, scope.as_str(), &template_label, expires).await,
                None => {
                    let labels = labels(&template_label, scope)?;
                    create(place.open_or_first().await?, &label, scope, labels, expires).await
                }
            },
            Command::List { list: args, place } => match place.client()? {
                Some(client) => keys::list(&client, args).await,
                None => list(place.open().await?, args).await,
            },
            Command::Show(OneArgs { id, place }) => show(place.open().await?, id).await,
            Command::Disable(OneArgs { id, place }) => disable(place.open().await?, id).await,
            Command::Enable(OneArgs { id, place }) => enable(place.open().await?, id).await,
            Command::Delete(RemoveArgs { one: OneArgs { id, place }, yes }) => match place.client()? {
                Some(client) => keys::delete(&client, id, yes).await,
                None => delete(place.open().await?, id, yes).await,
            },
            Command::Webhook { rotate, place } => webhook(place.open().await?, rotate).await,
        }
    })
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
    template_labels: Option<Labels>,
    expires_at: Option<Timestamp>,
) -> Result<(ApiKey, KeyRecord), Failure> {
    let (key, record) = KeyRecord::generate(subscription, label.to_owned(), scope, expires_at)
        .map_err(|error| Failure::Internal(format!("no random bytes: {error}")))?;
    let record = KeyRecord { template_labels, ..record };
    stores.subscriptions.put_key(&record).await?;
    Ok((key, record))
}

/// The labels that a key is for, which must not be empty: a slip in a script would make a key to all templates.
fn labels(given: &[String], scope: Scope) -> Result<Option<Labels>, Failure> {
    let most = Limits::default().template_label_bytes;
    if let Some(fault) = given.iter().find_map(|label| Labels::fault(label, most)) {
        return Err(Failure::Input(format!("`--template-label`: {fault}")));
    }
    if scope == Scope::Administer && !given.is_empty() {
        return Err(Failure::Input(
            "`--template-label` goes with the scopes `generate`, `compose` and `manage`: `administer` sees all keys and events"
                .to_owned(),
        ));
    }
    Ok(Labels::new(given))
}

async fn create(
    tenant: Tenant,
    label: &str,
    scope: Scope,
    labels: Option<Labels>,
    expires: Option<Timestamp>,
) -> Result<(), Failure> {
    let (key, record) = make(&tenant.stores, tenant.id, label, scope, labels, expires).await?;
    tenant.note("createKey", record.id, label).await;
    let mut shown = view(&record);
    shown["key"] = key.reveal().into();
    files::print_json(&shown)?;
    report::note("Keep the key: it is stored only as a hash and cannot be shown again.");
    Ok(())
}

async fn list(tenant: Tenant, args: ListArgs) -> Result<(), Failure> {
    let records = tenant.stores.subscriptions.keys(tenant.id).await?;
    // The service's members but for two, which are called as this command's arguments are.
    let columns = keys::COLUMNS.map(|(heading, member)| match member {
        "keyId" => (heading, "id"),
        "name" => (heading, "label"),
        same => (heading, same),
    });
    args.print(&records.iter().map(view).collect::<Vec<_>>(), &columns)
}

async fn show(tenant: Tenant, id: Uuid) -> Result<(), Failure> {
    let keys = tenant.stores.subscriptions.keys(tenant.id).await?;
    let key = keys.iter().find(|key| key.id == id).ok_or_else(|| unknown(id))?;
    files::print_json(&view(key))
}

async fn disable(tenant: Tenant, id: Uuid) -> Result<(), Failure> {
    let label = label(&tenant, id).await?;
    let found = tenant.stores.subscriptions.disable_key(tenant.id, id, Timestamp::now()).await?;
    done(&tenant, found, (id, &label), ("disableKey", "disabled")).await
}

async fn enable(tenant: Tenant, id: Uuid) -> Result<(), Failure> {
    let label = label(&tenant, id).await?;
    let found = tenant.stores.subscriptions.enable_key(tenant.id, id).await?;
    done(&tenant, found, (id, &label), ("enableKey", "enabled")).await
}

async fn delete(tenant: Tenant, id: Uuid, yes: bool) -> Result<(), Failure> {
    let label = label(&tenant, id).await?;
    if confirm::is_asked(yes) {
        confirm::removal(&format!("the key \"{label}\""))?;
    }
    let found = tenant.stores.subscriptions.delete_key(tenant.id, id).await?;
    done(&tenant, found, (id, &label), ("deleteKey", "deleted")).await
}

async fn label(tenant: &Tenant, id: Uuid) -> Result<String, Failure> {
    let keys = tenant.stores.subscriptions.keys(tenant.id).await?;
    keys.into_iter().find(|key| key.id == id).map(|key| key.label).ok_or_else(|| unknown(id))
}

async fn done(
    tenant: &Tenant,
    found: bool,
    (id, label): (Uuid, &str),
    (action, what): (&str, &str),
) -> Result<(), Failure> {
    if !found {
        return Err(unknown(id));
    }
    tenant.note(action, id, label).await;
    report::note(&format!("key {id} is {what}"));
    Ok(())
}

fn unknown(id: Uuid) -> Failure {
    Failure::Input(format!("the subscription has no key {id}; `platen key list` lists its keys"))
}

async fn webhook(tenant: Tenant, rotate: bool) -> Result<(), Failure> {
    let subscriptions = &tenant.stores.subscriptions;
    let secrets = if rotate {
        subscriptions.rotate_callback_secret(tenant.id, Timestamp::now()).await?
    } else {
        subscriptions.callback_secrets(tenant.id).await?
    };
    files::print(format!("{}\n", secrets.current.reveal()).as_bytes())?;
    if rotate {
        report::note(
            "Give it to the receivers. Callbacks are signed with the previous one too for a day; rotate again to end that at once.",
        );
    }
    Ok(())
}

fn view(record: &KeyRecord) -> Value {
    json!({
        "id": record.id,
        "subscriptionId": record.subscription,
        "label": record.label,
        "scope": record.scope,
        "templateLabels": record.template_labels.as_ref().map(Labels::as_slice).unwrap_or_default(),
        "createdAt": record.created_at,
        "expiresAt": record.expires_at,
        "disabledAt": record.disabled_at,
        "lastUsedAt": record.last_used_at,
        "requestsPerMinute": record.requests.map(RequestRate::per_minute),
        "person": record.person,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expiries_are_days_moments_or_times_from_now() {
        let now: Timestamp = "2026-11-22T09:30:00Z".parse().unwrap();
        for (text, end) in [
            ("2027-12-31", "2027-12-31T00:00:00Z"),
            ("2027-12-31T18:00:00Z", "2027-12-31T18:00:00Z"),
            ("2027-12-31T18:00:00+02:00", "2027-12-31T16:00:00Z"),
            ("90d", "2027-02-20T09:30:00Z"),
            ("12h", "2026-11-22T21:30:00Z"),
            ("1y", "2027-11-22T09:30:00Z"),
            ("P3M", "2027-02-22T09:30:00Z"),
        ] {
            assert_eq!(expiry(text, now), Some(end.parse().unwrap()), "{text}");
        }
        for wrong in ["", "soon", "31.12.2027", "2027-13-01", "90"] {
            assert_eq!(expiry(wrong, now), None, "{wrong}");
        }
        for over in ["2020-01-01", "-90d", "0s"] {
            assert!(parse_expiry(over).is_err(), "{over}");
        }
    }
}
