//! A net under handlers: a panic in one request must not leave its client without an answer.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// A handler panicked. The message stays untold: it may quote a document's text. The log has the place.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Panicked;

/// Drives a future; a panic becomes an error. What the future shared with others must be sound after
/// a panic: the service's caches are, since their locks are taken over from panicked holders.
pub(super) async fn caught<F: Future>(future: F) -> Result<F::Output, Panicked> {
    let mut future = pin!(future);
    poll_fn(move |context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
        Err(_) => Poll::Ready(Err(Panicked)),
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_error() {
        assert_eq!(caught(async { 7 }).await, Ok(7));
        let failed: Result<(), Panicked> = caught(async { panic!("lost my {}", "keys") }).await;
        assert_eq!(failed, Err(Panicked));
    }
}
