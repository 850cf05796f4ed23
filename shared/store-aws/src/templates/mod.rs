//! Templates and their versions.
//!
//! `SUB#{subscription}` / `TEMPLATE#{template}` is a template with the version in force, small enough that a tenant's list
//! is one query of its partition: consistent, and without a bound on names that the key of an index would have.
//! `SUB#{subscription}` / `VERSION#{template}#{version}` is a version. Its bytes are the object
//! `templates/{subscription}/{template}/{object}.docx`, and diagnostics too long for a record are `….json` beside it.
//! `object` is new for each attempt, so that removing a version never removes another one's bytes.

mod change;
mod record;
mod remove;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::page::{Listed, Page};
use platen_service::store::{StoreError, TemplateFilter, TemplateStore};
use platen_service::templates::{NewVersion, Revision, Status, TemplateChange, TemplateRecord};

use self::record::{Head, Version, head_key, version_key, version_prefix};
use crate::AwsStore;
use crate::item::{absent, flag, item, number, text, value};
use crate::subscriptions::partition;
use crate::table::Written;

/// Remarks of templates that are fetched at the same time, where they are too long for the records.
const AT_ONCE: usize = 16;

/// How often a version is offered while others record versions of the same template.
const TRIES: u32 = 10;

#[async_trait]
impl TemplateStore for AwsStore {
    async fn add_version(
        &self,
        subscription: SubscriptionId,
        new: NewVersion,
    ) -> Result<TemplateRecord, StoreError> {
        let sha256 = hex::encode(new.sha256);
        for _ in 0..TRIES {
            let head = self.head(subscription, new.template_id).await?;
            if let Some(head) = &head {
                if head.removing {
                    self.finish_removal(subscription, new.template_id, head).await?;
                    continue;
                }
                head.check_seen(new.seen)?;
                if head.last_sha256 == sha256 && head.last_ready == new.package.is_some() {
                    let last = version_key(subscription, new.template_id, head.last_version);
                    // Gone: the template was removed meanwhile.
                    let Some(last) = self.table.get::<Version>(&last).await? else { continue };
                    if last.file_name == new.file_name && is_again(&new, &last, head) {
                        return self.template_record(subscription, new.template_id, head, last).await;
                    }
                }
            }
            if let Some(record) = self.offer(subscription, &new, &sha256, head).await? {
                return Ok(record);
            }
        }
        Err(StoreError::Unavailable(format!("template {} keeps changing", new.template_id)))
    }

    async fn template(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
    ) -> Result<Option<TemplateRecord>, StoreError> {
        let Some(head) = self.live_head(subscription, template).await? else { return Ok(None) };
        let in_force = head.in_force.clone();
        self.template_record(subscription, template, &head, in_force).await.map(Some)
    }

    async fn version(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        version: u32,
    ) -> Result<Option<TemplateRecord>, StoreError> {
        let key = version_key(subscription, template, version);
        let (head, version) =
            tokio::try_join!(self.live_head(subscription, template), self.table.get::<Version>(&key))?;
        match head.zip(version) {
            Some((head, version)) => {
                self.template_record(subscription, template, &head, version).await.map(Some)
            }
            None => Ok(None),
        }
    }

    async fn versions(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        most: u32,
    ) -> Result<Vec<TemplateRecord>, StoreError> {
        let Some(head) = self.live_head(subscription, template).await? else { return Ok(Vec::new()) };
        let found: Vec<Version> =
            self.table.query_last(&partition(subscription), &version_prefix(template), most).await?;
        let records: Vec<_> = found
            .into_iter()
            .map(|version| self.template_record(subscription, template, &head, version))
            .collect();
        stream::iter(records).buffered(AT_ONCE).try_collect().await
    }

    async fn list(
        &self,
        subscription: SubscriptionId,
        filter: TemplateFilter<'_>,
        page: Page,
    ) -> Result<Listed<TemplateRecord>, StoreError> {
        let mut heads: Vec<Head> = self.table.query(&partition(subscription), "TEMPLATE#").await?;
        heads.retain(|head| {
            let (version, about) = (&head.in_force, head.about());
            let usable = Status::of(version.ready, version.draft, head.disabled) == Status::Ready;
            !head.removing && filter.takes(usable, &about.name, &version.file_name, &about.labels)
        });
        heads.sort_by_cached_key(|head| (head.about().name.to_ascii_lowercase(), head.template_id));
        let total = heads.len() as u64;
        let offset = usize::try_from(page.offset()).unwrap_or(usize::MAX);
        let shown = heads.iter().skip(offset).take(page.size as usize);
        let records: Vec<_> = shown
            .map(|head| self.template_record(subscription, head.template_id, head, head.in_force.clone()))
            .collect();
        let items = stream::iter(records).buffered(AT_ONCE).try_collect().await?;
        Ok(Listed { items, total })
    }

    async fn package(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        version: u32,
    ) -> Result<Option<Bytes>, StoreError> {
        let key = version_key(subscription, template, version);
        let find = || self.table.get::<Version>(&key);
        let Some(found) = find().await?.filter(|found| found.ready) else { return Ok(None) };
        if let Some(bytes) = self.templates.get(&found.package_key(subscription, template)).await? {
            return Ok(Some(bytes));
        }
        match find().await? {
            Some(still) if still.object == found.object => Err(StoreError::Damaged(format!(
                "the file of template {template}, version {version} is missing"
            ))),
            // Removed since the record was read.
            _ => Ok(None),
        }
    }

