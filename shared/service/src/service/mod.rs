//! The service, which every handler gets, as a map: its operations on templates, jobs, uploads and so on, each in its own
//! module.

mod access_tokens;
mod admit;
pub mod blocked_people;
pub mod bulk;
mod called_hosts;
mod compute;
pub mod event_log;
pub mod generation;
pub mod health;
pub mod item_uploads;
pub mod managed_form_links;
pub mod managed_keys;
pub mod managed_webhooks;
mod notices;
pub mod registry;
pub mod sessions;
pub mod subscription_summary;
pub mod webhook_messages;
pub mod within;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use platen_pdf::Signer;

use crate::Limits;
use crate::email::SmtpSettings;
use crate::http::Head;
use crate::jobs::JobStore;
use crate::links::BaseUrl;
use crate::pictures::Pictures;
use crate::problem::Problem;
use crate::sign_in::{OwnPages, SignIn};
use crate::storage::{Storage, StorageState};
use crate::store::{
    EventStore, IdempotencyStore, IncomingStore, StoreError, SubscriptionStore, TemplateStore,
};
use crate::uploads::UploadStore;
use crate::webhooks::WebhookStore;
use crate::work::{Memory, Receiving, Shares, Turns};
use blocked_people::BlockedPeople;
use bulk::{Jobs, Overruns};
use event_log::EventLog;
use generation::Generation;
use health::EngineState;
use item_uploads::Uploads;
use managed_form_links::FormLinks;
use managed_keys::Keys;
use managed_webhooks::Webhooks;
use notices::Told;
use registry::{TemplateCache, Templates};
use sessions::Sessions;
use subscription_summary::Subscriptions;

/// The storage of a home, by concern.
#[derive(Clone)]
pub struct Stores {
    /// Templates.
    pub templates: Arc<dyn TemplateStore>,
    /// The store in which templates arrive.
    pub incoming: Arc<dyn IncomingStore>,
    /// Subscriptions, keys and usage.
    pub subscriptions: Arc<dyn SubscriptionStore>,
    /// The history.
    pub events: Arc<dyn EventStore>,
    /// Requests by `Idempotency-Key`.
    pub idempotency: Arc<dyn IdempotencyStore>,
    /// Bulk jobs.
    pub jobs: Arc<dyn JobStore>,
    /// Their items, where those are uploaded before.
    pub uploads: Arc<dyn UploadStore>,
    /// The webhooks that report the ends of jobs.
    pub webhooks: Arc<dyn WebhookStore>,
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
            + EventStore
            + IdempotencyStore
            + JobStore
            + UploadStore
            + WebhookStore
            + Storage
            + 'static,
    {
        Stores {
            templates: store.clone(),
            incoming: store.clone(),
            subscriptions: store.clone(),
            events: store.clone(),
            jobs: store.clone(),
            uploads: store.clone(),
            webhooks: store.clone(),
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
    pub(crate) memory: Memory,
    pub(crate) overruns: Overruns,
    pub(crate) public_url: Option<BaseUrl>,
    pub(crate) engine_state: EngineState,
    pub(crate) sign_in: Option<SignIn>,
    pub(crate) pictures: Option<Arc<Pictures>>,
    pub(crate) signer: Option<Arc<Signer>>,
    smtp: Option<Arc<SmtpSettings>>,
    pub(crate) told: Told,
    is_stopping: AtomicBool,
}

impl Service {
    /// Puts a service together.
    pub fn new(stores: Stores, engine: Arc<dyn platen_pdf::Engine>, limits: Limits) -> Service {
        let turns = |limit, shares| Turns::new(limit, shares, limits.waiting_requests);
        Service {
            cache: TemplateCache::new(limits.cached_templates, limits.cached_template_bytes),
            renders: turns("concurrent_renders", Shares::of_slots(limits.concurrent_renders)),
            pdfs: turns("concurrent_pdfs", Shares::of_slots(limits.concurrent_pdfs)),
            large_bodies: turns(
                "concurrent_bulk_requests",
                Shares::of_memory(limits.concurrent_bulk_requests),
            ),
            receiving: Receiving::new(&limits),
            memory: Memory::new(&limits),
            overruns: Overruns::default(),
            stores,
            engine,
            limits: Arc::new(limits),
            public_url: None,
            engine_state: EngineState::default(),
            sign_in: None,
            pictures: None,
            signer: None,
            smtp: None,
            told: Told::default(),
            is_stopping: AtomicBool::new(false),
        }
    }

    /// Templates: registering, compiling, changing, listing, drawing.
    pub fn templates(&self) -> Templates<'_> {
        Templates(self)
    }

    /// Single documents, made while the caller waits.
    pub fn generation(&self) -> Generation<'_> {
        Generation(self)
    }

