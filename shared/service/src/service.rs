//! What every handler is given.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Limits;
use crate::health::EngineState;
use crate::http::Head;
use crate::jobs::JobStore;
use crate::links::BaseUrl;
use crate::storage::Storage;
use crate::store::{IdempotencyStore, IncomingStore, SubscriptionStore, TemplateStore};
use crate::templates::TemplateCache;
use crate::uploads::UploadStore;
use crate::work::{Receiving, Turns};

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
    pub(crate) limits: Arc<Limits>,
    pub(crate) cache: TemplateCache,
    pub(crate) renders: Turns,
    pub(crate) pdfs: Turns,
    pub(crate) large_bodies: Turns,
    pub(crate) receiving: Receiving,
    pub(crate) public_url: Option<BaseUrl>,
    pub(crate) engine_state: EngineState,
    is_stopping: AtomicBool,
}

impl Service {
    /// Puts a service together.
    pub fn new(stores: Stores, engine: Arc<dyn platen_pdf::Engine>, limits: Limits) -> Service {
        let turns = |limit, slots| Turns::new(limit, slots, limits.waiting_requests);
        Service {
            cache: TemplateCache::new(limits.cached_templates, limits.cached_template_bytes),
            renders: turns("concurrent_renders", limits.concurrent_renders),
            pdfs: turns("concurrent_pdfs", limits.concurrent_pdfs),
            large_bodies: turns("concurrent_bulk_requests", limits.concurrent_bulk_requests),
            receiving: Receiving::new(&limits),
            stores,
            engine,
            limits: Arc::new(limits),
            public_url: None,
            engine_state: EngineState::default(),
            is_stopping: AtomicBool::new(false),
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

    /// The service is about to end: from now on it is not ready for more.
    pub fn begin_stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    /// Whether [`Service::begin_stop`] was called.
    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
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
