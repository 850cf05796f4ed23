//! What a template asks for: metadata and model.

use std::sync::Arc;

use bytes::Bytes;
use platen_docx::discover::{ContentControl, Placeholder};
use platen_docx::{Diagnostic, Template};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{Status, TemplateId, TemplateRecord};
use crate::Service;
use crate::contract::Format;
use crate::http::Request;
use crate::problem::{Problem, listed};
use crate::work::Work;

/// The contract's **Metadata**.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "as in `platen_docx::discover`")]
pub struct Metadata {
    pub template_id: TemplateId,
    pub name: String,
    pub version: u32,
    pub placeholders: Vec<Placeholder>,
    pub content_controls: Vec<ContentControl>,
    pub schema: Value,
    pub warnings: Vec<Diagnostic>,
}

impl TemplateId {
    /// Reads `templateId` from the query.
    ///
    /// # Errors
    /// `invalid-query` when it is missing or no GUID.
    pub fn from_query(request: &Request) -> Result<TemplateId, Problem> {
        let mut query = request.query();
        let id = query.uuid("templateId");
        let id = query.finish(id).map(TemplateId)?;
        request.head().trail().template(id);
        Ok(id)
    }
}

impl Service {
    /// What a template asks for.
    ///
    /// # Errors
    /// `unknown-template`, `template-error` when all its versions are rejected, `unavailable`.
    pub async fn template_metadata(&self, work: &Work, template: TemplateId) -> Result<Metadata, Problem> {
        let (record, compiled) = self.usable(work, template, Format::Docx).await?;
        let mut warnings = listed(compiled.warnings().to_vec());
        let stored = &self.stores.templates;
        let package = stored.package(work.subscription(), record.template_id, record.version).await?;
        warnings.extend(self.pdf_warnings(work, package.ok_or_else(Problem::unknown_template)?).await?);
        let discovery = compiled.discovery();
        Ok(Metadata {
            template_id: record.template_id,
            name: record.name,
            version: record.version,
            placeholders: discovery.placeholders.clone(),
            content_controls: discovery.content_controls.clone(),
            schema: discovery.schema.clone(),
            warnings,
        })
    }

    /// What a PDF of this template would not show as Word does: a remark for each font that another one stands in for, for
    /// characters in no font, and for whatever the engine does not draw.
    pub(crate) async fn pdf_warnings(&self, work: &Work, package: Bytes) -> Result<Vec<Diagnostic>, Problem> {
        let (pdfs, budget) = (self.pdf_maker(), work.budget_for(Format::Pdf).clone());
        let subscription = work.subscription();
        self.convert(work, move || Ok(pdfs.check(&package, &budget, subscription))).await
    }

    /// A starter payload for a template, which `generateDocument` takes as `data` unchanged.
    ///
    /// # Errors
    /// As [`Service::template_metadata`].
    pub async fn template_model(&self, work: &Work, template: TemplateId) -> Result<Value, Problem> {
        let (_, compiled) = self.usable(work, template, Format::Docx).await?;
        self.work(work, move || Ok(compiled.discovery().model())).await
    }

    /// The version in force and its compiled form, within the budget of work that ends in `format`.
    pub(crate) async fn usable(
        &self,
        work: &Work,
        template: TemplateId,
        format: Format,
    ) -> Result<(TemplateRecord, Arc<Template>), Problem> {
        let record = self.stores.templates.template(work.subscription(), template).await?;
        let record = record.ok_or_else(Problem::unknown_template)?;
        match record.status {
            Status::Ready => {}
            Status::Rejected => return Err(Problem::template_error(&record.diagnostics)),
            Status::Disabled => return Err(Problem::unknown_template()),
        }
        let compiled = self.compiled(work, template, record.version, format).await?;
        Ok((record, compiled))
    }
}
