//! A home under test: its stores, and what happens to a store from outside.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use platen_service::Stores;
use platen_service::config::AwsSettings;
use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::jobs::Task;
use platen_store_aws::{AwsStore, Message};
use platen_store_embedded::{EmbeddedStore, Suspicion};
use platen_tests::aws::{Aws, sdk_config};
use platen_tests::fault_proxy::{FaultProxy, Faults};
use platen_tests::random::Random;
use uuid::Uuid;

/// A home.
pub struct Home {
    /// What is tested.
    pub stores: Stores,
    /// What is no part of the traits, since each home has its own way.
    pub outside: Arc<dyn Outside>,
}

/// What happens to a store from outside.
#[async_trait]
pub trait Outside: Send + Sync {
    /// An object arrives in the incoming area.
    async fn arrive(&self, subscription: SubscriptionId, path: &str, bytes: &'static [u8]);

    /// Takes all messages that are to be seen, for good. The same message may be among them more than once.
    async fn messages(&self) -> Vec<(JobId, Task)>;
}

struct Embedded {
    store: Arc<EmbeddedStore>,
    folder: tempfile::TempDir,
}

#[async_trait]
impl Outside for Embedded {
    async fn arrive(&self, subscription: SubscriptionId, path: &str, bytes: &'static [u8]) {
        let file: PathBuf = self.folder.path().join("incoming").join(subscription.to_string()).join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, bytes).unwrap();
    }

    async fn messages(&self) -> Vec<(JobId, Task)> {
        let mut taken = Vec::new();
        for suspicion in [Suspicion::Ordinary, Suspicion::Suspect] {
            let now = Timestamp::now();
            let until = now + SignedDuration::from_secs(60);
            while let Some(delivery) = self.store.take(suspicion, now, until).await.unwrap() {
                self.store.finish(delivery).await.unwrap();
                taken.push((delivery.job, delivery.task));
            }
        }
        taken
    }
}

#[async_trait]
impl Outside for Aws {
    async fn arrive(&self, subscription: SubscriptionId, path: &str, bytes: &'static [u8]) {
        let key = format!("incoming/{subscription}/{path}");
        let put = self.s3().put_object().bucket(&self.settings().templates_bucket).key(key);
        put.body(Bytes::from_static(bytes).into()).send().await.unwrap();
    }

    async fn messages(&self) -> Vec<(JobId, Task)> {
        let mut taken = Vec::new();
        let AwsSettings { render_queue_url, assemble_queue_url, cut_queue_url, .. } = self.settings();
        for queue in [render_queue_url, assemble_queue_url, cut_queue_url] {
            for message in self.drain(queue).await {
                let message: Message = serde_json::from_str(&message.body.unwrap()).unwrap();
                taken.push((message.job_id, message.task));
            }
        }
        taken
    }
}

/// Runs a test on SQLite and files.
pub fn on_embedded<F: Future<Output = ()>>(test: impl FnOnce(Home) -> F) {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(EmbeddedStore::open(folder.path()).unwrap());
    let stores = Stores::all_in_one(store.clone());
    run(test(Home { stores, outside: Arc::new(Embedded { store, folder }) }));
}

/// Runs a test on S3, DynamoDB and SQS.
pub fn on_aws<F: Future<Output = ()>>(test: impl FnOnce(Home) -> F) {
    let aws = Arc::new(Aws::start());
    let store = AwsStore::new(aws.config(), aws.settings());
    let stores = Stores::all_in_one(Arc::new(store));
    run(test(Home { stores, outside: aws.clone() }));
}

/// Runs a test on S3, DynamoDB and SQS behind a network where every twentieth request meets a fault.
pub fn on_failing_aws<F: Future<Output = ()>>(test: impl FnOnce(Home) -> F) {
    let aws = Arc::new(Aws::start());
    // Longer than the store waits for a record.
    let faults = Faults { per_mille: 50, stall: Duration::from_millis(3_500) };
    let proxy = FaultProxy::start(aws.address(), faults, Random::new());
    let store = AwsStore::new(&sdk_config(&proxy.endpoint()), aws.settings());
    let stores = Stores::all_in_one(Arc::new(store));
    run(test(Home { stores, outside: aws.clone() }));
    let (requests, met) = proxy.met();
    println!("{requests} requests, {met} met a fault");
}

/// Runs a test's future.
pub fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_all()
        .build()
        .unwrap()
        .block_on(test);
}

/// A tenant's id.
pub fn tenant(number: u8) -> SubscriptionId {
    SubscriptionId(Uuid::from_u128(u128::from(number)))
}

/// A template's id.
pub fn template(number: u8) -> TemplateId {
    TemplateId(Uuid::from_u128(0x7e << 64 | u128::from(number)))
}

/// A time of day, in seconds from some beginning.
pub fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + second).unwrap()
}
