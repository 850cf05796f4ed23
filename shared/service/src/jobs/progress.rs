//! A job's state machine, as pure functions. A store applies them inside a transaction and writes what they return; `None`
//! is a step that no longer applies, and changes nothing.

use serde::{Deserialize, Serialize};

/// The status of a job: `Pending -> Running -> Completed | Failed | Canceled`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the contract's own words")]
pub enum Status {
    Pending,
    Running,
    Completed,
    Failed,
    Canceled,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 5] =
        [Status::Pending, Status::Running, Status::Completed, Status::Failed, Status::Canceled];

    /// The word under which it is stored and shown.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Pending => "Pending",
            Status::Running => "Running",
            Status::Completed => "Completed",
            Status::Failed => "Failed",
            Status::Canceled => "Canceled",
        }
    }

    /// The status of a word.
    pub fn parse(word: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.as_str() == word)
    }

    /// Whether nothing more will happen.
    pub fn is_over(self) -> bool {
        !matches!(self, Status::Pending | Status::Running)
    }
}

/// A job's status and counters. `done + failed` never exceeds `total`; the rest is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Its status.
    pub status: Status,
    /// Whether it is noted that its assembly was queued. The message may be faster than the note.
    pub assembling: bool,
    /// Items of the request.
    pub total: u32,
    /// Items with a finished document.
    pub done: u32,
    /// Items that failed.
    pub failed: u32,
}

impl Progress {
    /// A new job.
    pub fn new(total: u32) -> Progress {
        Progress { status: Status::Pending, assembling: false, total, done: 0, failed: 0 }
    }

    /// Items without a result.
    pub fn pending(self) -> u32 {
        self.total.saturating_sub(self.done).saturating_sub(self.failed)
    }

    /// A chunk that had no result got one. The store keeps chunks from being settled twice.
    #[must_use]
    pub fn settle(self, done: u32, failed: u32) -> Option<Progress> {
        let settled = done.checked_add(failed)?;
        if self.status.is_over() || settled > self.pending() {
            return None;
        }
        Some(Progress {
            status: Status::Running,
            done: self.done + done,
            failed: self.failed + failed,
            ..self
        })
    }

    /// Nothing remains to be rendered: the assembly is queued, once.
    #[must_use]
    pub fn assemble(self) -> Option<Progress> {
        let ready = self.status == Status::Running && !self.assembling && self.pending() == 0;
        ready.then_some(Progress { assembling: true, ..self })
    }

    /// The archive is there: once, however many workers assembled it.
    #[must_use]
    pub fn complete(self) -> Option<Progress> {
        let ready = self.status == Status::Running && self.pending() == 0;
        ready.then_some(Progress { status: Status::Completed, ..self })
    }

    /// There will be no archive.
    #[must_use]
    pub fn fail(self) -> Option<Progress> {
        (!self.status.is_over()).then_some(Progress { status: Status::Failed, ..self })
    }

    /// The caller no longer wants it.
    #[must_use]
    pub fn cancel(self) -> Option<Progress> {
        (!self.status.is_over()).then_some(Progress { status: Status::Canceled, ..self })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone)]
    enum Event {
        Deliver(usize, u32),
        Assembled,
        Fail,
        Cancel,
    }

    fn event() -> impl Strategy<Value = Event> {
        prop_oneof![
            20 => (0usize..6, 0u32..4).prop_map(|(chunk, failed)| Event::Deliver(chunk, failed)),
            4 => Just(Event::Assembled),
            1 => Just(Event::Fail),
            1 => Just(Event::Cancel),
        ]
    }

    proptest! {
        /// Chunks of three items, delivered in any order and any number of times, as a store would apply them.
        #[test]
        fn counters_add_up_and_results_stay(events in prop::collection::vec(event(), 0..60)) {
            let mut progress = Progress::new(18);
            let mut results: [Option<u32>; 6] = [None; 6];
            let (mut assemblies, mut completions) = (0, 0);
            for event in events {
                let before = progress;
                let next = match event {
                    Event::Deliver(chunk, failed) if results[chunk].is_none() => {
                        let failed = failed.min(3);
                        let next = before.settle(3 - failed, failed);
                        if next.is_some() { results[chunk] = Some(failed); }
                        next
                    }
                    Event::Deliver(..) => None,
                    Event::Assembled => before.complete().inspect(|_| completions += 1),
                    Event::Fail => before.fail(),
                    Event::Cancel => before.cancel(),
                };
                progress = next.unwrap_or(before);
                if let Some(assembling) = progress.assemble() {
                    assemblies += 1;
                    progress = assembling;
                }
                if before.status.is_over() {
                    prop_assert_eq!(progress, before, "nothing happens after the end");
                }
                let failed: u32 = results.iter().flatten().sum();
                let settled = u32::try_from(results.iter().flatten().count()).unwrap() * 3;
                prop_assert_eq!((progress.done + progress.failed, progress.failed), (settled, failed));
                prop_assert_eq!(progress.done + progress.failed + progress.pending(), progress.total);
                prop_assert!(assemblies <= 1 && completions <= assemblies);
            }
        }
    }

    #[test]
    fn more_results_than_items_are_refused() {
        assert_eq!(Progress::new(2).settle(2, 1), None);
        assert_eq!(Progress::new(2).settle(u32::MAX, 1), None);
        assert_eq!(Progress::new(2).complete(), None, "nothing is complete before its assembly");
    }

    #[test]
    fn words_read_back() {
        for status in Status::ALL {
            assert_eq!(Status::parse(status.as_str()), Some(status));
        }
        assert_eq!(Status::parse("running"), None);
    }
}
