//! Documents of the templates that a service has: `platen render`, `platen bulk` and `platen inspect` on it.

use std::path::Path;
use std::time::Duration;

use http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::made::{Made, make};
use super::{Call, Client};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{files, report};

/// Between two looks at a job.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Failed items that are named; the archive's `errors.json` has all of them.
const NAMED_FAILURES: usize = 20;

/// Templates that are named where none is called as somebody says.
const NAMED_TEMPLATES: usize = 20;

/// The id of a template that a person or an agent names: its id, its file's name with or without the extension, or its own. Case
/// counts only where two differ in nothing else.
///
/// # Errors
/// None or several are called so.
pub async fn find(client: &Client, named: &Path) -> Result<Uuid, Failure> {
    let named = named.to_string_lossy();
    if let Ok(id) = Uuid::try_parse(&named) {
        return Ok(id);
    }
    let all = client.all("/api/getTemplates").await?;
    let among = |is_meant: &dyn Fn(&str) -> bool| -> Vec<&Value> {
        all.iter().filter(|it| names(it).into_iter().any(is_meant)).collect()
    };
    let mut found = among(&|name| *name == *named);
    if found.is_empty() {
        found = among(&|name| name.to_lowercase() == named.to_lowercase());
    }
    match found.as_slice() {
        [one] => one["templateId"].as_str().and_then(|id| Uuid::try_parse(id).ok()).ok_or_else(|| {
            Failure::Input(format!("{}: the list of templates has no ids; check `--url`", client.base()))
        }),
        [] => {
            // Names that say some of the same words first.
            let words: Vec<String> = named.split_whitespace().map(str::to_lowercase).collect();
            let differs = |it: &&Value| {
                let name = it["name"].as_str().unwrap_or_default().to_lowercase();
                !words.iter().any(|word| name.contains(word.as_str()))
            };
            let mut all: Vec<&Value> = all.iter().collect();
            all.sort_by_key(differs);
            let names: Vec<&str> =
                all.iter().filter_map(|it| it["name"].as_str()).take(NAMED_TEMPLATES).collect();
            Err(Failure::Input(match names.is_empty() {
                true => format!(
                    "template `{named}` not found at {}; it has none: `platen template add` registers a file",
                    client.base()
                ),
                false => {
                    format!("template `{named}` not found at {}; it has: {}", client.base(), names.join(", "))
                }
            }))
        }
        several => Err(Failure::Input(format!(
            "{} templates are called `{named}`; use an id: {}",
            several.len(),
            several.iter().filter_map(|it| it["templateId"].as_str()).collect::<Vec<_>>().join(", ")
        ))),
    }
}

/// What a template is called.
fn names(template: &Value) -> [&str; 3] {
    let file = template["fileName"].as_str().unwrap_or_default();
    [
        file,
        file.rsplit_once('.').map_or(file, |(stem, _)| stem),
        template["name"].as_str().unwrap_or_default(),
    ]
}

/// Makes one document, and writes it.
///
/// # Errors
/// The service refuses, or the file cannot be written.
pub async fn render(
    client: &Client,
    template: &Path,
    mut wanted: Value,
    output: &Path,
) -> Result<(), Failure> {
    wanted["templateId"] = json!(find(client, template).await?);
    let call = Call::new(Method::POST, "/api/generateDocument").json(&wanted);
    save(make(client, call).await?, &template.to_string_lossy(), output)
}

/// Makes a PDF or a picture of a document, and writes it.
///
/// # Errors
/// The service refuses, or the file cannot be written.
pub async fn convert(client: &Client, document: &Path, wanted: &Value, output: &Path) -> Result<(), Failure> {
    let bytes = files::read("the document", document)?;
    let call = Call::new(Method::POST, "/api/convert").form(("file", &bytes), wanted);
    save(make(client, call).await?, &files::shown(document), output)
}

fn save(made: Made, name: &str, output: &Path) -> Result<(), Failure> {
    report::warnings(name, &made.warnings);
    files::write(output, &made.bytes)
}

