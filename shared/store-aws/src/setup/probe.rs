//! A feature of an engine, and what a trial found.

use std::error::Error;
use std::fmt;

use async_trait::async_trait;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use platen_service::store::StoreError;

use crate::error::unavailable;

/// What is spoken to an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Records.
    DynamoDb,
    /// Bytes.
    S3,
    /// Work.
    Sqs,
}

impl Engine {
    /// The service's name, as variables of endpoints end.
    pub(super) fn service(self) -> &'static str {
        match self {
            Engine::DynamoDb => "DynamoDB",
            Engine::S3 => "S3",
            Engine::Sqs => "SQS",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.service())
    }
}

/// What follows where a feature is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Without {
    /// This promise would not hold: the engine cannot be used.
    Refused(&'static str),
    /// The service works, at this cost.
    Costs(&'static str),
}

/// Something that the service asks of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// Of whom.
    pub engine: Engine,
    /// Its name.
    pub name: &'static str,
    /// What follows where it is missing.
    pub without: Without,
}

/// What was found of a feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The feature.
    pub feature: Feature,
    /// Why it is missing, in the engine's words where it had some.
    pub lacks: Option<String>,
}

impl Finding {
    /// Whether the service must not run on this engine.
    pub fn is_refused(&self) -> bool {
        self.lacks.is_some() && matches!(self.feature.without, Without::Refused(_))
    }
}

/// Fetches and writes by a signed link, as a caller of the service does, who is no client of S3.
#[async_trait]
pub trait Reach: Send + Sync {
    /// Writes, and returns the status.
    async fn put(&self, url: &str, bytes: &'static [u8]) -> Result<u16, String>;
    /// Fetches: the status, the header `content-disposition`, and the bytes.
    async fn get(&self, url: &str) -> Result<(u16, String, Vec<u8>), String>;
}

/// Why a probe came to no good end.
pub(crate) enum Lack {
    /// The engine answered, but not as it must.
    Lacks(String),
    /// It did not answer.
    Away(StoreError),
}

pub(crate) type Probed = Result<(), Lack>;

impl From<StoreError> for Lack {
    fn from(error: StoreError) -> Lack {
        Lack::Away(error)
    }
}

/// A call that failed: what the engine said, or that it said nothing.
pub(crate) fn lack<E, R>(call: &'static str) -> impl FnOnce(SdkError<E, R>) -> Lack
where
    E: ProvideErrorMetadata + Error + 'static,
    R: fmt::Debug + 'static,
{
    move |failed| {
        let answered = matches!(failed, SdkError::ServiceError(_) | SdkError::ResponseError(_));
        match unavailable(call, failed) {
            StoreError::Unavailable(said) if answered => Lack::Lacks(said),
            error => Lack::Away(error),
        }
    }
}

/// That something is as it has to be.
pub(super) fn ensure(holds: bool, otherwise: &str) -> Probed {
    if holds { Ok(()) } else { Err(Lack::Lacks(otherwise.to_owned())) }
}

/// What calls of the store's own say, told as what the engine lacks: that it answers at all is known by then.
pub(super) fn answered<T>(sent: Result<T, StoreError>) -> Result<T, Lack> {
    sent.map_err(|error| match error {
        StoreError::Unavailable(said) => Lack::Lacks(said),
        error => Lack::Away(error),
    })
}

/// What an engine has, or what it said instead.
///
/// # Errors
/// It did not answer.
pub(crate) fn said<T>(probed: Result<T, Lack>) -> Result<Result<T, String>, StoreError> {
    match probed {
        Ok(has) => Ok(Ok(has)),
        Err(Lack::Lacks(said)) => Ok(Err(said)),
        Err(Lack::Away(error)) => Err(error),
    }
}

impl Feature {
    /// What a probe found of it.
    pub(super) fn found(self, probed: Probed) -> Result<Finding, StoreError> {
        Ok(Finding { feature: self, lacks: said(probed)?.err() })
    }
}
