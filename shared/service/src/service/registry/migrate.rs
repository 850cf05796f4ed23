//! Converts another product's template into one of Platen's.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use platen_docx::{CompileError, Diagnostic, Migration, Template, migrate};
use serde::Serialize;
use utoipa::ToSchema;

use super::TemplateUpload;
use super::Templates;
use crate::problem::{Problem, listed};
use crate::work::Work;

/// What became of another product's marks.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateMigration {
    /// What was rewritten, and what stays.
    #[serde(flatten)]
    pub migration: Migration,
    /// What the new template's author should know, errors and warnings.
    pub remarks: Vec<Diagnostic>,
    /// The new template, in base64 (RFC 4648, 4); the file itself where nothing was rewritten.
    #[schema(content_encoding = "base64")]
    pub file: String,
}

impl Templates<'_> {
    /// Rewrites the marks of other products as tags; nothing of the file stays.
    ///
    /// # Errors
    /// `template-error` for a file that cannot be read; `limit-exceeded`, `unavailable`.
    pub async fn migrate(self, work: &Work, upload: TemplateUpload) -> Result<TemplateMigration, Problem> {
        let (limits, budget) = (self.0.limits.clone(), work.budget().clone());
        let rewrite = move || migrate(upload.bytes, &limits.docx, &budget).map_err(Problem::from_compile);
        let mut migration = self.0.work(work, rewrite).await?;
        let docx = bytes::Bytes::from(std::mem::take(&mut migration.docx));
        let file = BASE64_STANDARD.encode(&docx);
        let (limits, budget) = (self.0.limits.clone(), work.budget().clone());
        let included = self.with_included(work, None, docx).await?;
        let compile = move || match included
            .and_then(|source| Template::compile_opened(source, &limits.docx, &budget))
        {
            Ok(template) => Ok(template.warnings().to_vec()),
            Err(CompileError::Template(remarks)) => Ok(remarks),
            Err(error) => Err(Problem::from_compile(error)),
        };
        let remarks = listed(self.0.work(work, compile).await?);
        Ok(TemplateMigration { migration, remarks, file })
    }
}
