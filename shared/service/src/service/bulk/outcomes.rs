//! Outcomes of single documents of a finished job, and their places in its archive. A ZIP stores documents as they are, so
//! each is a stretch of it; its start follows from the names and sizes before it.

use std::collections::{BTreeMap, BTreeSet};

use secrecy::ExposeSecret;

use super::Jobs;
use super::archive_entries::chunks_at_once;
use super::names::Names;
use super::zip::Directory;
use crate::jobs::{Addresses, JobRecord, Outcome, Status};
use crate::problem::Problem;

impl Jobs<'_> {
    /// The addresses that a job came with; none when they were removed.
    ///
    /// # Errors
    /// `unavailable`, and `internal` when they are damaged.
    pub async fn addresses_of(self, job: &JobRecord) -> Result<Addresses, Problem> {
        let sealed = match job.has_addresses() {
            true => self.0.stores.jobs.job_addresses(job.job_id).await?,
            false => None,
        };
        let mut addresses: Addresses = match sealed {
            Some(text) => serde_json::from_str(text.expose_secret()).map_err(Problem::internal)?,
            None => Addresses::default(),
        };
        addresses.callback_url = addresses.callback_url.or_else(|| job.settings.callback_url.clone());
        Ok(addresses)
    }

    /// The outcomes of some items of a finished job, by their indices.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn outcomes(
        self,
        job: &JobRecord,
        indices: &BTreeSet<u32>,
    ) -> Result<BTreeMap<u32, Outcome>, Problem> {
        let all = |outcome: Outcome| indices.iter().map(|index| (*index, outcome.clone())).collect();
        match job.progress.status {
            Status::Canceled => return Ok(all(Outcome::Canceled)),
            Status::Failed => return Ok(all(Outcome::Failed(job.error.clone().unwrap_or_default()))),
            _ => {}
        }
        let (mut found, mut names, mut directory) = (BTreeMap::new(), Names::default(), Directory::default());
        let (step, mut first) = (chunks_at_once(job), 0);
        while found.len() < indices.len() && first < job.chunks() {
            let chunks = first..first.saturating_add(step);
            first = chunks.end;
            let jobs = &self.0.stores.jobs;
            for document in jobs.documents_of(job.job_id, chunks.clone()).await?.unwrap_or_default() {
                let file_name = names.unlike(&document.file_name);
                let range = directory.place(&file_name, document.bytes, document.crc32);
                if indices.contains(&document.index) {
                    found.insert(document.index, Outcome::Made { file_name, range });
                }
            }
            if job.progress.failed > 0 {
                let failures = jobs.failures_of(job.job_id, chunks).await?.unwrap_or_default();
                let failures = failures.into_iter().filter(|failure| indices.contains(&failure.index));
                found.extend(failures.map(|failure| (failure.index, Outcome::Failed(failure.error))));
            }
        }
        Ok(found)
    }
}
