//! Administering templates over HTTP.

use platen_docx::{Diagnostic, Severity};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Registration, Status, TemplateId, TemplateRecord, TemplateSummary, TemplateUpload};
use crate::Service;
use crate::contract::{Page, Paged};
use crate::http::invalid_query;
use crate::problem::{FieldError, Problem};
use crate::store::{Listed, TemplateFilter};
use crate::subscriptions::{Caller, SubscriptionId};
use crate::work::Work;

/// Versions that are listed with a template: each may have a hundred remarks, and who replaces a template with each build of
/// theirs has thousands.
const LISTED_VERSIONS: u32 = 100;

/// A template as its administrator sees it: also one that is rejected or disabled.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedTemplate {
    /// What everybody sees.
    #[serde(flatten)]
    pub summary: TemplateSummary,
    /// Whether documents can be made from it.
    pub status: Status,
    /// Why not, when it is rejected.
    pub errors: Vec<Diagnostic>,
    /// What its author should know.
    pub warnings: Vec<Diagnostic>,
}

/// A template with its history.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateDetails {
    /// The version in force.
    #[serde(flatten)]
    pub in_force: ManagedTemplate,
    /// Its newest hundred versions, newest first.
    pub versions: Vec<ManagedTemplate>,
}

impl ManagedTemplate {
    /// Where it is asked for.
    pub fn path(&self) -> String {
        path(self.summary.template_id)
    }
}

fn path(id: TemplateId) -> String {
    format!("/api/templates/{id}")
}

impl From<TemplateRecord> for ManagedTemplate {
    fn from(mut record: TemplateRecord) -> Self {
        let (errors, warnings) = std::mem::take(&mut record.diagnostics)
            .into_iter()
            .partition(|diagnostic| diagnostic.severity == Severity::Error);
        ManagedTemplate { status: record.status, summary: record.into(), errors, warnings }
    }
}

impl Service {
    /// A page of all templates, by name; of those whose name or file name holds `search`, if that is not empty.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn list_managed(
        &self,
        caller: &Caller,
        page: Page,
        search: &str,
    ) -> Result<Paged<ManagedTemplate>, Problem> {
        let filter = if search.is_empty() { TemplateFilter::All } else { TemplateFilter::Containing(search) };
        let listed = self.stores.templates.list(caller.subscription_id(), filter, page).await?;
        let items = listed.items.into_iter().map(ManagedTemplate::from).collect();
        Ok(Paged::new(page, Listed { items, total: listed.total }))
    }

    /// A template with its newest versions.
    ///
    /// # Errors
    /// `unknown-template`, `unavailable`.
    pub async fn managed_template(
        &self,
        caller: &Caller,
        template: TemplateId,
    ) -> Result<TemplateDetails, Problem> {
        let in_force = self.record_in_force(caller.subscription_id(), template).await?;
        let versions =
            self.stores.templates.versions(caller.subscription_id(), template, LISTED_VERSIONS).await?;
        Ok(TemplateDetails {
            in_force: in_force.into(),
            versions: versions.into_iter().map(ManagedTemplate::from).collect(),
        })
    }

    /// Registers a file: a new template, or a new version of the one that came under the same file name before.
    ///
    /// # Errors
    /// `invalid-query` without a name, `template-error` for a file that was recorded as rejected, `unavailable`.
    pub async fn upload_template(
        &self,
        work: &Work,
        upload: TemplateUpload,
    ) -> Result<ManagedTemplate, Problem> {
        let TemplateUpload { bytes, file_name, name, description } = upload;
        let path =
            file_name.or_else(|| name.as_ref().map(|name| format!("{name}.docx"))).ok_or_else(|| {
                let detail = "`fileName` is required; the same file name is the same template again";
                invalid_query(vec![FieldError::new("/fileName", detail)])
            })?;
        let registration = Registration { path, template_id: None, name, description, bytes };
        self.uploaded(work, registration).await
    }

    /// Registers a file as the new version of a template.
    ///
    /// # Errors
    /// `unknown-template`, `template-error` for a file that was recorded as rejected, `unavailable`.
    pub async fn replace_template(
        &self,
        work: &Work,
        template: TemplateId,
        upload: TemplateUpload,
    ) -> Result<ManagedTemplate, Problem> {
        let before = self.record_in_force(work.subscription(), template).await?;
        let TemplateUpload { bytes, file_name, name, description } = upload;
        let path = file_name.unwrap_or(before.file_name);
        let registration = Registration { path, template_id: Some(template), name, description, bytes };
        self.uploaded(work, registration).await
    }

    async fn uploaded(&self, work: &Work, registration: Registration) -> Result<ManagedTemplate, Problem> {
        let record = self.register_template_within(work, registration).await?;
        // A disabled template's status does not tell.
        if record.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return Err(Problem::template_error(&record.diagnostics).location(path(record.template_id)));
        }
        Ok(record.into())
    }

    /// Deletes a template with all its versions. Running jobs continue with their own copy of it.
    ///
    /// # Errors
    /// `unknown-template`, `unavailable`.
    pub async fn delete_template(&self, caller: &Caller, template: TemplateId) -> Result<(), Problem> {
        let removed = self.stores.templates.remove(caller.subscription_id(), template).await?;
        removed.then_some(()).ok_or_else(Problem::unknown_template)
    }

    /// Hides a template from generation, or shows it again.
    ///
    /// # Errors
    /// `unknown-template`, `unavailable`.
    pub async fn set_template_disabled(
        &self,
        caller: &Caller,
        template: TemplateId,
        disabled: bool,
    ) -> Result<ManagedTemplate, Problem> {
        let subscription = caller.subscription_id();
        if !self.stores.templates.set_disabled(subscription, template, disabled).await? {
            return Err(Problem::unknown_template());
        }
        Ok(self.record_in_force(subscription, template).await?.into())
    }

    async fn record_in_force(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
    ) -> Result<TemplateRecord, Problem> {
        let found = self.stores.templates.template(subscription, template).await?;
        found.ok_or_else(Problem::unknown_template)
    }
}
