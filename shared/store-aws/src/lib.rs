//! The service's storage on AWS: records in one DynamoDB table, bytes in two S3 buckets, work in SQS queues.
//!
//! Three rules apply everywhere: a record changes only on a condition about its state, so a caller whose response was lost can repeat
//! any call; bytes are written before the record that names them; reads of single records are consistent.

mod arrivals;
mod bucket;
mod callback_secrets;
mod claims;
mod clients;
mod ends;
mod error;
mod events;
mod fields;
mod incoming;
mod item;
mod jobs;
mod key_use;
mod links;
mod mailbox;
mod rate;
mod replies;
pub mod setup;
mod storage;
mod subscriptions;
mod sweeps;
mod table;
mod tasks;
mod templates;
mod tries;
mod uploads;
mod webhook_messages;
mod webhooks;
pub mod work;

use std::sync::Arc;

use aws_config::SdkConfig;
use aws_sdk_s3::config::SharedCredentialsProvider;
use bytes::Bytes;
use platen_service::config::AwsSettings;
use platen_service::ids::JobId;
use platen_service::store::StoreError;
use uuid::Uuid;

pub use self::arrivals::Arrival;
pub use self::ends::Due;
pub use self::jobs::{End, Message};

use crate::arrivals::Seen;
use crate::bucket::Bucket;
use crate::clients::Clients;
use crate::jobs::{Known, StoredJob};
use crate::key_use::KeyUse;
use crate::table::Table;

/// The stores of the cloud home. One per process: it holds the connections.
#[derive(Debug, Clone)]
pub struct AwsStore {
    table: Table,
    secrets: Option<Table>,
    templates: Bucket,
    jobs: Bucket,
    sqs: aws_sdk_sqs::Client,
    credentials: Option<SharedCredentialsProvider>,
    key_use: KeyUse,
    known_jobs: Known<JobId, Arc<StoredJob>>,
    known_indexes: Known<Uuid, Bytes>,
    seen: Seen,
    settings: AwsSettings,
    config: SdkConfig,
}

impl AwsStore {
    /// Puts the store together, with region, credentials and endpoints as every AWS tool finds them, and looks up the queues that the
    /// settings name by their names.
    ///
    /// # Errors
    /// One of them is not there, or SQS does not answer.
    pub async fn connect(settings: &AwsSettings) -> Result<AwsStore, StoreError> {
        let mut store = AwsStore::new(&clients::ambient().await, settings);
        store.find_queues().await?;
        Ok(store)
    }

    /// The same in a Lambda function, whose environment has all three.
    pub fn in_function(settings: &AwsSettings) -> AwsStore {
        AwsStore::new(&clients::of_function(), settings)
    }

    /// The same with a configuration of the caller's.
    pub fn new(config: &SdkConfig, settings: &AwsSettings) -> AwsStore {
        let clients = Clients::new(config);
        let bucket = |name: &str| Bucket { client: clients.s3.clone(), name: name.to_owned() };
        let table = |name: &String| Table { client: clients.dynamodb.clone(), name: name.clone() };
        AwsStore {
            table: table(&settings.table),
            secrets: settings.secrets_table.as_ref().map(table),
            templates: bucket(&settings.templates_bucket),
            jobs: bucket(&settings.jobs_bucket),
            sqs: clients.sqs,
            credentials: config.credentials_provider(),
            key_use: KeyUse::default(),
            known_jobs: Known::default(),
            known_indexes: Known::default(),
            seen: Seen::default(),
            settings: settings.clone(),
            config: config.clone(),
        }
    }
}
