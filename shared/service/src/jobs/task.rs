//! Pieces of work, and their outcomes. A message between the steps is a claim check: it names a job and a [`Task`], never
//! data.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// Items whose results are recorded together: a chunk, or one item of a chunk that was split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Part {
    /// The chunk's number, from 0.
    pub chunk: u32,
    /// The item's index in the request, once the chunk was split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<u32>,
}

impl Part {
    /// A chunk.
    pub fn chunk(chunk: u32) -> Part {
        Part { chunk, item: None }
    }

    /// An item of a split chunk.
    pub fn item(chunk: u32, item: u32) -> Part {
        Part { chunk, item: Some(item) }
    }
}

/// A piece of work. Each may be delivered several times, and be done by several workers at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "camelCase")]
pub enum Task {
    /// Cut the upload of a job into chunks.
    Cut,
    /// Queue the chunks of a job.
    Dispatch,
    /// Render a part.
    Render(Part),
    /// Assemble the archive.
    Assemble,
}

/// How a piece of work ended. Work that failed is a [`crate::problem::Problem`]: it is tried again later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// There is nothing left to do: the message can go.
    Done,
    /// The time was too short: the message comes again, at once if possible. What was done is recorded.
    HandBack,
    /// Rendering does not end: the message comes again, and this was an attempt, as if its worker had died.
    Hangs,
}

/// Why work is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Its workers died of it, or it never came to its end, so many times.
    Tried(u32),
    /// The service could not do it, as often as it was tried: a store did not answer. What it is about is not at fault.
    NotServed,
}

/// Asks work to end soon, since others wait for its worker. Clones are the same request.
#[derive(Debug, Clone, Default)]
pub struct GiveWay(Arc<AtomicBool>);

impl GiveWay {
    /// Asks for it.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Until when a piece of work must be done.
#[derive(Debug, Clone)]
pub struct Deadline {
    end: Instant,
    /// Before this moment something new may be begun.
    last_begin: Instant,
    /// And before this is asked for.
    give_way: GiveWay,
}

impl Deadline {
    /// A piece of work that begins now and may take this long. With less than a fifth of it left nothing new is begun.
    pub fn after(time: Duration) -> Deadline {
        let now = Instant::now();
        Deadline { end: now + time, last_begin: now + time - time / 5, give_way: GiveWay::default() }
    }

    /// The same, and nothing new is begun once that is asked for.
    #[must_use]
    pub fn or_when(self, give_way: &GiveWay) -> Deadline {
        Deadline { give_way: give_way.clone(), ..self }
    }

    /// Whether there is time for something new.
    pub fn allows_more(&self) -> bool {
        Instant::now() < self.last_begin && !self.give_way.is_asked()
    }

    /// The time until finished documents must be recorded, so that one slow item does not cost the others.
    pub fn before_recording(&self) -> Duration {
        self.left().saturating_sub((self.end - self.last_begin) / 2)
    }

    /// The time that is left.
    pub fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn messages_name_their_work() {
        for (task, text) in [
            (Task::Cut, json!({ "task": "cut" })),
            (Task::Dispatch, json!({ "task": "dispatch" })),
            (Task::Render(Part::chunk(3)), json!({ "task": "render", "chunk": 3 })),
            (Task::Render(Part::item(3, 77)), json!({ "task": "render", "chunk": 3, "item": 77 })),
            (Task::Assemble, json!({ "task": "assemble" })),
        ] {
            assert_eq!(serde_json::to_value(task).unwrap(), text);
            assert_eq!(serde_json::from_value::<Task>(text).unwrap(), task);
        }
    }

    #[test]
    fn a_fifth_of_the_time_is_kept_for_the_end() {
        assert!(Deadline::after(Duration::from_secs(60)).allows_more());
        let over = Deadline::after(Duration::ZERO);
        assert!(!over.allows_more());
        assert_eq!(over.left(), Duration::ZERO);
        let asked = GiveWay::default();
        let deadline = Deadline::after(Duration::from_secs(60)).or_when(&asked);
        assert!(deadline.allows_more());
        asked.ask();
        assert!(!deadline.allows_more() && !deadline.left().is_zero());
    }
}
