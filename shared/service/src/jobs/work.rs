//! Working off the queue: what a home's workers do, one message after the other.

use jiff::{SignedDuration, Timestamp};

use super::{Delivery, Failure, Outcome, Task};
use crate::Service;
use crate::problem::Problem;

impl Service {
    /// Takes a message and does its work. `false` when there is none.
    ///
    /// # Errors
    /// When the queue does not answer. Work that fails is put back, and given up after [`crate::Limits::work_tries`].
    pub async fn work_once(&self) -> Result<bool, Problem> {
        let now = Timestamp::now();
        let hidden = SignedDuration::try_from(self.limits.work_hidden).map_err(Problem::internal)?;
        let until = now.checked_add(hidden).map_err(Problem::internal)?;
        let Some(delivery) = self.stores.queue.take(now, until).await? else { return Ok(false) };
        let worked = if delivery.attempt > self.limits.work_tries {
            self.settle_dead_letter(delivery).await
        } else {
            match delivery.task {
                Task::Render { chunk } => self.render_chunk(delivery.job, chunk).await,
                Task::Assemble => self.assemble_archive(delivery.job).await,
            }
        };
        match worked {
            Ok(()) => self.stores.queue.finish(delivery).await?,
            Err(problem) => {
                let cause = problem.cause().unwrap_or(problem.detail());
                tracing::warn!(job_id = %delivery.job, task = ?delivery.task, attempt = delivery.attempt, cause,
                    "work failed and is tried again");
                let pause = SignedDuration::from_secs(i64::from(delivery.attempt));
                let again = Timestamp::now().checked_add(pause).map_err(Problem::internal)?;
                self.stores.queue.put_back(delivery, again).await?;
            }
        }
        Ok(true)
    }

    /// Ends what could not be done: a chunk's items fail with the reason, a job that cannot be assembled fails.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn settle_dead_letter(&self, delivery: Delivery) -> Result<(), Problem> {
        let tries = self.limits.work_tries;
        tracing::error!(job_id = %delivery.job, task = ?delivery.task, tries, "work is given up");
        let jobs = &self.stores.jobs;
        match delivery.task {
            Task::Render { chunk } => {
                let Some((first, items)) = jobs.pending_items(delivery.job, chunk).await? else {
                    return Ok(());
                };
                let error = format!("The item's chunk was tried {tries} times and never came to its end.");
                let failures = (first..)
                    .zip(&items)
                    .map(|(index, _)| Failure { index, file_name: None, error: error.clone() })
                    .collect();
                let outcome = Outcome { documents: Vec::new(), failures };
                jobs.settle_chunk(delivery.job, chunk, outcome).await?;
            }
            Task::Assemble => {
                let error = format!("The archive was tried {tries} times and could not be assembled.");
                jobs.fail_job(delivery.job, &error, Timestamp::now()).await?;
            }
        }
        Ok(())
    }
}
