//! Where the computing is done: compiling, rendering, converting.

use tokio::sync::AcquireError;
use tokio::time::timeout;

use crate::Service;
use crate::problem::Problem;

impl Service {
    /// Runs work on a thread where it may take its time, a bounded number of them at once.
    ///
    /// Handing work to another thread costs some 10 microseconds, a twentieth of an ordinary render. Run on the reactor's
    /// own threads, one tenant's slow template would hold up everybody's requests, even those that only say no; and a panic
    /// here ends one request only.
    ///
    /// # Errors
    /// Those of the work; `unavailable` when no turn comes within [`crate::Limits::render_wait`]; `internal` for a panic.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = timeout(self.limits.render_wait, self.renders.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| {
            Problem::unavailable(
                "all render slots (limit `concurrent_renders`) stayed taken for `render_wait`",
            )
        })?;
        let turn = turn.map_err(|closed: AcquireError| Problem::internal(closed))?;
        // The turn goes along: should the caller hang up, the work still counts until it ends.
        let span = tracing::Span::current();
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            // What it warns of tells the request that it belongs to.
            span.in_scope(work)
        });
        // The panic's own words may quote the document: they stay out of the log.
        done.await.map_err(|_panicked| Problem::internal("compiling, rendering or converting panicked"))?
    }
}
