//! Registering: a file becomes a version of a template, or a rejected one with all its errors.

use bytes::Bytes;
use jiff::Timestamp;
use platen_docx::{Diagnostic, Severity, Template};
use sha2::{Digest, Sha256};

use super::{NewVersion, TemplateId, TemplateRecord};
use crate::Service;
use crate::problem::{Problem, diagnostics_of};
use crate::store::Incoming;
use crate::subscriptions::SubscriptionId;

/// A file to be registered.
#[derive(Debug, Clone)]
pub struct Registration {
    /// Its path below the subscription, such as `letters/welcome.docx`. The same path is the same template again.
    pub path: String,
    /// The template's id, where it shall not follow from the path.
    pub template_id: Option<TemplateId>,
    /// What people call it; the file's name without extension if absent.
    pub name: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// The file.
    pub bytes: Bytes,
}

impl Service {
    /// Checks, compiles and records a file. A file with errors is recorded as rejected; that is no error of this call.
    /// Registering the same file again changes nothing.
    ///
    /// # Errors
    /// `unavailable`, `internal`.
    pub async fn register_template(
        &self,
        subscription: SubscriptionId,
        registration: Registration,
    ) -> Result<TemplateRecord, Problem> {
        let Registration { path, template_id, name, description, bytes } = registration;
        let limits = self.limits.docx.clone();
        let version = self
            .work(move || {
                let compiled = Template::compile(bytes.clone(), &limits);
                Ok(NewVersion {
                    size_bytes: bytes.len() as u64,
                    sha256: Sha256::digest(&bytes).into(),
                    package: compiled.is_ok().then_some(bytes),
                    ..described(subscription, &path, template_id, name, description, compiled)
                })
            })
            .await?;
        self.record(subscription, version).await
    }

    /// Registers an object of the incoming area. `None` when it is gone: it was registered and removed, or moved away.
    ///
    /// # Errors
    /// As [`Service::register_template`].
    pub async fn register_incoming(
        &self,
        subscription: SubscriptionId,
        path: &str,
    ) -> Result<Option<TemplateRecord>, Problem> {
        let max_bytes = self.limits.docx.package_bytes;
        let record = match self.stores.incoming.incoming(subscription, path, max_bytes).await? {
            Incoming::Absent => return Ok(None),
            Incoming::Found { bytes, template_id } => {
                let path = path.to_owned();
                let registration = Registration { path, template_id, name: None, description: None, bytes };
                self.register_template(subscription, registration).await?
            }
            Incoming::TooLarge { bytes } => {
                let message = format!("the file has {bytes} bytes; the limit `package_bytes` is {max_bytes}");
                let error = Err(vec![of_file(message, "use smaller pictures")]);
                let version = NewVersion {
                    size_bytes: bytes,
                    ..described_as(subscription, path, None, None, None, error)
                };
                self.record(subscription, version).await?
            }
        };
        Ok(Some(record))
    }

    async fn record(
        &self,
        subscription: SubscriptionId,
        version: NewVersion,
    ) -> Result<TemplateRecord, Problem> {
        let record = self.stores.templates.add_version(subscription, version).await?;
        tracing::info!(%subscription, template_id = %record.template_id, version = record.version,
            status = ?record.status, "template recorded");
        Ok(record)
    }
}

fn of_file(message: String, hint: &str) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        place: "the file".to_owned(),
        part: String::new(),
        excerpt: String::new(),
        caret: 0,
        width: 1,
        message,
        hint: Some(hint.to_owned()),
    }
}

/// Counts of placeholders and controls, and warnings; or errors.
type Findings = Result<(u32, u32, Vec<Diagnostic>), Vec<Diagnostic>>;

fn described(
    subscription: SubscriptionId,
    path: &str,
    template_id: Option<TemplateId>,
    name: Option<String>,
    description: Option<String>,
    compiled: Result<Template, platen_docx::CompileError>,
) -> NewVersion {
    let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let findings = match compiled {
        Ok(template) => {
            let found = template.discovery();
            let counts = (count(found.placeholders.len()), count(found.content_controls.len()));
            Ok((counts.0, counts.1, template.warnings().to_vec()))
        }
        Err(error) => Err(diagnostics_of(error)),
    };
    described_as(subscription, path, template_id, name, description, findings)
}

fn described_as(
    subscription: SubscriptionId,
    path: &str,
    template_id: Option<TemplateId>,
    name: Option<String>,
    description: Option<String>,
    findings: Findings,
) -> NewVersion {
    let file_name = path.rsplit('/').next().unwrap_or(path).to_owned();
    let stem = file_name.rsplit_once('.').map_or(file_name.as_str(), |(stem, _)| stem);
    let name = name.unwrap_or_else(|| if stem.is_empty() { file_name.clone() } else { stem.to_owned() });
    let (placeholder_count, content_control_count, diagnostics) =
        findings.unwrap_or_else(|errors| (0, 0, errors));
    NewVersion {
        template_id: template_id.unwrap_or_else(|| TemplateId::of_path(subscription, path)),
        name,
        description,
        file_name,
        size_bytes: 0,
        sha256: [0; 32],
        package: None,
        placeholder_count,
        content_control_count,
        at: Timestamp::now(),
        diagnostics,
    }
}
