//! Keys as an administrator sees them: listing, creating and removing them over HTTP.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Service;
use crate::contract::CreateKey;
use crate::http::{Request, guid};
use crate::keys::{KeyRecord, Person, Scope};
use crate::page::{Page, Paged};
use crate::plan::RequestRate;
use crate::problem::{Code, Problem};
use crate::reach::Labels;
use crate::subscriptions::Caller;

/// A key or a session, without its secret.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedKey {
    /// Its id, as in logs.
    pub key_id: Uuid,
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub scope: Scope,
    /// The labels that templates have one of that it reaches; empty: all templates.
    pub template_labels: Vec<String>,
    /// When it was made.
    #[serde(serialize_with = "crate::time::write")]
    pub created_at: Timestamp,
    /// From when on it is refused; `null` never expires.
    #[serde(serialize_with = "crate::time::write_optional")]
    pub expires_at: Option<Timestamp>,
    /// Since when it is refused, because an operator disabled it.
    #[serde(serialize_with = "crate::time::write_optional")]
    pub disabled_at: Option<Timestamp>,
    /// When it was last used, to within some minutes.
    #[serde(serialize_with = "crate::time::write_optional")]
    pub last_used_at: Option<Timestamp>,
    /// Requests per minute that may be sent with it; `null` is without a bound of its own.
    pub requests_per_minute: Option<u32>,
    /// The person whose session it is; `null` for a key.
    pub person: Option<Person>,
}

/// A key that was just made.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct NewKey {
    /// What will be listed of it.
    #[serde(flatten)]
    pub listed: ManagedKey,
    /// The key itself, shown only in this answer.
    pub key: String,
}

impl From<KeyRecord> for ManagedKey {
    fn from(record: KeyRecord) -> Self {
        ManagedKey {
            key_id: record.id,
            name: record.label,
            scope: record.scope,
            template_labels: Labels::names(record.template_labels.as_ref()),
            created_at: record.created_at,
            expires_at: record.expires_at,
            disabled_at: record.disabled_at,
            last_used_at: record.last_used_at,
            requests_per_minute: record.requests.map(RequestRate::per_minute),
            person: record.person,
        }
    }
}

impl NewKey {
    /// Where it is.
    pub fn path(&self) -> String {
        format!("/api/keys/{}", self.listed.key_id)
    }
}

/// Whether a record is among the keys and sessions: a session that has ended belongs to nobody, and links to forms have a list of their own.
fn is_listed(key: &KeyRecord, now: Timestamp) -> bool {
    key.form.is_none() && (key.person.is_none() || key.is_valid(now))
}

/// What the service does with keys: [`Service::keys`].
#[derive(Clone, Copy)]
pub struct Keys<'a>(pub(super) &'a Service);

impl Keys<'_> {
    /// A page of the subscription's keys and sessions, the newest first.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn list(self, caller: &Caller, page: Page) -> Result<Paged<ManagedKey>, Problem> {
        let now = Timestamp::now();
        let mut keys = self.0.stores.subscriptions.keys(caller.subscription_id()).await?;
        keys.retain(|key| is_listed(key, now));
        Ok(Paged::of_all(page, keys.into_iter().rev().map(ManagedKey::from)))
    }

    /// Makes a key.
    ///
    /// # Errors
    /// `invalid-body`, `limit-exceeded` when the subscription has as many as it may, `unavailable`.
    pub async fn create(self, request: &Request) -> Result<NewKey, Problem> {
        let wanted = CreateKey::read(request, &self.0.limits)?;
        request.head().trail().target_named(Some(wanted.name.clone()));
        let subscription = request.caller()?.subscription_id();
        let keys = self.0.stores.subscriptions.keys(subscription).await?;
        let (used, most) = (keys.iter().filter(|key| !key.passes()).count(), self.0.limits.keys);
        if used >= most {
            let detail = format!(
                "The subscription has {used} keys (limit `keys`: {most}). Remove some of them first."
            );
            return Err(Problem::new(Code::LimitExceeded, detail));
        }
        let made = KeyRecord::generate(subscription, wanted.name, wanted.scope, wanted.expires_at);
        let (key, record) = made.map_err(Problem::internal)?;
        let record =
            KeyRecord { requests: wanted.requests, template_labels: wanted.template_labels, ..record };
        self.0.stores.subscriptions.put_key(&record).await?;
        Ok(NewKey { listed: record.into(), key: key.reveal().to_owned() })
    }

    /// Removes a key, or ends a session.
    ///
    /// # Errors
    /// `unknown-key`, `unavailable`.
    pub async fn delete(self, request: &Request, key: &str) -> Result<(), Problem> {
        let caller = request.caller()?;
        let Some(key) = guid(key) else { return Err(unknown_key()) };
        let now = Timestamp::now();
        let keys = self.0.stores.subscriptions.keys(caller.subscription_id()).await?;
        let known = keys.into_iter().find(|known| known.id == key && is_listed(known, now));
        let Some(known) = known else { return Err(unknown_key()) };
        request.head().trail().target_named(Some(known.label));
        let removed = self.0.stores.subscriptions.delete_key(caller.subscription_id(), key).await?;
        removed.then_some(()).ok_or_else(unknown_key)
    }
}

fn unknown_key() -> Problem {
    Problem::new(Code::UnknownKey, "The subscription has no key with this id. GET /api/keys lists its keys.")
}
