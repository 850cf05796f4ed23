//! Moves the content of one home into another: subscriptions, keys, templates with all their versions, webhooks and their
//! secrets, usage and history, each with its id, number and time. Neither home serves meanwhile.
//!
//! It uses the stores' own interfaces, one file at a time, and skips everything that is already there: after a kill, the
//! same call continues. Until all of a subscription has arrived, it is inactive and without limits in the other home, so
//! that nobody works with half of it and none of it is refused. Short-lived data is not moved: jobs, uploads, idempotency
//! keys, messages to webhooks.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use secrecy::ExposeSecret;
use sha2::{Digest, Sha256};

use crate::callback::CallbackSecrets;
use crate::ids::SubscriptionId;
use crate::page::Page;
use crate::plan::{Plan, month_of};
use crate::service::Stores;
use crate::store::{StoreError, TemplateFilter};
use crate::subscriptions::Subscription;
use crate::templates::{About, NewVersion, Standing, TemplateChange, TemplateRecord, TemplateState};

/// Entries of a list that are held at once.
const PAGE: u32 = 100;

/// Months of which usage is moved, the current one included.
const MONTHS: i32 = 25;

/// The most differences that are named.
const NAMED: usize = 20;

/// The things that were moved, or were there already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moved {
    /// Subscriptions.
    pub subscriptions: u64,
    /// Keys and sessions.
    pub keys: u64,
    /// Templates.
    pub templates: u64,
    /// Their versions.
    pub versions: u64,
    /// Bytes of their files.
    pub bytes: u64,
    /// Webhooks.
    pub webhooks: u64,
    /// Events of the history.
    pub events: u64,
}

/// Why not everything was moved.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// One of the stores failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Jobs are not moved, and some are not over, or have callbacks to send.
    #[error(
        "{0} jobs are not over, or have callbacks to send; let them end or cancel them, and stop the service before its records are moved"
    )]
    AtWork(u64),
    /// The other home has something else under the same ids.
    #[error("both homes differ after the move; empty the target, or find out who changes it meanwhile: {}", .0.join("; "))]
    Differs(Vec<String>),
}

/// Moves everything, and compares both homes. `kept` is how long events are kept.
///
/// # Errors
/// As [`MoveError`] says. The same call again goes on.
pub async fn copy(from: &Stores, to: &Stores, kept: Duration) -> Result<Moved, MoveError> {
    let subscriptions = from.subscriptions.subscriptions().await?;
    let mut at_work = 0;
    for subscription in &subscriptions {
        at_work += jobs_at_work(from, subscription.id).await?;
    }
    if at_work > 0 {
        return Err(MoveError::AtWork(at_work));
    }
    let mut moved = Moved::default();
    for subscription in &subscriptions {
        let there = to.subscriptions.subscription(subscription.id).await?;
        if there.as_ref() != Some(subscription) {
            let closed = Subscription { active: false, plan: Plan::default(), ..subscription.clone() };
            to.subscriptions.put_subscription(&closed).await?;
        }
        let mut one = One { from, to, id: subscription.id, moved: &mut moved };
        one.keys().await?;
        one.templates().await?;
        one.webhooks().await?;
        one.usage().await?;
        one.events(kept).await?;
        if there.as_ref() != Some(subscription) {
            to.subscriptions.put_subscription(subscription).await?;
        }
        moved.subscriptions += 1;
    }
    let mut found = Vec::new();
    for subscription in &subscriptions {
        found.extend(differences(from, to, subscription.id).await?);
        found.truncate(NAMED);
    }
    if found.is_empty() { Ok(moved) } else { Err(MoveError::Differs(found)) }
}

/// Jobs that a move would lose something of.
async fn jobs_at_work(from: &Stores, id: SubscriptionId) -> Result<u64, StoreError> {
    let (mut at_work, now) = (0, Timestamp::now());
    for number in 1.. {
        let jobs = from.jobs.jobs(id, Page { number, size: PAGE }).await?.items;
        at_work += jobs
            .iter()
            .filter(|job| !job.progress.status.is_over() || job.next_delivery(now).is_some())
            .count() as u64;
        if jobs.len() < PAGE as usize {
            break;
        }
    }
    Ok(at_work)
}

/// A subscription on its way.
struct One<'a> {
    from: &'a Stores,
    to: &'a Stores,
    id: SubscriptionId,
    moved: &'a mut Moved,
}

