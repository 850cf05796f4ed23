//! What every handler is given.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::Limits;
use crate::http::Head;
use crate::jobs::JobStore;
use crate::links::BaseUrl;
use crate::storage::Storage;
use crate::store::{IdempotencyStore, IncomingStore, SubscriptionStore, TemplateStore};
use crate::templates::TemplateCache;
use crate::uploads::UploadStore;

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
    /// Their items, where those are uploaded before.
    pub uploads: Arc<dyn UploadStore>,
    /// How much all of it takes.
    pub storage: Arc<dyn Storage>,
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
            + UploadStore
            + Storage
            + 'static,
    {
        Stores {
            templates: store.clone(),
            incoming: store.clone(),
            subscriptions: store.clone(),
            jobs: store.clone(),
            uploads: store.clone(),
            storage: store.clone(),
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
    pub(crate) bulk_requests: Arc<Semaphore>,
    pub(crate) public_url: Option<BaseUrl>,
}

impl Service {
    /// Puts a service together.
    pub fn new(stores: Stores, engine: Arc<dyn platen_pdf::Engine>, limits: Limits) -> Service {
        Service {
            cache: TemplateCache::new(limits.cached_templates, limits.cached_template_bytes),
            renders: Arc::new(Semaphore::new(limits.concurrent_renders)),
            bulk_requests: Arc::new(Semaphore::new(limits.concurrent_bulk_requests)),
            stores,
            engine,
            limits,
            public_url: None,
        }
    }

    /// Sets the address that callers know the service by. Without it, links carry the address that a request was sent to.
    #[must_use]
    pub fn with_public_url(self, public_url: Option<BaseUrl>) -> Service {
        Service { public_url, ..self }
    }

    /// The address to be written into the answer to a request; `None` when nothing tells it.
    pub fn base_url(&self, head: &Head) -> Option<BaseUrl> {
        self.public_url.clone().or_else(|| BaseUrl::of(head))
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
