//! What a template asks for: metadata and model.

use std::sync::Arc;

use platen_docx::Template;
use platen_docx::discover::{ContentControl, Placeholder};
use serde::Serialize;
use serde_json::Value;

use super::{Status, TemplateId, TemplateRecord};
use crate::Service;
use crate::http::Request;
use crate::problem::Problem;
use crate::subscriptions::{Caller, SubscriptionId};

/// The contract's **Metadata**.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "as in `platen_docx::discover`")]
pub struct Metadata {
    pub template_id: TemplateId,
    pub name: String,
    pub version: u32,
    pub placeholders: Vec<Placeholder>,
    pub content_controls: Vec<ContentControl>,
    pub schema: Value,
    pub warnings: Vec<platen_docx::Diagnostic>,
}

impl TemplateId {
    /// Reads `templateId` from the query.
    ///
    /// # Errors
    /// `invalid-query` when it is missing or no GUID.
    pub fn from_query(request: &Request) -> Result<TemplateId, Problem> {
        let mut query = request.query();
        let id = query.uuid("templateId");
        query.finish(id).map(TemplateId)
    }
}

impl Service {
    /// What a template asks for.
    ///
    /// # Errors
    /// `unknown-template`, `template-error` when all its versions are rejected, `unavailable`.
    pub async fn template_metadata(
        &self,
        caller: &Caller,
        template: TemplateId,
    ) -> Result<Metadata, Problem> {
        let (record, compiled) = self.usable(caller.subscription_id(), template).await?;
        let discovery = compiled.discovery();
        Ok(Metadata {
            template_id: record.template_id,
            name: record.name,
            version: record.version,
            placeholders: discovery.placeholders.clone(),
            content_controls: discovery.content_controls.clone(),
            schema: discovery.schema.clone(),
            warnings: compiled.warnings().to_vec(),
        })
    }

    /// A starter payload for a template, which `generateDocument` takes as `data` unchanged.
    ///
    /// # Errors
    /// As [`Service::template_metadata`].
    pub async fn template_model(&self, caller: &Caller, template: TemplateId) -> Result<Value, Problem> {
        let (_, compiled) = self.usable(caller.subscription_id(), template).await?;
        Ok(compiled.discovery().model())
    }

    /// The version in force and its compiled form.
    pub(crate) async fn usable(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
    ) -> Result<(TemplateRecord, Arc<Template>), Problem> {
        let record = self.stores.templates.template(subscription, template).await?;
        let record = record.ok_or_else(Problem::unknown_template)?;
        match record.status {
            Status::Ready => {}
            Status::Rejected => return Err(Problem::template_error(&record.diagnostics)),
            Status::Disabled => return Err(Problem::unknown_template()),
        }
        let compiled = self.compiled(subscription, template, record.version).await?;
        Ok((record, compiled))
    }
}
