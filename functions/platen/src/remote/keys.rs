//! `platen key` on a service, with a key that may administer keys.

use http::Method;
use serde_json::json;
use uuid::Uuid;

use super::{Call, Client};
use crate::failure::Failure;
use crate::table::{Column, ListArgs};
use crate::{confirm, files, report};

/// What a list of keys shows.
pub const COLUMNS: [Column; 6] = [
    ("ID", "keyId"),
    ("NAME", "name"),
    ("SCOPE", "scope"),
    ("EXPIRES", "expiresAt"),
    ("DISABLED", "disabledAt"),
    ("LAST USED", "lastUsedAt"),
];

/// Makes a key and prints it.
///
/// # Errors
/// The service refuses.
pub async fn create(
    client: &Client,
    name: &str,
    scope: &str,
    labels: &[String],
    expires: Option<jiff::Timestamp>,
) -> Result<(), Failure> {
    let mut wanted = json!({ "name": name, "scope": scope });
    if !labels.is_empty() {
        wanted["templateLabels"] = json!(labels);
    }
    if let Some(end) = expires {
        wanted["expiresAt"] = json!(end);
    }
    let made = client.send(&Call::new(Method::POST, "/api/keys").json(&wanted)).await?;
    files::print_json(&made.json::<serde_json::Value>()?)
}

/// Prints all keys.
///
/// # Errors
/// The service refuses.
pub async fn list(client: &Client, args: ListArgs) -> Result<(), Failure> {
    args.print(&client.all("/api/keys").await?, &COLUMNS)
}

/// Deletes a key; asks on a terminal, unless `yes` answers.
///
/// # Errors
/// There is none of this id, or the answer is no.
pub async fn delete(client: &Client, id: Uuid, yes: bool) -> Result<(), Failure> {
    if confirm::is_asked(yes) {
        let (id, keys) = (id.to_string(), client.all("/api/keys").await?);
        let known = keys.iter().find(|key| key["keyId"] == id);
        let name = known.and_then(|key| key["name"].as_str()).unwrap_or(&id);
        confirm::removal(&format!("the key \"{name}\""))?;
    }
    client.send(&Call::new(Method::DELETE, format!("/api/keys/{id}"))).await?;
    report::note(&format!("key {id} is deleted"));
    Ok(())
}
