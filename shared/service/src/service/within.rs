//! The border of a department: the only way from a request to the templates and jobs of a subscription.
//!
//! For somebody who reaches only some templates ([`Reach`]), the others and their jobs do not exist. Only this module
//! decides that: all other modules say for whom they ask, and `tests/tests/layers.rs` finds any that asks the stores itself.

use std::collections::BTreeMap;

use bytes::Bytes;
use jiff::Timestamp;
use uuid::Uuid;

use super::Service;
use crate::ids::{JobId, TemplateId};
use crate::jobs::JobRecord;
use crate::page::{Listed, Page};
use crate::reach::{Labels, Reach};
use crate::store::{StoreError, TemplateFilter};
use crate::templates::{NewVersion, Revision, TemplateChange, TemplateRecord};

/// Jobs that are read at once where only some of them are asked for.
const READ_JOBS: u32 = 100;

/// The outcome of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// It was made.
    Done,
    /// The template, or its version, is not found.
    Unknown,
    /// It would take the template out of the caller's reach.
    OutOfReach,
}

/// Templates and jobs within somebody's reach: [`Service::within`].
#[derive(Clone, Copy)]
pub struct Within<'a> {
    service: &'a Service,
    reach: &'a Reach,
}

impl Service {
    /// The templates and jobs that somebody reaches.
    pub fn within<'a>(&'a self, reach: &'a Reach) -> Within<'a> {
        Within { service: self, reach }
    }
}

