//! The components of a store, created and checked: tables, buckets, queues, and how long their content lives, as in
//! `infra/template.yaml`.
//!
//! Engines that speak DynamoDB, S3 and SQS support different parts of them. So every feature that a promise of the service depends on is
//! tried, on a record, an object or a queue created for that. If a required feature is missing, no process should start on that engine;
//! for an optional one, [`Feature::without`] says what its absence costs.

mod buckets;
mod probe;
mod queues;
mod tables;

use aws_config::SdkConfig;
use platen_service::config::AwsSettings;
use platen_service::store::StoreError;

use crate::{AwsStore, clients};

pub(crate) use self::buckets::has_lifecycle;
use self::probe::Lack;
pub use self::probe::{Engine, Feature, Finding, Reach, Without};
pub(crate) use self::probe::{lack, said};
pub(crate) use self::tables::expires_records;

/// What became of a part of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Made {
    /// It is new.
    New,
    /// It was there.
    Known,
    /// The engine does not know such a thing, and said so. Whether the service does without, the check tells.
    Lacking(String),
}

/// What became of a part that an engine may lack, and was asked for.
fn made<T>(asked: Result<T, Lack>) -> Result<Made, StoreError> {
    Ok(said(asked)?.map_or_else(Made::Lacking, |_| Made::New))
}

/// A part of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it is, and its name: `table platen`.
    pub name: String,
    /// What became of it.
    pub made: Made,
}

/// The engines that a store is to stand on.
#[derive(Debug, Clone)]
pub struct SetUp {
    store: AwsStore,
}

impl SetUp {
    /// With region, credentials and endpoints as every AWS tool finds them.
    pub async fn ambient(settings: &AwsSettings) -> SetUp {
        SetUp::new(&clients::ambient().await, settings)
    }

    /// The same with a configuration of the caller's.
    pub fn new(config: &SdkConfig, settings: &AwsSettings) -> SetUp {
        SetUp { store: AwsStore::new(config, settings) }
    }

    /// Makes what is not there, and changes what is otherwise than it has to be. Twice is once.
    ///
    /// # Errors
    /// An engine does not answer, or refuses what the service cannot be without.
    pub async fn create(&self) -> Result<Vec<Part>, StoreError> {
        let mut parts = self.create_tables().await?;
        parts.extend(self.create_buckets().await?);
        parts.extend(self.create_queues().await?);
        Ok(parts)
    }

    /// Tries every feature. What is made for it is removed again.
    ///
    /// # Errors
    /// An engine does not answer, or what [`SetUp::create`] makes is not there.
    pub async fn check(&self, reach: &dyn Reach) -> Result<Vec<Finding>, StoreError> {
        let mut findings = self.check_tables().await?;
        findings.extend(self.check_buckets(reach).await?);
        findings.extend(self.check_queues().await?);
        Ok(findings)
    }

    /// Which server an engine is: its address, where it is not AWS itself.
    pub fn place(&self, engine: Engine) -> String {
        let endpoint = clients::endpoint(&self.store.config, engine.service());
        endpoint.unwrap_or_else(|| {
            let region =
                self.store.config.region().map_or("a region that is not set", |region| region.as_ref());
            format!("AWS in {region}")
        })
    }
}
