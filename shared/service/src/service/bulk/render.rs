//! Renders a part of a job. Its items share the compiled template; an item that fails does so alone.

use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::{sleep, timeout};

use super::Jobs;
use super::archive_entries::too_large;
use super::chunk_work::{ChunkWork, Kept, Means, Outcome, StopAtEnd};
use super::files_of_all::FilesOfAll;
use super::step::note_trace;
use crate::ids::JobId;
use crate::jobs::{Deadline, Failure, NewResults, Part, Pending, Step, Task};
use crate::problem::{Code, Problem};

/// The reason of items whose job was stopped.
const STOPPED: &str = "The job ended before this document was made: it was canceled, or too many documents in a row \
    took too long (limit `job_overruns`).";

/// How often running work looks whether its job is over. Such a look takes microseconds on one machine, and a read on AWS.
const LOOK: Duration = Duration::from_millis(500);

impl Jobs<'_> {
    /// Renders a part's items and records their results. A part that has its results is left alone.
    pub(super) async fn render_part(
        self,
        job: JobId,
        part: Part,
        attempt: u32,
        deadline: &Deadline,
    ) -> Result<Step, Problem> {
        let jobs = &self.0.stores.jobs;
        if let Some(pending) = jobs.pending_items(job, part).await? {
            note_trace(&pending.order.settings);
            if pending.stopped {
                let never = pending.items.iter().map(|(index, _)| Failure {
                    index: *index,
                    file_name: None,
                    error: STOPPED.to_owned(),
                });
                jobs.new_results(job, part).await?.settle(never.collect(), Vec::new()).await?;
            } else if pending.items.len() > 1 && attempt > 1 {
                // The worker before may have died of one of them: from now on each can harm only itself.
                let all = pending.items.iter().map(|(index, _)| *index).collect();
                jobs.new_results(job, part).await?.settle(Vec::new(), all).await?;
            } else if !deadline.allows_more() {
                return Ok(Step::HandBack);
            } else {
                match self.render_items(job, part, pending, deadline).await? {
                    Step::Done => {}
                    other => return Ok(other),
                }
            }
        }
        let most = self.0.limits.archive_bytes;
        let (queued, outgrows) = (jobs.queue_next(job, Task::Render(part)), jobs.outgrows(job, part, most));
        // What no archive can hold need not be made to its end.
        if let ((), true) = tokio::try_join!(queued, outgrows)? {
            self.fail(job, &too_large(most)).await?;
        }
        Ok(Step::Done)
    }

    /// Renders items until the time is short, others need the worker, or the job is over, and records what there is. Only when
    /// there is nothing, the message comes again.
    async fn render_items(
        self,
        job: JobId,
        part: Part,
        pending: Pending,
        deadline: &Deadline,
    ) -> Result<Step, Problem> {
        let jobs = &self.0.stores.jobs;
        let copy = match pending.order.settings.files_bytes {
            Some(_) => Some(jobs.job_template(job).await?),
            None => None,
        };
        let templates = self.job_templates(job, &pending.order, &pending.items, copy.as_ref()).await?;
        let protection = jobs.job_protection(job).await?;
        let pdfs = self.0.generation().pdf_maker();
        let limits = self.0.limits.clone();
        let threads = limits.chunk_threads.clamp(1, pending.items.len().max(1));
        let pictures = self.0.pictures.clone().map(|pictures| (pictures, Handle::current()));
        let means = Means { pdfs, memory: self.0.memory.clone(), limits, pictures };
        let read = |copy| FilesOfAll::read(&copy, &pending.order, &means.memory, &means.limits);
        let files = copy.map(read).transpose();
        let files = match files {
            // There is no memory for them now.
            Err(problem) if problem.code() == Code::Unavailable => return Ok(Step::HandBack),
            files => files?,
        };
        let kept = Kept { templates, protection, files };
        let work = ChunkWork::new(job, pending, kept, deadline.clone(), means);
        // However this ends, and also when nobody waits for it anymore.
        let _stop = StopAtEnd(&work);
        // Few results wait to be stored: a document may have a hundred megabytes.
        let (sender, rendered) = channel(1);
        for _ in 0..threads {
            let (work, sender, span) = (work.clone(), sender.clone(), tracing::Span::current());
            tokio::task::spawn_blocking(move || span.in_scope(|| work.run(&sender)));
        }
        drop(sender);
        let mut results: Box<dyn NewResults> = jobs.new_results(job, part).await?;
        let collected = tokio::select! {
            collected = self.collect(&work, rendered, &mut *results, deadline) => collected?,
            () = self.is_over(job) => return Ok(Step::Done),
        };
        let Collected { settled, mut failures, end } = collected;
        let all = settled.iter().zip(work.indices());
        let rest: Vec<u32> = all.filter(|(settled, _)| !**settled).map(|(_, index)| index).collect();
        if matches!(end, End::Hangs) {
            tracing::warn!(job_id = %job, ?part, unfinished = rest.len(), "rendering does not finish");
        }
        if rest.len() == settled.len() {
            return match end {
                End::Hangs => Ok(Step::Hangs),
                // Who makes PDFs is busy, or cannot be started: no item is at fault, and this was no try of them.
                End::Trouble(problem) if problem.code() == Code::Unavailable => Ok(Step::HandBack),
                End::Trouble(problem) => Err(problem),
                End::Fair => Ok(Step::HandBack),
            };
        }
        failures.sort_by_key(|failure| failure.index);
        results.settle(failures, rest).await?;
        Ok(Step::Done)
    }

    /// Collects what is rendered, until there is no more.
    async fn collect(
        self,
        work: &ChunkWork,
        mut rendered: Receiver<(usize, Outcome)>,
        results: &mut dyn NewResults,
        deadline: &Deadline,
    ) -> Result<Collected, Problem> {
        let limits = &self.0.limits;
        let (mut settled, mut failures) = (vec![false; work.indices().len()], Vec::new());
        let end = loop {
            let wait = limits.item_time.min(deadline.before_recording());
            // What hangs must not hold up what does not. Its thread is left behind.
            let Ok(next) = timeout(wait, rendered.recv()).await else { break End::Hangs };
            let Some((at, outcome)) = next else { break End::Fair };
            let overran = matches!(&outcome, Outcome::Failed { overran: true, .. });
            match outcome {
                Outcome::Made(document) => results.put(document).await?,
                Outcome::Failed { failure, .. } => failures.push(failure),
                Outcome::Trouble(problem) => {
                    tracing::warn!(job_id = %work.job(), cause = problem.cause(), "an item cannot be rendered now");
                    break End::Trouble(problem);
                }
            }
            if let Some(settled) = settled.get_mut(at) {
                *settled = true;
            }
            if self.0.overruns.note(work.job(), overran) >= limits.job_overruns {
                tracing::warn!(job_id = %work.job(), "too many documents in a row took too long; the job ends with what it has");
                self.0.stores.jobs.stop_job(work.job()).await?;
                break End::Fair;
            }
        };
        Ok(Collected { settled, failures, end })
    }

    /// Returns once the job is over: nobody wants its documents then.
    async fn is_over(self, job: JobId) {
        loop {
            sleep(LOOK).await;
            // A store that does not answer says nothing.
            let found = self.0.stores.jobs.any_job(job).await;
            if found.is_ok_and(|job| job.is_none_or(|job| job.progress.status.is_over())) {
                return;
            }
        }
    }
}

/// The rendered items of a part.
struct Collected {
    /// For each item, whether it has a result.
    settled: Vec<bool>,
    failures: Vec<Failure>,
    end: End,
}

/// Why nothing more is rendered.
enum End {
    /// All is done, the time is short, or others wait.
    Fair,
    /// An item does not come to its end.
    Hangs,
    /// The service cannot render at the moment.
    Trouble(Problem),
}