    /// Bulk jobs.
    pub fn jobs(&self) -> Jobs<'_> {
        Jobs(self)
    }

    /// Uploads of the items of bulk jobs.
    pub fn uploads(&self) -> Uploads<'_> {
        Uploads(self)
    }

    /// Webhooks, which report the ends of jobs and other events.
    pub fn webhooks(&self) -> Webhooks<'_> {
        Webhooks(self)
    }

    /// Subscriptions, as their callers see them.
    pub fn subscriptions(&self) -> Subscriptions<'_> {
        Subscriptions(self)
    }

    /// Keys, as administrators see them.
    pub fn keys(&self) -> Keys<'_> {
        Keys(self)
    }

    /// People who may not sign in.
    pub fn blocked_people(&self) -> BlockedPeople<'_> {
        BlockedPeople(self)
    }

    /// Links to forms, and what is done with them.
    pub fn form_links(&self) -> FormLinks<'_> {
        FormLinks(self)
    }

    /// Sessions of people who sign in.
    pub fn sessions(&self) -> Sessions<'_> {
        Sessions(self)
    }

    /// The history of changes.
    pub fn events(&self) -> EventLog<'_> {
        EventLog(self)
    }

    /// Sets the address that callers know the service by. Without it, links carry the address that a request was sent to.
    #[must_use]
    pub fn with_public_url(self, public_url: Option<BaseUrl>) -> Service {
        Service { public_url, ..self }
    }

    /// Sets how people sign in. Without it, keys alone let requests in.
    #[must_use]
    pub fn with_sign_in(self, sign_in: Option<SignIn>) -> Service {
        Service { sign_in, ..self }
    }

    /// Sets where pictures that the data names by address come from. Without it, none are fetched.
    #[must_use]
    pub fn with_pictures(self, pictures: Option<Pictures>) -> Service {
        Service { pictures: pictures.map(Arc::new), ..self }
    }

    /// Sets who signs PDFs. Without one, none are signed.
    #[must_use]
    pub fn with_signer(self, signer: Option<Arc<Signer>>) -> Service {
        let limits = Limits { signs: signer.is_some(), ..(*self.limits).clone() };
        Service { signer, limits: Arc::new(limits), ..self }
    }

    /// Sets the mail server. Without one, no e-mail leaves this process.
    #[must_use]
    pub fn with_smtp(self, smtp: Option<Arc<SmtpSettings>>) -> Service {
        Service { smtp, ..self }
    }

    /// The mail server.
    pub fn smtp(&self) -> Option<&SmtpSettings> {
        self.smtp.as_deref()
    }

    /// Whether people can sign in, beside keys.
    pub fn has_sign_in(&self) -> bool {
        self.sign_in.is_some()
    }

    /// The pages that a browser's cookie lets in; `None` where nothing tells their address.
    pub(crate) fn own_pages(&self, head: &Head) -> Option<OwnPages> {
        match &self.sign_in {
            Some(sign_in) => Some(sign_in.pages.clone()),
            None => self.base_url(head).map(OwnPages::at),
        }
    }

    /// The address to be written into the answer to a request; `None` when nothing tells it.
    pub fn base_url(&self, head: &Head) -> Option<BaseUrl> {
        self.public_url.clone().or_else(|| BaseUrl::of(head))
    }

    /// A request's head that knows the service's address, which its answer leads to.
    pub fn addressed(&self, head: Head) -> Head {
        match self.base_url(&head) {
            Some(base) => head.known_as(&base.join(""), self.public_url.is_some()),
            None => head,
        }
    }

    /// The address that callers know the service by, where the configuration tells it.
    pub fn public_url(&self) -> Option<&BaseUrl> {
        self.public_url.as_ref()
    }

    /// The service is about to end: from now on it is not ready for more.
    pub fn begin_stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    /// Whether [`Service::begin_stop`] was called.
    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    /// The room on the disk, for readiness; `None` in a home whose storage grows with its use.
    pub fn storage_state(&self) -> Option<StorageState> {
        self.stores.storage.disk()
    }

    /// Refuses what needs space while the disk is low on it.
    pub(crate) fn check_disk(&self) -> Result<(), Problem> {
        match self.storage_state() {
            Some(StorageState { free, reserve, is_low: true }) => {
                Err(StoreError::DiskLow { free, reserve }.into())
            }
            _ => Ok(()),
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