/// What a template asks for: `what` is `schema`, `model`, or everything.
///
/// # Errors
/// The service refuses.
pub async fn inspect(client: &Client, template: &Path, what: What) -> Result<Value, Failure> {
    let id = find(client, template).await?;
    if what == What::Model {
        return client
            .send(&Call::new(Method::POST, format!("/api/generateModel?templateId={id}")))
            .await?
            .json();
    }
    let mut metadata = client.get(&format!("/api/generateTemplateMetadata?templateId={id}")).await?;
    Ok(if what == What::Schema { metadata["schema"].take() } else { metadata })
}

/// A part of what a template asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Its fields, controls and warnings, with the schema.
    Everything,
    /// The JSON Schema of its data.
    Schema,
    /// Data to begin with.
    Model,
}

/// Uploads items, follows their job to its end, and writes the archive.
///
/// # Errors
/// The service refuses, the job failed, or items failed; the archive is then written all the same.
pub async fn bulk(
    client: &Client,
    template: &Path,
    items: (&'static str, Vec<u8>),
    mut wanted: Value,
    output: &Path,
) -> Result<(), Failure> {
    wanted["templateId"] = json!(find(client, template).await?);
    wanted["itemsUploadId"] = upload(client, items).await?;
    let started = start(client, &wanted).await?;
    for warning in started["warnings"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        report::warning(warning);
    }
    let id = started["jobId"].as_str().unwrap_or_default().to_owned();
    report::note(&format!("job {id}; `platen job cancel {id}` ends it"));
    let job = follow(client, &id).await?;
    let Some(link) = job["zipUrl"].as_str() else {
        let reason = job["errorMessage"].as_str().unwrap_or("it was canceled");
        return Err(Failure::Input(format!("job {id} made no archive: {reason}")));
    };
    client.download(link, output).await?;
    let (failed, total) = (count(&job, "failedGenerationCount"), count(&job, "totalCount"));
    if failed == 0 {
        return Ok(());
    }
    for failure in job["failedGenerations"].as_array().into_iter().flatten().take(NAMED_FAILURES) {
        report::error(&format!(
            "item {}: {}",
            failure["globalIndex"].as_str().unwrap_or("?"),
            failure["error"].as_str().unwrap_or_default()
        ));
    }
    Err(Failure::Input(format!("{failed} of {total} items failed; {} contains the others", output.display())))
}

/// Uploads items with their media type, and gives what a job names them by.
///
/// # Errors
/// The service refuses.
pub async fn upload(client: &Client, items: (&'static str, Vec<u8>)) -> Result<Value, Failure> {
    let mut ticket: Value = client.send(&Call::new(Method::POST, "/api/bulkUploads")).await?.json()?;
    let link = ticket["uploadUrl"].as_str().unwrap_or_default();
    client.send(&Call::new(Method::PUT, link).body(items.0, items.1)).await?;
    Ok(ticket["uploadId"].take())
}

/// Starts a job, and gives its id and warnings.
///
/// # Errors
/// The service refuses.
pub async fn start(client: &Client, wanted: &Value) -> Result<Value, Failure> {
    client.send(&Call::new(Method::POST, "/api/generateDocumentsBulk").json(wanted)).await?.json()
}

/// Shows how far a job is until it is over, and gives it as it is then.
///
/// # Errors
/// The service refuses.
pub async fn follow(client: &Client, id: &str) -> Result<Value, Failure> {
    let mut shown: Option<Progress> = None;
    loop {
        let job = client.get(&format!("/api/bulkGenerationJobs/{id}")).await?;
        let failed = count(&job, "failedGenerationCount");
        let settled = count(&job, "completedCount") + failed;
        let shown = shown.get_or_insert_with(|| Progress::new(count(&job, "totalCount"), settled));
        if !matches!(job["status"].as_str(), Some("Pending" | "Running")) {
            shown.finish(settled, failed);
            return Ok(job);
        }
        shown.show(settled, failed);
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

fn count(job: &Value, member: &str) -> u64 {
    job[member].as_u64().unwrap_or_default()
}
