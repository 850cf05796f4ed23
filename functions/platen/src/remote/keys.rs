//! `platen key` on a service, with a key that may administer keys.

use http::Method;
use serde_json::json;
use uuid::Uuid;

use super::{Call, Client};
use crate::failure::Failure;
use crate::table::{Column, ListArgs};
use crate::{files, report};

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
    expires: Option<jiff::Timestamp>,
) -> Result<(), Failure> {
    let mut wanted = json!({ "name": name, "scope": scope });
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

/// Deletes a key.
///
/// # Errors
/// There is none of this id.
pub async fn delete(client: &Client, id: Uuid) -> Result<(), Failure> {
    client.send(&Call::new(Method::DELETE, format!("/api/keys/{id}"))).await?;
    report::note(&format!("key {id} is deleted"));
    Ok(())
}
