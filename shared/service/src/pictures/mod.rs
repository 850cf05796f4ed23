//! Pictures that the data names by address (`{"$image": "https://..."}`): fetched before the document is made, from hosts that the
//! operator lists. Without a list nothing is fetched.

mod hosts;
mod in_data;
mod kept;

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::{self, StreamExt};
use platen_docx::DataError;
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

pub use hosts::PictureHosts;

use self::kept::Kept;
use crate::Limits;
use crate::callback::{CallbackUrl, Callbacks};
use crate::ids::JobId;
use crate::problem::Problem;

/// Pictures of a document on their way at the same time.
const AT_ONCE: usize = 8;

/// Fetches what is at an address.
#[async_trait]
pub trait FetchPicture: Send + Sync {
    /// The bytes at an address, of which there are at most `most`. Ends when it is dropped.
    ///
    /// # Errors
    /// Why there are none, in words that a caller may read.
    async fn fetch(&self, url: &CallbackUrl, allowed: Callbacks, most: u64) -> Result<Bytes, String>;
}

/// Puts fetched pictures into data. One per process: it keeps what the documents of a job share.
pub struct Pictures {
    hosts: PictureHosts,
    fetcher: Arc<dyn FetchPicture>,
    kept: Kept,
}

impl Pictures {
    /// Pictures of these hosts.
    pub fn new(hosts: PictureHosts, fetcher: Arc<dyn FetchPicture>) -> Pictures {
        Pictures { hosts, fetcher, kept: Kept::default() }
    }

    /// Fetches the pictures that `data` names by address. Those of a job are kept for its next documents.
    ///
    /// # Errors
    /// `invalid-data` that names each address that is not allowed or could not be fetched.
    pub(crate) async fn fetch(
        &self,
        data: &Value,
        job: Option<JobId>,
        limits: &Limits,
    ) -> Result<Fetched, Problem> {
        let named = in_data::named(data);
        if named.len() > limits.fetched_pictures {
            let detail = format!(
                "the data names {} pictures by address; the limit `fetched_pictures` is {}",
                named.len(),
                limits.fetched_pictures
            );
            return Err(Problem::invalid_data(vec![DataError::new("", detail)]));
        }
        let end = Instant::now() + limits.fetch_time;
        let each = stream::iter(named).map(|(address, named)| async move {
            let fetched = self.one(&address, job, limits, end).await;
            (address, named, fetched)
        });
        let (mut pictures, mut faults, mut bytes) = (Fetched::default(), Vec::new(), 0);
        let mut each = each.buffer_unordered(AT_ONCE);
        while let Some((address, named, fetched)) = each.next().await {
            let fetched = fetched.and_then(|picture| {
                bytes += picture.len() as u64;
                let most = limits.fetched_bytes;
                (bytes <= most).then_some(picture).ok_or_else(|| {
                    format!("with it, the pictures by address have more than {most} bytes (`fetched_bytes`)")
                })
            });
            match fetched {
                Ok(picture) => {
                    pictures.0.insert(address, picture);
                }
                Err(why) => faults.extend(named.errors(&address, &why)),
            }
        }
        if !faults.is_empty() {
            faults.sort_by(|one, other| one.pointer.cmp(&other.pointer));
            return Err(Problem::invalid_data(faults));
        }
        Ok(pictures)
    }

    async fn one(
        &self,
        address: &str,
        job: Option<JobId>,
        limits: &Limits,
        end: Instant,
    ) -> Result<Bytes, String> {
        let url = CallbackUrl::parse(address, limits.callbacks).map_err(|fault| format!("it {fault}"))?;
        if !self.hosts.allow(&url) {
            let host = url.authority();
            return Err(format!(
                "`{host}` is not among the hosts that the operator lists (`PLATEN_PICTURE_HOSTS`)"
            ));
        }
        if let Some(kept) = job.and_then(|job| self.kept.get(job, address)) {
            return Ok(kept);
        }
        let fetching = self.fetcher.fetch(&url, limits.callbacks, limits.fetched_bytes);
        let fetched = timeout_at(end, fetching).await;
        let picture = fetched.unwrap_or_else(|_| {
            Err(format!("it did not come within {} s (`fetch_time`)", limits.fetch_time.as_secs()))
        })?;
        if let Some(job) = job {
            self.kept.put(job, address, picture.clone());
        }
        Ok(picture)
    }
}

/// Pictures by their addresses.
#[derive(Debug, Default)]
pub(crate) struct Fetched(HashMap<String, Bytes>);

impl Fetched {
    /// Whether the data names none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Bytes that they take in data, where they are base64.
    pub(crate) fn weight(&self) -> u64 {
        self.0.values().map(|picture| picture.len() as u64 / 3 * 4 + 64).sum()
    }

    /// Puts each in the place of its address.
    pub(crate) fn put_into(self, data: &mut Value) {
        in_data::place(data, &self.0);
    }
}
