//! Tools that check data and make one document.

use std::path::{Path, PathBuf};

use async_trait::async_trait;
use http::{HeaderName, Method};
use rmcp::model::CallToolResult;
use rmcp::schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::options::{Format, Options};
use super::tool::{Effect, Session, Tool};
use super::{answer, jobs, output};
use crate::failure::Failure;
use crate::files;
use crate::remote::made::make;
use crate::remote::{Call, documents};

/// Seconds to wait for a document that is answered as a link.
const LINK_WAIT: u64 = 60;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub struct CheckData {
    /// The template's id, name or file name, in any case
    template: String,
    /// The data, as describe_template and starter_data show it
    data: Map<String, Value>,
    /// How the document would be made
    #[serde(default)]
    options: Options,
}

#[async_trait]
impl Tool for CheckData {
    const NAME: &'static str = "check_data";
    const TITLE: &'static str = "Check data";
    const DESCRIPTION: &'static str = "Tells whether data fits a template: every value that is missing or wrong, with a JSON \
        Pointer to it. No document is kept or counted.";
    const EFFECT: Effect = Effect::Reads;
    const OUTPUT: fn() -> Value = output::checked;

    async fn call(self, session: &Session) -> Result<CallToolResult, Failure> {
        // A preview runs every check, and is not counted.
        let wanted = json!({
            "templateId": documents::find(&session.client, Path::new(&self.template)).await?,
            "format": Format::Pdf.extension(),
            "preview": true,
            "data": self.data,
            "options": self.options,
        });
        match make(&session.client, asking(&wanted)).await {
            Ok(made) => Ok(answer::json(json!({ "fits": true, "warnings": made.warnings }))),
            Err(Failure::Refused(refusal)) if refusal.code() == "invalid-data" => {
                Ok(answer::json(json!({ "fits": false, "errors": refusal.problem()["errors"] })))
            }
            Err(failure) => Err(failure),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub struct MakeDocument {
    /// The template's id, name or file name, in any case
    template: String,
    /// The data, as describe_template and starter_data show it
    data: Map<String, Value>,
    /// What to make; pdf when left out
    #[serde(default)]
    format: Format,
    /// The document's name; the template's when left out
    file_name: Option<String>,
    /// How the document is made
    #[serde(default)]
    options: Options,
    /// Return a link to the document, which needs no key and ends after a while, in place of the document itself
    #[serde(default)]
    as_link: bool,
    /// Save it as this .pdf or .docx file, a path below the folder of `--files`, in place of returning it
    save_to: Option<PathBuf>,
}

#[async_trait]
impl Tool for MakeDocument {
    const NAME: &'static str = "make_document";
    const TITLE: &'static str = "Make a document";
    const DESCRIPTION: &'static str = "Makes a PDF or Word document from a template and data, such as {\"template\": \"Invoice\", \
        \"data\": {\"number\": 17}}. When data is missing or wrong the error names each value; fix them and call again. Ask the user for \
        values that you do not have, or offer to leave them empty (`options.missing`: `empty`).";
    const EFFECT: Effect = Effect::Adds;
    const OUTPUT: fn() -> Value = output::document;

    async fn call(self, session: &Session) -> Result<CallToolResult, Failure> {
        let extension = self.format.extension().trim_start_matches('.');
        let path = self.save_to.map(|path| session.file("saveTo", &path, &[extension])).transpose()?;
        let client = &session.client;
        let mut wanted = json!({
            "templateId": documents::find(client, Path::new(&self.template)).await?,
            "format": self.format.extension(),
            "data": self.data,
            "options": self.options,
        });
        if let Some(name) = self.file_name {
            wanted["fileName"] = json!(name);
        }
        if self.as_link {
            let call = asking(&wanted).header(PREFER, "respond-async");
            let started: Value = client.send(&call).await?.json()?;
            let id = started["jobId"].as_str().and_then(|id| Uuid::try_parse(id).ok());
            let id = id.ok_or_else(|| Failure::Internal("the service named no job".to_owned()))?;
            return Ok(answer::json(jobs::wait(session, id, LINK_WAIT).await?));
        }
        let made = make(client, asking(&wanted)).await?;
        let mut about =
            json!({ "fileName": made.name, "bytes": made.bytes.len(), "warnings": made.warnings });
        match path {
            Some(path) => {
                files::write(&path, &made.bytes)?;
                about["savedTo"] = json!(path);
                Ok(answer::json(about))
            }
            None => {
                let instead = "call again with `asLink` set to true";
                answer::file(&made.name, &made.media_type, &made.bytes, about, instead)
            }
        }
    }
}

const PREFER: HeaderName = HeaderName::from_static("prefer");

fn asking(wanted: &Value) -> Call {
    Call::new(Method::POST, "/api/generateDocument").json(wanted)
}
