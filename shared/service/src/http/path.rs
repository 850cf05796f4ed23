//! The ids in a request's path.

use uuid::Uuid;

use super::{Request, guid};
use crate::ids::{JobId, TemplateId, WebhookId};
use crate::problem::Problem;

impl TemplateId {
    /// The id in a request's path. What is no GUID is no template of anybody's.
    ///
    /// # Errors
    /// `unknown-template`.
    pub fn of_path_segment(request: &Request) -> Result<TemplateId, Problem> {
        let id = request.param("templateId").and_then(guid);
        let id = id.map(TemplateId).ok_or_else(Problem::unknown_template)?;
        request.head().trail().template(id);
        Ok(id)
    }
}

impl JobId {
    /// The id in a request's path. What is no GUID is no job of anybody's.
    ///
    /// # Errors
    /// `unknown-job`.
    pub fn of_path(request: &Request) -> Result<JobId, Problem> {
        let id = request.param("jobId").and_then(guid);
        id.map(JobId).ok_or_else(Problem::unknown_job)
    }
}

/// The id in the path of a signed link: as the link was written and in no other way, so that one link has one form.
pub(crate) fn linked_id(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text).ok().filter(|id| id.to_string() == text)
}

impl WebhookId {
    /// The id in a request's path. What is no GUID is no webhook of anybody's.
    ///
    /// # Errors
    /// `unknown-webhook`.
    pub fn of_path(request: &Request) -> Result<WebhookId, Problem> {
        let id = request.param("webhookId").and_then(guid);
        id.map(WebhookId).ok_or_else(Problem::unknown_webhook)
    }
}
