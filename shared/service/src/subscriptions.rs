//! Tenants. Everything stored belongs to one subscription, and every call of a store names it.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::keys::Scope;
use crate::plan::Plan;

/// A tenant's id. A type of its own, so that no other id is ever passed in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema, Deserialize)]
#[serde(transparent)]
pub struct SubscriptionId(pub Uuid);

impl fmt::Display for SubscriptionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Its id.
    pub id: SubscriptionId,
    /// What people call it.
    pub name: String,
    /// An inactive subscription is refused before a request's body is read.
    pub active: bool,
    /// What it may use.
    pub plan: Plan,
}

/// Who sends a request: the outcome of checking its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The tenant.
    pub subscription: Subscription,
    /// The id of the key, which logs may carry.
    pub key_id: Uuid,
    /// What the key may do.
    pub scope: Scope,
    /// Requests that may follow at once; `None` is without bound.
    pub requests_left: Option<u32>,
}

impl Caller {
    /// The tenant's id.
    pub fn subscription_id(&self) -> SubscriptionId {
        self.subscription.id
    }
}
