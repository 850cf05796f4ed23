//! What a function works with.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use platen_service::config::{Config, Store};
use platen_service::ids::JobId;
use platen_service::sign_in::SignIn;
use platen_service::store::StoreError;
use platen_service::{Service, Stores, audit};
use platen_store_aws::{AwsStore, End};

use crate::MakeProvider;
use crate::engine::MakeEngine;
use crate::figures::Figures;

/// The service, and what a deployment has besides.
pub struct Home {
    service: Service,
    aws: Arc<AwsStore>,
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
            .with_sign_in(sign_in.transpose()?);
        let audit = audit::Log::open(&config.audit).map_err(|error| format!("PLATEN_AUDIT_LOG: {error}"))?;
        Ok(Home { service, aws, figures: Figures::install(&config.metrics_namespace), audit })
    }

    /// The service.
    pub fn service(&self) -> &Service {
        &self.service
    }

    /// Puts a message of the intake queue that is wrong aside, with the reason, for its sender to look at.
    ///
    /// # Errors
    /// The queue does not take it.
    pub async fn refuse_intake(&self, body: &str, reason: &str) -> Result<(), StoreError> {
        self.aws.refuse_intake(body, reason).await
    }

    /// [`AwsStore::publish_ends`].
    ///
    /// # Errors
    /// Not all of them are on the bus.
    pub async fn publish_ends(&self, ends: &[End]) -> Result<(), StoreError> {
        self.aws.publish_ends(ends).await
    }

    /// [`AwsStore::queue_callbacks`].
    ///
    /// # Errors
    /// Not all of them are in the queue.
    pub async fn queue_callbacks(&self, ends: &[End]) -> Result<(), StoreError> {
        self.aws.queue_callbacks(ends).await
    }

    /// Where each request leaves its line.
    pub(crate) fn audit(&self) -> &audit::Log {
        &self.audit
    }

    /// Writes down what was counted and timed since the last event.
    pub(crate) fn publish_figures(&self) {
        self.figures.publish();
    }

    /// [`AwsStore::begin_try`].
    pub(crate) async fn begin_try(
        &self,
        job: JobId,
        message: &str,
        received: u32,
    ) -> Result<u32, StoreError> {
        self.aws.begin_try(job, message, received).await
    }

    /// [`AwsStore::take_try_back`].
    pub(crate) async fn take_try_back(
        &self,
        job: JobId,
        message: &str,
        received: u32,
    ) -> Result<(), StoreError> {
        self.aws.take_try_back(job, message, received).await
    }

    /// Shows a message of a queue again after this time. One that is not shown so comes again after the queue's visibility
    /// timeout.
    pub(crate) async fn show_after(&self, queue_arn: &str, receipt: &str, wait: Duration) {
        if let Err(error) = self.aws.show_after(queue_arn, receipt, wait).await {
            tracing::warn!(%error, "the message does not come again when it should");
        }
    }

    /// Puts bytes that are too large for an answer where a link leads to them, and gives the link.
    pub(crate) async fn lend(
        &self,
        bytes: Bytes,
        content_type: &str,
        disposition: Option<&str>,
    ) -> Result<String, StoreError> {
        self.aws.lend(bytes, content_type, disposition).await
    }
}
