//! Checks a template's file without recording it.

use platen_docx::discover::{ContentControl, Placeholder};
use platen_docx::{Diagnostic, Template};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::TemplateUpload;
use super::Templates;
use crate::problem::{Problem, listed};
use crate::work::Work;

/// What a file asks for.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "as in `Metadata`")]
pub struct TemplateCheck {
    pub placeholders: Vec<Placeholder>,
    pub content_controls: Vec<ContentControl>,
    pub schema: Value,
    /// A starter payload, as `generateModel` makes it.
    #[schema(value_type = Object)]
    pub model: Value,
    pub warnings: Vec<Diagnostic>,
}

impl Templates<'_> {
    /// Compiles a file and tells what it asks for; nothing of it stays.
    ///
    /// # Errors
    /// `template-error` with all its errors, `unavailable`.
    pub async fn check(self, work: &Work, upload: TemplateUpload) -> Result<TemplateCheck, Problem> {
        let (limits, budget) = (self.0.limits.clone(), work.budget().clone());
        let source = self.with_included(work, None, upload.bytes).await?.map_err(Problem::from_compile)?;
        let package = source.bytes().clone();
        let compiled = self
            .0
            .work(work, move || {
                Template::compile_opened(source, &limits.docx, &budget).map_err(Problem::from_compile)
            })
            .await?;
        let mut warnings = listed(compiled.warnings().to_vec());
        warnings.extend(self.pdf_warnings(work, package).await?.into_iter().flatten());
        let discovery = compiled.discovery();
        Ok(TemplateCheck {
            model: discovery.model(),
            placeholders: discovery.placeholders.clone(),
            content_controls: discovery.content_controls.clone(),
            schema: discovery.schema.clone(),
            warnings,
        })
    }
}