    async fn change(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        change: TemplateChange,
        seen: Option<Revision>,
    ) -> Result<bool, StoreError> {
        self.change_template(subscription, template, &change, seen).await
    }

    async fn remove(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        seen: Option<Revision>,
    ) -> Result<bool, StoreError> {
        self.remove_template(subscription, template, seen).await
    }
}

impl AwsStore {
    /// A template as it is stored, one that is being removed included.
    async fn head(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
    ) -> Result<Option<Head>, StoreError> {
        self.table.get(&head_key(subscription, template)).await
    }

    /// Bytes of all versions of all templates, those that are being removed included.
    pub(crate) async fn version_bytes(&self, subscription: SubscriptionId) -> Result<u64, StoreError> {
        let mut bytes = 0u64;
        let count = |version: Version| {
            bytes = bytes.saturating_add(version.stored_bytes());
            true
        };
        self.table.query_while(&partition(subscription), "VERSION#", count).await?;
        Ok(bytes)
    }

    async fn live_head(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
    ) -> Result<Option<Head>, StoreError> {
        Ok(self.head(subscription, template).await?.filter(|head| !head.removing))
    }

    /// Writes the bytes, then the version with its template in one transaction. `None` when the template is not anymore
    /// what `head` says.
    async fn offer(
        &self,
        subscription: SubscriptionId,
        new: &NewVersion,
        sha256: &str,
        head: Option<Head>,
    ) -> Result<Option<TemplateRecord>, StoreError> {
        let next = head.as_ref().map_or(1, |head| head.last_version + 1);
        let number_of = new.number.unwrap_or(next).max(next);
        let (version, long) = Version::of(new, number_of)?;
        let replaced = match head.as_ref().and_then(|head| head.draft).filter(|_| new.draft) {
            Some(draft) => {
                self.table.get::<Version>(&version_key(subscription, new.template_id, draft)).await?
            }
            None => None,
        };
        let freed = replaced.as_ref().map_or(0, Version::stored_bytes);
        let room = match version.stored_bytes().checked_sub(freed) {
            Some(more) => self.store_step(subscription, more).await?,
            None => self.free_step(subscription, freed - version.stored_bytes()).await?,
        };
        if let Some(package) = &new.package {
            let key = version.package_key(subscription, new.template_id);
            self.templates.put(&key, DOCX, package.clone()).await?;
        }
        if let Some(diagnostics) = long {
            let key = version.diagnostics_key(subscription, new.template_id);
            self.templates.put(&key, "application/json", diagnostics).await?;
        }
        let head_key = head_key(subscription, new.template_id);
        let (head_step, head) = match head {
            None => {
                let head = Head::first(new, sha256, version.clone());
                (self.table.put_step(item(&head_key, &head)?, Some(absent()))?, head)
            }
            Some(mut head) => {
                let was = head.unchanged();
                head.take(new, sha256, version.clone());
                let change = was
                    .value(":newest", number(head.last_version))
                    .value(":sha256", text(sha256))
                    .value(":ready", flag(head.last_ready))
                    .value(":force", value(&head.in_force)?)
                    .value(":about", value(&head.about)?)
                    .value(":draft", value(&head.draft)?)
                    .value(":changes", number(head.changes));
                let update = "SET lastVersion = :newest, lastSha256 = :sha256, lastReady = :ready, \
                    inForce = :force, about = :about, draft = :draft, changes = :changes";
                (self.table.update_step(&head_key, update, change)?, head)
            }
        };
        let version_item = item(&version_key(subscription, new.template_id, number_of), &version)?;
        let mut steps = vec![head_step, self.table.put_step(version_item, Some(absent()))?, room];
        if let Some(replaced) = &replaced {
            let key = version_key(subscription, new.template_id, replaced.version);
            steps.push(self.table.conditional_delete_step(&key, replaced.same())?);
        }
        match self.table.transact(steps).await? {
            Written::Done => {
                if let Some(replaced) = &replaced {
                    self.remove_objects(subscription, new.template_id, replaced).await?;
                }
                self.template_record(subscription, new.template_id, &head, version).await.map(Some)
            }
            Written::Refused => {
                self.remove_objects(subscription, new.template_id, &version).await?;
                Ok(None)
            }
        }
    }

    /// A version in the domain's words.
    async fn template_record(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        head: &Head,
        version: Version,
    ) -> Result<TemplateRecord, StoreError> {
        let diagnostics = match &version.diagnostics {
            Some(short) => Bytes::from(short.clone()),
            None => {
                let key = version.diagnostics_key(subscription, template);
                self.templates.get(&key).await?.unwrap_or_else(|| Bytes::from_static(b"[]"))
            }
        };
        version.record(template, head, &diagnostics)
    }
}

/// Whether a version is the newest one once more.
fn is_again(new: &NewVersion, last: &Version, head: &Head) -> bool {
    let about = head.about();
    let names = if last.ready { (&about.name, &about.description) } else { (&last.name, &last.description) };
    new.is_again(last.standing(), last.version == head.in_force.version, (names.0, names.1.as_deref()))
}

const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
