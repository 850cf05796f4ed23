//! The data that a template needs: metadata and model.

use std::sync::Arc;

use bytes::Bytes;
use platen_docx::discover::{ContentControl, Placeholder};
use platen_docx::{Diagnostic, Enclosure, Template, Translations};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::Templates;
use super::cache::Content;
use crate::format::Format;
use crate::http::Request;
use crate::ids::TemplateId;
use crate::problem::{Code, Problem, listed};
use crate::templates::{Status, TemplateRecord};
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
    /// The mapping of an e-invoice that the template carries.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub e_invoice: Option<Value>,
    /// The texts that can be translated, and the translations that the template carries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translations: Option<Translations>,
}

impl TemplateId {
    /// Reads `templateId` from the query, and `version`, if it is given.
    ///
    /// # Errors
    /// `invalid-query` when the id is missing or no GUID, or the version no number.
    pub fn from_query(request: &Request) -> Result<(TemplateId, Option<u32>), Problem> {
        let mut query = request.query();
        let (id, version) = (query.uuid("templateId"), query.version());
        let (id, version) = query.finish(id.map(|id| (TemplateId(id), version)))?;
        request.head().trail().template(id);
        Ok((id, version))
    }
}

impl Templates<'_> {
    /// What a template asks for, in a version or in the one in force.
    ///
    /// # Errors
    /// `unknown-template`, `template-error` when the version is rejected, `unavailable`.
    pub async fn metadata(
        self,
        work: &Work,
        template: TemplateId,
        version: Option<u32>,
    ) -> Result<Metadata, Problem> {
        let (record, compiled) = self.usable(work, template, version, Format::Docx).await?;
        let mut warnings = listed(compiled.warnings().to_vec());
        warnings.extend(self.pdf_warnings_of(work, &record).await?);
        let discovery = compiled.discovery();
        Ok(Metadata {
            template_id: record.template_id,
            name: record.name,
            version: record.version,
            placeholders: discovery.placeholders.clone(),
            content_controls: discovery.content_controls.clone(),
            schema: discovery.schema.clone(),
            warnings,
            e_invoice: compiled.enclosure(Enclosure::EInvoice).cloned(),
            translations: compiled.translations(),
        })
    }

    /// The JSON Schema of a template's data, in a version or in the one in force.
    ///
    /// # Errors
    /// `unknown-template`, `template-error` when the version is rejected, `unavailable`.
    pub async fn schema(
        self,
        work: &Work,
        template: TemplateId,
        version: Option<u32>,
    ) -> Result<Value, Problem> {
        let (_, compiled) = self.usable(work, template, version, Format::Docx).await?;
        Ok(compiled.discovery().schema.clone())
    }

    /// What a PDF of this template would not show as Word does: a remark for each font that another one stands in for, for
    /// characters in no font, and for whatever the engine does not draw.
    /// `None` where the engine cannot tell at the moment.
    pub(crate) async fn pdf_warnings(
        self,
        work: &Work,
        package: Bytes,
    ) -> Result<Option<Vec<Diagnostic>>, Problem> {
        let (pdfs, budget) = (self.0.generation().pdf_maker(), work.budget_for(Format::Pdf).clone());
        let subscription = work.subscription();
        self.0.convert(work, move || Ok(pdfs.check(&package, &budget, subscription))).await
    }

    /// The same of a version, which is laid out once for as long as it is in memory: neither it nor the fonts change meanwhile.
    async fn pdf_warnings_of(self, work: &Work, record: &TemplateRecord) -> Result<Vec<Diagnostic>, Problem> {
        let key = (work.subscription(), Content::of(record));
        if let Some(known) = self.0.cache.pdf_warnings(&key) {
            return Ok(known);
        }
        let package = self.package_of(work.reach(), key.1).await?;
        let found = self.pdf_warnings(work, package).await?;
        if let Some(found) = &found {
            self.0.cache.keep_pdf_warnings(&key, found.clone());
        }
        Ok(found.unwrap_or_default())
    }

    /// A starter payload for a template, which `generateDocument` takes as `data` unchanged.
    ///
    /// # Errors
    /// As [`Templates::metadata`].
    pub async fn model(
        self,
        work: &Work,
        template: TemplateId,
        version: Option<u32>,
    ) -> Result<Value, Problem> {
        let (_, compiled) = self.usable(work, template, version, Format::Docx).await?;
        self.0.work(work, move || Ok(compiled.discovery().model())).await
    }

    /// A version, or the one in force, and its compiled form, within the budget of work that ends in `format`. A draft is
    /// usable by who names it.
    pub(crate) async fn usable(
        self,
        work: &Work,
        template: TemplateId,
        version: Option<u32>,
        format: Format,
    ) -> Result<(TemplateRecord, Arc<Template>), Problem> {
        let record = self.recorded(work.reach(), template, version).await?;
        match record.status {
            Status::Ready => {}
            Status::Draft if version.is_some() => {}
            Status::Draft => {
                let detail = format!(
                    "No version of the template is published. Publish one, or name the draft: `version` {}.",
                    record.version
                );
                return Err(Problem::new(Code::UnknownTemplate, detail));
            }
            Status::Rejected => return Err(Problem::template_error(&record.diagnostics)),
            Status::Disabled => return Err(Problem::unknown_template()),
        }
        let compiled = self.compiled(work, &record, format).await?;
        Ok((record, compiled))
    }
}
