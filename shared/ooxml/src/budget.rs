//! What the work on one request may cost in total.
//!
//! Each request has one budget, which every step uses: opening, inflating, parsing, compiling, discovering, checking, rendering, rich
//! values, sub-documents, the PDF. Code that loops over hostile input spends steps. It stops when the steps are used up, the time is
//! over, or nobody waits for the result.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::Limits;

/// Steps between two looks at the clock: some tens of microseconds of work.
const STRIDE: u64 = 1 << 14;

/// Bounds on one request's work, shared by everything that works on it. Clones share one count.
///
/// A step is a unit of work that takes nanoseconds: a byte that is read or written, an element or attribute that is
/// looked at, an entry that is compared. Steps are the same on every machine, so that a test can see how work grows with
/// its input without a clock.
#[derive(Debug, Clone)]
pub struct Budget(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Steps that were spent so far.
    spent: AtomicU64,
    /// How many they are at the next look at the clock.
    look_at: AtomicU64,
    steps: u64,
    limit: &'static str,
    time: Duration,
    /// When the work began: with the first step, so that waiting for a turn is not work.
    began: OnceLock<Instant>,
    /// Whether the caller closed the connection.
    is_cancelled: AtomicBool,
}

/// Why work ended before its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Exhausted {
    /// The time is over.
    #[error("it takes longer than {allowed:?} (limit {limit})")]
    Time {
        /// Name of the limit: `render_time` or `pdf_time`.
        limit: &'static str,
        /// Its value.
        allowed: Duration,
    },
    /// The steps are used up.
    #[error("it takes more than {allowed} steps of work (limit work_steps)")]
    Steps {
        /// Value of the limit `work_steps`.
        allowed: u64,
    },
    /// What the work holds has grown too large.
    #[error("it holds more than {allowed} bytes (limit {limit})")]
    Bytes {
        /// Name of the limit: `expanded_bytes`.
        limit: &'static str,
        /// Its value.
        allowed: u64,
    },
    /// Nobody waits for the result.
    #[error("the caller closed the connection")]
    Cancelled,
}

impl Exhausted {
    /// The field of [`Limits`] that was used up; none when the caller closed the connection.
    #[must_use]
    pub fn limit(self) -> Option<&'static str> {
        match self {
            Exhausted::Time { limit, .. } | Exhausted::Bytes { limit, .. } => Some(limit),
            Exhausted::Steps { .. } => Some("work_steps"),
            Exhausted::Cancelled => None,
        }
    }
}

/// In words, for code that tells the sender of a value what is wrong with it: [`Budget::check`] tells the two apart.
impl From<Exhausted> for String {
    fn from(exhausted: Exhausted) -> String {
        exhausted.to_string()
    }
}

/// What bounds a piece of work: what it may hold, and what it may cost.
#[derive(Debug, Clone, Copy)]
pub struct Bounds<'a> {
    /// What the work may hold.
    pub limits: &'a Limits,
    /// What it may cost.
    pub budget: &'a Budget,
}

impl Budget {
    /// A budget of `time`, which the limit named `limit` gives, and of `steps`. Its clock starts with the first step.
    #[must_use]
    pub fn new(limit: &'static str, time: Duration, steps: u64) -> Budget {
        Budget(Arc::new(Shared {
            spent: AtomicU64::new(0),
            look_at: AtomicU64::new(0),
            steps,
            limit,
            time,
            began: OnceLock::new(),
            is_cancelled: AtomicBool::new(false),
        }))
    }

    /// The budget of one render within `limits`: [`Limits::render_time`] and [`Limits::work_steps`].
    #[must_use]
    pub fn of(limits: &Limits) -> Budget {
        Budget::new("render_time", limits.render_time, limits.work_steps)
    }

    /// Takes so many steps; looks at the clock now and then.
    ///
    /// # Errors
    /// [`Exhausted`]; each later call fails too.
    #[inline]
    pub fn spend(&self, steps: u64) -> Result<(), Exhausted> {
        let spent = self.count(steps);
        if spent >= self.0.look_at.load(Ordering::Relaxed) { self.look(spent) } else { Ok(()) }
    }

    /// Takes so many steps where the work cannot end, such as in an iterator. The caller of such code asks with
    /// [`Budget::spend`] or [`Budget::check`] whether it may go on.
    #[inline]
    pub fn count(&self, steps: u64) -> u64 {
        // A load and a store instead of one locked instruction, which costs more than most steps. One thread at a time
        // works on a request; were there two at once, steps could get lost, which does no harm.
        let spent = self.spent().saturating_add(steps);
        self.0.spent.store(spent, Ordering::Relaxed);
        spent
    }

    /// Looks at everything now: before work that cannot be counted.
    ///
    /// # Errors
    /// [`Exhausted`].
    pub fn check(&self) -> Result<(), Exhausted> {
        self.look(self.spent())
    }

    #[cold]
    fn look(&self, spent: u64) -> Result<(), Exhausted> {
        if self.0.is_cancelled.load(Ordering::Relaxed) {
            return Err(Exhausted::Cancelled);
        }
        if spent > self.0.steps {
            return Err(Exhausted::Steps { allowed: self.0.steps });
        }
        if self.0.began.get_or_init(Instant::now).elapsed() > self.0.time {
            return Err(Exhausted::Time { limit: self.0.limit, allowed: self.0.time });
        }
        self.0.look_at.store(spent.saturating_add(STRIDE), Ordering::Relaxed);
        Ok(())
    }

    /// Steps that were spent so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.0.spent.load(Ordering::Relaxed)
    }

    /// Time that is left, for work that only a clock can end.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        self.0.time.saturating_sub(self.0.began.get_or_init(Instant::now).elapsed())
    }

    /// Ends the work at its next look: nobody waits for it.
    pub fn cancel(&self) {
        self.0.look_at.store(0, Ordering::Relaxed);
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether [`Budget::cancel`] was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_run_out_for_all_clones_and_stay_so() {
        let budget = Budget::new("render_time", Duration::from_secs(60), 2 * STRIDE);
        let clone = budget.clone();
        clone.spend(2 * STRIDE).unwrap();
        let exhausted = Exhausted::Steps { allowed: 2 * STRIDE };
        assert_eq!(budget.spend(STRIDE), Err(exhausted));
        assert_eq!((clone.check(), clone.spent()), (Err(exhausted), 3 * STRIDE));
    }

    #[test]
    fn the_clock_starts_with_the_first_step() {
        let budget = Budget::new("pdf_time", Duration::ZERO, u64::MAX);
        assert!(budget.0.began.get().is_none());
        let _ = budget.spend(1);
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(budget.check(), Err(Exhausted::Time { limit: "pdf_time", allowed: Duration::ZERO }));
        assert_eq!(budget.time_left(), Duration::ZERO);
    }

    #[test]
    fn a_caller_that_has_gone_ends_the_work() {
        let budget = Budget::of(&Limits::default());
        budget.spend(1).unwrap();
        budget.clone().cancel();
        assert_eq!(budget.spend(STRIDE), Err(Exhausted::Cancelled));
    }
}