impl One<'_> {
    async fn keys(&mut self) -> Result<(), StoreError> {
        for key in self.from.subscriptions.keys(self.id).await? {
            if self.to.subscriptions.key(&key.hash).await?.is_none() {
                self.to.subscriptions.put_key(&key).await?;
            }
            if let Some(at) = key.last_used_at {
                self.to.subscriptions.note_key_use(self.id, key.id, at);
            }
            self.moved.keys += 1;
        }
        Ok(())
    }

    async fn templates(&mut self) -> Result<(), StoreError> {
        for number in 1.. {
            let page = Page { number, size: PAGE };
            let templates = self.from.templates.list(self.id, TemplateFilter::ALL, page).await?.items;
            for template in &templates {
                self.template(template).await?;
            }
            if templates.len() < PAGE as usize {
                break;
            }
        }
        Ok(())
    }

    async fn template(&mut self, in_force: &TemplateRecord) -> Result<(), StoreError> {
        let id = in_force.template_id;
        let mut versions = self.from.templates.versions(self.id, id, u32::MAX).await?;
        versions.sort_by_key(|version| version.version);
        for version in versions {
            self.moved.versions += 1;
            if self.to.templates.version(self.id, id, version.version).await?.is_none() {
                self.version(version).await?;
            }
        }
        let there = self.to.templates.template(self.id, id).await?;
        if there.as_ref() != Some(in_force) {
            let state = TemplateState {
                in_force: in_force.version,
                draft: in_force.draft,
                disabled: in_force.is_disabled(),
                about: About {
                    name: in_force.name.clone(),
                    description: in_force.description.clone(),
                    labels: in_force.labels.clone(),
                },
                changes: in_force.changes,
                created_at: in_force.created_at,
            };
            self.to.templates.change(self.id, id, TemplateChange::Moved(state), None).await?;
        }
        self.moved.templates += 1;
        Ok(())
    }

    async fn version(&mut self, version: TemplateRecord) -> Result<(), StoreError> {
        let id = version.template_id;
        let package = self.from.templates.package(self.id, id, version.version).await?;
        // What was rejected is not kept: its file is not known again when it comes again, and is looked at once more.
        let sha256 = package.as_ref().map_or([0; 32], |bytes| Sha256::digest(bytes).into());
        self.moved.bytes += package.as_ref().map_or(0, |bytes| bytes.len() as u64);
        let Standing { draft, .. } = version.standing;
        let new = NewVersion {
            template_id: id,
            number: Some(version.version),
            name: version.name,
            description: version.description,
            file_name: version.file_name,
            size_bytes: version.size_bytes,
            sha256,
            labels: version.labels,
            package,
            placeholder_count: version.placeholder_count,
            content_control_count: version.content_control_count,
            at: version.updated_at,
            diagnostics: version.diagnostics,
            draft,
            added_by: version.added_by,
            seen: None,
        };
        self.to.templates.add_version(self.id, new).await.map(|_| ())
    }

    async fn webhooks(&mut self) -> Result<(), StoreError> {
        let secrets = self.from.subscriptions.callback_secrets(self.id).await?;
        self.to.subscriptions.put_callback_secrets(self.id, &secrets).await?;
        for webhook in self.from.webhooks.webhooks(self.id).await? {
            let Some(receiver) = self.from.webhooks.receiver(self.id, webhook.id).await? else { continue };
            // One of an earlier version has no secret of its own: it is signed with the subscription's.
            let own = receiver.secrets.unwrap_or_else(|| secrets.clone());
            let there = self.to.webhooks.receiver(self.id, webhook.id).await?;
            let first = own.previous.as_ref().map_or(&own.current, |(previous, _)| previous);
            if there.is_none() {
                self.to.webhooks.put_webhook(self.id, &webhook, &receiver.url, first).await?;
            }
            if let Some((_, at)) = &own.previous
                && there.and_then(|there| there.secrets).is_none_or(|there| there.current != own.current)
            {
                self.to.webhooks.rotate_webhook(self.id, webhook.id, &own.current, *at).await?;
            }
            self.moved.webhooks += 1;
        }
        Ok(())
    }

    async fn usage(&mut self) -> Result<(), StoreError> {
        for month in months() {
            let made = self.from.subscriptions.documents(self.id, &month).await?;
            let there = self.to.subscriptions.documents(self.id, &month).await?;
            if made > there {
                self.to.subscriptions.count_documents(self.id, &month, made - there).await?;
            }
        }
        Ok(())
    }

    async fn events(&mut self, kept: Duration) -> Result<(), StoreError> {
        let mut before = None;
        loop {
            let events = self.from.events.events(self.id, before.as_ref(), PAGE).await?;
            for event in &events {
                self.to.events.record_event(self.id, event, kept).await?;
                self.moved.events += 1;
            }
            match events.last() {
                Some(last) if events.len() == PAGE as usize => before = Some(last.event_id.clone()),
                _ => return Ok(()),
            }
        }
    }
}

