//! Tenants. Everything stored belongs to one subscription, and every call of a store names it.

use jiff::Timestamp;
use uuid::Uuid;

use crate::form_links::FormLink;
use crate::ids::SubscriptionId;
use crate::keys::{KeyRecord, Person, Scope};
use crate::plan::{Plan, RequestRate};
use crate::reach::Reach;

/// A tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Its id.
    pub id: SubscriptionId,
    /// Its name for people.
    pub name: String,
    /// An inactive subscription is refused before a request's body is read.
    pub active: bool,
    /// Its quotas.
    pub plan: Plan,
}

/// The sender of a request: the outcome of checking its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The tenant.
    pub subscription: Subscription,
    /// The id of the key, which logs may carry.
    pub key_id: Uuid,
    /// The key's name for people, which a template's versions show as their author.
    pub key_name: String,
    /// The key's rights.
    pub scope: Scope,
    /// The templates that they apply to.
    pub reach: Reach,
    /// Requests that may be sent with the key, where it has a bound of its own.
    pub requests: Option<RequestRate>,
    /// The person whose session it is, if it is one.
    pub person: Option<Person>,
    /// The form that the key opens, if it is a link to one.
    pub form: Option<OpenForm>,
    /// Requests that may follow at once; `None` is without bound.
    pub requests_left: Option<u32>,
}

impl Caller {
    /// The caller for a key or a session.
    pub fn of(record: KeyRecord, subscription: Subscription) -> Caller {
        let form = OpenForm::of(&record);
        let reach = Reach::of(subscription.id, record.template_labels);
        Caller {
            subscription,
            key_id: record.id,
            key_name: record.label,
            scope: record.scope,
            reach,
            requests: record.requests,
            person: record.person,
            form,
            requests_left: None,
        }
    }

    /// The tenant's id.
    pub fn subscription_id(&self) -> SubscriptionId {
        self.subscription.id
    }
}

/// A link as its holder comes with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenForm {
    /// The form that it opens.
    pub link: FormLink,
    /// From when on it is refused.
    pub expires_at: Option<Timestamp>,
    /// Whether a document was made with it, as far as is known: what is sent at the same time may not be.
    pub is_used: bool,
}

impl OpenForm {
    /// The form that a key opens, if it is a link to one.
    pub fn of(key: &KeyRecord) -> Option<OpenForm> {
        let link = key.form.clone()?;
        Some(OpenForm { link, expires_at: key.expires_at, is_used: key.last_used_at.is_some() })
    }
}
