//! `GET /api/getTemplates`.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::Templates;
use crate::ids::TemplateId;
use crate::page::{Listed, Page, Paged};
use crate::problem::Problem;
use crate::store::TemplateFilter;
use crate::subscriptions::Caller;
use crate::templates::TemplateRecord;

/// The contract's **Template**.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Template)]
#[expect(missing_docs, reason = "as in `TemplateRecord`")]
pub struct TemplateSummary {
    pub template_id: TemplateId,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    pub file_name: String,
    pub version: u32,
    pub size_bytes: u64,
    pub placeholder_count: u32,
    pub content_control_count: u32,
    #[serde(serialize_with = "crate::time::write")]
    pub created_at: Timestamp,
    #[serde(serialize_with = "crate::time::write")]
    pub updated_at: Timestamp,
}

impl From<TemplateRecord> for TemplateSummary {
    fn from(record: TemplateRecord) -> Self {
        TemplateSummary {
            template_id: record.template_id,
            name: record.name,
            description: record.description,
            labels: record.labels,
            file_name: record.file_name,
            version: record.version,
            size_bytes: record.size_bytes,
            placeholder_count: record.placeholder_count,
            content_control_count: record.content_control_count,
            created_at: record.created_at,
            updated_at: record.updated_at,
        }
    }
}

impl Templates<'_> {
    /// A page of the templates that a filter takes, by name, as those see them who make documents.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn list(
        self,
        caller: &Caller,
        page: Page,
        filter: TemplateFilter<'_>,
    ) -> Result<Paged<TemplateSummary>, Problem> {
        let listed = self.0.within(&caller.reach).list(filter, page).await?;
        let items = listed.items.into_iter().map(TemplateSummary::from).collect();
        Ok(Paged::new(page, Listed { items, total: listed.total }))
    }
}

/// A template that comes with the product, as a starting point for your own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SampleSummary {
    /// Name of its file, by which it is asked for.
    #[schema(examples("letter.docx"))]
    pub file_name: String,
    /// Its name for people.
    pub name: String,
    /// One sentence on what it shows.
    pub description: String,
}
