//! What is stored of a template.

use std::fmt;

use bytes::Bytes;
use jiff::Timestamp;
use platen_docx::Diagnostic;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::subscriptions::SubscriptionId;

/// A template's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema, Deserialize)]
#[serde(transparent)]
pub struct TemplateId(pub Uuid);

impl TemplateId {
    /// The id of the template at a path: UUIDv5 (RFC 9562, 5.5) of subscription and path, so that the same path is the same
    /// template again.
    pub fn of_path(subscription: SubscriptionId, path: &str) -> TemplateId {
        TemplateId(Uuid::new_v5(&subscription.0, path.as_bytes()))
    }
}

impl TemplateId {
    /// The id in a request's path. What is no GUID is no template of anybody's.
    ///
    /// # Errors
    /// `unknown-template`.
    pub fn of_path_segment(request: &crate::http::Request) -> Result<TemplateId, crate::problem::Problem> {
        let id = request.param("templateId").and_then(|text| Uuid::try_parse(text).ok());
        let id = id.map(TemplateId).ok_or_else(crate::problem::Problem::unknown_template)?;
        request.head().trail().template(id);
        Ok(id)
    }
}

impl fmt::Display for TemplateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whether documents can be made from a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Deserialize)]
#[serde(rename_all = "lowercase")]
#[schema(as = TemplateStatus)]
pub enum Status {
    /// They can.
    Ready,
    /// It has errors.
    Rejected,
    /// Its operator hid the template.
    Disabled,
}

/// One version of a template.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateRecord {
    /// The template.
    pub template_id: TemplateId,
    /// Counted from 1.
    pub version: u32,
    /// Whether it can be used.
    pub status: Status,
    /// What people call it.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// The name of the uploaded file.
    pub file_name: String,
    /// Bytes of the package.
    pub size_bytes: u64,
    /// Distinct paths named by placeholders.
    pub placeholder_count: u32,
    /// Content controls that data fills.
    pub content_control_count: u32,
    /// When the template's first version was recorded.
    pub created_at: Timestamp,
    /// When this version was recorded.
    pub updated_at: Timestamp,
    /// Errors and warnings of its compilation.
    pub diagnostics: Vec<Diagnostic>,
}

/// A version to be recorded.
#[derive(Debug, Clone, PartialEq)]
pub struct NewVersion {
    /// The template.
    pub template_id: TemplateId,
    /// What people call it.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// The name of the uploaded file.
    pub file_name: String,
    /// Bytes of the file.
    pub size_bytes: u64,
    /// SHA-256 of the file, by which a second delivery is recognised.
    pub sha256: [u8; 32],
    /// The file of a ready version; `None` rejects it. What does not compile is not kept.
    pub package: Option<Bytes>,
    /// Distinct paths named by placeholders.
    pub placeholder_count: u32,
    /// Content controls that data fills.
    pub content_control_count: u32,
    /// When it arrived.
    pub at: Timestamp,
    /// Errors and warnings of its compilation.
    pub diagnostics: Vec<Diagnostic>,
}
