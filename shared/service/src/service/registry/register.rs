//! Registers a file: as a version of a template, or as a rejected one with all its errors.

use std::collections::BTreeMap;

use bytes::Bytes;
use jiff::Timestamp;
use platen_docx::{CompileError, Diagnostic, Enclosure, Severity, Template, with_enclosure};
use platen_ooxml::package::PackageError;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::Templates;
use crate::format::Format;
use crate::ids::{SubscriptionId, TemplateId};
use crate::problem::{Code, Problem, diagnostics_of, listed, on_the_file};
use crate::reach::Reach;
use crate::store::Incoming;
use crate::templates::{NewVersion, Revision, TemplateRecord};
use crate::work::Work;

/// A file to be registered.
#[derive(Debug, Clone)]
pub struct Registration {
    /// Its path below the subscription, such as `letters/welcome.docx`. The same path is the same template again.
    pub path: String,
    /// The template's id, where it does not follow from the path.
    pub template_id: Option<TemplateId>,
    /// Its name for people. If absent, its current one; for a new template, the file's name without extension.
    pub name: Option<String>,
    /// Its purpose. If absent, the current one.
    pub description: Option<String>,
    /// The file.
    pub bytes: Bytes,
    /// It waits to be published.
    pub draft: bool,
    /// The name of the key that brings it.
    pub added_by: Option<String>,
    /// The state that the template must be in.
    pub seen: Option<Revision>,
    /// Refuses a file that cannot be opened as a Word document and records nothing, because its sender gets the answer.
    pub documents_only: bool,
    /// What the file gets to carry, `null` for nothing of a kind. Of a kind that is absent, what it carries already, or else what the
    /// current version does.
    pub enclosures: BTreeMap<Enclosure, Value>,
}

impl Registration {
    /// A file of which nothing else is said.
    pub fn new(path: impl Into<String>, bytes: impl Into<Bytes>) -> Registration {
        let (path, bytes) = (path.into(), bytes.into());
        Registration {
            path,
            template_id: None,
            name: None,
            description: None,
            bytes,
            draft: false,
            added_by: None,
            seen: None,
            documents_only: false,
            enclosures: BTreeMap::new(),
        }
    }

    fn id(&self, subscription: SubscriptionId) -> TemplateId {
        self.template_id.unwrap_or_else(|| TemplateId::of_path(subscription, &self.path))
    }
}

