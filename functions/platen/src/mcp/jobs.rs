//! Tools for bulk jobs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use http::Method;
use platen_service::uploads;
use rmcp::model::CallToolResult;
use rmcp::schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::options::{Format, Options};
use super::tool::{Effect, Session, Tool};
use super::{answer, output};
use crate::failure::Failure;
use crate::files;
use crate::remote::{Call, documents};

/// The longest that a call waits for a job's end.
const LONGEST_WAIT: u64 = 60;

/// Between two looks at a job.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Failures and warnings of a job that an answer has; the archive's `errors.json` has all failures.
const LISTED: usize = 20;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub struct StartJob {
    /// The template's id, name or file name, in any case
    template: String,
    /// The data of each document
    items: Option<Vec<Map<String, Value>>>,
    /// A file with the items in place of `items`, a path below the folder of `--files`: .csv or .xlsx with column names in the first row,
    /// .json (an array of objects) or .jsonl
    items_file: Option<PathBuf>,
    /// Of rows: fields to fill from columns that are called otherwise, such as {"customer.name": "Client"}
    #[serde(default)]
    map: BTreeMap<String, String>,
    /// Of rows: make one document of the rows that have the same value in this column
    group_by: Option<String>,
    /// What to make; pdf when left out
    #[serde(default)]
    format: Format,
    /// How each document is called, such as `Invoice {{ number }}`
    file_name: Option<String>,
    /// Join the documents into one file of the format in place of a ZIP archive
    #[serde(default)]
    merge: bool,
    /// How the documents are made
    #[serde(default)]
    options: Options,
}

#[async_trait]
impl Tool for StartJob {
    const NAME: &'static str = "start_job";
    const TITLE: &'static str = "Start a bulk job";
    const DESCRIPTION: &'static str = "Starts a job that makes a document for each item, and gives its id. Call get_job to wait \
        for its end and to get the archive.";
    const EFFECT: Effect = Effect::Adds;
    const OUTPUT: fn() -> Value = output::started;

    async fn call(self, session: &Session) -> Result<CallToolResult, Failure> {
        let client = &session.client;
        let mut wanted = json!({
            "templateId": documents::find(client, Path::new(&self.template)).await?,
            "format": self.format.extension(),
            "options": self.options,
        });
        if let Some(pattern) = self.file_name {
            wanted["fileName"] = json!(pattern);
        }
        if self.merge {
            wanted["merge"] = json!(true);
        }
        match (self.items, self.items_file) {
            (Some(items), None) => wanted["items"] = json!(items),
            (None, Some(path)) => {
                let kinds = ["csv", "xlsx", "json", "jsonl"];
                let path = session.file("itemsFile", &path, &kinds)?;
                let kind =
                    path.extension().and_then(|it| it.to_str()).and_then(uploads::Format::type_of_extension);
                let kind =
                    kind.ok_or_else(|| Failure::Internal(format!("no media type for {}", path.display())))?;
                wanted["itemsUploadId"] =
                    documents::upload(client, (kind, files::read("the items", &path)?)).await?;
                if !kind.contains("json") {
                    wanted["rows"] = json!({ "map": self.map, "groupBy": self.group_by });
                }
            }
            _ => return Err(Failure::Input("give the data of the documents in `items`".to_owned())),
        }
        Ok(answer::json(documents::start(client, &wanted).await?))
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub struct GetJob {
    /// The job's id, from start_job
    #[schemars(with = "String")]
    job_id: Uuid,
    /// Seconds to wait for its end, at most 60; call again while `status` is Pending or Running
    #[serde(default)]
    #[schemars(range(max = 60))]
    wait_seconds: u64,
    /// Once it is completed, save its archive as this file, a path below the folder of `--files`
    save_to: Option<PathBuf>,
}

#[async_trait]
impl Tool for GetJob {
    const NAME: &'static str = "get_job";
    const TITLE: &'static str = "Watch a bulk job";
    const DESCRIPTION: &'static str = "Tells how far a job is, which items failed and why, and gives a link to the archive once \
        it is completed (`zipUrl`, which needs no key and ends at `zipUrlExpiresAt`).";
    const EFFECT: Effect = Effect::Reads;
    const OUTPUT: fn() -> Value = output::job;

    async fn call(self, session: &Session) -> Result<CallToolResult, Failure> {
        let path =
            self.save_to.map(|path| session.file("saveTo", &path, &["zip", "pdf", "docx"])).transpose()?;
        let mut job = wait(session, self.job_id, self.wait_seconds).await?;
        if let (Some(path), Some(link)) = (path, job["zipUrl"].as_str()) {
            session.client.download(link, &path).await?;
            job["savedTo"] = json!(path);
        }
        Ok(answer::json(job))
    }
}

/// A job at its end, or when the time is over. Who wants to know is told how far it is.
pub async fn wait(session: &Session, id: Uuid, seconds: u64) -> Result<Value, Failure> {
    let end = Instant::now() + Duration::from_secs(seconds.min(LONGEST_WAIT));
    let mut told = None;
    let mut job = loop {
        let job = session.client.get(&format!("/api/bulkGenerationJobs/{id}")).await?;
        if !matches!(job["status"].as_str(), Some("Pending" | "Running")) || Instant::now() >= end {
            break job;
        }
        let [total, completed, failed] = ["totalCount", "completedCount", "failedGenerationCount"]
            .map(|count| job[count].as_u64().unwrap_or_default());
        let done = Some(completed + failed);
        if let Some(progress) = session.progress.as_ref().filter(|_| done > told) {
            progress.tell(completed + failed, total).await;
            told = done;
        }
        sleep(LOOK_EVERY).await;
    };
    for list in ["failedGenerations", "warnings"] {
        if let Some(elements) = job[list].as_array_mut() {
            elements.truncate(LISTED);
        }
    }
    Ok(job)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub struct CancelJob {
    /// The job's id
    #[schemars(with = "String")]
    job_id: Uuid,
    /// Pack the documents that are finished into an archive
    #[serde(default)]
    keep_finished: bool,
}

#[async_trait]
impl Tool for CancelJob {
    const NAME: &'static str = "cancel_job";
    const TITLE: &'static str = "Cancel a bulk job";
    const DESCRIPTION: &'static str = "Ends a job that is pending or running.";
    const EFFECT: Effect = Effect::Ends;
    const OUTPUT: fn() -> Value = output::job;

    async fn call(self, session: &Session) -> Result<CallToolResult, Failure> {
        let path = format!("/api/bulkGenerationJobs/{}/cancel?archive={}", self.job_id, self.keep_finished);
        session.client.send(&Call::new(Method::POST, path)).await?;
        Ok(answer::json(wait(session, self.job_id, 0).await?))
    }
}
