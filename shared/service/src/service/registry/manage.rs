//! Manages templates over HTTP.

use platen_docx::{Diagnostic, Severity};
use serde::Serialize;
use utoipa::ToSchema;

use super::Templates;
use super::{Registration, TemplateSummary, TemplateUpload};
use crate::http::invalid_query;
use crate::ids::TemplateId;
use crate::page::{Listed, Page, Paged};
use crate::problem::{FieldError, Problem};
use crate::reach::Reach;
use crate::service::within::Changed;
use crate::store::TemplateFilter;
use crate::subscriptions::Caller;
use crate::templates::{Revision, Status, TemplateChange, TemplateRecord};
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
    /// The newest version, where it waits to be published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft_version: Option<u32>,
    /// The name of the key that registered this version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added_by: Option<String>,
    /// Why not, when it is rejected.
    pub errors: Vec<Diagnostic>,
    /// What its author should know.
    pub warnings: Vec<Diagnostic>,
    /// The state of the template, which its `ETag` names.
    #[serde(skip)]
    pub revision: Revision,
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
    /// How many keys asked for documents of it in the last 31 days. Previews and people who signed in do not count.
    pub used_by_keys: u64,
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
        ManagedTemplate {
            status: record.status,
            draft_version: record.draft,
            added_by: record.added_by.take(),
            revision: record.revision(),
            summary: record.into(),
            errors,
            warnings,
        }
    }
}

impl Templates<'_> {
    /// A page of the templates that a filter takes, by name.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn list_managed(
        self,
        caller: &Caller,
        page: Page,
        filter: TemplateFilter<'_>,
    ) -> Result<Paged<ManagedTemplate>, Problem> {
        let listed = self.0.within(&caller.reach).list(filter, page).await?;
        let items = listed.items.into_iter().map(ManagedTemplate::from).collect();
        Ok(Paged::new(page, Listed { items, total: listed.total }))
    }

    /// A template with its newest versions.
    ///
    /// # Errors
    /// `unknown-template`, `unavailable`.
    pub async fn managed(self, caller: &Caller, template: TemplateId) -> Result<TemplateDetails, Problem> {
        let in_force = self.recorded(&caller.reach, template, None).await?;
        let versions = self.0.within(&caller.reach).versions(template, LISTED_VERSIONS).await?;
        Ok(TemplateDetails {
            in_force: in_force.into(),
            versions: versions.into_iter().map(ManagedTemplate::from).collect(),
            used_by_keys: self.users(caller.subscription_id(), template).await?,
        })
    }

    /// Registers a file: as the new version of a template, or without one, as a new template or a new version of the one that
    /// came under the same file name before.
    ///
    /// # Errors
    /// `invalid-query` without a name, `unknown-template`, `template-changed` when the template is not as it was seen,
    /// `template-error` for a file that was recorded as rejected, `unavailable`.
    pub async fn upload(
        self,
        caller: &Caller,
        work: &Work,
        template: Option<TemplateId>,
        upload: TemplateUpload,
        seen: Option<Revision>,
    ) -> Result<ManagedTemplate, Problem> {
        let TemplateUpload { bytes, file_name, name, description, draft, enclosures } = upload;
        let known = match template {
            Some(id) => Some(self.recorded(&caller.reach, id, None).await?.file_name),
            None => name.as_ref().map(|name| format!("{name}.docx")),
        };
        let path = file_name.or(known).ok_or_else(|| {
            let detail = "`fileName` is required: it identifies the template";
            invalid_query(vec![FieldError::of_parameter("fileName", detail)])
        })?;
        let registration = Registration {
            template_id: template,
            name,
            description,
            draft,
            added_by: Some(caller.key_name.clone()).filter(|name| !name.is_empty()),
            seen,
            documents_only: true,
            enclosures,
            ..Registration::new(path, bytes)
        };
        self.uploaded(work, registration).await
    }

    async fn uploaded(self, work: &Work, registration: Registration) -> Result<ManagedTemplate, Problem> {
        let record = self.register_within(work, registration).await?;
        if is_rejected(&record) {
            return Err(Problem::template_error(&record.diagnostics).location(path(record.template_id)));
        }
        Ok(record.into())
    }

    /// Deletes a template with all its versions. Running jobs continue with their own copy of it.
    ///
    /// # Errors
    /// `unknown-template`, `template-changed` when it is not as it was seen, `unavailable`.
    pub async fn delete(
        self,
        reach: &Reach,
        template: TemplateId,
        seen: Option<Revision>,
    ) -> Result<(), Problem> {
        let removed = self.0.within(reach).remove(template, seen).await?;
        removed.then_some(()).ok_or_else(Problem::unknown_template)
    }

    /// Hides a template from generation, or shows it again.
    ///
    /// # Errors
    /// As [`Templates::delete`].
    pub async fn set_disabled(
        self,
        reach: &Reach,
        template: TemplateId,
        disabled: bool,
        seen: Option<Revision>,
    ) -> Result<ManagedTemplate, Problem> {
        self.change(reach, template, TemplateChange::Disabled(disabled), seen).await
    }

    /// Brings a version into force: the newest draft, or another version, also one that was in force before.
    ///
    /// # Errors
    /// `invalid-query` without a version where there is no draft, `template-error` for a rejected version; otherwise as
    /// [`Templates::delete`].
    pub async fn publish(
        self,
        reach: &Reach,
        template: TemplateId,
        version: Option<u32>,
        seen: Option<Revision>,
    ) -> Result<ManagedTemplate, Problem> {
        let in_force = self.recorded(reach, template, None).await?;
        let version = version.or(in_force.draft).ok_or_else(|| {
            let detail = "`version` is required: the template has no draft";
            invalid_query(vec![FieldError::of_parameter("version", detail)])
        })?;
        let record = self.recorded(reach, template, Some(version)).await?;
        if is_rejected(&record) {
            return Err(Problem::template_error(&record.diagnostics));
        }
        let published = self.change(reach, template, TemplateChange::Publish(version), seen).await?;
        if (in_force.version, in_force.status) != (version, Status::Ready) {
            let record = self.recorded(reach, template, Some(version)).await?;
            self.0.tell_of_template(reach.subscription(), &record).await;
        }
        Ok(published)
    }

    async fn change(
        self,
        reach: &Reach,
        template: TemplateId,
        change: TemplateChange,
        seen: Option<Revision>,
    ) -> Result<ManagedTemplate, Problem> {
        if self.0.within(reach).change(template, change, seen).await? != Changed::Done {
            return Err(Problem::unknown_template());
        }
        Ok(self.recorded(reach, template, None).await?.into())
    }
}

/// Whether a version has errors, which the status of a disabled template does not tell.
fn is_rejected(record: &TemplateRecord) -> bool {
    record.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}
