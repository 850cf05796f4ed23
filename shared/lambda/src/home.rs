//! What a function works with.

use std::sync::Arc;

use bytes::Bytes;
use platen_service::config::{Config, Store};
use platen_service::sign_in::SignIn;
use platen_service::store::StoreError;
use platen_service::{Service, Stores, audit};
use platen_store_aws::AwsStore;
use platen_store_aws::work::Worker;

use crate::MakeProvider;
use crate::engine::MakeEngine;
use crate::figures::Figures;

/// What handlers work with, and where a function leaves what it counts and logs.
pub(crate) struct Home {
    worker: Arc<Worker>,
    figures: Arc<Figures>,
    audit: audit::Log,
}

impl Home {
    /// Puts it together.
    pub(crate) fn new(
        config: &Config,
        make_engine: MakeEngine,
        make_provider: Option<MakeProvider>,
    ) -> Result<Home, String> {
        let engine = make_engine(config)?;
        let mut limits = config.limits.clone();
        // The instance works on one message at a time: its items share all cores.
        limits.chunk_threads = std::thread::available_parallelism().map_or(1, usize::from);
        // An instance lives for a while, with a disk of its own: what it wrote there, no other one would find.
        let Store::Aws(settings) = &config.store else {
            return Err(
                "PLATEN_STORE is not `aws`, the store of functions; `platen serve` has the embedded one"
                    .to_owned(),
            );
        };
        let aws = Arc::new(AwsStore::in_function(settings));
        let stores = Stores::all_in_one(aws.clone());
        let sign_in = config.sign_in.clone().map(|settings| {
            let provider = make_provider.map(|make| make(&settings));
            SignIn::new(settings, config.public_url.clone(), None, provider)
        });
        let service = Service::new(stores, engine, limits)
            .with_public_url(config.public_url.clone())
            .with_sign_in(sign_in.transpose()?)
            .with_signer(config.signer.clone())
            .with_smtp(config.smtp.clone())
            .with_pictures(platen_outbound::pictures(config).map_err(|error| error.to_string())?);
        let audit = audit::Log::open(&config.audit).map_err(|error| format!("PLATEN_AUDIT_LOG: {error}"))?;
        let worker = Arc::new(Worker::new(Arc::new(service), aws));
        Ok(Home { worker, figures: Figures::install(&config.metrics_namespace), audit })
    }

    /// What handlers are given.
    pub(crate) fn worker(&self) -> &Arc<Worker> {
        &self.worker
    }

    /// The service.
    pub(crate) fn service(&self) -> &Service {
        self.worker.service()
    }

    /// Where each request leaves its line.
    pub(crate) fn audit(&self) -> &audit::Log {
        &self.audit
    }

    /// Writes down what was counted and timed since the last event.
    pub(crate) fn publish_figures(&self) {
        self.figures.publish();
    }

    /// Puts bytes that are too large for an answer where a link leads to them, and gives the link.
    pub(crate) async fn lend(
        &self,
        bytes: Bytes,
        content_type: &str,
        disposition: Option<&str>,
    ) -> Result<String, StoreError> {
        self.worker.aws().lend(bytes, content_type, disposition).await
    }
}