/// The months of which there may be usage, the current one first.
fn months() -> impl Iterator<Item = String> {
    let now = Timestamp::now().to_zoned(TimeZone::UTC);
    (0..MONTHS).filter_map(move |back| now.checked_sub(back.months()).ok().map(|at| month_of(at.timestamp())))
}

/// Names of what a subscription has, with a digest of each: little to hold, whatever the home holds.
async fn contents(stores: &Stores, id: SubscriptionId) -> Result<BTreeMap<String, [u8; 32]>, StoreError> {
    let mut found = BTreeMap::new();
    let mut note = |name: String, value: &[&[u8]]| {
        let digest = value.iter().fold(Sha256::new(), |digest, part| digest.chain_update(part));
        found.insert(name, digest.finalize().into());
    };
    let subscription = format!("{:?}", stores.subscriptions.subscription(id).await?);
    note("the subscription itself".to_owned(), &[subscription.as_bytes()]);
    for mut key in stores.subscriptions.keys(id).await? {
        // Written beside the work, and perhaps newer.
        key.last_used_at = None;
        note(format!("key {}", key.id), &[key.hash.as_bytes(), format!("{key:?}").as_bytes()]);
    }
    for number in 1.. {
        let page = Page { number, size: PAGE };
        let templates = stores.templates.list(id, TemplateFilter::ALL, page).await?.items;
        for template in &templates {
            let of = template.template_id;
            note(format!("template {of}"), &[format!("{template:?}").as_bytes()]);
            for version in stores.templates.versions(id, of, u32::MAX).await? {
                let package = stores.templates.package(id, of, version.version).await?.unwrap_or_default();
                let name = format!("version {} of template {of}", version.version);
                note(name, &[format!("{version:?}").as_bytes(), &package]);
            }
        }
        if templates.len() < PAGE as usize {
            break;
        }
    }
    let secrets = stores.subscriptions.callback_secrets(id).await?;
    note("the secrets of callbacks".to_owned(), &[&bytes_of(&secrets)]);
    for webhook in stores.webhooks.webhooks(id).await? {
        let Some(receiver) = stores.webhooks.receiver(id, webhook.id).await? else { continue };
        let secrets = bytes_of(receiver.secrets.as_ref().unwrap_or(&secrets));
        let value = [format!("{webhook:?}"), receiver.url.expose_secret().to_owned()];
        note(format!("webhook {}", webhook.id), &[value[0].as_bytes(), value[1].as_bytes(), &secrets]);
    }
    for month in months() {
        let made = stores.subscriptions.documents(id, &month).await?;
        note(format!("documents of {month}"), &[&made.to_le_bytes()]);
    }
    let (mut before, mut history) = (None, Sha256::new());
    loop {
        let events = stores.events.events(id, before.as_ref(), PAGE).await?;
        events.iter().for_each(|event| history.update(format!("{event:?}")));
        match events.last() {
            Some(last) if events.len() == PAGE as usize => before = Some(last.event_id.clone()),
            _ => break,
        }
    }
    note("the history".to_owned(), &[&history.finalize()]);
    Ok(found)
}

fn bytes_of(secrets: &CallbackSecrets) -> Vec<u8> {
    let previous = secrets.previous.as_ref();
    let previous =
        previous.map(|(secret, at)| [&secret.as_bytes()[..], &at.as_microsecond().to_le_bytes()].concat());
    [&secrets.current.as_bytes()[..], &previous.unwrap_or_default()].concat()
}

/// The differences of the second home from the first, in words.
async fn differences(from: &Stores, to: &Stores, id: SubscriptionId) -> Result<Vec<String>, StoreError> {
    let (mine, mut theirs) = (contents(from, id).await?, contents(to, id).await?);
    let mut found = Vec::new();
    for (name, digest) in mine {
        match theirs.remove(&name) {
            Some(other) if other == digest => {}
            Some(_) => found.push(format!("{name} of subscription {id} is another one")),
            None => found.push(format!("{name} of subscription {id} is missing in the target")),
        }
    }
    found
        .extend(theirs.into_keys().map(|name| format!("{name} of subscription {id} is in the target alone")));
    Ok(found)
}
