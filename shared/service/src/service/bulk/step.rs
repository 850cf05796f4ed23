//! Processes messages: one step of a job, for callers that take messages from a queue.

use tracing::field::Empty;
use tracing::{Instrument, Span};

use super::Jobs;
use crate::ids::JobId;
use crate::jobs::{Deadline, Failure, Part, Reason, Settings, Step, Task};
use crate::problem::{Code, Problem};

/// How many times as often as an item the work is tried in which nothing of a stranger runs: a process that dies in it was
/// stopped from outside, by a restart rather than by the job.
const OWN_TRIES: u32 = 4;

/// Notes the trace of a job, once its record was read, in the span of the work on it.
pub(super) fn note_trace(settings: &Settings) {
    if let Some(trace) = &settings.trace {
        Span::current().record("traceparent", trace.as_str());
    }
}

impl Jobs<'_> {
    /// Does a piece of work. `attempt` counts from 1, and one more for each worker that died of it, as far as that is known;
    /// work that was begun before is done with more care.
    ///
    /// # Errors
    /// When the work must be tried again later; whoever calls this logs it. Work that was tried
    /// [`crate::Limits::work_tries`] times is given up; queueing and assembling a job, four times as many.
    pub async fn step(
        self,
        job: JobId,
        task: Task,
        attempt: u32,
        deadline: Deadline,
    ) -> Result<Step, Problem> {
        let Task::Render(part) = task else {
            return self.step_without_rendering(job, task, attempt, deadline).await;
        };
        let work = self.render_part(job, part, attempt, &deadline);
        self.bounded(job, task, attempt, &deadline, work).await
    }

    /// [`Jobs::step`] for work in which nothing is rendered: cutting, queueing and assembling. A program that calls nothing
    /// else holds none of what renders.
    ///
    /// # Errors
    /// Those of [`Jobs::step`]; `internal` for rendering.
    pub async fn step_without_rendering(
        self,
        job: JobId,
        task: Task,
        attempt: u32,
        deadline: Deadline,
    ) -> Result<Step, Problem> {
        let work = async {
            match task {
                Task::Cut => self.cut_upload(job).await?,
                Task::Dispatch => self.dispatch(job).await?,
                Task::Assemble => self.assemble(job, attempt > 1).await?,
                Task::Render(_) => return Err(Problem::internal("this process renders nothing")),
            }
            Ok(Step::Done)
        };
        self.bounded(job, task, attempt, &deadline, work).await
    }

    /// Does work as often and as long as it may.
    async fn bounded(
        self,
        job: JobId,
        task: Task,
        attempt: u32,
        deadline: &Deadline,
        work: impl Future<Output = Result<Step, Problem>>,
    ) -> Result<Step, Problem> {
        let tries = self.0.limits.work_tries;
        let tries = match task {
            // An item has all of its tries alone: what its chunk died of may have been another one. What an upload does to its
            // reader it does again.
            Task::Render(_) | Task::Cut => tries,
            Task::Dispatch | Task::Assemble => tries.saturating_mul(OWN_TRIES),
        };
        if attempt > tries {
            return self.give_up(job, task, Reason::Tried(tries)).await.map(|()| Step::Done);
        }
        if !deadline.allows_more() {
            return Ok(Step::HandBack);
        }
        let work = work.instrument(tracing::info_span!("work", job_id = %job, ?task, traceparent = Empty));
        // What hangs must not hold its worker forever. A thread that hangs is left behind.
        let done = tokio::time::timeout(deadline.left(), work)
            .await
            .unwrap_or_else(|_| Err(Problem::unavailable("the work did not finish in time")));
        match done {
            // What an item hits is the item's failure; here the subscription's storage is full, and stays full if the work is
            // tried again.
            Err(problem) if problem.code() == Code::LimitExceeded => {
                self.fail(job, problem.detail()).await.map(|()| Step::Done)
            }
            other => other,
        }
    }

    async fn dispatch(self, job: JobId) -> Result<(), Problem> {
        // The message may be faster than the record that it is about.
        if self.0.stores.jobs.any_job(job).await?.is_none() {
            return Err(Problem::unavailable("the job of this message was not found yet"));
        }
        Ok(self.0.stores.jobs.queue_next(job, Task::Dispatch).await?)
    }

    /// Ends work that is tried no more: a chunk is split, so that each of its items is tried alone; an item fails with the reason;
    /// a job that cannot be read, queued or assembled fails.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn give_up(self, job: JobId, task: Task, reason: Reason) -> Result<(), Problem> {
        tracing::error!(job_id = %job, ?task, ?reason, "work is given up");
        let (what, could_not) = match task {
            Task::Render(part) => return self.give_up_part(job, part, reason).await,
            Task::Cut => ("upload", "read"),
            Task::Dispatch => ("job", "queued"),
            Task::Assemble => ("archive", "assembled"),
        };
        let error = match reason {
            Reason::Tried(tries) => {
                format!("The {what} was tried {tries} times and could not be {could_not}.")
            }
            Reason::NotServed => {
                format!("The {what} could not be {could_not}: the service's storage failed at each try.")
            }
        };
        self.fail(job, &error).await
    }

    async fn give_up_part(self, job: JobId, part: Part, reason: Reason) -> Result<(), Problem> {
        let jobs = &self.0.stores.jobs;
        if let Some(pending) = jobs.pending_items(job, part).await? {
            let results = jobs.new_results(job, part).await?;
            let indices = pending.items.iter().map(|(index, _)| *index);
            let settled = match pending.items.as_slice() {
                [_] => {
                    let error = match reason {
                        Reason::Tried(tries) => format!(
                            "The item was tried {tries} times and never finished: rendering it takes too long or stops the process."
                        ),
                        Reason::NotServed => {
                            "The document could not be made: the service's storage failed at each \
                             try. The item is not at fault; start a job with it again."
                                .to_owned()
                        }
                    };
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
