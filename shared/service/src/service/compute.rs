//! Runs computations on separate threads, as many at once as there are slots.

use super::Service;
use crate::ids::SubscriptionId;
use crate::problem::Problem;
use crate::reach::Reach;
use crate::work::{Budgets, Work, run};

impl Service {
    /// Work that no request began, such as a command's: within a budget of its own.
    pub fn own_work(&self, subscription: SubscriptionId) -> Work {
        Work::new(Reach::whole(subscription), Budgets::new(&self.limits, None))
    }

    /// Runs work on a thread where it may take its time, under the request's render turn. The request keeps the turn from
    /// its first piece of work to its end: what it has read is in memory, and the number of slots bounds that.
    ///
    /// Handing work to another thread costs some 10 microseconds, a twentieth of an ordinary render. Run on the reactor's
    /// own threads, one tenant's slow template would hold up everybody's requests, even those that only say no; and a panic
    /// here ends one request only.
    ///
    /// # Errors
    /// Those of the work; `unavailable` when no turn comes within [`crate::Limits::render_wait`]; `internal` for a panic.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: &Work,
        job: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = work.turn(&self.renders, self.limits.render_wait).await?;
        run((turn, work.memory()), job).await
    }

    /// Runs a conversion under a PDF turn, which replaces the render turn: requests that wait for a PDF must not keep others
    /// from rendering.
    ///
    /// # Errors
    /// As [`Service::work`].
    pub(crate) async fn convert<T: Send + 'static>(
        &self,
        work: &Work,
        job: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        work.rest().await;
        // Who waits for a PDF waits for minutes elsewhere: the next slot comes free within `pdf_time`.
        let turn = self.pdfs.take(work.subscription(), self.limits.pdf_wait).await?;
        run((turn, work.memory()), job).await
    }
}
