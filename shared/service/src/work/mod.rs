//! Runs computations: reading, compiling, rendering, converting. Subscriptions share the slots fairly, and one budget limits
//! all work on a request.

mod line;
mod memory;
mod receiving;
mod shares;
mod tally;
mod turns;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use platen_docx::Budget;
use tokio::sync::Mutex;

pub use memory::HeldMemory;
pub(crate) use memory::Memory;
pub use receiving::Received;
pub(crate) use receiving::Receiving;
pub use shares::{Shares, Slot};
pub use turns::Turn;
pub(crate) use turns::Turns;

use crate::Limits;
use crate::format::Format;
use crate::ids::SubscriptionId;
use crate::problem::Problem;
use crate::reach::Reach;

/// The limits on the work for one request: `render_time`, or `pdf_time` for all of it if it creates a PDF. The body decides
/// which, so both are ready before it. Clones share them.
#[derive(Debug, Clone)]
pub struct Budgets {
    render: Budget,
    pdf: Budget,
}

impl Budgets {
    /// New ones, of no more than `time_left` where something else ends the request by then.
    pub(crate) fn new(limits: &Limits, time_left: Option<Duration>) -> Budgets {
        let bounded = |time: Duration| time_left.map_or(time, |left| time.min(left));
        Budgets {
            render: Budget::new("render_time", bounded(limits.docx.render_time), limits.docx.work_steps),
            pdf: Budget::new("pdf_time", bounded(limits.pdf.time), limits.docx.work_steps),
        }
    }

    /// The budget of work that ends in this format.
    pub fn of(&self, format: Format) -> &Budget {
        match format {
            Format::Docx => &self.render,
            Format::Pdf | Format::Png => &self.pdf,
        }
    }

    /// Ends the work when the guard is dropped. A home keeps it beside the request's future, which is dropped when the
    /// client hangs up: nobody waits for the document then.
    pub fn cancel_on_drop(&self) -> CancelOnDrop {
        CancelOnDrop(self.clone())
    }
}

/// Cancels a request's budgets when it is dropped. To do so after the work has ended changes nothing.
#[derive(Debug)]
pub struct CancelOnDrop(Budgets);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.render.cancel();
        self.0.pdf.cancel();
    }
}

/// The work on one request: on whose account, within which budget, its turn while it has one, and the memory that its values
/// take.
#[derive(Debug)]
pub struct Work {
    reach: Reach,
    budgets: Budgets,
    turn: Mutex<Option<Arc<Turn>>>,
    memory: OnceLock<Arc<HeldMemory>>,
}

impl Work {
    /// Work on account of a subscription, with the templates within reach.
    pub fn new(reach: Reach, budgets: Budgets) -> Work {
        Work { reach, budgets, turn: Mutex::new(None), memory: OnceLock::new() }
    }

    /// Holds memory to the end of the work. What runs on another thread holds it for as long as that takes.
    pub(crate) fn hold(&self, memory: HeldMemory) {
        // A request has one body, which is weighed once.
        let _ = self.memory.set(Arc::new(memory));
    }

    /// The memory that is held.
    pub(crate) fn memory(&self) -> Option<Arc<HeldMemory>> {
        self.memory.get().cloned()
    }

    /// Whose it is.
    pub fn subscription(&self) -> SubscriptionId {
        self.reach.subscription()
    }

    /// The templates that it may read.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    /// The budget of all work that does not end in a PDF.
    pub fn budget(&self) -> &Budget {
        self.budgets.of(Format::Docx)
    }

    /// The budget of work that ends in this format.
    pub fn budget_for(&self, format: Format) -> &Budget {
        self.budgets.of(format)
    }

    /// Its turn of `turns`: the one that it has, or else the next.
    ///
    /// # Errors
    /// `unavailable` when none comes within `wait`.
    pub(crate) async fn turn(&self, turns: &Turns, wait: Duration) -> Result<Arc<Turn>, Problem> {
        let mut held = self.turn.lock().await;
        match held.as_ref() {
            Some(turn) => Ok(turn.clone()),
            None => Ok(held.insert(Arc::new(turns.take(self.subscription(), wait).await?)).clone()),
        }
    }

    /// Gives the turn back. Work that runs keeps it until it ends.
    pub(crate) async fn rest(&self) {
        *self.turn.lock().await = None;
    }
}

/// Runs work on a separate thread. It keeps its turn: if the caller hangs up, the work counts until it ends.
pub(crate) async fn run<T: Send + 'static>(
    turn: impl Send + 'static,
    job: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let span = tracing::Span::current();
    let done = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        // What it warns of tells the request that it belongs to.
        span.in_scope(job)
    });
    // The panic's own words may quote the document: they stay out of the log.
    done.await
        .map_err(|_panicked| Problem::internal("reading, compiling, rendering or converting panicked"))?
}
