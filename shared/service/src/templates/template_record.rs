//! The stored form of a template.

use bytes::Bytes;
use jiff::Timestamp;
use platen_docx::Diagnostic;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Revision;
use crate::ids::TemplateId;

/// Whether documents can be made from a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Deserialize)]
#[serde(rename_all = "lowercase")]
#[schema(as = TemplateStatus)]
pub enum Status {
    /// They can.
    Ready,
    /// Only requests that name its version can: it is not published yet.
    Draft,
    /// It has errors.
    Rejected,
    /// Its operator hid the template.
    Disabled,
}

impl Status {
    /// That of a version.
    pub fn of(ready: bool, draft: bool, disabled: bool) -> Status {
        match (ready, draft) {
            _ if disabled => Status::Disabled,
            (false, _) => Status::Rejected,
            (true, true) => Status::Draft,
            (true, false) => Status::Ready,
        }
    }
}

/// What people say of a template, whatever version is in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// What they call it.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// What they find it by.
    pub labels: Vec<String>,
}

/// A change of a template that records no version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateChange {
    /// It is hidden from generation, or shown again.
    Disabled(bool),
    /// It has other words.
    About(About),
    /// A version comes into force, and is a draft no longer.
    Publish(u32),
    /// It is as it was in the home that it comes from, its versions being there.
    Moved(TemplateState),
}

/// What a template is besides its versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateState {
    /// The version in force.
    pub in_force: u32,
    /// The draft that waits.
    pub draft: Option<u32>,
    /// Whether it is hidden from generation.
    pub disabled: bool,
    /// What people say of it.
    pub about: About,
    /// Changes so far.
    pub changes: u64,
    /// When its first version was recorded.
    pub created_at: Timestamp,
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
    /// How the version stands, also where the template is disabled.
    pub standing: Standing,
    /// What people call the template.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// What they find it by.
    pub labels: Vec<String>,
    /// The draft that waits to be published, or with errors, to be corrected.
    pub draft: Option<u32>,
    /// Changes of the template so far.
    pub changes: u64,
    /// The name of the key that registered this version; of one that no request brought, nobody's.
    pub added_by: Option<String>,
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

impl TemplateRecord {
    /// The state that the template is in.
    pub fn revision(&self) -> Revision {
        Revision { created_at: self.created_at, changes: self.changes }
    }

    /// Whether its operator hid the template.
    pub fn is_disabled(&self) -> bool {
        self.status == Status::Disabled
    }
}

/// A version to be recorded.
#[derive(Debug, Clone, PartialEq)]
pub struct NewVersion {
    /// The template.
    pub template_id: TemplateId,
    /// The number that it has in the home that it comes from, above those that are here; otherwise it gets the next one.
    pub number: Option<u32>,
    /// What people call it.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// The labels of a new template; one that is known keeps its own.
    pub labels: Vec<String>,
    /// The name of the uploaded file.
    pub file_name: String,
    /// Bytes of the file.
    pub size_bytes: u64,
    /// SHA-256 of the file, by which a second delivery is recognized.
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
    /// It waits to be published.
    pub draft: bool,
    /// The name of the key that brought it.
    pub added_by: Option<String>,
    /// The state that the template must be in.
    pub seen: Option<Revision>,
}

/// What a store knows of a version when a newer one arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// It has no errors.
    pub ready: bool,
    /// It was not published.
    pub draft: bool,
}

impl Standing {
    fn is_published(self) -> bool {
        self.ready && !self.draft
    }
}

impl NewVersion {
    /// How it stands.
    pub fn standing(&self) -> Standing {
        Standing { ready: self.package.is_some(), draft: self.draft }
    }

    /// Whether it comes into force in the place of another version. A published one always does; a draft as long as none was
    /// published; a rejected one as long as none is ready.
    pub fn comes_into_force(&self, before: Standing) -> bool {
        let new = self.standing();
        new.is_published() || !before.is_published() && (new.draft || !before.ready)
    }

    /// The draft that waits when this version is there, where `before` waited.
    pub fn draft_after(&self, version: u32, before: Option<u32>) -> Option<u32> {
        match self.standing() {
            Standing { draft: true, .. } => Some(version),
            Standing { ready: true, .. } => None,
            Standing { ready: false, .. } => before,
        }
    }

    /// Whether the newest version, which has the same content and file name, is this one once more. `names` are the
    /// template's, and for a rejected version its own. A file that is to be in force is another version where one is.
    pub fn is_again(&self, last: Standing, last_in_force: bool, names: (&str, Option<&str>)) -> bool {
        let new = self.standing();
        self.number.is_none()
            && new.ready == last.ready
            && names == (&self.name, self.description.as_deref())
            && (!new.ready || new.draft || (last_in_force && !last.draft))
    }
}
