//! `platen template` on a service.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::Method;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use platen_docx::Diagnostic;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::made::make;
use super::{Call, Client};
use crate::enclosures::EnclosureArgs;
use crate::failure::Failure;
use crate::table::{Column, ListArgs};
use crate::{files, report};

/// What a list of templates shows.
pub const COLUMNS: [Column; 5] = [
    ("ID", "templateId"),
    ("FILE", "fileName"),
    ("NAME", "name"),
    ("VERSION", "version"),
    ("STATUS", "status"),
];

const TYPE: &str = "application/octet-stream";

/// Registers files, and prints what became of them.
///
/// # Errors
/// A file cannot be read, or is no template.
pub async fn add(
    client: &Client,
    paths: &[PathBuf],
    draft: bool,
    enclosures: &EnclosureArgs,
) -> Result<(), Failure> {
    let mut added: Vec<Value> = Vec::new();
    for path in paths {
        let name = files::name_of(path)?;
        let name = utf8_percent_encode(name, NON_ALPHANUMERIC);
        let call = Call::new(Method::POST, format!("/api/templates?fileName={name}&draft={draft}"));
        let reply = client.send(&call.body(TYPE, enclosures.put_into(path)?)).await;
        added.push(reply.map_err(|failure| failure.of(path))?.json()?);
    }
    files::print_json(&added)
}

/// Prints all templates.
///
/// # Errors
/// The service refuses.
pub async fn list(client: &Client, args: ListArgs) -> Result<(), Failure> {
    args.print(&client.all("/api/templates").await?, &COLUMNS)
}

/// Prints one template with its versions.
///
/// # Errors
/// There is none of this id.
pub async fn show(client: &Client, id: Uuid) -> Result<(), Failure> {
    files::print_json(&client.get(&format!("/api/templates/{id}")).await?)
}

/// Writes a template's file.
///
/// # Errors
/// There is none, or it cannot be written.
pub async fn download(client: &Client, id: Uuid, output: &Path, version: Option<u32>) -> Result<(), Failure> {
    let version = version.map(|version| format!("?version={version}")).unwrap_or_default();
    let reply = client.send(&Call::new(Method::GET, format!("/api/templates/{id}/file{version}"))).await?;
    files::write(output, &reply.body)
}

/// Makes a version the current one.
///
/// # Errors
/// The version does not exist, or has errors.
pub async fn publish(client: &Client, id: Uuid, version: Option<u32>) -> Result<(), Failure> {
    let version = version.map(|version| format!("?version={version}")).unwrap_or_default();
    let call = Call::new(Method::POST, format!("/api/templates/{id}/publish{version}"));
    let published: Value = client.send(&call).await?.json()?;
    report::note(&format!("version {} of template {id} is published", published["version"]));
    Ok(())
}

/// Checks a file, and gives the warnings about it; with data also whether that makes a document.
/// `data` comes with whether errors may show values of it.
///
/// # Errors
/// The service refuses; a file with errors is refused with them.
pub async fn check(
    client: &Client,
    file: &[u8],
    data: Option<(&Value, bool)>,
) -> Result<Vec<Diagnostic>, Failure> {
    #[derive(Deserialize)]
    struct Checked {
        warnings: Vec<Diagnostic>,
    }
    let call = Call::new(Method::POST, "/api/templates/check").body(TYPE, file.to_vec());
    let Checked { warnings } = client.send(&call).await?.json()?;
    if let Some((data, error_data)) = data {
        // A preview runs every check, and is not counted.
        let wanted = json!({ "format": ".pdf", "preview": true, "data": data, "options": { "errorData": error_data } });
        make(client, Call::new(Method::POST, "/api/generateDocument").form(("template", file), &wanted))
            .await?;
    }
    Ok(warnings)
}

/// Rewrites another product's template: what became of its marks, and the new file.
///
/// # Errors
/// The service refuses.
pub async fn migrate(client: &Client, file: Vec<u8>) -> Result<(Value, Vec<u8>), Failure> {
    let call = Call::new(Method::POST, "/api/templates/migrate").body(TYPE, file);
    let mut report: Value = client.send(&call).await?.json()?;
    let file = report.as_object_mut().and_then(|members| members.remove("file")).unwrap_or_default();
    let file = STANDARD.decode(file.as_str().unwrap_or_default()).map_err(|error| {
        Failure::Input(format!("the answer is not Platen's ({error}); check the address in `--url`"))
    })?;
    Ok((report, file))
}

/// Disables, enables or deletes a template; `done` is what the note says.
///
/// # Errors
/// There is none of this id.
pub async fn change(
    client: &Client,
    id: Uuid,
    method: Method,
    action: &str,
    done: &str,
) -> Result<(), Failure> {
    client.send(&Call::new(method, format!("/api/templates/{id}{action}"))).await?;
    report::note(&format!("template {id} is {done}"));
    Ok(())
}