impl Templates<'_> {
    /// Checks, compiles and records a file. A file with errors is recorded as rejected; that is no error of this call.
    /// Registering the same file again changes nothing.
    ///
    /// # Errors
    /// `template-changed` when the template is not as it was seen, `limit-exceeded` when the subscription's storage is full,
    /// `unavailable`, `internal`.
    pub async fn register(
        self,
        subscription: SubscriptionId,
        registration: Registration,
    ) -> Result<TemplateRecord, Problem> {
        self.register_within(&self.0.own_work(subscription), registration).await
    }

    /// [`Templates::register`] as part of a request's work, on account of whose it is.
    ///
    /// # Errors
    /// As there.
    pub async fn register_within(
        self,
        work: &Work,
        mut registration: Registration,
    ) -> Result<TemplateRecord, Problem> {
        self.0.check_disk()?;
        let id = match registration.template_id {
            Some(id) => id,
            None => self.0.within(work.reach()).id_of(&registration.path).await?,
        };
        registration.template_id = Some(id);
        let known = self.0.within(work.reach()).template(id).await?;
        if let Some(known) = &known {
            if registration.seen.is_some_and(|seen| seen != known.revision()) {
                return Err(Problem::template_changed());
            }
            registration.name.get_or_insert_with(|| known.name.clone());
            registration.description = registration.description.or_else(|| known.description.clone());
        }
        let (mut version, mut lacks) = self.compile_version(work, id, registration.clone()).await?;
        // Whoever saves the text again from a file of their own means to keep what the template's file carries.
        lacks.retain(|kind| !registration.enclosures.contains_key(kind));
        if !lacks.is_empty()
            && let Some(known) = known.filter(|known| known.standing.ready)
            && let kept = self.enclosures_of(work, &known, &lacks).await?
            && !kept.is_empty()
        {
            registration.enclosures.extend(kept);
            version = self.compile_version(work, id, registration).await?.0;
        }
        self.record(work.reach(), version).await
    }

    /// What a version carries of some kinds.
    ///
    /// # Errors
    /// The version cannot be read at the moment: a new one would lose this in silence.
    async fn enclosures_of(
        self,
        work: &Work,
        known: &TemplateRecord,
        kinds: &[Enclosure],
    ) -> Result<Vec<(Enclosure, Value)>, Problem> {
        match self.compiled(work, known, Format::Docx).await {
            Ok(template) => {
                let of_kind = |kind: &Enclosure| Some((*kind, template.enclosure(*kind)?.clone()));
                Ok(kinds.iter().filter_map(of_kind).collect())
            }
            // A version that is refused by now makes no documents.
            Err(problem) if problem.code() == Code::TemplateError => Ok(Vec::new()),
            Err(problem) => Err(problem),
        }
    }

    /// The record of a file, and what a template does not carry.
    async fn compile_version(
        self,
        work: &Work,
        id: TemplateId,
        mut registration: Registration,
    ) -> Result<(NewVersion, Vec<Enclosure>), Problem> {
        let subscription = work.subscription();
        let (limits, budget) = (self.0.limits.clone(), work.budget().clone());
        let included = self.with_included(work, Some(id), registration.bytes.clone()).await?;
        let compile = move || {
            let compiled = included.and_then(|source| {
                registration.bytes = source.bytes().clone();
                if registration.enclosures.is_empty() {
                    return Template::compile_opened(source, &limits.docx, &budget);
                }
                for (kind, json) in &registration.enclosures {
                    let enclosure = (*kind, Some(json).filter(|json| !json.is_null()));
                    let file = std::mem::take(&mut registration.bytes);
                    registration.bytes = with_enclosure(file, enclosure, &limits.docx, &budget)?;
                }
                Template::compile_within(registration.bytes.clone(), &limits.docx, &budget)
            });
            let compiled = match compiled {
                // Nothing was learned of the file: it is not recorded.
                Err(error @ CompileError::Exhausted(_)) => return Err(Problem::from_compile(error)),
                // A picture that was dropped by mistake is no template that waits to be fixed.
                Err(error @ CompileError::Package(_)) if registration.documents_only => {
                    return Err(Problem::from_compile(error));
                }
                other => other.map_err(diagnostics_of),
            };
            let lacks = |template: &Template| {
                Enclosure::ALL.into_iter().filter(|kind| template.enclosure(*kind).is_none()).collect()
            };
            let lacks = compiled.as_ref().map(lacks).unwrap_or_default();
            Ok((new_version(subscription, registration, compiled), lacks))
        };
        self.0.work(work, compile).await
    }

    /// Registers an object of the incoming area. `None` when it is gone (registered and removed, or moved away), and when
    /// the subscription does not exist.
    ///
    /// # Errors
    /// As [`Templates::register`].
    pub async fn register_incoming(
        self,
        subscription: SubscriptionId,
        path: &str,
    ) -> Result<Option<TemplateRecord>, Problem> {
        // Whoever may write objects under any path must not make templates of tenants that do not exist.
        if self.0.stores.subscriptions.subscription(subscription).await?.is_none() {
            tracing::warn!(%subscription, "an object arrived for a subscription that does not exist");
            return Ok(None);
        }
        let max_bytes = self.0.limits.docx.package_bytes;
        let path = path.to_owned();
        match self.0.stores.incoming.incoming(subscription, &path, max_bytes).await? {
            Incoming::Absent => Ok(None),
            Incoming::Found { bytes, template_id } => {
                let registration = Registration { template_id, ..Registration::new(path, bytes) };
                match self.register(subscription, registration.clone()).await {
                    // Nobody is told but by the record, and the same event would fail again.
                    Err(problem) if problem.code() == Code::LimitExceeded => {
                        let refused = Err(vec![on_the_file(Severity::Error, problem.detail().to_owned())]);
                        let version = new_version(subscription, registration, refused);
                        self.record(&Reach::whole(subscription), version).await.map(Some)
                    }
                    registered => registered.map(Some),
                }
            }
            Incoming::TooLarge { bytes } => {
                let error = PackageError::FileTooLarge { bytes, allowed: max_bytes };
                let registration = Registration::new(path, Bytes::new());
                let refused = Err(diagnostics_of(CompileError::Package(error)));
                let version =
                    NewVersion { size_bytes: bytes, ..new_version(subscription, registration, refused) };
                self.record(&Reach::whole(subscription), version).await.map(Some)
            }
        }
    }

    async fn record(self, reach: &Reach, version: NewVersion) -> Result<TemplateRecord, Problem> {
        let at = version.at;
        let record =
            self.0.within(reach).add_version(version).await?.ok_or_else(Problem::unknown_template)?;
        tracing::info!(subscription = %reach.subscription(), template_id = %record.template_id, version = record.version,
            status = ?record.status, "template recorded");
        // The same file again is the version that it was.
        if record.updated_at.as_microsecond() == at.as_microsecond() {
            self.0.tell_of_template(reach.subscription(), &record).await;
        }
        Ok(record)
    }
}

/// The record of a file that compiled, or of one that did not.
fn new_version(
    subscription: SubscriptionId,
    registration: Registration,
    compiled: Result<Template, Vec<Diagnostic>>,
) -> NewVersion {
    let template_id = registration.id(subscription);
    let Registration { path, name, description, bytes, draft, added_by, seen, .. } = registration;
    let file_name = path.rsplit('/').next().unwrap_or(&path).to_owned();
    let stem = file_name.rsplit_once('.').map(|(stem, _)| stem).filter(|stem| !stem.is_empty());
    let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let discovery = compiled.as_ref().ok().map(Template::discovery);
    NewVersion {
        number: None,
        template_id,
        name: name.unwrap_or_else(|| stem.unwrap_or(&file_name).to_owned()),
        description,
        labels: Vec::new(),
        size_bytes: bytes.len() as u64,
        sha256: Sha256::digest(&bytes).into(),
        placeholder_count: discovery.map_or(0, |found| count(found.placeholders.len())),
        content_control_count: discovery.map_or(0, |found| count(found.content_controls.len())),
        package: compiled.is_ok().then_some(bytes),
        at: Timestamp::now(),
        diagnostics: compiled.map_or_else(|errors| errors, |template| listed(template.warnings().to_vec())),
        draft,
        added_by,
        seen,
        file_name,
    }
}
