//! What is stored about a template and a version.

use bytes::Bytes;
use platen_docx::Diagnostic;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::store::StoreError;
use platen_service::templates::{About, NewVersion, Revision, Standing, Status, TemplateRecord};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::fields::from_micros;
use crate::item::{Condition, Key, flag, number, text};
use crate::subscriptions::partition;

/// Diagnostics of more bytes than this are an object: a template's record holds its version in force too, a list reads
/// all of a tenant's, and no record may exceed 400 KB.
const INLINE_DIAGNOSTICS: usize = 4 << 10;

/// A template.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Head {
    pub(super) template_id: TemplateId,
    /// New when the template is made: one that was removed and made again is another one.
    pub(super) generation: Uuid,
    pub(super) created_at: i64,
    pub(super) disabled: bool,
    /// It is gone to everybody; its versions are being removed.
    pub(super) removing: bool,
    pub(super) last_version: u32,
    pub(super) last_sha256: String,
    pub(super) last_ready: bool,
    pub(super) in_force: Version,
    /// What people say of it; absent from templates of before, of which the version in force tells.
    #[serde(default)]
    pub(super) about: Option<About>,
    /// Changes so far; absent from templates of before.
    #[serde(default)]
    pub(super) changes: u64,
    /// The draft that waits.
    #[serde(default)]
    pub(super) draft: Option<u32>,
}

/// A version.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Version {
    pub(super) version: u32,
    pub(super) ready: bool,
    pub(super) object: Uuid,
    pub(super) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<String>,
    pub(super) file_name: String,
    size_bytes: u64,
    placeholder_count: u32,
    content_control_count: u32,
    recorded_at: i64,
    /// As JSON; absent when it is an object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) diagnostics: Option<String>,
    /// It was not published.
    #[serde(default)]
    pub(super) draft: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    added_by: Option<String>,
}

pub(super) fn head_key(subscription: SubscriptionId, template: TemplateId) -> Key {
    Key::new(partition(subscription), format!("TEMPLATE#{template}"))
}

pub(super) fn version_prefix(template: TemplateId) -> String {
    format!("VERSION#{template}#")
}

pub(super) fn version_key(subscription: SubscriptionId, template: TemplateId, version: u32) -> Key {
    // Padded to the digits of the largest number, so that the order of the keys is that of the numbers.
    Key::new(partition(subscription), format!("{}{version:010}", version_prefix(template)))
}

impl Head {
    /// A template with its first version.
    pub(super) fn first(new: &NewVersion, sha256: &str, version: Version) -> Head {
        Head {
            template_id: new.template_id,
            generation: Uuid::new_v4(),
            created_at: new.at.as_microsecond(),
            disabled: false,
            removing: false,
            last_version: version.version,
            last_sha256: sha256.to_owned(),
            last_ready: version.ready,
            draft: new.draft_after(version.version, None),
            about: Some(About {
                name: new.name.clone(),
                description: new.description.clone(),
                labels: new.labels.clone(),
            }),
            changes: 1,
            in_force: version,
        }
    }

    /// Takes a version in.
    pub(super) fn take(&mut self, new: &NewVersion, sha256: &str, version: Version) {
        let comes = new.comes_into_force(self.in_force.standing());
        // What a rejected version is called that nobody uses is no name for the one that they use.
        if comes || version.ready {
            let About { labels, .. } = self.about();
            self.about = Some(About { name: new.name.clone(), description: new.description.clone(), labels });
        }
        self.last_version = version.version;
        sha256.clone_into(&mut self.last_sha256);
        self.last_ready = version.ready;
        self.draft = new.draft_after(version.version, self.draft);
        self.changes += 1;
        if comes {
            self.in_force = version;
        }
    }

    /// What people say of it.
    pub(super) fn about(&self) -> About {
        self.about.clone().unwrap_or_else(|| About {
            name: self.in_force.name.clone(),
            description: self.in_force.description.clone(),
            labels: Vec::new(),
        })
    }

