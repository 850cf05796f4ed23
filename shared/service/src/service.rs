//! What every handler is given.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::Limits;
use crate::jobs::{JobStore, WorkQueue};
use crate::store::{IdempotencyStore, IncomingStore, SubscriptionStore, TemplateStore};
use crate::templates::TemplateCache;

/// The storage of a home, by concern.
#[derive(Clone)]
pub struct Stores {
    /// Templates.
    pub templates: Arc<dyn TemplateStore>,
    /// Where templates arrive.
    pub incoming: Arc<dyn IncomingStore>,
    /// Subscriptions, keys and usage.
    pub subscriptions: Arc<dyn SubscriptionStore>,
    /// Requests by `Idempotency-Key`.
    pub idempotency: Arc<dyn IdempotencyStore>,
    /// Bulk jobs.
    pub jobs: Arc<dyn JobStore>,
    /// Their work.
    pub queue: Arc<dyn WorkQueue>,
}

impl Stores {
    /// One value that stores everything.
    pub fn all_in_one<S>(store: Arc<S>) -> Stores
    where
        S: TemplateStore
            + IncomingStore
            + SubscriptionStore
            + IdempotencyStore
            + JobStore
            + WorkQueue
            + 'static,
    {
        Stores {
            templates: store.clone(),
            incoming: store.clone(),
            subscriptions: store.clone(),
            jobs: store.clone(),
            queue: store.clone(),
            idempotency: store,
        }
    }
}

/// The service: storage, PDF engine, limits, and the templates that are compiled at the moment. One per process.
pub struct Service {
    pub(crate) stores: Stores,
    pub(crate) engine: Arc<dyn platen_pdf::Engine>,
    pub(crate) limits: Limits,
    pub(crate) cache: TemplateCache,
    pub(crate) renders: Arc<Semaphore>,
}

impl Service {
    /// Puts a service together.
    pub fn new(stores: Stores, engine: Arc<dyn platen_pdf::Engine>, limits: Limits) -> Service {
        Service {
            cache: TemplateCache::new(limits.cached_templates, limits.cached_template_bytes),
            renders: Arc::new(Semaphore::new(limits.concurrent_renders)),
            stores,
            engine,
            limits,
        }
    }

    /// The bounds in force.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The storage, for the operator's commands.
    pub fn stores(&self) -> &Stores {
        &self.stores
    }
}