impl Within<'_> {
    /// The version in force.
    ///
    /// # Errors
    /// The store does not answer, as in all that follows.
    pub async fn template(self, template: TemplateId) -> Result<Option<TemplateRecord>, StoreError> {
        let found = self.service.stores.templates.template(self.reach.subscription(), template).await?;
        Ok(found.filter(|record| self.reach.takes(&record.labels)))
    }

    /// One version, in force or not.
    ///
    /// # Errors
    /// As above.
    pub async fn version(
        self,
        template: TemplateId,
        version: u32,
    ) -> Result<Option<TemplateRecord>, StoreError> {
        let templates = &self.service.stores.templates;
        let found = templates.version(self.reach.subscription(), template, version).await?;
        Ok(found.filter(|record| self.reach.takes(&record.labels)))
    }

    /// The newest versions of a template, newest first, at most `most` of them.
    ///
    /// # Errors
    /// As above.
    pub async fn versions(self, template: TemplateId, most: u32) -> Result<Vec<TemplateRecord>, StoreError> {
        let templates = &self.service.stores.templates;
        let mut found = templates.versions(self.reach.subscription(), template, most).await?;
        found.retain(|record| self.reach.takes(&record.labels));
        Ok(found)
    }

    /// Versions in force, by name.
    ///
    /// # Errors
    /// As above.
    pub async fn list(
        self,
        filter: TemplateFilter<'_>,
        page: Page,
    ) -> Result<Listed<TemplateRecord>, StoreError> {
        let filter = TemplateFilter { within: self.reach.labels(), ..filter };
        self.service.stores.templates.list(self.reach.subscription(), filter, page).await
    }

    /// The package of a version that has no errors.
    ///
    /// # Errors
    /// As above.
    pub async fn package(self, template: TemplateId, version: u32) -> Result<Option<Bytes>, StoreError> {
        if !self.has(Some(template)).await? {
            return Ok(None);
        }
        self.service.stores.templates.package(self.reach.subscription(), template, version).await
    }

    /// Whether something about a template, or about all of them, is within the caller's reach. If everything is, that includes
    /// templates that are gone.
    ///
    /// # Errors
    /// As above.
    pub async fn has(self, template: Option<TemplateId>) -> Result<bool, StoreError> {
        match (self.reach.labels(), template) {
            (None, _) => Ok(true),
            (Some(_), None) => Ok(false),
            (Some(_), Some(template)) => Ok(self.template(template).await?.is_some()),
        }
    }

    /// The id of a template that arrives under a path. If a template within reach came under that path, the path leads to it
    /// again. A caller that reaches only some templates has its own paths: it cannot find out what others have under the same
    /// path.
    ///
    /// # Errors
    /// As above.
    pub async fn id_of(self, path: &str) -> Result<TemplateId, StoreError> {
        let subscription = self.reach.subscription();
        let common = TemplateId::of_path(subscription, path);
        let Some(label) = self.first_label() else { return Ok(common) };
        // No path has the character in between.
        let own = TemplateId::of_path(subscription, &format!("{}\n{path}", label.to_lowercase()));
        for known in [common, own] {
            if self.template(known).await?.is_some() {
                return Ok(known);
            }
        }
        let is_taken = self.service.stores.templates.template(subscription, own).await?.is_some();
        Ok(if is_taken { TemplateId(Uuid::new_v4()) } else { own })
    }

    /// Records a version. A new template has the first label of its creator. `None` if the template exists, out of reach.
    ///
    /// # Errors
    /// As above.
    pub async fn add_version(self, new: NewVersion) -> Result<Option<TemplateRecord>, StoreError> {
        let (templates, subscription) = (&self.service.stores.templates, self.reach.subscription());
        let Some(label) = self.first_label() else {
            return templates.add_version(subscription, new).await.map(Some);
        };
        let known = templates.template(subscription, new.template_id).await?;
        if known.is_some_and(|known| !self.reach.takes(&known.labels)) {
            return Ok(None);
        }
        let new = NewVersion { labels: vec![label.to_owned()], ..new };
        templates.add_version(subscription, new).await.map(Some)
    }

    /// Changes a template; no version is recorded.
    ///
    /// # Errors
    /// As above; [`StoreError::Stale`].
    pub async fn change(
        self,
        template: TemplateId,
        change: TemplateChange,
        seen: Option<Revision>,
    ) -> Result<Changed, StoreError> {
        if !self.has(Some(template)).await? {
            return Ok(Changed::Unknown);
        }
        if let TemplateChange::About(about) = &change
            && !self.reach.takes(&about.labels)
        {
            return Ok(Changed::OutOfReach);
        }
        let templates = &self.service.stores.templates;
        let is_done = templates.change(self.reach.subscription(), template, change, seen).await?;
        Ok(if is_done { Changed::Done } else { Changed::Unknown })
    }

    /// Removes a template with all its versions. `false` when there is none.
    ///
    /// # Errors
    /// As above; [`StoreError::Stale`].
    pub async fn remove(self, template: TemplateId, seen: Option<Revision>) -> Result<bool, StoreError> {
        Ok(self.has(Some(template)).await?
            && self.service.stores.templates.remove(self.reach.subscription(), template, seen).await?)
    }

    /// A job.
    ///
    /// # Errors
    /// As above.
    pub async fn job(self, job: JobId) -> Result<Option<JobRecord>, StoreError> {
        let found = self.service.stores.jobs.job(self.reach.subscription(), job).await?;
        let mut asked = BTreeMap::new();
        Ok(match found {
            Some(record) if self.has_job(&record, &mut asked).await? => Some(record),
            _ => None,
        })
    }

    /// Ends a job that is not over, and says whether this call ended it.
    ///
    /// # Errors
    /// As above.
    pub async fn cancel_job(
        self,
        job: JobId,
        at: Timestamp,
    ) -> Result<Option<(JobRecord, bool)>, StoreError> {
        if self.job(job).await?.is_none() {
            return Ok(None);
        }
        self.service.stores.jobs.cancel_job(self.reach.subscription(), job, at).await
    }

    /// The jobs created from a template, newest first; `None` if the template is not found. One that is gone still has its
    /// jobs, for callers that reach everything.
    ///
    /// # Errors
    /// As above.
    pub async fn jobs_of(
        self,
        template: TemplateId,
        page: Option<Page>,
    ) -> Result<Option<Listed<JobRecord>>, StoreError> {
        if !self.has(Some(template)).await? {
            return Ok(None);
        }
        let listed = self.service.stores.jobs.jobs_of(self.reach.subscription(), template, page).await?;
        let is_known = listed.total > 0 || self.template(template).await?.is_some();
        Ok(is_known.then_some(listed))
    }

    /// All jobs, newest first. Where only some are within reach, the others are read, too: stores know jobs by template and by
    /// subscription, and templates change their labels.
    ///
    /// # Errors
    /// As above.
    pub async fn jobs(self, page: Page) -> Result<Listed<JobRecord>, StoreError> {
        let (jobs, subscription) = (&self.service.stores.jobs, self.reach.subscription());
        if self.reach.labels().is_none() {
            return jobs.jobs(subscription, page).await;
        }
        let asked = page.offset()..page.offset().saturating_add(u64::from(page.size));
        let (mut found, mut known) = (Listed { items: Vec::new(), total: 0 }, BTreeMap::new());
        for number in 1.. {
            let read = Page { number, size: READ_JOBS };
            let listed = jobs.jobs(subscription, read).await?;
            let is_last = read.offset().saturating_add(u64::from(READ_JOBS)) >= listed.total;
            for record in listed.items {
                if self.has_job(&record, &mut known).await? {
                    if asked.contains(&found.total) {
                        found.items.push(record);
                    }
                    found.total += 1;
                }
            }
            if is_last {
                break;
            }
        }
        Ok(found)
    }

    /// Whether a job is within reach: somebody with one of the same labels started it, or all its templates are.
    async fn has_job(
        self,
        job: &JobRecord,
        known: &mut BTreeMap<TemplateId, bool>,
    ) -> Result<bool, StoreError> {
        let Some(own) = self.reach.labels() else { return Ok(true) };
        if job.settings.labels.as_ref().is_some_and(|labels| own.meet(labels.as_slice())) {
            return Ok(true);
        }
        for template in job.settings.templates.iter().map(|each| each.template_id).chain([job.template_id]) {
            let is_within = match known.get(&template) {
                Some(is_within) => *is_within,
                None => self.has(Some(template)).await?,
            };
            known.insert(template, is_within);
            if !is_within {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn first_label(&self) -> Option<&str> {
        self.reach.labels().and_then(|labels: &Labels| labels.as_slice().first()).map(String::as_str)
    }
}