    /// Whether it is in the state that the caller has seen.
    pub(super) fn check_seen(&self, seen: Option<Revision>) -> Result<(), StoreError> {
        let revision = Revision { created_at: from_micros(self.created_at)?, changes: self.changes };
        if seen.is_none_or(|seen| seen == revision) { Ok(()) } else { Err(StoreError::Stale) }
    }

    /// That nothing of it has changed since it was read.
    pub(super) fn unchanged(&self) -> Condition {
        // A template of before has no count of changes yet.
        let changes = if self.changes == 0 { "attribute_not_exists(changes)" } else { "changes = :was" };
        let same =
            format!("generation = :generation AND lastVersion = :last AND removing = :no AND {changes}");
        let same = Condition::when(&same)
            .value(":generation", text(self.generation))
            .value(":last", number(self.last_version))
            .value(":no", flag(false));
        if self.changes == 0 { same } else { same.value(":was", number(self.changes)) }
    }
}

impl Version {
    /// A version to be stored, and its diagnostics when they are too long for it.
    pub(super) fn of(new: &NewVersion, version: u32) -> Result<(Version, Option<Bytes>), StoreError> {
        let json = serde_json::to_string(&new.diagnostics)
            .map_err(|failed| StoreError::Damaged(failed.to_string()))?;
        let (short, long) = match json.len() {
            0..=INLINE_DIAGNOSTICS => (Some(json), None),
            _ => (None, Some(Bytes::from(json))),
        };
        let stored = Version {
            version,
            ready: new.package.is_some(),
            object: Uuid::new_v4(),
            name: new.name.clone(),
            description: new.description.clone(),
            file_name: new.file_name.clone(),
            size_bytes: new.size_bytes,
            placeholder_count: new.placeholder_count,
            content_control_count: new.content_control_count,
            recorded_at: new.at.as_microsecond(),
            diagnostics: short,
            draft: new.draft,
            added_by: new.added_by.clone(),
        };
        Ok((stored, long))
    }

    /// That it is still this one.
    pub(super) fn same(&self) -> Condition {
        Condition::when("#object = :object").name("#object", "object").value(":object", text(self.object))
    }

    /// How it stands.
    pub(super) fn standing(&self) -> Standing {
        Standing { ready: self.ready, draft: self.draft }
    }

    /// Bytes that it stores: its file, and the remarks on it as far as they are in its record.
    pub(super) fn stored_bytes(&self) -> u64 {
        let file = if self.ready { self.size_bytes } else { 0 };
        file.saturating_add(self.diagnostics.as_ref().map_or(0, String::len) as u64)
    }

    pub(super) fn package_key(&self, subscription: SubscriptionId, template: TemplateId) -> String {
        format!("templates/{subscription}/{template}/{}.docx", self.object)
    }

    pub(super) fn diagnostics_key(&self, subscription: SubscriptionId, template: TemplateId) -> String {
        format!("templates/{subscription}/{template}/{}.json", self.object)
    }

    /// The version in the domain's words, with its diagnostics as JSON.
    pub(super) fn record(
        self,
        template_id: TemplateId,
        head: &Head,
        diagnostics: &[u8],
    ) -> Result<TemplateRecord, StoreError> {
        let diagnostics: Vec<Diagnostic> =
            serde_json::from_slice(diagnostics).map_err(|failed| StoreError::Damaged(failed.to_string()))?;
        let About { name, description, labels } = head.about();
        Ok(TemplateRecord {
            template_id,
            version: self.version,
            status: Status::of(self.ready, self.draft, head.disabled),
            standing: self.standing(),
            name,
            description,
            labels,
            draft: head.draft,
            changes: head.changes,
            added_by: self.added_by,
            file_name: self.file_name,
            size_bytes: self.size_bytes,
            placeholder_count: self.placeholder_count,
            content_control_count: self.content_control_count,
            created_at: from_micros(head.created_at)?,
            updated_at: from_micros(self.recorded_at)?,
            diagnostics,
        })
    }
}
