//! Working off messages: one step of a job, for whoever takes messages off a queue.

use super::{Deadline, Failure, JobId, Part, Step, Task};
use crate::Service;
use crate::problem::{Code, Problem};

/// How many times as often as an item the work is tried in which nothing of a stranger runs: a process that dies in it was
/// stopped from outside, by a restart rather than by the job.
const OWN_TRIES: u32 = 4;

impl Service {
    /// Does a piece of work. `attempt` counts from 1; work that was begun before is done with more care.
    ///
    /// # Errors
    /// When the work must be tried again later; whoever calls this logs it. Work that was tried
    /// [`crate::Limits::work_tries`] times is given up; queueing and assembling a job, four times as many.
    pub async fn step(
        &self,
        job: JobId,
        task: Task,
        attempt: u32,
        deadline: Deadline,
    ) -> Result<Step, Problem> {
        let work = async {
            match task {
                Task::Dispatch => self.dispatch(job).await.map(|()| Step::Done),
                Task::Render(part) => self.render_part(job, part, attempt, deadline).await,
                Task::Assemble => self.assemble_archive(job, attempt > 1).await.map(|()| Step::Done),
            }
        };
        self.bounded(job, task, attempt, deadline, work).await
    }

    /// [`Service::step`] for [`Task::Assemble`]. A program that calls nothing else holds none of what renders.
    ///
    /// # Errors
    /// Those of [`Service::step`].
    pub async fn step_assembly(&self, job: JobId, attempt: u32, deadline: Deadline) -> Result<Step, Problem> {
        let work = async { self.assemble_archive(job, attempt > 1).await.map(|()| Step::Done) };
        self.bounded(job, Task::Assemble, attempt, deadline, work).await
    }

    /// Does work as often and as long as it may.
    async fn bounded(
        &self,
        job: JobId,
        task: Task,
        attempt: u32,
        deadline: Deadline,
        work: impl Future<Output = Result<Step, Problem>>,
    ) -> Result<Step, Problem> {
        let all = self.limits.work_tries;
        let (tries, all) = match task {
            // The first try of an item was that of its chunk.
            Task::Render(Part { item: Some(_), .. }) => (all.saturating_sub(1).max(1), all),
            Task::Render(_) => (all, all),
            Task::Dispatch | Task::Assemble => (all.saturating_mul(OWN_TRIES), all.saturating_mul(OWN_TRIES)),
        };
        if attempt > tries {
            return self.give_up(job, task, all).await.map(|()| Step::Done);
        }
        if !deadline.allows_more() {
            return Ok(Step::HandBack);
        }
        // What hangs must not hold its worker for ever. A thread that hangs is left behind.
        let done = tokio::time::timeout(deadline.left(), work)
            .await
            .unwrap_or_else(|_| Err(Problem::unavailable("the work did not end in its time")));
        match done {
            // What an item hits is the item's failure; here the subscription's storage is full, and stays full if the work is
            // tried again.
            Err(problem) if problem.code() == Code::LimitExceeded => {
                self.fail_job(job, problem.detail()).await.map(|()| Step::Done)
            }
            other => other,
        }
    }

    async fn dispatch(&self, job: JobId) -> Result<(), Problem> {
        // The message may be faster than the record that it is about.
        if self.stores.jobs.any_job(job).await?.is_none() {
            return Err(Problem::unavailable("the job of this message was not found yet"));
        }
        Ok(self.stores.jobs.queue_next(job, Task::Dispatch).await?)
    }

    /// Ends work that was tried `tries` times: a chunk is split, so that each of its items is tried alone; an item fails with
    /// the reason; a job that cannot be queued or assembled fails.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn give_up(&self, job: JobId, task: Task, tries: u32) -> Result<(), Problem> {
        tracing::error!(job_id = %job, ?task, tries, "work is given up");
        match task {
            Task::Render(part) => self.give_up_part(job, part, tries).await,
            Task::Assemble => {
                let error = format!("The archive was tried {tries} times and could not be assembled.");
                self.fail_job(job, &error).await
            }
            Task::Dispatch => {
                self.fail_job(job, &format!("The job was tried {tries} times and could not be queued.")).await
            }
        }
    }

    async fn give_up_part(&self, job: JobId, part: Part, tries: u32) -> Result<(), Problem> {
        let jobs = &self.stores.jobs;
        if let Some(items) = jobs.pending_items(job, part).await? {
            let results = jobs.new_results(job, part).await?;
            let indices = items.iter().map(|(index, _)| *index);
            let settled = match items.as_slice() {
                [_] => {
                    let error = format!(
                        "The item was tried {tries} times and never came to its end: rendering it takes too long, or \
                         stops the process."
                    );
                    let failed = |index| Failure { index, file_name: None, error: error.clone() };
                    results.settle(indices.map(failed).collect(), Vec::new()).await?
                }
                _ => results.settle(Vec::new(), indices.collect()).await?,
            };
            tracing::info!(job_id = %job, ?part, settled, "a part that was given up");
        }
        Ok(jobs.queue_next(job, Task::Render(part)).await?)
    }
}
