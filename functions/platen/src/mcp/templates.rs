//! Tools that find and describe templates, and draft new ones.

use std::path::{Path, PathBuf};

use async_trait::async_trait;
use http::{Method, header};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rmcp::model::CallToolResult;
use rmcp::schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::tool::{Effect, Session, Tool};
use super::{answer, output};
use crate::failure::Failure;
use crate::files;
use crate::remote::Call;
use crate::remote::documents::{self, What};
use crate::remote::made::file_name;

/// Templates that one answer lists.
const LISTED: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub struct FindTemplates {
    /// Words that must all occur in a template's name, file name, description or labels; leave it out to list all
    query: Option<String>,
}

#[async_trait]
impl Tool for FindTemplates {
    const NAME: &'static str = "find_templates";
    const TITLE: &'static str = "Find templates";
    const DESCRIPTION: &'static str = "Lists the document templates that documents can be made from, with their ids, names and \
        descriptions. Start here.";
    const EFFECT: Effect = Effect::Reads;
    const OUTPUT: fn() -> Value = output::found;

    async fn call(self, session: &Session) -> Result<CallToolResult, Failure> {
        let all = session.client.all("/api/getTemplates").await?;
        let words: Vec<String> =
            self.query.unwrap_or_default().split_whitespace().map(str::to_lowercase).collect();
        let is_meant = |template: &&Value| {
            let text = ["name", "fileName", "description", "labels"].map(|it| template[it].to_string());
            let text = text.join(" ").to_lowercase();
            words.iter().all(|word| text.contains(word.as_str()))
        };
        let found: Vec<&Value> = all.iter().filter(is_meant).collect();
        let shown = &found[..found.len().min(LISTED)];
        let mut answer = json!({ "templates": shown, "found": found.len(), "registered": all.len() });
        if shown.len() < found.len() {
            answer["hint"] = json!("More were found than are listed; add words to `query`.");
        } else if found.is_empty() && !all.is_empty() {
            answer["hint"] = json!("No template matches; leave `query` out to list all of them.");
        }
        Ok(answer::json(answer))
    }
}

/// The template that a tool is about.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub struct DescribeTemplate {
    /// The template's id, name or file name, in any case
    template: String,
}

#[async_trait]
impl Tool for DescribeTemplate {
    const NAME: &'static str = "describe_template";
    const TITLE: &'static str = "Describe a template";
    const DESCRIPTION: &'static str =
        "Tells which data a template needs: its fields, content controls, JSON Schema and warnings.";
    const EFFECT: Effect = Effect::Reads;
    const OUTPUT: fn() -> Value = output::described;

    async fn call(self, session: &Session) -> Result<CallToolResult, Failure> {
        let template = Path::new(&self.template);
        Ok(answer::json(documents::inspect(&session.client, template, What::Everything).await?))
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub struct StarterData {
    /// The template's id, name or file name, in any case
    template: String,
}

#[async_trait]
impl Tool for StarterData {
    const NAME: &'static str = "starter_data";
    const TITLE: &'static str = "Get sample data";
    const DESCRIPTION: &'static str = "Gives sample data that a template accepts as it is. Replace its values with real ones, \
        then call check_data or make_document.";
    const EFFECT: Effect = Effect::Reads;
    const OUTPUT: fn() -> Value = output::data;

    async fn call(self, session: &Session) -> Result<CallToolResult, Failure> {
        let template = Path::new(&self.template);
        Ok(answer::json(documents::inspect(&session.client, template, What::Model).await?))
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub struct DraftTemplate {
    /// The new template's title and file name, such as `Delivery note`
    name: String,
    /// The fields as sample data: one member per field; an object is a group, an array of objects a table with a row per
    /// element. The kind of value sets the format: a number, true or false, a text, a date as `2026-01-31`
    fields: Map<String, Value>,
    /// Register it as a draft in the service, where people can open and publish it; the key needs the scope `manage`
    #[serde(default)]
    register: bool,
    /// Save it as this .docx file, a path below the folder of `--files`, in place of returning it
    save_to: Option<PathBuf>,
}

#[async_trait]
impl Tool for DraftTemplate {
    const NAME: &'static str = "draft_template";
    const TITLE: &'static str = "Draft a template";
    const DESCRIPTION: &'static str = "Makes a new Word template with a labeled place for each field. A person then designs it in \
        Word. Needs a key with the scope `manage`.";
    const EFFECT: Effect = Effect::Adds;
    const OUTPUT: fn() -> Value = output::draft;

    async fn call(self, session: &Session) -> Result<CallToolResult, Failure> {
        // Before anything is registered.
        let path = self.save_to.map(|path| session.file("saveTo", &path, &["docx"])).transpose()?;
        let wanted = json!({ "name": self.name, "data": self.fields });
        let made =
            session.client.send(&Call::new(Method::POST, "/api/templates/starter").json(&wanted)).await?;
        let disposition = made.headers.get(header::CONTENT_DISPOSITION).and_then(|it| it.to_str().ok());
        let name = disposition.and_then(file_name).unwrap_or_else(|| "template.docx".to_owned());
        let mut about = json!({ "fileName": name });
        if self.register {
            let encoded = utf8_percent_encode(&name, NON_ALPHANUMERIC);
            let call = Call::new(Method::POST, format!("/api/templates?fileName={encoded}&draft=true"));
            let call = call.body(DOCX, made.body.clone());
            about["registered"] = session.client.send(&call).await?.json()?;
        }
        match path {
            Some(path) => {
                files::write(&path, &made.body)?;
                about["savedTo"] = json!(path);
                Ok(answer::json(about))
            }
            None if self.register => Ok(answer::json(about)),
            None => answer::file(&name, DOCX, &made.body, about, "send fewer fields"),
        }
    }
}

/// The media type of a Word document (ECMA-376 part 2, annex of part 1).
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
